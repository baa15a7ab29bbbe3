import { parseComponent } from '../component-string.ts';
import type { MenuRow, Problem } from '../types.ts';
import { externalHref, isFrameable, normalizePath, pathOf } from './addresses.ts';
import { placeOf, type ReadRow, type Report, readRows } from './rows.ts';
import { linkTree } from './tree.ts';
import type { CompiledMenu, MenuOptions, MenuRoute, MenuSource, NavigationItem } from './types.ts';

/** The rows of one document or answer: see compileMenus. */
export function compileMenu(rows: readonly MenuRow[], { document, ...options }: MenuOptions & { document: string }): CompiledMenu {
  return compileMenus([{ document, rows }], options);
}

/**
 * rows -> routes + navigation tree + permissions, in one pass over each (ROUTE-10 to ROUTE-13, MENU-01, MENU-02, MENU-07, PERM-02).
 * Never throws for faulty rows: each fault is a problem of its row, and everything else works.
 */
export function compileMenus(sources: readonly MenuSource[], options: MenuOptions): CompiledMenu {
  const problems: Problem[] = [];
  const report: Report = (code, message, { document, pointer }, hint) => {
    const problem: Problem = {
      code,
      severity: 'error',
      document,
      pointer,
      message,
      ...(hint !== undefined && { hint }),
    };
    problems.push(problem);
    return problem;
  };
  const read = readRows(sources, report);
  const byId = new Map<string, NavigationItem>();
  const nesting: ReadRow[] = [];
  const routes: MenuRoute[] = [];
  const paths = new Map<string, string>();
  const components = new Map<string, Component>();
  const componentOf = (text: string): Component => {
    const component = components.get(text) ?? readComponent(text, options);
    components.set(text, component);
    return component;
  };
  for (const row of read.rows) {
    if (!row.nests) {
      if (row.component !== '' || row.redirect !== '') reportIdle(row, report);
      continue;
    }
    if (byId.has(row.menuId)) {
      report('MENU_DUPLICATE', `the menuId "${row.menuId}" is taken by an earlier row`, placeOf(row, 'menuId'));
      continue;
    }
    const address = addressOf(row, options, report);
    const item = itemOf(row, address);
    byId.set(row.menuId, item);
    nesting.push(row);
    const route = routeOf(row, item, address, componentOf, report);
    if (!route) continue;
    const owner = paths.get(route.path);
    if (owner === undefined) {
      paths.set(route.path, route.menuId);
      routes.push(route);
    } else report('MENU_PATH', `the path ${route.path} belongs to the row "${owner}"`, placeOf(row, 'url'), 'give it another url');
  }
  const roots = linkTree(nesting, byId, report);
  return { routes, roots, byId, permissions: read.permissions, problems };
}

/** Back ends that call directories and pages by other letters would see nothing of their menu, and not be told. */
function reportIdle(row: ReadRow, report: Report): void {
  const message = `a row of the type "${row.type}" is a button and leads nowhere`;
  report('MENU_NOWHERE', message, placeOf(row, 'type'), 'a page has the type 1, a directory 0').severity = 'warning';
}

interface Address {
  url: string | undefined;
  href: string;
  external: boolean;
}

function addressOf(row: ReadRow, options: MenuOptions, report: Report): Address {
  if (row.url === '') return { url: undefined, href: '', external: false };
  if (row.isFrame) {
    if (isFrameable(row.url)) return { url: row.url, href: externalHref(options.externalRoute, row.url), external: true };
    report('MENU_URL', 'an external row needs an http or https address', placeOf(row, 'url'));
    return { url: undefined, href: '', external: true };
  }
  const url = normalizePath(row.url);
  if (url === undefined) {
    report('MENU_URL', 'the url is no path inside the application', placeOf(row, 'url'), 'an external address needs isFrame "0"');
    return { url: undefined, href: '', external: false };
  }
  return { url, href: url, external: false };
}

function itemOf(row: ReadRow, { url, href, external }: Address): NavigationItem {
  const item: NavigationItem = {
    menuId: row.menuId,
    parentId: row.parentId,
    name: row.name,
    href,
    external,
    visible: row.visible,
    meta: row.meta,
    type: row.type,
    children: [],
  };
  if (row.nameHans !== undefined) item.nameHans = row.nameHans;
  if (row.nameHant !== undefined) item.nameHant = row.nameHant;
  if (row.nameEn !== undefined) item.nameEn = row.nameEn;
  if (url !== undefined) item.url = url;
  if (row.icon !== undefined) item.icon = row.icon;
  return item;
}

/** Rows of type 1 with a component are routes (ROUTE-10), and so is every row that leads elsewhere at once. */
function routeOf(
  row: ReadRow,
  title: MenuRoute['title'],
  { url, external }: Address,
  componentOf: (text: string) => Component,
  report: Report,
): MenuRoute | undefined {
  const redirects = row.redirect !== '';
  if (!redirects && (row.type !== '1' || row.component === '')) return undefined;
  if (external) return undefined;
  if (url === undefined) {
    if (row.url === '') report('MENU_URL', 'a row with a component needs a url', placeOf(row));
    return undefined;
  }
  const route: MenuRoute = {
    menuId: row.menuId,
    path: pathOf(url),
    layouts: [],
    page: '',
    access: row.access ?? 'session',
    title,
    meta: row.meta,
  };
  if (redirects) {
    setRedirect(route, row, report);
    return route;
  }
  const { layouts, page, fault } = componentOf(row.component);
  route.layouts = layouts;
  route.page = page;
  if (fault) route.problem = report(fault.code, fault.message, placeOf(row, 'component'));
  return route;
}

function setRedirect(route: MenuRoute, row: ReadRow, report: Report): void {
  const place = placeOf(row, 'redirect');
  const target = normalizePath(row.redirect);
  if (target === undefined) route.problem = report('MENU_REDIRECT', 'a redirect leads to a path inside the application', place);
  else if (pathOf(target) === route.path) route.problem = report('MENU_REDIRECT', 'the row redirects to itself', place);
  else route.redirect = target;
}

/** What a component string comes to: rows share few of them. */
interface Component {
  layouts: string[];
  page: string;
  fault?: { code: string; message: string };
}

function readComponent(text: string, { mainLayout, hasLayout, hasPage }: MenuOptions): Component {
  const parsed = parseComponent(text, mainLayout);
  if ('problem' in parsed) {
    const message = `the component string cannot be read: ${parsed.problem}`;
    return { layouts: [], page: '', fault: { code: 'MENU_COMPONENT', message } };
  }
  const missing = hasLayout ? parsed.layouts.find((layout) => !hasLayout(layout)) : undefined;
  if (missing !== undefined) return { ...parsed, fault: { code: 'UNKNOWN_LAYOUT', message: `there is no layout "${missing}"` } };
  if (!hasPage || hasPage(parsed.page)) return parsed;
  return { ...parsed, fault: { code: 'UNKNOWN_PAGE', message: `there is no page "${parsed.page}"` } };
}
