import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { type LabelValue, textOrNull } from '../../database/values.ts';
import type { MenuAnswer } from '../identity/access.ts';
import { menuLabel } from './label.ts';

/** A menu row as administration sees it (MENU-01). */
export interface MenuAdministration extends MenuAnswer {
  label: LabelValue;
  version: number;
  childCount: number;
  /** Roles that grant it. */
  roleCount: number;
  updateTime: string | null;
  updateBy: string | null;
}

export interface MenuValues {
  parentId?: string | null | undefined;
  type: string;
  name: string;
  nameHans?: string | null | undefined;
  nameHant?: string | null | undefined;
  nameEn?: string | null | undefined;
  url?: string | null | undefined;
  component?: string | null | undefined;
  redirect?: string | null | undefined;
  icon?: string | null | undefined;
  visible?: string | undefined;
  isFrame?: string | undefined;
  sort?: number | undefined;
  meta?: string | null | undefined;
  perms?: string | null | undefined;
}

/** The id of the place above the top level. */
export const rootId = '0';

function select(db: Database) {
  return db
    .selectFrom('menu')
    .selectAll('menu')
    .select([
      sql<number>`(select count(*) from menu child where child.parent_id = menu.menu_id)`.as('childCount'),
      sql<number>`(select count(*) from role_menu granted where granted.menu_id = menu.menu_id)`.as('roleCount'),
    ]);
}

function toAnswer(row: Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]): MenuAdministration {
  const names = { name: row.name, nameHans: row.name_hans, nameHant: row.name_hant, nameEn: row.name_en };
  return {
    ...names,
    label: menuLabel(names),
    menuId: row.menu_id,
    parentId: row.parent_id,
    type: row.type,
    url: row.url,
    component: row.component,
    redirect: row.redirect,
    icon: row.icon,
    visible: row.visible,
    isFrame: row.is_frame,
    sort: row.sort,
    meta: row.meta,
    perms: row.perms,
    version: row.version,
    childCount: row.childCount,
    roleCount: row.roleCount,
    updateTime: row.updated_at?.toISOString() ?? null,
    updateBy: row.updated_by,
  };
}

/** Every row, siblings in their order. */
export async function listMenus(db: Database): Promise<MenuAdministration[]> {
  return (await select(db).orderBy('menu.sort').orderBy('menu.menu_id').execute()).map(toAnswer);
}

export async function findMenu(db: Database, id: string): Promise<MenuAdministration | undefined> {
  const row = await select(db).where('menu.menu_id', '=', id).executeTakeFirst();
  return row && toAnswer(row);
}

export async function insertMenu(db: Database, id: string, values: MenuValues, author: string): Promise<void> {
  await db
    .insertInto('menu')
    .values({
      menu_id: id,
      parent_id: values.parentId || rootId,
      type: values.type,
      name: values.name,
      name_hans: textOrNull(values.nameHans),
      name_hant: textOrNull(values.nameHant),
      name_en: textOrNull(values.nameEn),
      url: textOrNull(values.url),
      component: textOrNull(values.component),
      redirect: textOrNull(values.redirect),
      icon: textOrNull(values.icon),
      meta: textOrNull(values.meta),
      perms: textOrNull(values.perms),
      updated_by: author,
      ...(values.visible !== undefined && { visible: values.visible }),
      ...(values.isFrame !== undefined && { is_frame: values.isFrame }),
      ...(values.sort !== undefined && { sort: values.sort }),
    })
    .execute();
}

/** Column values of what is given; empty texts count as nothing. */
export function menuColumns(values: Partial<MenuValues>) {
  const { parentId, type, name, nameHans, nameHant, nameEn, url, component, redirect, icon, visible, isFrame, sort, meta, perms } = values;
  return {
    ...(parentId !== undefined && { parent_id: parentId || rootId }),
    ...(type !== undefined && { type }),
    ...(name !== undefined && { name }),
    ...(nameHans !== undefined && { name_hans: textOrNull(nameHans) }),
    ...(nameHant !== undefined && { name_hant: textOrNull(nameHant) }),
    ...(nameEn !== undefined && { name_en: textOrNull(nameEn) }),
    ...(url !== undefined && { url: textOrNull(url) }),
    ...(component !== undefined && { component: textOrNull(component) }),
    ...(redirect !== undefined && { redirect: textOrNull(redirect) }),
    ...(icon !== undefined && { icon: textOrNull(icon) }),
    ...(visible !== undefined && { visible }),
    ...(isFrame !== undefined && { is_frame: isFrame }),
    ...(sort !== undefined && { sort }),
    ...(meta !== undefined && { meta: textOrNull(meta) }),
    ...(perms !== undefined && { perms: textOrNull(perms) }),
  };
}

/** Changes of the tree wait for each other, so that two moves cannot close a circle. */
export async function lockMenus(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('menu-tree', 0))`.execute(db);
}
