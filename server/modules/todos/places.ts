import type { MenuAnswer } from '../identity/access.ts';
import { applicationOf } from '../identity/applications.ts';
import { pageOfRow } from '../menus/application-rows.ts';

/** Where something is done, as the menu has it. */
export interface Place {
  menuId: string;
  url: string | null;
  /** The topmost entry above it. */
  module: MenuAnswer;
  /** Id of the nearest application it lies in: whose tile counts it (HOME-07). */
  application: string | null;
}

export interface Places {
  /** The entry an address leads to. */
  ofUrl(url: string | null): Place | undefined;
  /** The first entry that shows a page. */
  ofPage(page: string): Place | undefined;
}

/** Deeper than any menu, should its rows lead in a circle. */
const deepest = 32;
const known = new WeakMap<readonly MenuAnswer[], { own: readonly MenuAnswer[]; places: Places }>();

/**
 * The places of a menu, made once for everybody who has it: which application something counts for is said by where the menu has it. `own`: the rows of
 * the application's documents, which everybody has besides.
 */
export function placesOf(menus: readonly MenuAnswer[], own: readonly MenuAnswer[]): Places {
  const held = known.get(menus);
  if (held?.own === own) return held.places;
  const places = readPlaces([...menus, ...own]);
  known.set(menus, { own, places });
  return places;
}

function readPlaces(menus: readonly MenuAnswer[]): Places {
  const byId = new Map(menus.map((menu) => [menu.menuId, menu]));
  const byUrl = new Map<string, Place>();
  const byPage = new Map<string, Place>();
  for (const menu of menus) {
    if (menu.url === null) continue;
    const place = placeOf(menu, byId);
    const page = pageOfRow(menu);
    if (!byUrl.has(menu.url)) byUrl.set(menu.url, place);
    if (page !== undefined && !byPage.has(page)) byPage.set(page, place);
  }
  return {
    ofUrl(url) {
      const path = url?.split(/[?#]/, 1)[0] ?? '';
      return byUrl.get(path) ?? byUrl.get(path.replaceAll(/\/\d+(?=\/|$)/g, '/:id'));
    },
    ofPage: (page) => byPage.get(page),
  };
}

function placeOf(menu: MenuAnswer, byId: ReadonlyMap<string, MenuAnswer>): Place {
  let module = menu;
  let application = applicationOf(menu)?.menuId ?? null;
  for (let steps = 0; steps < deepest; steps += 1) {
    const parent = byId.get(module.parentId);
    if (!parent) break;
    module = parent;
    application ??= applicationOf(module)?.menuId ?? null;
  }
  return { menuId: menu.menuId, url: menu.url, module, application };
}
