import { type OrderByItemBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Database, Tables } from '../../database/connection.ts';
import { inOrderOf, onPage } from '../../database/paging.ts';
import { type LabelValue, textOrNull } from '../../database/values.ts';
import { holds } from '../search.ts';

/** A user as administration sees it. */
export interface AccountAnswer {
  id: string;
  username: string;
  name: string;
  nameEn: string | null;
  userCode: string;
  email: string | null;
  phone: string | null;
  departmentId: string | null;
  departmentName: LabelValue | null;
  /** 0 active, 1 disabled. */
  status: string;
  remark: string | null;
  roles: { id: string; roleCode: string; roleName: LabelValue }[];
  roleIds: string[];
  version: number;
  /** Whether a second factor is set up. */
  secondFactor: boolean;
  /** When the user signed in last; null: never. */
  lastLoginTime: string | null;
  createTime: string;
  updateTime: string | null;
  updateBy: string | null;
}

/** Which users, in which order. */
export interface AccountSelection {
  keyword: string;
  status: string;
  departmentId: string;
  roleId: string;
  /** 1: only who has one, 0: only who has none. */
  secondFactor: string;
  /** The keyword is looked for in names, accounts and codes, and not in addresses. */
  isByName?: boolean;
  sort: string;
  order: 'asc' | 'desc';
}
export interface AccountFilter extends AccountSelection {
  current: number;
  size: number;
}

export interface AccountValues {
  name: string;
  nameEn?: string | null | undefined;
  userCode: string;
  email?: string | null | undefined;
  phone?: string | null | undefined;
  departmentId?: string | null | undefined;
  remark?: string | null | undefined;
}

const sortColumns = {
  username: 'app_user.username',
  name: 'app_user.name',
  userCode: 'app_user.user_code',
  status: 'app_user.status',
  lastLoginTime: 'last_sign_in.at',
  createTime: 'app_user.created_at',
  updateTime: 'app_user.updated_at',
} as const;

function select(db: Database) {
  return db
    .selectFrom('app_user')
    .leftJoin('department', 'department.id', 'app_user.department_id')
    .leftJoin('last_sign_in', 'last_sign_in.user_id', 'app_user.id');
}

const columns = [
  'app_user.id',
  'app_user.username',
  'app_user.name',
  'app_user.name_en as nameEn',
  'app_user.user_code as userCode',
  'app_user.email',
  'app_user.phone',
  'app_user.department_id as departmentId',
  'department.name as departmentName',
  'app_user.status',
  'app_user.remark',
  'app_user.version',
  'last_sign_in.at as lastSignIn',
  'app_user.created_at as createdAt',
  'app_user.updated_at as updatedAt',
  'app_user.updated_by as updateBy',
] as const;

const rolesOf = sql<AccountAnswer['roles'] | null>`(
  select json_agg(json_build_object('id', role.id::text, 'roleCode', role.role_code, 'roleName', role.name) order by role.sort, role.id)
  from user_role join role on role.id = user_role.role_id where user_role.user_id = app_user.id
)`;

const hasFactor = sql<boolean>`exists (select 1 from second_factor where second_factor.user_id = app_user.id)`;

interface Row extends Omit<AccountAnswer, 'id' | 'departmentId' | 'roles' | 'roleIds' | 'lastLoginTime' | 'createTime' | 'updateTime'> {
  id: number;
  departmentId: number | null;
  lastSignIn: Date | null;
  createdAt: Date;
  updatedAt: Date | null;
  held: AccountAnswer['roles'] | null;
}

function toAnswer({ held, lastSignIn, createdAt, updatedAt, ...row }: Row): AccountAnswer {
  const roles = held ?? [];
  return {
    ...row,
    id: String(row.id),
    departmentId: row.departmentId === null ? null : String(row.departmentId),
    roles,
    roleIds: roles.map((role) => role.id),
    lastLoginTime: lastSignIn?.toISOString() ?? null,
    createTime: createdAt.toISOString(),
    updateTime: updatedAt?.toISOString() ?? null,
  };
}

function filtered(db: Database, filter: AccountSelection) {
  let query: SelectQueryBuilder<
    Tables & { department: Tables['department'] | null; last_sign_in: Tables['last_sign_in'] | null },
    'app_user' | 'department' | 'last_sign_in',
    object
  > = select(db) as never;
  if (filter.status !== '') query = query.where('app_user.status', '=', filter.status);
  if (filter.departmentId !== '') {
    query = query.where(
      sql<boolean>`app_user.department_id in (
        with recursive below as (
          select id from department where id = ${Number(filter.departmentId)}
          union select child.id from below join department child on child.parent_id = below.id
        ) select id from below)`,
    );
  }
  if (filter.roleId !== '') {
    query = query.where(
      sql<boolean>`exists (select 1 from user_role held where held.user_id = app_user.id and held.role_id = ${Number(filter.roleId)})`,
    );
  }
  if (filter.secondFactor !== '') query = query.where(filter.secondFactor === '1' ? hasFactor : sql<boolean>`not ${hasFactor}`);
  if (filter.keyword !== '') {
    const parts = [
      'app_user.username',
      'app_user.name',
      'app_user.name_en',
      'app_user.user_code',
      ...(filter.isByName ? ([] as const) : (['app_user.email', 'app_user.phone'] as const)),
    ] as const;
    query = query.where((row) => row.or(parts.map((part) => holds(sql.ref(part), filter.keyword))));
  }
  return query;
}

/** A page of users that fit, and how many there are. A department counts with everything below it. */
export async function listAccounts(db: Database, filter: AccountFilter): Promise<{ content: AccountAnswer[]; total: number }> {
  const query = filtered(db, filter);
  const { total } = await query.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  // Only the users of the page are asked for their roles, not those before it.
  const ids = await inOrder(query, filter).$call(onPage(filter.current, filter.size)).execute();
  return {
    content: await accountsOf(
      db,
      ids.map(({ id }) => id),
    ),
    total,
  };
}

/** The ids of all users that fit, in their order: one statement, however many are read by them afterwards. */
export async function accountIds(db: Database, filter: AccountSelection): Promise<number[]> {
  return (await inOrder(filtered(db, filter), filter).execute()).map(({ id }) => id);
}

/** The users of these ids, in the order of the ids. */
export async function accountsOf(db: Database, ids: readonly number[]): Promise<AccountAnswer[]> {
  if (ids.length === 0) return [];
  const rows = await select(db)
    .select(columns)
    .select([rolesOf.as('held'), hasFactor.as('secondFactor')])
    .where('app_user.id', 'in', [...ids])
    .$castTo<Row>()
    .execute();
  return inOrderOf(ids, rows).map(toAnswer);
}

function inOrder(query: ReturnType<typeof filtered>, { sort, order }: AccountSelection) {
  const column = Object.hasOwn(sortColumns, sort) ? sortColumns[sort as keyof typeof sortColumns] : 'app_user.user_code';
  const direction = (by: OrderByItemBuilder) => (order === 'desc' ? by.desc().nullsLast() : by.asc().nullsLast());
  return query.select('app_user.id').orderBy(column, direction).orderBy('app_user.id');
}

export async function findAccount(db: Database, id: string): Promise<AccountAnswer | undefined> {
  const row = await select(db)
    .select(columns)
    .select([rolesOf.as('held'), hasFactor.as('secondFactor')])
    .where('app_user.id', '=', Number(id))
    .$castTo<Row>()
    .executeTakeFirst();
  return row && toAnswer(row);
}

export async function insertAccount(
  db: Database,
  { username, passwordHash, passwordGiven, ...values }: AccountValues & { username: string; passwordHash: string; passwordGiven: boolean },
  author: string,
): Promise<string> {
  const { id } = await db
    .insertInto('app_user')
    .values({
      username,
      password_hash: passwordHash,
      password_given: passwordGiven,
      name: values.name,
      user_code: values.userCode,
      name_en: textOrNull(values.nameEn),
      email: textOrNull(values.email),
      phone: textOrNull(values.phone),
      department_id: idOf(values.departmentId),
      remark: textOrNull(values.remark),
      img_path: null,
      theme_config: null,
      language_config: null,
      updated_by: author,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}

/** Column values of what is given; empty texts count as nothing. */
export function accountColumns({ name, nameEn, userCode, email, phone, departmentId, remark }: Partial<AccountValues>) {
  return {
    ...(name !== undefined && { name }),
    ...(userCode !== undefined && { user_code: userCode }),
    ...(nameEn !== undefined && { name_en: textOrNull(nameEn) }),
    ...(email !== undefined && { email: textOrNull(email) }),
    ...(phone !== undefined && { phone: textOrNull(phone) }),
    ...(departmentId !== undefined && { department_id: idOf(departmentId) }),
    ...(remark !== undefined && { remark: textOrNull(remark) }),
  };
}

/** The roles of the user become these. Resolves with whether any changed. */
export async function setRoles(db: Database, userId: string, roleIds: readonly number[]): Promise<boolean> {
  const held = (await db.selectFrom('user_role').select('role_id as id').where('user_id', '=', Number(userId)).execute()).map(
    (row) => row.id,
  );
  const taken = held.filter((id) => !roleIds.includes(id));
  const given = roleIds.filter((id) => !held.includes(id));
  if (taken.length > 0) await db.deleteFrom('user_role').where('user_id', '=', Number(userId)).where('role_id', 'in', taken).execute();
  if (given.length > 0) {
    await db
      .insertInto('user_role')
      .values(given.map((id) => ({ user_id: Number(userId), role_id: id })))
      .execute();
  }
  return taken.length + given.length > 0;
}

/** Every role, in its order. */
export async function listRoleChoices(db: Database): Promise<{ id: number; roleCode: string; roleName: LabelValue }[]> {
  return await db.selectFrom('role').select(['id', 'role_code as roleCode', 'name as roleName']).orderBy('sort').orderBy('id').execute();
}
function idOf(id: string | null | undefined): number | null {
  return id === undefined || id === null || id === '' ? null : Number(id);
}
