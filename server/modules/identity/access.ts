import { type RawBuilder, sql } from 'kysely';
import type { Principal, ViewedRole } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';

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

const largestCache = 2_000;
const caches = new WeakMap<Database, Map<string, { revision: number; access: Access | undefined }>>();

/**
 * Rights of a user. `revision` was read in the same request: triggers raise it with every change of roles and menus, so what
 * is remembered here never outlives a revocation.
 */
export async function accessOf(db: Database, userId: number, revision: number): Promise<Access> {
  return await remembered(db, `user ${userId}`, revision, () => readAccess(db, userId));
}

async function remembered<Found extends Access | undefined>(
  db: Database,
  key: string,
  revision: number,
  read: () => Promise<Found>,
): Promise<Found> {
  let cache = caches.get(db);
  if (!cache) {
    cache = new Map();
    caches.set(db, cache);
  }
  const known = cache.get(key);
  // What stands under a key was read by its own `read`.
  if (known?.revision === revision) return known.access as Found;
  const access = await read();
  if (cache.size >= largestCache) cache.clear();
  cache.set(key, { revision, access });
  return access;
}

async function readAccess(db: Database, userId: number): Promise<Access> {
  const roles = (
    await db
      .selectFrom('user_role')
      .innerJoin('role', 'role.id', 'user_role.role_id')
      .select('role.role_code as code')
      .where('user_role.user_id', '=', userId)
      .orderBy('role.role_code')
      .execute()
  ).map((row) => row.code);
  const menus = await menusGranted(
    db,
    roles.includes(administrator)
      ? sql`true`
      : sql`m.menu_id in (select rm.menu_id from role_menu rm join user_role ur on ur.role_id = rm.role_id where ur.user_id = ${userId})`,
  );
  return { roles, permissions: permissionsOf(menus), menus };
}

/** Rights of one role, for sessions that view it. */
export interface RoleAccess extends Access {
  role: ViewedRole;
}

/** The rights of a role that is viewed, remembered like those of a user; undefined when there is no such role (any more). */
export async function accessOfViewedRole(db: Database, roleId: number, revision: number | undefined): Promise<RoleAccess | undefined> {
  const read = async (): Promise<RoleAccess | undefined> => {
    const role = await db.selectFrom('role').select(['role_code as code', 'name']).where('id', '=', roleId).executeTakeFirst();
    return role && { ...(await accessOfRole(db, { id: roleId, code: role.code })), role: { id: String(roleId), ...role } };
  };
  return revision === undefined ? await read() : await remembered(db, `role ${roleId}`, revision, read);
}

/** What somebody may do who holds this role and no other. */
export async function accessOfRole(db: Database, role: { id: number; code: string }): Promise<Access> {
  const menus = await menusGranted(
    db,
    role.code === administrator ? sql`true` : sql`m.menu_id in (select rm.menu_id from role_menu rm where rm.role_id = ${role.id})`,
  );
  return { roles: [role.code], permissions: permissionsOf(menus), menus };
}

/** Union of the comma-separated `perms` (PERM-02). */
export function permissionsOf(menus: readonly MenuAnswer[]): ReadonlySet<string> {
  const names = menus.flatMap((menu) => (menu.perms ?? '').split(','));
  return new Set(names.map((name) => name.trim()).filter((name) => name !== ''));
}

/**
 * Rows granted through roles, with their ancestors so that the tree holds together. An ancestor nobody granted comes without
 * its permissions. A cycle ends where it closes (`union` drops what was seen).
 */
async function menusGranted(db: Database, granted: RawBuilder<unknown>): Promise<MenuAnswer[]> {
  const { rows } = await sql<MenuAnswer>`
    with recursive granted as (
      select m.menu_id from menu m where ${granted}
    ), shown as (
      select menu_id from granted
      union
      select parent.menu_id from shown join menu child on child.menu_id = shown.menu_id join menu parent on parent.menu_id = child.parent_id
    )
    select m.menu_id as "menuId", m.parent_id as "parentId", m.type, m.name, m.name_hans as "nameHans",
      m.name_hant as "nameHant", m.name_en as "nameEn", m.url, m.component, m.redirect, m.icon, m.visible, m.is_frame as "isFrame", m.sort, m.meta,
      case when g.menu_id is null then null else m.perms end as perms
    from shown join menu m on m.menu_id = shown.menu_id left join granted g on g.menu_id = m.menu_id
    order by m.sort, m.menu_id`.execute(db);
  return inTreeOrder(rows);
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
