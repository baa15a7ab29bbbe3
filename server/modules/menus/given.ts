import { isDeepStrictEqual } from 'node:util';
import type { MenuRow } from '../../../src/core/types.ts';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import { onceForDocuments } from '../../documents/job.ts';
import { seedMenuRows } from '../../documents/seed-menus.ts';
import type { Documents } from '../../documents.ts';
import type { Job } from '../../jobs.ts';
import { menuLabel } from './label.ts';
import type { MenuAdministration, MenuValues } from './repository.ts';

/** What a row is called, and where and whether it stands in the menu. */
type Place = Required<Pick<MenuValues, 'parentId' | 'name' | 'nameHans' | 'nameHant' | 'nameEn' | 'icon' | 'sort' | 'visible'>>;

/** What the documents gave each row last, by its id. */
export type GivenPlaces = ReadonlyMap<string, Place>;

/** Of a place what the documents say anew, for people. */
export interface Placed {
  label?: LabelValue;
  /** Name of the row above it; null at the top. */
  above?: LabelValue | null;
  icon?: string | null;
  sort?: number;
  visible?: string;
}

const names = ['name', 'nameHans', 'nameHant', 'nameEn'] as const;

/** What a row of the documents is called. */
export function documentedName(row: MenuRow): LabelValue {
  return menuLabel({ ...row, nameHans: row.nameHans ?? null, nameHant: row.nameHant ?? null, nameEn: row.nameEn ?? null });
}

function placeOf(row: MenuRow | MenuAdministration): Place {
  return {
    ...{ parentId: row.parentId, name: row.name, icon: row.icon ?? null },
    ...{ nameHans: row.nameHans ?? null, nameHant: row.nameHant ?? null, nameEn: row.nameEn ?? null },
    ...{ sort: row.sort ?? 0, visible: String(row.visible ?? '0') },
  };
}

/** What the menu was given so far. */
export async function givenPlaces(db: Database): Promise<GivenPlaces> {
  const rows = await db.selectFrom('shipped_menu').selectAll().execute();
  return new Map(rows.map(({ menu_id, given }) => [menu_id, given as unknown as Place]));
}

/**
 * Where the documents say another name, icon or place than they gave the row, and the menu has not: what to take over, or nothing. What an
 * administrator changed and the documents left as it was is theirs. Nothing, too, of a row the menu has not (`current`).
 */
export function placedAnew(row: MenuRow, current: MenuAdministration | undefined, given: GivenPlaces): Partial<Place> | undefined {
  const before = given.get(row.menuId);
  if (!before || !current) return undefined;
  const [now, present] = [placeOf(row), placeOf(current)];
  const changed = Object.entries(now).filter(([name, value]) => {
    const key = name as keyof Place;
    return !isDeepStrictEqual(before[key], value) && !isDeepStrictEqual(present[key], value);
  });
  return changed.length > 0 ? Object.fromEntries(changed) : undefined;
}

/** The same for people. `nameOf`: of the row above. */
export function placedOf(row: MenuRow, placing: Partial<Place>, nameOf: (id: string) => LabelValue | null): Placed {
  return {
    ...(names.some((name) => name in placing) && { label: documentedName(row) }),
    ...('parentId' in placing && { above: nameOf(row.parentId) }),
    ...(placing.icon !== undefined && { icon: placing.icon }),
    ...(placing.sort !== undefined && { sort: placing.sort }),
    ...(placing.visible !== undefined && { visible: placing.visible }),
  };
}

/** Keeps what a row was given, once it has it. */
export async function rememberPlace(db: Database, row: MenuRow): Promise<void> {
  const given = JSON.stringify(placeOf(row));
  await db
    .insertInto('shipped_menu')
    .values({ menu_id: row.menuId, given })
    .onConflict((conflict) => conflict.column('menu_id').doUpdateSet({ given }))
    .execute();
}

/** Rows that are given for the first time: from then on another name or place in the documents is a difference. */
async function rememberMenus(db: Database, documents: Documents): Promise<void> {
  const rows = seedMenuRows(documents);
  if (rows.length === 0) return;
  await db
    .insertInto('shipped_menu')
    .values(rows.map((row) => ({ menu_id: row.menuId, given: JSON.stringify(placeOf(row)) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function menuJobs(db: Database, documents: Documents): Job[] {
  return [{ name: 'menus of documents', everySeconds: 1, run: onceForDocuments(documents, () => rememberMenus(db, documents)) }];
}
