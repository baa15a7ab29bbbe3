import { parseComponent } from '../../../src/core/index.ts';
import type { Documents } from '../../documents.ts';
import type { MenuAnswer } from '../identity/access.ts';
import { applicationRows } from '../menus/application-rows.ts';

/** Types of menu rows that stand in the tree; others are the buttons of the row above them (MENU-01). */
const nesting: ReadonlySet<string> = new Set(['0', '1']);

/**
 * The rows that are delegated one by one: branches and pages, and the buttons that hang on a branch. Those of a page come with it, but
 * a branch is also chosen as the way to one of its pages.
 */
export function modulesOf(menus: readonly MenuAnswer[]): MenuAnswer[] {
  const types = new Map(menus.map((menu) => [menu.menuId, menu.type]));
  return menus.filter((menu) => nesting.has(menu.type) || (types.get(menu.parentId) ?? '0') === '0');
}

/** What of it can be delegated: no page about the person who signed in (`"whileActing": "refused"`), which no agent can use. */
export function delegableOf(menus: readonly MenuAnswer[], documents: Documents): MenuAnswer[] {
  const routes = ownRoutes(documents);
  return modulesOf(menus).filter((row) => {
    // A route of the application wins over a row with its address.
    const own = routes.find(({ url }) => leadsTo(row.url, url));
    const page = pageOf((own ?? row).component, documents);
    return page === undefined || documents.get('page', page)?.whileActing !== 'refused';
  });
}

function pageOf(component: string | null | undefined, documents: Documents): string | undefined {
  if (!component) return undefined;
  const parsed = parseComponent(component, documents.app().mainLayout);
  return 'problem' in parsed ? undefined : parsed.page;
}

function ownRoutes(documents: Documents): MenuAnswer[] {
  return applicationRows(documents).filter(({ component, url }) => component && url);
}

/** Whether the address of a row is one of a route, as the router reads both: without query and trailing slashes, `:name` for any one part. */
function leadsTo(address: string | null | undefined, pattern: string | null | undefined): boolean {
  const [parts, wanted] = [address, pattern].map((path) => (path ?? '').split(/[?#]/, 1)[0]?.split('/').filter(Boolean) ?? []);
  if (!address || !parts || !wanted || parts.length !== wanted.length) return false;
  return wanted.every((part, index) => part === parts[index] || part.startsWith(':'));
}
