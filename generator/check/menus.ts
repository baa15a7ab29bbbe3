import { parseComponent } from '../../src/core/component-string.ts';
import { ROOT_ID } from '../../src/core/menu/rows.ts';
import { compileMenus } from '../../src/core/menu.ts';
import { didYouMean } from '../../src/core/suggest.ts';
import type { MenuRow } from '../../src/core/types.ts';
import { isObject, listAt, objectAt, textAt } from '../json.ts';
import type { Document } from '../read/documents.ts';
import { type Finding, finding } from './findings.ts';
import { type Check, isReadable, type Project } from './project.ts';

/** Codes of rows that lead to no page: their routes explain it, and nothing else of their menu suffers. */
export const explainedRows: readonly string[] = ['MENU_COMPONENT', 'UNKNOWN_LAYOUT', 'UNKNOWN_PAGE'];

/** No document has such an id. */
const besideId = ' beside';

/** Menu rows: what the core finds when it compiles each menu, with the layouts and pages of every component and ids of buttons besides. */
export const checkMenus: Check = (project) => {
  const menus = project.documents.of('menu').filter(({ source }) => isReadable(source));
  return [...menus.flatMap((document) => checkMenu(project, document, rowsBeside(document, menus))), ...redirectCircles(menus)];
};

/** Rows of all menus whose redirects lead to each other and never to a page. A row that leads to itself the core reports. */
function redirectCircles(menus: readonly Document[]): Finding[] {
  const redirects = new Map<string, { to: string; document: Document; pointer: string }>();
  for (const document of menus) {
    for (const [index, row] of listAt(document.source.value, 'items').entries()) {
      const [url, to] = [textAt(row, 'url'), textAt(row, 'redirect')].map((path) => path?.split(/[?#]/, 1)[0]);
      if (url === undefined || to === undefined || redirects.has(url)) continue;
      redirects.set(url, { to, document, pointer: `/items/${index}/redirect` });
    }
  }
  return [...redirects].flatMap(([url, { document, pointer }]) => {
    const way = [url];
    for (let next = redirects.get(url)?.to; next !== undefined; next = redirects.get(next)?.to) {
      if (next === url) {
        if (way.length === 1) return [];
        const message = `the redirects lead in a circle: ${[...way, url].join(' > ')}`;
        return [finding(document.source, pointer, { code: 'MENU_REDIRECT', message, hint: 'lead one of them to a page' })];
      }
      if (way.includes(next)) return [];
      way.push(next);
    }
    return [];
  });
}

/** Rows of the other menus that come to the same place: rows of this one may stand under them. What is wrong with them is told where they stand. */
function rowsBeside(document: Document, menus: readonly Document[]): MenuRow[] {
  const use = ({ source }: Document) => textAt(source.value, 'use');
  return menus
    .filter((other) => other !== document && use(other) === use(document))
    .flatMap(({ source }) => listAt(source.value, 'items').filter(isObject))
    .map((row) => ({ menuId: textAt(row, 'menuId'), parentId: '0', type: textAt(row, 'type'), name: 'beside' }) as MenuRow);
}

function checkMenu(project: Project, document: Document, beside: readonly MenuRow[]): Finding[] {
  const rows = listAt(document.source.value, 'items');
  const app = project.documents.of('app')[0]?.source.value;
  const mainLayout = textAt(app, 'mainLayout') ?? '';
  const components = rows.flatMap((row, index) => componentFindings(project, document, row, index, mainLayout));
  const own = [...components, ...doubles(document, rows), ...lostButtons(document, rows, beside), ...idleGrants(document, rows)];
  const places = new Set(own.map(({ pointer }) => pointer));
  const sources = [
    { document: document.id, rows: rows as MenuRow[] },
    { document: besideId, rows: beside },
  ];
  const { problems } = compileMenus(sources, { mainLayout, externalRoute: textAt(objectAt(app, 'routes'), 'external') ?? '/external' });
  const its = problems.filter((problem) => problem.document === document.id);
  const found = its.map(({ pointer, code, severity, message, hint }) =>
    finding(document.source, `/items${pointer}`, { code, severity, message, hint }),
  );
  return [...own, ...found.filter(({ pointer }) => !places.has(pointer))];
}

function componentFindings(project: Project, document: Document, row: unknown, index: number, mainLayout: string): Finding[] {
  const text = isObject(row) ? textAt(row, 'component') : undefined;
  if (text === undefined) return [];
  const report = (code: string, message: string, hint?: string) =>
    finding(document.source, `/items/${index}/component`, { code, message, hint });
  const component = parseComponent(text, mainLayout);
  if ('problem' in component) return [report('MENU_COMPONENT', component.problem, 'layout#layout#page, outermost layout first')];
  const unknown = (kind: 'layout' | 'page', id: string): Finding[] => {
    if (project.documents.find(kind, id)) return [];
    const code = kind === 'layout' ? 'UNKNOWN_LAYOUT' : 'UNKNOWN_PAGE';
    const register = project.ids('register').find((one) => `${id}/`.startsWith(`registers/${one}/`));
    const isFaulty = kind === 'page' && register !== undefined && !project.documents.find('page', `registers/${register}`);
    const hint = isFaulty ? `the register "${register}" is there, and no page is made of it while it is faulty` : undefined;
    return [report(code, `there is no ${kind} "${id}"`, hint ?? didYouMean(id, project.ids(kind)))];
  };
  // The main layout was not written here: the app document answers for it.
  const layouts = text.includes('#') ? component.layouts : [];
  return [...layouts.flatMap((layout) => unknown('layout', layout)), ...unknown('page', component.page)];
}

/** Every browser gets the rows of the application, so that their permissions show things to everybody and no server goes by them. */
function idleGrants({ source }: Document, rows: unknown[]): Finding[] {
  if (textAt(source.value, 'use') !== 'application') return [];
  return rows.flatMap((row, index) => {
    const perms = textAt(row, 'perms');
    if (perms === undefined) return [];
    const message = `everybody is shown what "${perms}" hides, and the server grants it to nobody: these rows are those of every browser`;
    const hint = 'put rows with permissions into a menu with "use": "seed", and take them over under System management > Menus';
    return [finding(source, `/items/${index}/perms`, { code: 'MENU_PERMISSION', severity: 'warning', message, hint })];
  });
}

/** The core leaves buttons and permissions out of the tree: whether they stand under an entry is seen here. */
function lostButtons({ source }: Document, rows: unknown[], beside: readonly MenuRow[]): Finding[] {
  const entries = new Set([ROOT_ID, ...idsOfEntries(rows), ...idsOfEntries(beside)]);
  return rows.flatMap((row, index) => {
    const parent = textAt(row, 'parentId');
    if (nests(row) || parent === undefined || entries.has(parent)) return [];
    const message = `there is no menu entry "${parent}" for this button to stand under`;
    const hint = didYouMean(parent, entries) ?? 'the menuId of a directory or a page';
    return [finding(source, `/items/${index}/parentId`, { code: 'MENU_PARENT', message, hint })];
  });
}

function idsOfEntries(rows: readonly unknown[]): string[] {
  return rows.filter(nests).flatMap((row) => textAt(row, 'menuId') ?? []);
}

function nests(row: unknown): boolean {
  return ['0', '1'].includes(textAt(row, 'type') ?? '');
}

/** The core leaves buttons and permissions out of the tree, and so out of its ids. */
function doubles(document: Document, rows: unknown[]): Finding[] {
  const first = new Map<string, number>();
  return rows.flatMap((row, index) => {
    const id = textAt(row, 'menuId');
    if (id === undefined) return [];
    const before = first.get(id);
    if (before === undefined) {
      first.set(id, index);
      return [];
    }
    const { line } = document.source.locate(`/items/${before}`);
    const message = `the menuId "${id}" is given twice`;
    const hint = `the other stands in line ${line}`;
    return [finding(document.source, `/items/${index}/menuId`, { code: 'MENU_DUPLICATE', message, hint })];
  });
}
