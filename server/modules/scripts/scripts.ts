import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import { ApiError } from '../../errors.ts';
import { mayAct, type Reader } from '../data-mart/rights.ts';
import { administrator } from '../identity/access.ts';
import { containing } from '../search.ts';
import type {} from '../workspaces/tables.ts';
import { enabled, role, state } from '../workspaces/tables.ts';
import './tables.ts';

/**
 * What somebody may do with a script; null: not even see it. Its owner everything; who works in its workspace everything, its viewers look and use, unless it
 * is disabled (WS-16). One whose owner is gone is that of administrators. Whoever sees one may use it, on tables they may use.
 */
function rightOf(reader: Reader) {
  const me = Number(reader.id);
  const held = sql`(select role_type from workspace_member member where member.workspace_id = script.workspace_id
    and member.user_id = ${me} and member.status = ${state.agreed})`;
  return sql<'change' | 'see' | null>`case
    when script.owner_id = ${me} or ${held} = ${role.owner} then 'change'
    when workspace.status = ${enabled} and ${held} = ${role.collaborator} then 'change'
    when workspace.status = ${enabled} and ${held} is not null then 'see'
    when script.owner_id is null and ${reader.roles.includes(administrator)} then 'change' end`;
}

/** Scripts the reader sees. */
function selectScripts(db: Database, reader: Reader) {
  const right = rightOf(reader);
  return db
    .selectFrom('script')
    .innerJoin('script_version as current', 'current.id', 'script.current_id')
    .leftJoin('app_user', 'app_user.id', 'script.owner_id')
    .leftJoin('workspace', 'workspace.id', 'script.workspace_id')
    .leftJoin('data_table as input', 'input.id', 'script.input_id')
    .where(sql<boolean>`${right} is not null`)
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
      'app_user.name_en as ownerNameEn',
      'workspace.biz_id as workspaceBizId',
      'workspace.name as workspaceName',
      'workspace.status as workspaceStatus',
      'input.biz_id as inputBizId',
      'current.id as currentId',
      'current.number',
      'current.problem',
      sql<boolean>`${right} = 'change'`.as('mayChange'),
      sql<number>`(select count(*) from script_output where script_output.script_id = script.id)`.as('outputs'),
    ]);
}
export type ListedScript = Awaited<ReturnType<ReturnType<typeof selectScripts>['executeTakeFirstOrThrow']>>;

/** With its text, which lists do not read. */
function selectWhole(db: Database, reader: Reader) {
  return selectScripts(db, reader).select([
    'current.code',
    'current.columns',
    'current.parameters',
    'current.seed',
    'current.made_by_id as madeById',
  ]);
}
export type ScriptRow = Awaited<ReturnType<ReturnType<typeof selectWhole>['executeTakeFirstOrThrow']>>;

/** What the scripts somebody sees are called, of these. */
export async function namesOf(db: Database, reader: Reader, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await selectScripts(db, reader).where('script.id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** A page of the scripts somebody sees, what changed last first. */
export async function pageOfScripts(
  db: Database,
  reader: Reader,
  { keyword, pageNo, pageSize }: { keyword: string; pageNo: number; pageSize: number },
): Promise<{ rows: ListedScript[]; total: number }> {
  const pattern = containing(keyword);
  const fitting = selectScripts(db, reader).where(
    sql<boolean>`(${keyword} = '' or script.name ilike ${pattern} or script.description ilike ${pattern})`,
  );
  const rows = await fitting
    .orderBy(sql`coalesce(script.updated_at, script.created_at)`, 'desc')
    .orderBy('script.id', 'desc')
    .$call(onPage(pageNo, pageSize))
    .execute();
  const { total } = await fitting
    .clearSelect()
    .select((script) => script.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** A script for whoever may see it, or change it. @throws ApiError NOT_FOUND also where somebody else has one, FORBIDDEN */
export async function requireScript(db: Database, reader: Reader, id: string, need: 'maySee' | 'mayChange' = 'maySee'): Promise<ScriptRow> {
  const row = await selectWhole(db, reader).where('script.id', '=', Number(id)).executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND');
  if (need === 'mayChange' && !row.mayChange) throw new ApiError('FORBIDDEN');
  return row;
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

/** The tables a script fills that somebody sees, the newest 200, and whether they may fill them anew. */
export async function outputsOf(db: Database, reader: Reader, scriptId: number) {
  return await db
    .selectFrom('script_output')
    .innerJoin('data_table', 'data_table.id', 'script_output.table_id')
    .innerJoin('data_table as input', 'input.id', 'script_output.input_id')
    .select([
      'data_table.id',
      'data_table.biz_id as bizId',
      'data_table.title',
      'data_table.row_count as rows',
      'data_table.refreshed_at as refreshedAt',
      'input.title as inputTitle',
      'script_output.parameters',
      mayAct(reader, 'execute').as('mayRun'),
    ])
    .where('script_id', '=', scriptId)
    .where(mayAct(reader, 'view'))
    .orderBy('data_table.id', 'desc')
    .limit(200)
    .execute();
}
