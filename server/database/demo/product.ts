import { sql } from 'kysely';
import type { MenuRow } from '../../../src/core/types.ts';
import type { DictionaryDocument } from '../../documents/seed-dictionaries.ts';
import { addDictionaries } from '../../modules/dictionaries/given.ts';
import type { Database } from '../connection.ts';
import { configuration } from './configuration.ts';

/** When the rows of a new installation were made: a fixed day, so that two fills are the same. */
const made = new Date(Date.UTC(2026, 0, 1));

/** What every installation starts with: its menu, its vocabularies and its configuration. */
export async function fillProduct(db: Database, menus: readonly MenuRow[], dictionaries: readonly DictionaryDocument[]): Promise<void> {
  await fillMenus(db, menus);
  await addDictionaries(db, dictionaries, made);
  for (const [key, value] of Object.entries(configuration)) {
    await db
      .insertInto('config')
      .values({ key, value: JSON.stringify(value) })
      .execute();
  }
}

async function fillMenus(db: Database, rows: readonly MenuRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('menu')
    .values(
      rows.map((row) => ({
        menu_id: row.menuId,
        parent_id: row.parentId,
        type: row.type,
        name: row.name,
        name_hans: row.nameHans ?? null,
        name_hant: row.nameHant ?? null,
        name_en: row.nameEn ?? null,
        url: row.url ?? null,
        component: row.component ?? null,
        redirect: row.redirect ?? null,
        icon: row.icon ?? null,
        visible: String(row.visible ?? '0'),
        is_frame: String(row.isFrame ?? '1'),
        sort: row.sort ?? 0,
        meta: row.meta === undefined || row.meta === null ? null : JSON.stringify(row.meta),
        perms: row.perms ?? null,
      })),
    )
    .execute();
}

/** The rows below the named ones, themselves included. */
export async function withDescendants(db: Database, menuIds: readonly string[]): Promise<string[]> {
  if (menuIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    with recursive below as (
      select menu_id from menu where menu_id in (${sql.join(menuIds)})
      union
      select child.menu_id from below join menu child on child.parent_id = below.menu_id
    ) select menu_id as id from below order by menu_id`.execute(db);
  return rows.map((row) => row.id);
}
