import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { administrator, permissionsNow } from '../identity/access.ts';
import type {} from '../workspaces/tables.ts';
import { enabled, role, state } from '../workspaces/tables.ts';
import { type Column, columnsOf, selectTables, type TableRow } from './repository.ts';
import { type TablePermission, tablePermissions } from './tables.ts';

/** Who asks for a table: a Principal, or of runs and schedules `readerOf`. */
export interface Reader {
  id: string;
  roles: readonly string[];
  permissions: ReadonlySet<string>;
  /** Whoever acts for them. */
  agent?: { id: string } | undefined;
}

/** The permission to decide applications for any table (PERM-16). Its holders do not read rows by that. */
export const decidesAll = 'data:authorization:all';

export function approvesAll({ roles, permissions }: Reader): boolean {
  return roles.includes(administrator) || permissions.has(decidesAll);
}

/** Whoever started a run or owns a schedule, with the roles and permissions of now; nothing once the account is disabled or gone. */
export async function readerOf(db: Database, userId: string | number): Promise<Reader | undefined> {
  const found = await db
    .selectFrom('app_user')
    .select((row) => [
      'id',
      sql<string[]>`array(select role_code from role join user_role on role_id = role.id where user_id = ${row.ref('app_user.id')})`.as(
        'roles',
      ),
    ])
    .where('id', '=', Number(userId))
    .where('status', '=', '0')
    .executeTakeFirst();
  return found && { id: String(found.id), roles: found.roles, permissions: await permissionsNow(db, found.id) };
}

/** Where somebody's rights to a table come from. */
export type RightSource = 'owner' | 'workspace' | 'grant' | 'administrator' | 'none';

/** What somebody may do with a table: the columns of each permission, null being all of them. */
export interface TableRights {
  by: RightSource;
  permissions: ReadonlyMap<TablePermission, ReadonlySet<string> | null>;
}

/** One right as the database finds it: columns null being all of them. */
export interface SourcedRight {
  by: RightSource;
  permission: TablePermission;
  columns: string[] | null;
}
/** Where rights come from, the strongest first. */
const strongest = ['owner', 'workspace', 'administrator', 'grant'] as const satisfies readonly RightSource[];

/**
 * PERM-15, PERM-16: the rights somebody has now to a `data_table` of the query around, one row each. The only place that knows the rule. The owner, and who works in the
 * workspace of the table: everything. Its viewers: view. Everybody else what grants say that are in effect. A disabled workspace stops all of that but the rights of
 * owners (WS-16). A table without owner is everybody's who administers.
 */
function heldBy(reader: Reader) {
  const me = Number(reader.id);
  const each = sql`unnest(${[...tablePermissions]}::text[]) as permission`;
  return sql`(
    select 'owner' as by, permission, null::text[] as columns from ${each} where data_table.owner_id = ${me}
    union all
    select 'workspace', permission, null from workspace_member member join workspace on workspace.id = member.workspace_id cross join ${each}
      where member.workspace_id = data_table.workspace_id and member.user_id = ${me} and member.status = ${state.agreed}
      and (member.role_type = ${role.owner}
        or (workspace.status = ${enabled} and (member.role_type = ${role.collaborator} or permission = 'view')))
    union all
    select 'administrator', permission, null from ${each}
      where (data_table.owner_id is null and ${reader.roles.includes(administrator)}) or (permission = 'authorize' and ${approvesAll(reader)})
    union all
    select 'grant', permission, live.columns from data_grant live cross join unnest(live.permissions) as permission
      where live.table_id = data_table.id and live.user_id = ${me} and live.state = 'granted'
      and live.starts_at <= now() and (live.ends_at is null or live.ends_at > now())
      and not exists (select 1 from workspace where workspace.id = data_table.workspace_id and workspace.status <> ${enabled})
  ) held`;
}

/** Whether somebody may do something with a `data_table` of the query, or without a permission anything at all. */
export function mayAct(reader: Reader, permission?: TablePermission) {
  return sql<boolean>`exists (select 1 from ${heldBy(reader)} where ${permission === undefined ? sql`true` : sql`held.permission = ${permission}`})`;
}

/** A column of a query over `data_table`, to be read with `rightsIn`. */
export function rightsColumn(reader: Reader) {
  return sql<SourcedRight[] | null>`(select jsonb_agg(held) from ${heldBy(reader)})`.as('held');
}

/** Each right somebody has to a table, with where it comes from. */
export async function sourcedRights(db: Database, reader: Reader, tableId: number): Promise<readonly SourcedRight[]> {
  const found = await db.selectFrom('data_table').select(rightsColumn(reader)).where('id', '=', tableId).executeTakeFirst();
  return found?.held ?? [];
}

/** The rights in a row: of one permission from several places the columns of all of them. */
export function rightsIn({ held }: { held: readonly SourcedRight[] | null }): TableRights {
  const permissions = new Map<TablePermission, ReadonlySet<string> | null>();
  for (const permission of tablePermissions) {
    const columns = held?.filter((right) => right.permission === permission).map((right) => right.columns) ?? [];
    if (columns.length > 0) permissions.set(permission, columns.includes(null) ? null : new Set(columns.flatMap((some) => some ?? [])));
  }
  return { by: strongest.find((source) => held?.some(({ by }) => by === source)) ?? 'none', permissions };
}

/** A table as one person may use it. */
export interface SeenTable {
  table: TableRow;
  rights: TableRights;
  permissions: ReadonlySet<TablePermission>;
  /** Those the reader has for the permission that was asked for. */
  columns: Column[];
  /** Whether these are all of them, and those to come. */
  isWhole: boolean;
  by: RightSource;
  reader: Reader;
}

/** A table with the rights of somebody. Of one that is not in the mart outsiders learn nothing. @throws ApiError NOT_FOUND */
export async function seeTable(db: Database, reader: Reader, bizId: string): Promise<{ table: TableRow; rights: TableRights }> {
  const found = await selectTables(db).select(rightsColumn(reader)).where('data_table.biz_id', '=', bizId).executeTakeFirst();
  if (!found) throw new ApiError('NOT_FOUND');
  const { held, ...table } = found;
  const rights = rightsIn({ held });
  if (!table.isListed && rights.by === 'none') throw new ApiError('NOT_FOUND');
  return { table, rights };
}

/**
 * The table for whoever has the permission for it now: the only way to its rows (PERM-15). Call it at each call and at the start of each run.
 * @throws ApiError NOT_FOUND where the table is not even seen, FORBIDDEN
 */
export async function requireTable(db: Database, reader: Reader, bizId: string, permission: TablePermission): Promise<SeenTable> {
  const { table, rights } = await seeTable(db, reader, bizId);
  const allowed = rights.permissions.get(permission);
  if (allowed === undefined) throw new ApiError('FORBIDDEN');
  const all = await columnsOf(db, table.id);
  const columns = allowed === null ? all : all.filter(({ name }) => allowed.has(name));
  return {
    table,
    rights,
    permissions: new Set(rights.permissions.keys()),
    columns,
    isWhole: allowed === null,
    by: rights.by,
    reader,
  };
}
