import type { Language } from '../types.ts';
import { pathOf } from './addresses.ts';
import type { CompiledMenu, MenuNames, MenuSource, NavigationItem } from './types.ts';

/** Name of an item or title in a language (MENU-09). Traditional Chinese is nameHans where there is no nameHant. */
export function menuName({ name, nameHans, nameHant, nameEn }: MenuNames, language: Language): string {
  return (language === 'en' ? nameEn : language === 'zh-Hant' ? nameHant || nameHans : nameHans) || name;
}

/** Top menu: the visible top-level entries with their visible children (MENU-02). */
export function topMenu(menu: CompiledMenu): NavigationItem[] {
  return visibleTree(menu).roots;
}

/** Left menu: the visible children of the first visible top-level entry (MENU-02). */
export function leftMenu(menu: CompiledMenu): NavigationItem[] {
  return topMenu(menu)[0]?.children ?? [];
}

/** The page of an entry that has one of its own and others below it, as an entry by itself: it would be out of reach behind a submenu. */
export function ownPage(item: NavigationItem): NavigationItem | undefined {
  return item.type === '1' && item.href !== '' && item.children.length > 0 ? { ...item, children: [] } : undefined;
}

/** What stands below an entry, its own page first. */
export function withOwnPage(item: NavigationItem): NavigationItem[] {
  const own = ownPage(item);
  return own ? [own, ...item.children] : item.children;
}

/** First address of a shown page among items and what is below them, depth first. The address of a directory is no page of its own. */
function firstPage(items: readonly NavigationItem[]): string | undefined {
  for (const item of items) {
    if (item.visible !== '0') continue;
    const found = item.type === '1' && item.href !== '' ? item.href : firstPage(item.children);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Where /user/home leads (HOME-01): the first visible address of the left menu, depth first; undefined when there is none. */
export function firstVisibleUrl(menu: CompiledMenu): string | undefined {
  return firstPage(leftMenu(menu));
}

/**
 * Where the address of a module leads (HOME-08, ROUTE-07): `/audit` names the row with the menuId `audit`, or a directory with that url; it
 * leads to the first visible page below. Undefined when the path names neither, or nothing below is open to the user.
 */
export function moduleEntry(menu: CompiledMenu, path: string): string | undefined {
  const name = /^\/([^/]+)$/.exec(path)?.[1];
  const named = name === undefined ? undefined : menu.byId.get(name);
  const item =
    named ??
    [...menu.byId.values()].find((candidate) => candidate.type === '0' && candidate.url !== undefined && pathOf(candidate.url) === path);
  return item && firstPage(item.children);
}

/**
 * The entries a place is one of: those below the active one, otherwise its neighbours (LAYOUT-09). Whose menu has no submenu of a workspace
 * (entries with visible '1', WS-09) gets the rows its address has elsewhere: those of the application.
 */
export function tabsAt(menu: CompiledMenu, pathname: string): NavigationItem[] {
  const way = activePath(menu, pathname);
  const current = way.at(-1);
  const tabs = current && current.children.length > 0 ? current.children : (way.at(-2)?.children ?? []);
  if (workbenchOf(pathname) === undefined || tabs.some(({ visible }) => visible === '1')) return tabs;
  const { patterns, parents } = indexOf(menu);
  const row = patterns.find(({ pattern }) => pattern.test(pathOf(pathname)))?.item;
  return (row && parents.get(row)?.children) ?? [];
}

/**
 * Items from the top-level entry down to the one that a path stands for; empty when none does. The item of the path itself wins, then
 * the index of the workbench of the path (MENU-10), then an item whose `:name` parts fit, then the closest item above the path.
 */
export function activePath(menu: CompiledMenu, pathname: string): NavigationItem[] {
  const index = indexOf(menu);
  const item = findActive(index, pathname.length > 1 ? pathname.replace(/\/+$/, '') || '/' : pathname);
  const chain: NavigationItem[] = [];
  for (let current = item; current && !chain.includes(current); current = index.parents.get(current)) chain.unshift(current);
  return chain;
}

function findActive(index: Index, pathname: string): NavigationItem | undefined {
  const path = pathOf(pathname);
  const exact = index.byHref.get(pathname) ?? index.byHref.get(path);
  if (exact) return exact;
  const workbench = workbenchOf(path);
  const ofWorkbench = workbench === undefined ? undefined : index.byHref.get(`/workbench/${workbench}/index`);
  const fitting = ofWorkbench ?? index.patterns.find(({ pattern }) => pattern.test(path))?.item;
  if (fitting) return fitting;
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const above = index.byHref.get(path.slice(0, end));
    if (above) return above;
  }
  return undefined;
}

/** Which workbench a path is below. */
function workbenchOf(path: string): string | undefined {
  return /^\/workbench\/([^/]+)\/./.exec(path)?.[1];
}

interface Index {
  byHref: Map<string, NavigationItem>;
  patterns: { pattern: RegExp; item: NavigationItem }[];
  parents: Map<NavigationItem, NavigationItem>;
}

const indexes = new WeakMap<CompiledMenu, Index>();

function indexOf(menu: CompiledMenu): Index {
  const known = indexes.get(menu);
  if (known) return known;
  const index: Index = { byHref: new Map(), patterns: [], parents: new Map() };
  for (const item of menu.byId.values()) for (const child of item.children) index.parents.set(child, item);
  for (const item of menu.byId.values()) {
    if (item.href === '') continue;
    addHref(index, item.href, item);
    if (!item.external) addHref(index, pathOf(item.href), item);
  }
  for (const [href, item] of index.byHref)
    if (!item.external && href.includes('/:')) index.patterns.push({ pattern: patternOf(pathOf(href)), item });
  indexes.set(menu, index);
  return index;
}

/** Of entries with one address a page wins over a directory, then what the menu shows over what it hides, then what is below something shown, then the first. */
function addHref({ byHref, parents }: Index, href: string, item: NavigationItem): void {
  const rank = (one: NavigationItem) =>
    (one.type === '1' ? 4 : 0) + (one.visible === '0' ? 2 : 0) + (parents.get(one)?.visible === '0' ? 1 : 0);
  const known = byHref.get(href);
  if (!known || rank(item) > rank(known)) byHref.set(href, item);
}

function patternOf(path: string): RegExp {
  const parts = path.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  return new RegExp(`^${parts.join('/')}$`);
}

const trees = new WeakMap<CompiledMenu, { roots: NavigationItem[] }>();

/** Copy of the tree without what is hidden from the left and top menu; made once. */
function visibleTree(menu: CompiledMenu): { roots: NavigationItem[] } {
  const known = trees.get(menu);
  if (known) return known;
  const keep = (items: readonly NavigationItem[]): NavigationItem[] =>
    items.filter(({ visible }) => visible === '0').map((item) => ({ ...item, children: keep(item.children) }));
  const tree = { roots: keep(menu.roots) };
  trees.set(menu, tree);
  return tree;
}

/**
 * Sources of one compilation: the rows of the application's menus, then those of the user. The application's come first, so that no user row can take one
 * of their paths, and stay out of the navigation unless they say visible '0' themselves.
 */
export function mergeSources(application: readonly MenuSource[], user: MenuSource | undefined): MenuSource[] {
  const own = application.map((source) => ({ ...source, rows: source.rows.map((row) => ({ ...row, visible: row.visible ?? '1' })) }));
  return user ? [...own, user] : own;
}
