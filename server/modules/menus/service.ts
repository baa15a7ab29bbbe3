import { randomBytes } from 'node:crypto';
import { isUrl } from '../../../src/core/index.ts';
import { isObject } from '../../../src/core/json-object.ts';
import type { Database } from '../../database/connection.ts';
import type { Documents } from '../../documents.ts';
import { ApiError, type ErrorDetail } from '../../errors.ts';
import { type Author, change, create, type Kind, signature, touched } from '../changes.ts';
import { holdsAll, splitPermissions } from '../identity/rights.ts';
import { checkComponent } from './component.ts';
import { findMenu, insertMenu, listMenus, lockMenus, type MenuAdministration, type MenuValues, menuColumns, rootId } from './repository.ts';

export const menuKind: Kind<MenuAdministration> = { name: 'menu', find: findMenu, unique: { menu_pkey: 'menuId' } };
const permission = /^[a-z][A-Za-z0-9_]*(:[A-Za-z][A-Za-z0-9_]*)+$/;
/** Without a row that gives these nobody could repair the menu any more, nor manage roles or accounts: administrators hold what rows give, too. */
const essential = ['sys:menu:list', 'sys:menu:edit', 'sys:user:list', 'sys:user:edit', 'sys:role:list', 'sys:role:edit'];

/** @throws ApiError DUPLICATE, WRONG_PARENT, BEYOND_RIGHTS, PARAMETER_ERROR at the fields */
export async function createMenu(
  db: Database,
  { menuId, ...values }: MenuValues & { menuId?: string | undefined },
  author: Author,
  documents: Documents,
): Promise<MenuAdministration> {
  const id = menuId || `m${randomBytes(6).toString('hex')}`;
  return await create(db, menuKind, author, async (transaction) => {
    await lockMenus(transaction);
    return await insertSound(transaction, id, values, author, documents);
  });
}

/** @throws ApiError NOT_FOUND, CONFLICT, DUPLICATE, WRONG_PARENT, BEYOND_RIGHTS, OWN_ROLE, PARAMETER_ERROR at the fields */
export async function changeMenu(
  db: Database,
  { menuId, version, ...values }: Partial<MenuValues> & { menuId: string; version: number },
  author: Author,
  documents: Documents,
): Promise<MenuAdministration> {
  return await change(db, menuKind, author, {
    id: menuId,
    verb: 'update',
    shown: 'all',
    async work(transaction) {
      await lockMenus(transaction);
      const before = await findMenu(transaction, menuId);
      if (before?.version !== version) return false;
      const given = await essentialGiven(transaction);
      await updateSound(transaction, before, values, author, documents);
      await requireEssential(transaction, given);
      return true;
    },
  });
}

/**
 * Puts a row elsewhere: below `parentId`, before the row `before` or last; or `step` places among its siblings.
 * @throws ApiError NOT_FOUND, CONFLICT, WRONG_PARENT, BEYOND_RIGHTS
 */
export async function moveMenu(
  db: Database,
  move: { menuId: string; version: number; parentId?: string | undefined; before?: string | null | undefined; step?: number | undefined },
  author: Author,
): Promise<MenuAdministration> {
  return await change(db, menuKind, author, {
    id: move.menuId,
    verb: 'move',
    async work(transaction) {
      await lockMenus(transaction);
      const rows = await listMenus(transaction);
      const row = rows.find((one) => one.menuId === move.menuId);
      if (row?.version !== move.version) return false;
      const parentId = move.parentId ?? row.parentId;
      requirePlace(rows, row.menuId, parentId);
      if (parentId !== row.parentId) requireRightsBelow(rows, row.menuId, author);
      const siblings = rows.filter((one) => one.parentId === parentId && one.menuId !== row.menuId);
      const at = positionOf(rows, row, siblings, move);
      const ordered = [...siblings.slice(0, at), row, ...siblings.slice(at)];
      for (const [index, one] of ordered.entries()) {
        const sort = (index + 1) * 10;
        if (one.sort === sort && one !== row) continue;
        await transaction
          .updateTable('menu')
          .set({ parent_id: parentId, sort, ...touched(author.user) })
          .where('menu_id', '=', one.menuId)
          .execute();
      }
      return true;
    },
  });
}

function positionOf(
  rows: readonly MenuAdministration[],
  row: MenuAdministration,
  siblings: readonly MenuAdministration[],
  { before, step }: { before?: string | null | undefined; step?: number | undefined },
): number {
  if (step !== undefined) {
    const now = rows.filter((one) => one.parentId === row.parentId).indexOf(row);
    return Math.min(siblings.length, Math.max(0, now + step));
  }
  const at = siblings.findIndex((one) => one.menuId === before);
  return at < 0 ? siblings.length : at;
}

/** @throws ApiError NOT_FOUND, HAS_CHILDREN, BEYOND_RIGHTS, OWN_ROLE */
export async function removeMenu(db: Database, id: string, author: Author): Promise<void> {
  const detail: { roles?: string[] } = {};
  await change(db, menuKind, author, {
    id,
    verb: 'delete',
    detail,
    async work(transaction) {
      await lockMenus(transaction);
      const row = await findMenu(transaction, id);
      if (!row) return false;
      if (row.childCount > 0) throw new ApiError('HAS_CHILDREN');
      if (!holdsAll(author.user, splitPermissions(row.perms))) throw new ApiError('BEYOND_RIGHTS');
      const given = await essentialGiven(transaction);
      // Who has one of its roles open is told that the row went from it.
      const granting = transaction.selectFrom('role_menu').select('role_id').where('menu_id', '=', id);
      const roles = transaction.updateTable('role').set(touched(author.user)).where('id', 'in', granting);
      const changed = await roles.returning('role_code as code').execute();
      if (changed.length > 0) detail.roles = changed.map(({ code }) => code).sort();
      await transaction.deleteFrom('menu').where('menu_id', '=', id).execute();
      await requireEssential(transaction, given);
      return true;
    },
  });
}

/** Adds a row that breaks nothing, and gives its id. @throws ApiError as requireSound */
export async function insertSound(db: Database, id: string, values: MenuValues, author: Author, documents: Documents): Promise<string> {
  await requireSound(db, undefined, values, author, documents);
  await insertMenu(db, id, values, signature(author.user));
  return id;
}

/** Gives a row values that break nothing. @throws ApiError as requireSound */
export async function updateSound(
  db: Database,
  before: MenuAdministration,
  values: Partial<MenuValues>,
  author: Author,
  documents: Documents,
): Promise<void> {
  await requireSound(db, before, values, author, documents);
  await db
    .updateTable('menu')
    .set({ ...menuColumns(values), ...touched(author.user) })
    .where('menu_id', '=', before.menuId)
    .execute();
}

/** Everything the row would break. @throws ApiError PARAMETER_ERROR with a detail a field, WRONG_PARENT, DUPLICATE, BEYOND_RIGHTS */
async function requireSound(
  db: Database,
  before: MenuAdministration | undefined,
  values: Partial<MenuValues>,
  { user }: Author,
  documents: Documents,
): Promise<void> {
  const rows = await listMenus(db);
  if (values.parentId !== undefined) requirePlace(rows, before?.menuId, values.parentId || rootId);
  const { parentId, type } = { ...before, ...values };
  if (before && ((parentId || rootId) !== before.parentId || type !== before.type)) requireRightsBelow(rows, before.menuId, { user });
  const details: ErrorDetail[] = [];
  const wrong = (field: string, message: string, key?: string) => details.push({ field, message, ...(key && { key }) });
  if (values.component) {
    const { problem } = checkComponent(values.component, documents);
    if (problem) wrong('component', `${problem.code}: ${problem.name}${problem.hint ? ` (${problem.hint})` : ''}`);
  }
  if (values.meta && !isJsonObject(values.meta)) wrong('meta', 'Not a JSON object', 'menu.metaWrong');
  const permissions = splitPermissions(values.perms);
  if (permissions.some((name) => !permission.test(name))) wrong('perms', 'Such as sys:user:list', 'menu.permsWrong');
  const merged = { url: before?.url, isFrame: before?.isFrame, type: before?.type, ...values };
  const isExternal = merged.isFrame === '0';
  if (merged.url && isExternal && !isUrl(merged.url)) wrong('url', 'Not an address', 'rule.url');
  if (merged.url && !isExternal && !/^\/[^\s\\]*$/.test(merged.url)) wrong('url', 'A path starts with /', 'menu.pathWrong');
  if (details.length > 0) throw new ApiError('PARAMETER_ERROR', { details });
  // A path that is there twice would open the first page only.
  const isTaken = (one: MenuAdministration) => one.menuId !== before?.menuId && one.url === merged.url && one.type === '1';
  if (merged.url && merged.type === '1' && rows.some(isTaken)) {
    throw new ApiError('DUPLICATE', { details: [{ field: 'url', message: 'This exists already', key: 'error.DUPLICATE' }] });
  }
  const changed = new Set([...permissions, ...(values.perms === undefined ? [] : splitPermissions(before?.perms))]);
  const kept = new Set(splitPermissions(before?.perms).filter((name) => permissions.includes(name)));
  if (
    !holdsAll(
      user,
      [...changed].filter((name) => !kept.has(name)),
    )
  )
    throw new ApiError('BEYOND_RIGHTS');
}

/**
 * The buttons of a page go with it to whoever acts for somebody: who puts a row elsewhere or makes it a button gives away its rights and those
 * of the rows below it. @throws ApiError BEYOND_RIGHTS
 */
function requireRightsBelow(rows: readonly MenuAdministration[], id: string, { user }: Pick<Author, 'user'>): void {
  const below = new Set([id]);
  for (const menuId of below) for (const row of rows) if (row.parentId === menuId) below.add(row.menuId);
  const permissions = rows.filter((row) => below.has(row.menuId)).flatMap((row) => splitPermissions(row.perms));
  if (!holdsAll(user, permissions)) throw new ApiError('BEYOND_RIGHTS');
}

function requirePlace(rows: readonly MenuAdministration[], id: string | undefined, parentId: string): void {
  if (parentId === rootId) return;
  const byId = new Map(rows.map((row) => [row.menuId, row]));
  const seen = new Set<string>();
  for (let above = byId.get(parentId); above && above.menuId !== id && !seen.has(above.menuId); above = byId.get(above.parentId)) {
    seen.add(above.menuId);
    if (!byId.has(above.parentId)) return;
  }
  throw new ApiError('WRONG_PARENT', { details: [{ field: 'parentId', message: 'It cannot stand there', key: 'error.WRONG_PARENT' }] });
}

/** What of the essential rows give. */
export async function essentialGiven(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('menu').select('perms').where('perms', 'is not', null).execute();
  const given = new Set(rows.flatMap((row) => splitPermissions(row.perms)));
  return essential.filter((name) => given.has(name));
}

/** Call it after the change, with what was given before. @throws ApiError OWN_ROLE when nobody could manage menus, roles or accounts any more */
export async function requireEssential(db: Database, before: readonly string[]): Promise<void> {
  const given = await essentialGiven(db);
  if (before.every((name) => given.includes(name))) return;
  throw new ApiError('OWN_ROLE', {
    details: [{ field: 'perms', message: 'Nobody could manage menus, roles or accounts any more', key: 'error.OWN_ROLE' }],
  });
}

function isJsonObject(text: string): boolean {
  try {
    return isObject(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
