import type { MenuRow } from '../../../src/core/types.ts';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import { seedMenuRows } from '../../documents/seed-menus.ts';
import type { Documents } from '../../documents.ts';
import { ApiError } from '../../errors.ts';
import { type Author, changeWithin, createWithin } from '../changes.ts';
import { holdsAll } from '../identity/rights.ts';
import { documentedName, type GivenPlaces, givenPlaces, type Placed, placedAnew, placedOf, rememberPlace } from './given.ts';
import { listMenus, lockMenus, type MenuAdministration, type MenuValues } from './repository.ts';
import { essentialGiven, insertSound, menuKind, requireEssential, updateSound } from './service.ts';

/** What a row opens and allows. Its names, its icon and its place are the administrators' own, and a difference only where the documents say them anew. */
interface Target {
  type: string;
  url: string | null;
  component: string | null;
  redirect: string | null;
  isFrame: string;
  perms: string | null;
}

/** A row the documents have and the menu has not, or has with another target (MENU-01). */
export interface MenuDifference extends Target {
  menuId: string;
  label: LabelValue;
  /** Name of the row above it; null at the top. */
  above: LabelValue | null;
  difference: 'new' | 'changed';
  /** Names, icon and place the documents say anew since the menu was given them; null where they say none. */
  placed: Placed | null;
  /** What the menu has now; null for a new row. */
  current: (Target & Pick<MenuAdministration, 'sort' | 'visible' | 'icon'>) | null;
}

/** Differences listed at a time: taken over, they make room for the next. */
const most = 1_000;

/** Rows in which the menu and the documents that fill an empty database differ, in the order of the documents. */
export async function compareMenus(db: Database, documents: Documents): Promise<MenuDifference[]> {
  const given = await givenPlaces(db);
  return differencesOf(documentedRows(documents), byId(await listMenus(db)), given).slice(0, most);
}

/**
 * Takes rows of the documents over into the menu, together with the rows above them that are missing. All of them or none.
 * @returns how many were added and how many changed; a row that is the same by now is neither
 * @throws ApiError NOT_FOUND for a row no document has; FORBIDDEN for a new row without the right to add; DUPLICATE, WRONG_PARENT, BEYOND_RIGHTS, OWN_ROLE, PARAMETER_ERROR, whose details
 *   name the row
 */
export async function adoptMenus(
  db: Database,
  menuIds: readonly string[],
  author: Author,
  documents: Documents,
): Promise<{ added: number; changed: number }> {
  const documented = documentedRows(documents);
  return await db.transaction().execute(async (transaction) => {
    await lockMenus(transaction);
    const existing = byId(await listMenus(transaction));
    const given = await givenPlaces(transaction);
    const essential = await essentialGiven(transaction);
    const result = { added: 0, changed: 0 };
    for (const row of withMissingAbove(menuIds, documented, existing, given)) {
      const before = existing.get(row.menuId);
      const placing = placedAnew(row, before, given);
      if (before && isSame(before, row) && !placing) continue;
      await namingRow(row, async () => {
        if (before) {
          const work = async () => {
            await updateSound(transaction, before, { ...targetOf(row), ...placing }, author, documents);
            return true;
          };
          await changeWithin(transaction, menuKind, author, { id: row.menuId, verb: 'update', work });
          return;
        }
        if (!holdsAll(author.user, ['sys:menu:add'])) throw new ApiError('FORBIDDEN');
        await createWithin(transaction, menuKind, author, () => insertSound(transaction, row.menuId, valuesOf(row), author, documents));
      });
      await rememberPlace(transaction, row);
      result[before ? 'changed' : 'added'] += 1;
    }
    await requireEssential(transaction, essential);
    return result;
  });
}

function differencesOf(
  documented: ReadonlyMap<string, MenuRow>,
  existing: ReadonlyMap<string, MenuAdministration>,
  given: GivenPlaces,
): MenuDifference[] {
  const nameOf = (id: string): LabelValue | null => {
    const row = documented.get(id);
    return existing.get(id)?.label ?? (row ? documentedName(row) : null);
  };
  return [...documented.values()].flatMap((row): MenuDifference[] => {
    const current = existing.get(row.menuId);
    const placing = placedAnew(row, current, given);
    if (current && isSame(current, row) && !placing) return [];
    return [
      {
        menuId: row.menuId,
        label: current?.label ?? documentedName(row),
        above: nameOf(current?.parentId ?? row.parentId),
        difference: current ? 'changed' : 'new',
        ...targetOf(row),
        placed: placing ? placedOf(row, placing, nameOf) : null,
        current: current ? { ...targetOf(current), sort: current.sort, visible: current.visible, icon: current.icon } : null,
      },
    ];
  });
}

/** The rows named, and before each of them those above it that the menu has not. @throws ApiError NOT_FOUND */
function withMissingAbove(
  menuIds: readonly string[],
  documented: ReadonlyMap<string, MenuRow>,
  existing: ReadonlyMap<string, MenuAdministration>,
  given: GivenPlaces,
): Iterable<MenuRow> {
  const found = new Set<MenuRow>();
  const visit = (row: MenuRow, below: ReadonlySet<string>): void => {
    const above = documented.get(row.parentId);
    const before = existing.get(row.menuId);
    const isPlaced = !before || placedAnew(row, before, given)?.parentId !== undefined;
    if (above && isPlaced && !existing.has(above.menuId) && !below.has(above.menuId)) {
      visit(above, new Set([...below, above.menuId]));
    }
    found.add(row);
  };
  for (const id of menuIds) {
    const row = documented.get(id);
    if (!row) throw new ApiError('NOT_FOUND', { details: [{ field: id, message: 'No document has this row' }] });
    visit(row, new Set([id]));
  }
  return found;
}

/** What is refused tells of which row. */
async function namingRow(row: MenuRow, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const values = { row: [row.menuId, row.url].filter(Boolean).join(', ') };
    const named = { field: row.menuId, message: `The row ${values.row} cannot be taken over`, key: 'menu.refusedRow', values };
    const others = (error.details ?? []).filter((detail) => detail.key !== `error.${error.code}`);
    throw new ApiError(error.code, { cause: error, details: [named, ...others] });
  }
}

function documentedRows(documents: Documents): ReadonlyMap<string, MenuRow> {
  return new Map(seedMenuRows(documents).map((row) => [row.menuId, row]));
}

function byId(rows: readonly MenuAdministration[]): ReadonlyMap<string, MenuAdministration> {
  return new Map(rows.map((row) => [row.menuId, row]));
}

function valuesOf({ name, nameHans, nameHant, nameEn, icon, ...row }: MenuRow): MenuValues {
  return {
    ...{ name, nameHans, nameHant, nameEn, icon },
    ...targetOf(row),
    parentId: row.parentId,
    sort: row.sort ?? 0,
    visible: String(row.visible ?? '0'),
    meta: typeof row.meta === 'object' && row.meta !== null ? JSON.stringify(row.meta) : row.meta,
  };
}

function targetOf(row: Pick<MenuRow | MenuAdministration, keyof Target>): Target {
  return {
    type: row.type,
    url: row.url ?? null,
    component: row.component ?? null,
    redirect: row.redirect ?? null,
    isFrame: String(row.isFrame ?? '1'),
    perms: row.perms ?? null,
  };
}

/** Whether both open and allow the same. Their type and whether they are framed follow from what they open. */
function isSame(one: MenuRow | MenuAdministration, other: MenuRow | MenuAdministration): boolean {
  const compared = ({ url, component, redirect, perms }: Target) => JSON.stringify([url, component, redirect, perms]);
  return compared(targetOf(one)) === compared(targetOf(other));
}
