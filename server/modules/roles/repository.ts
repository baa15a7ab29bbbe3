import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import type { LabelValue } from '../../database/values.ts';
import { administrator } from '../identity/access.ts';
import { containing, worded } from '../search.ts';

/** A role on the wire; `menuIds` only where one role is asked for. */
export interface RoleAnswer {
  id: string;
  roleCode: string;
  name: LabelValue;
  sort: number;
  remark: string | null;
  userCount: number;
  menuCount: number;
  /** The role that sees everything (PERM-01): its menus cannot be chosen. */
  administrator: boolean;
  version: number;
  createTime: string;
  updateTime: string | null;
  updateBy: string | null;
  menuIds?: string[];
}

export interface RoleValues {
  roleCode: string;
  name: LabelValue;
  sort?: number | undefined;
  remark?: string | null | undefined;
}

interface Row {
  id: number;
  roleCode: string;
  name: LabelValue;
  sort: number;
  remark: string | null;
  version: number;
  createdAt: Date;
  updatedAt: Date | null;
  updateBy: string | null;
  userCount: number;
  menuCount: number;
}

const sortColumns = {
  roleCode: 'role.role_code',
  sort: 'role.sort',
  createTime: 'role.created_at',
  updateTime: 'role.updated_at',
} as const;

function toAnswer({ createdAt, updatedAt, ...row }: Row): RoleAnswer {
  return {
    ...row,
    id: String(row.id),
    administrator: row.roleCode === administrator,
    createTime: createdAt.toISOString(),
    updateTime: updatedAt?.toISOString() ?? null,
  };
}

function columns(db: Database) {
  return db
    .selectFrom('role')
    .select([
      'role.id',
      'role.role_code as roleCode',
      'role.name',
      'role.sort',
      'role.remark',
      'role.version',
      'role.created_at as createdAt',
      'role.updated_at as updatedAt',
      'role.updated_by as updateBy',
      sql<number>`(select count(*) from user_role held where held.role_id = role.id)`.as('userCount'),
      sql<number>`(select count(*) from role_menu granted where granted.role_id = role.id)`.as('menuCount'),
    ]);
}

/** A page of roles whose code or name in any language holds the keyword. */
export async function listRoles(
  db: Database,
  filter: { keyword: string; sort: string; order: 'asc' | 'desc'; current: number; size: number },
): Promise<{ content: RoleAnswer[]; total: number }> {
  const pattern = containing(filter.keyword);
  const fits = sql<boolean>`(role.role_code ilike ${pattern} or ${worded('role.name', pattern)} or role.remark ilike ${pattern})`;
  const { total } = await db
    .selectFrom('role')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where(fits)
    .executeTakeFirstOrThrow();
  const column = Object.hasOwn(sortColumns, filter.sort) ? sortColumns[filter.sort as keyof typeof sortColumns] : 'role.sort';
  const rows = await columns(db)
    .where(fits)
    .orderBy(column, (order) => (filter.order === 'desc' ? order.desc().nullsLast() : order.asc().nullsLast()))
    .orderBy('role.id')
    .$call(onPage(filter.current, filter.size))
    .execute();
  return { content: rows.map(toAnswer), total };
}

/** One role with the menu rows it grants. */
export async function findRole(db: Database, id: string): Promise<RoleAnswer | undefined> {
  const row = await columns(db).where('role.id', '=', Number(id)).executeTakeFirst();
  if (!row) return undefined;
  const menus = await db.selectFrom('role_menu').select('menu_id as id').where('role_id', '=', row.id).orderBy('menu_id').execute();
  return { ...toAnswer(row), menuIds: menus.map((menu) => menu.id) };
}

export async function insertRole(db: Database, { roleCode, name, sort, remark }: RoleValues, author: string): Promise<string> {
  const { id } = await db
    .insertInto('role')
    .values({
      role_code: roleCode,
      name: JSON.stringify(name),
      remark: remark ?? null,
      updated_by: author,
      ...(sort !== undefined && { sort }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}

/** Column values of what is given. */
export function roleColumns({ roleCode, name, sort, remark }: Partial<RoleValues>) {
  return {
    ...(roleCode !== undefined && { role_code: roleCode }),
    ...(name !== undefined && { name: JSON.stringify(name) }),
    ...(sort !== undefined && { sort }),
    ...(remark !== undefined && { remark }),
  };
}

/** The role grants these menu rows from now on. */
export async function setMenus(db: Database, roleId: string, menuIds: readonly string[]): Promise<void> {
  const id = Number(roleId);
  await db.deleteFrom('role_menu').where('role_id', '=', id).execute();
  if (menuIds.length === 0) return;
  await db
    .insertInto('role_menu')
    .values(menuIds.map((menu) => ({ role_id: id, menu_id: menu })))
    .execute();
}

/** Menu rows to grant: every row with its names and permissions. */
export async function grantableMenus(db: Database) {
  return await db
    .selectFrom('menu')
    .select([
      'menu_id as id',
      'parent_id as parentId',
      'type',
      'name',
      'name_hans as nameHans',
      'name_hant as nameHant',
      'name_en as nameEn',
      'perms',
    ])
    .orderBy('sort')
    .orderBy('menu_id')
    .execute();
}
