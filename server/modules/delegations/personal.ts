import { parseComponent } from '../../../src/core/index.ts';
import type { AppDocument, MenuRow } from '../../../src/core/types.ts';
import type { Documents } from '../../documents.ts';

/** Whether a menu row leads to a page that is about the person who signed in (`"whileActing": "refused"`): no agent can use it. */
export function isPersonal(row: Pick<MenuRow, 'url' | 'component'>, documents: Documents): boolean {
  const page = pageOf(row, documents) ?? pageOf({ component: ownComponent(row.url, documents) }, documents);
  return page !== undefined && documents.get('page', page)?.whileActing === 'refused';
}

function pageOf({ component }: Pick<MenuRow, 'component'>, documents: Documents): string | undefined {
  if (!component) return undefined;
  const [appId = ''] = documents.ids('app');
  const parsed = parseComponent(component, (documents.get('app', appId) as AppDocument | undefined)?.mainLayout ?? 'main');
  return 'problem' in parsed ? undefined : parsed.page;
}

/** A row without a component leads to the route of the application with its address. */
function ownComponent(url: string | null | undefined, documents: Documents): string | undefined {
  if (!url) return undefined;
  for (const id of documents.ids('menu')) {
    const menu = documents.get('menu', id);
    const found = menu?.use === 'application' ? menu.items.find((item) => item.url === url) : undefined;
    if (found?.component) return found.component;
  }
  return undefined;
}
