import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { administrator } from '../identity/access.ts';
import type {} from '../workspaces/tables.ts';
import { enabled, role, state } from '../workspaces/tables.ts';
import { type Column, columnsOf, selectTables, type TableRow } from './repository.ts';
import { type TablePermission, tablePermissions } from './tables.ts';

/** Who asks for a table: a Principal, or of runs and schedules `readerOf`. */
export interface Reader {
  id: string;
  roles: readonly string[];
}

/** Roles that approve applications for any table (PERM-16). They do not read its rows by that. */
export const approvingRoles: readonly string[] = [administrator, 'dataMartAdministrator', 'marketManager'];

export function approvesAll({ roles }: Reader): boolean {
  return roles.some((code) => approvingRoles.includes(code));
}

/** Whoever started a run or owns a schedule, with the roles of now; nothing once the account is disabled or gone. */
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
  return found && { id: String(found.id), roles: found.roles };
}

/** Where somebody's rights to a table come from. */
export type RightSource = 'owner' | 'workspace' | 'grant' | 'administrator' | 'none';

/** What somebody may do with a table: the columns of each permission, null being all of them. */
export interface TableRights {
  by: RightSource;
  permissions: ReadonlyMap<TablePermission, ReadonlySet<string> | null>;
}

interface LiveGrant {
  permissions: TablePermission[];
  columns: string[] | null;
}
/** What rights are made of, as a query reads it beside a table: see `rightColumns`. */
export interface RightFacts {
  ownerId: number | null;
  workspaceStatus: string | null;
  roleType: string | null;
  grants: LiveGrant[] | null;
}

/** Columns of a query over `data_table` that say what rights a reader has. Grants that are not in effect now are not among them. */
export function rightColumns(reader: Reader) {
  const me = Number(reader.id);
  return [
    sql<string | null>`(select status from workspace where workspace.id = data_table.workspace_id)`.as('workspaceStatus'),
    sql<string | null>`(select role_type from workspace_member member where member.workspace_id = data_table.workspace_id
      and member.user_id = ${me} and member.status = ${state.agreed})`.as('roleType'),
    sql<LiveGrant[] | null>`(select jsonb_agg(jsonb_build_object('permissions', live.permissions, 'columns', live.columns))
      from data_grant live where live.table_id = data_table.id and live.user_id = ${me} and live.state = 'granted'
      and live.starts_at <= now() and (live.ends_at is null or live.ends_at > now()))`.as('grants'),
  ] as const;
}

const everything: ReadonlyMap<TablePermission, null> = new Map(tablePermissions.map((permission) => [permission, null]));

/**
 * PERM-15, PERM-16: the owner, and who works in the workspace of the table: everything. Its viewers: view. Everybody else what grants say that are in effect.
 * A disabled workspace stops all of that but the rights of owners (WS-16).
 */
export function rightsIn(reader: Reader, { ownerId, workspaceStatus, roleType, grants }: RightFacts): TableRights {
  const isOpen = workspaceStatus === null || workspaceStatus === enabled;
  if (ownerId === Number(reader.id)) return { by: 'owner', permissions: everything };
  if (roleType === role.owner || (isOpen && roleType === role.collaborator)) return { by: 'workspace', permissions: everything };
  // A table whose owner is gone needs somebody.
  if (ownerId === null && reader.roles.includes(administrator)) return { by: 'administrator', permissions: everything };
  const held = new Map<TablePermission, ReadonlySet<string> | null>();
  if (isOpen)
    for (const grant of grants ?? [])
      for (const permission of grant.permissions) held.set(permission, both(held.get(permission), grant.columns));
  let by: RightSource = held.size > 0 ? 'grant' : 'none';
  if (isOpen && roleType === role.viewer) {
    held.set('view', null);
    by = 'workspace';
  }
  if (approvesAll(reader)) {
    held.set('authorize', null);
    if (by === 'none') by = 'administrator';
  }
  return { by, permissions: held };
}

/** The columns of one grant or another. */
function both(some: ReadonlySet<string> | null | undefined, more: readonly string[] | null): ReadonlySet<string> | null {
  if (some === null || more === null) return null;
  return new Set([...(some ?? []), ...more]);
}

/** A table as one person may use it. */
export interface SeenTable {
  table: TableRow;
  rights: TableRights;
  permissions: ReadonlySet<TablePermission>;
  /** Those the reader has for the permission that was asked for. */
  columns: Column[];
  /** Whether these are all of them. */
  isWhole: boolean;
  by: RightSource;
}

/** A table with the rights of somebody. Of one that is not in the mart outsiders learn nothing. @throws ApiError NOT_FOUND */
export async function seeTable(db: Database, reader: Reader, bizId: string): Promise<{ table: TableRow; rights: TableRights }> {
  const found = await selectTables(db).select(rightColumns(reader)).where('data_table.biz_id', '=', bizId).executeTakeFirst();
  if (!found) throw new ApiError('NOT_FOUND');
  const { workspaceStatus, roleType, grants, ...table } = found;
  const rights = rightsIn(reader, { ownerId: table.ownerId, workspaceStatus, roleType, grants });
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
    isWhole: columns.length === all.length,
    by: rights.by,
  };
}
