import type { Principal, ViewedRole } from '../../contracts.ts';
import { type Database, promptOf } from '../../database/connection.ts';
import { Remembered } from './remembered.ts';

/** The role whose holders see every menu (PERM-01). */
export const administrator = 'Administrator';

/** A menu row on the wire (MENU-01). `meta` is JSON text. */
export interface MenuAnswer {
  menuId: string;
  parentId: string;
  type: string;
  name: string;
  nameHans: string | null;
  nameHant: string | null;
  nameEn: string | null;
  url: string | null;
  component: string | null;
  redirect: string | null;
  icon: string | null;
  visible: string;
  isFrame: string;
  sort: number;
  meta: string | null;
  perms: string | null;
}

/** What a user may do, read from roles and menus. */
export interface Access {
  roles: readonly string[];
  permissions: ReadonlySet<string>;
  menus: readonly MenuAnswer[];
}

const ofPrincipals = new WeakMap<Principal, Access>();

/** The rights read when this request was authenticated. */
export function accessOfPrincipal(user: Principal): Access {
  const access = ofPrincipals.get(user);
  if (!access) throw new Error('This principal was not made by authenticate()');
  return access;
}

/** Remembers what was read for a principal, as long as the principal lives: one request. */
export function rememberAccess(user: Principal, access: Access): Principal {
  ofPrincipals.set(user, access);
  return user;
}

/** For the same person in another guise, such as one bounded to a module. */
export function inheritAccess(user: Principal, from: Principal): Principal {
  const access = ofPrincipals.get(from);
  if (access) ofPrincipals.set(user, access);
  return user;
}

/** What is remembered is small: the rows themselves stand in memory once, whoever is granted them. */
const mostHolders = 50_000;
const mostAccesses = 1_000;

/** A database's rights as they are remembered, each for the `revision` it was read at. */
interface Memory {
  menu: Remembered<Menu>;
  /** Roles by user. */
  holders: Remembered<readonly HeldRole[]>;
  /** By roles: people of the same roles share what they may do. */
  accesses: Remembered<Access>;
  roles: Remembered<RoleAccess | undefined>;
}
const memories = new WeakMap<Database, Memory>();

function memoryOf(db: Database): Memory {
  const known = memories.get(db);
  if (known) return known;
  const memory: Memory = {
    menu: new Remembered(1),
    holders: new Remembered(mostHolders),
    accesses: new Remembered(mostAccesses),
    roles: new Remembered(mostAccesses),
  };
  memories.set(db, memory);
  return memory;
}

interface HeldRole {
  id: number;
  code: string;
}

/**
 * Rights of a user. `revision` was read in the same request: triggers raise it with every change of roles and menus, so what
 * is remembered here never outlives a revocation.
 */
export async function accessOf(db: Database, userId: number, revision: number): Promise<Access> {
  const { menu, holders, accesses } = memoryOf(db);
  // Others wait for the same answers.
  const prompt = promptOf(db);
  const roles = await holders.get(String(userId), revision, () => rolesHeld(prompt, userId));
  const key = roles.map(({ id }) => id).join('+');
  return await accesses.get(key, revision, async () => accessWith(prompt, roles, await menu.get('', revision, () => readMenu(prompt))));
}

/** Permissions of a user as they are now, for work nobody's request waits for. */
export async function permissionsNow(db: Database, userId: number): Promise<ReadonlySet<string>> {
  return (await accessWith(db, await rolesHeld(db, userId), await readMenu(db))).permissions;
}

async function rolesHeld(db: Database, userId: number): Promise<HeldRole[]> {
  return await db
    .selectFrom('user_role')
    .innerJoin('role', 'role.id', 'user_role.role_id')
    .select(['role.id', 'role.role_code as code'])
    .where('user_role.user_id', '=', userId)
    .orderBy('role.role_code')
    .execute();
}

/** Rights of one role, for sessions that view it. */
export interface RoleAccess extends Access {
  role: ViewedRole;
}

/** The rights of a role that is viewed, remembered like those of a user; undefined when there is no such role (any more). */
export async function accessOfViewedRole(db: Database, roleId: number, revision: number | undefined): Promise<RoleAccess | undefined> {
  const read = async (from: Database): Promise<RoleAccess | undefined> => {
    const role = await from.selectFrom('role').select(['role_code as code', 'name']).where('id', '=', roleId).executeTakeFirst();
    return role && { ...(await accessOfRole(from, { id: roleId, code: role.code })), role: { id: String(roleId), ...role } };
  };
  return revision === undefined ? await read(db) : await memoryOf(db).roles.get(String(roleId), revision, () => read(promptOf(db)));
}

/** What somebody may do who holds this role and no other. */
export async function accessOfRole(db: Database, role: HeldRole): Promise<Access> {
  return await accessWith(db, [role], await readMenu(db));
}

/** Union of the comma-separated `perms` (PERM-02). */
export function permissionsOf(menus: readonly MenuAnswer[]): ReadonlySet<string> {
  const names = menus.flatMap((menu) => (menu.perms ?? '').split(','));
  return new Set(names.map((name) => name.trim()).filter((name) => name !== ''));
}

/** Every menu row, in the order of the tree. */
interface Menu {
  rows: readonly MenuAnswer[];
  byId: ReadonlyMap<string, MenuAnswer>;
  /** The row as who was granted only something below it has it: without its permissions. */
  withoutPermissions(row: MenuAnswer): MenuAnswer;
}

async function readMenu(db: Database): Promise<Menu> {
  const found = await db
    .selectFrom('menu')
    .select([
      'menu_id as menuId',
      'parent_id as parentId',
      'type',
      'name',
      'name_hans as nameHans',
      'name_hant as nameHant',
      'name_en as nameEn',
      'url',
      'component',
      'redirect',
      'icon',
      'visible',
      'is_frame as isFrame',
      'sort',
      'meta',
      'perms',
    ])
    .orderBy('sort')
    .orderBy('menu_id')
    .execute();
  const rows = inTreeOrder(found);
  const bare = new Map<MenuAnswer, MenuAnswer>();
  return {
    rows,
    byId: new Map(rows.map((row) => [row.menuId, row])),
    withoutPermissions(row) {
      if (row.perms === null) return row;
      const known = bare.get(row) ?? { ...row, perms: null };
      bare.set(row, known);
      return known;
    },
  };
}

/** What holders of the roles may do, of a menu. */
async function accessWith(db: Database, roles: readonly HeldRole[], menu: Menu): Promise<Access> {
  const codes = roles.map(({ code }) => code);
  const menus = codes.includes(administrator) ? menu.rows : withWay(menu, await granted(db, roles));
  return { roles: codes, permissions: permissionsOf(menus), menus };
}

async function granted(db: Database, roles: readonly HeldRole[]): Promise<ReadonlySet<string>> {
  if (roles.length === 0) return new Set();
  const ids = roles.map(({ id }) => id);
  const rows = await db.selectFrom('role_menu').select('menu_id as id').distinct().where('role_id', 'in', ids).execute();
  return new Set(rows.map((row) => row.id));
}

/** The granted rows with their ancestors, so that the tree holds together. An ancestor nobody granted comes without its permissions. */
function withWay(menu: Menu, ids: ReadonlySet<string>): MenuAnswer[] {
  const shown = new Set<MenuAnswer>();
  for (const id of ids) {
    for (let row = menu.byId.get(id); row && !shown.has(row); row = menu.byId.get(row.parentId)) shown.add(row);
  }
  return menu.rows.filter((row) => shown.has(row)).map((row) => (ids.has(row.menuId) ? row : menu.withoutPermissions(row)));
}

/** Every row after its parent and before its parent's next sibling. Rows a cycle keeps out of the tree come last. */
function inTreeOrder(rows: readonly MenuAnswer[]): MenuAnswer[] {
  const ids = new Set(rows.map((row) => row.menuId));
  const children = new Map<string, MenuAnswer[]>();
  for (const row of rows) {
    const parent = ids.has(row.parentId) ? row.parentId : '0';
    const siblings = children.get(parent);
    if (siblings) siblings.push(row);
    else children.set(parent, [row]);
  }
  const ordered = new Set<MenuAnswer>();
  const waiting = [...(children.get('0') ?? [])].reverse();
  for (let row = waiting.pop(); row; row = waiting.pop()) {
    if (ordered.has(row)) continue;
    ordered.add(row);
    waiting.push(...[...(children.get(row.menuId) ?? [])].reverse());
  }
  for (const row of rows) ordered.add(row);
  return [...ordered];
}
