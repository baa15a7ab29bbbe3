import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import type { Reader } from '../data-mart/rights.ts';
import { administrator } from '../identity/access.ts';
import { containing } from '../search.ts';
import type {} from '../workspaces/tables.ts';
import { enabled, role, state } from '../workspaces/tables.ts';
import './tables.ts';

function selectScripts(db: Database, reader: Reader) {
  const me = Number(reader.id);
  return db
    .selectFrom('script')
    .innerJoin('script_version as current', 'current.id', 'script.current_id')
    .leftJoin('app_user', 'app_user.id', 'script.owner_id')
    .leftJoin('workspace', 'workspace.id', 'script.workspace_id')
    .leftJoin('data_table as input', 'input.id', 'script.input_id')
    .select([
      'script.id',
      'script.name',
      'script.description',
      'script.owner_id as ownerId',
      'script.workspace_id as workspaceId',
      'script.version',
      'script.created_at as createdAt',
      'script.updated_at as updatedAt',
      'app_user.name as ownerName',
      'workspace.biz_id as workspaceBizId',
      'workspace.name as workspaceName',
      'workspace.status as workspaceStatus',
      'input.biz_id as inputBizId',
      'current.id as currentId',
      'current.number',
      'current.problem',
      sql<string | null>`(select role_type from workspace_member member where member.workspace_id = script.workspace_id
        and member.user_id = ${me} and member.status = ${state.agreed})`.as('roleType'),
      sql<number>`(select count(*) from script_output where script_output.script_id = script.id)`.as('outputs'),
    ]);
}
type ListedScript = Awaited<ReturnType<ReturnType<typeof selectScripts>['executeTakeFirstOrThrow']>>;

/** With its text, which lists do not read. */
function selectWhole(db: Database, reader: Reader) {
  return selectScripts(db, reader).select(['current.code', 'current.columns', 'current.parameters', 'current.seed']);
}
export type ScriptRow = Awaited<ReturnType<ReturnType<typeof selectWhole>['executeTakeFirstOrThrow']>>;

/** What somebody may do with a script. Whoever sees it may use it, on tables they may use. */
interface ScriptRights {
  maySee: boolean;
  mayChange: boolean;
}

/**
 * Its owner everything; who works in its workspace everything, its viewers look and use, unless it is disabled (WS-16). One whose owner is gone is that of
 * administrators.
 */
function rightsTo(
  reader: Reader,
  { ownerId, workspaceStatus, roleType }: Pick<ListedScript, 'ownerId' | 'workspaceStatus' | 'roleType'>,
): ScriptRights {
  if (ownerId === Number(reader.id) || roleType === role.owner) return { maySee: true, mayChange: true };
  const isOpen = workspaceStatus === enabled;
  if (isOpen && roleType !== null) return { maySee: true, mayChange: roleType === role.collaborator };
  const isLost = ownerId === null && reader.roles.includes(administrator);
  return { maySee: isLost, mayChange: isLost };
}

export interface SeenScript<Row extends ListedScript = ListedScript> {
  row: Row;
  mayChange: boolean;
}

/** A page of the scripts somebody sees, what changed last first. */
export async function pageOfScripts(
  db: Database,
  reader: Reader,
  { keyword, pageNo, pageSize }: { keyword: string; pageNo: number; pageSize: number },
): Promise<{ seen: SeenScript[]; total: number }> {
  const pattern = containing(keyword);
  const rows = await selectScripts(db, reader)
    .where(sql<boolean>`(${keyword} = '' or script.name ilike ${pattern} or script.description ilike ${pattern})`)
    .orderBy(sql`coalesce(script.updated_at, script.created_at)`, 'desc')
    .orderBy('script.id', 'desc')
    .execute();
  const seen = rows.map((row) => ({ row, ...rightsTo(reader, row) })).filter(({ maySee }) => maySee);
  return { seen: seen.slice((pageNo - 1) * pageSize, pageNo * pageSize), total: seen.length };
}

/** A script for whoever may see or change it. @throws ApiError NOT_FOUND also where somebody else has one, FORBIDDEN */
export async function requireScript(
  db: Database,
  reader: Reader,
  id: string,
  need: 'maySee' | 'mayChange' = 'maySee',
): Promise<SeenScript<ScriptRow>> {
  const row = await selectWhole(db, reader).where('script.id', '=', Number(id)).executeTakeFirst();
  const rights = row && rightsTo(reader, row);
  if (!row || !rights?.maySee) throw new ApiError('NOT_FOUND');
  if (!rights[need]) throw new ApiError('FORBIDDEN');
  return { row, mayChange: rights.mayChange };
}

/** Its versions, the latest first, without their code. */
export async function versionsOf(db: Database, scriptId: number) {
  return await db
    .selectFrom('script_version')
    .select(['number', 'problem', 'made_by as madeBy', 'made_at as madeAt', sql<number>`length(code)`.as('characters')])
    .where('script_id', '=', scriptId)
    .orderBy('number', 'desc')
    .execute();
}

/** The tables a script fills. */
export async function outputsOf(db: Database, scriptId: number) {
  return await db
    .selectFrom('script_output')
    .innerJoin('data_table as output', 'output.id', 'script_output.table_id')
    .innerJoin('data_table as input', 'input.id', 'script_output.input_id')
    .select([
      'output.id',
      'output.biz_id as bizId',
      'output.title',
      'output.row_count as rows',
      'output.refreshed_at as refreshedAt',
      'input.title as inputTitle',
      'script_output.parameters',
    ])
    .where('script_id', '=', scriptId)
    .orderBy('output.id', 'desc')
    .limit(200)
    .execute();
}
