import type { MenuRow } from '../../../src/core/types.ts';
import type { Documents } from '../../documents.ts';
import type { MenuAnswer } from '../identity/access.ts';

type Read = Pick<Documents, 'ids' | 'get' | 'revision'>;

const held = new WeakMap<Read['get'], { revision: string; rows: readonly MenuAnswer[] }>();

/**
 * The menu rows of documents with `"use": "application"`, which every browser has besides the menu of its user (ROUTE-10), in the shape of those. The
 * same ones until documents change.
 */
export function applicationRows(documents: Read): readonly MenuAnswer[] {
  const revision = documents.revision();
  const known = held.get(documents.get);
  if (known?.revision === revision) return known.rows;
  const menus = documents.ids('menu').map((id) => documents.get('menu', id));
  const rows = menus.flatMap((menu) => (menu?.use === 'application' ? menu.items.map(asAnswer) : []));
  held.set(documents.get, { revision, rows });
  return rows;
}

/** The page a row shows: the last part of its component string. */
export const pageOfRow = ({ component }: Pick<MenuAnswer, 'component'>): string | undefined => component?.split('#').at(-1);

function asAnswer(row: MenuRow): MenuAnswer {
  const { menuId, parentId, type, name, meta = null } = row;
  return {
    ...{ menuId, parentId, type, name },
    nameHans: row.nameHans ?? null,
    nameHant: row.nameHant ?? null,
    nameEn: row.nameEn ?? null,
    url: row.url ?? null,
    component: row.component ?? null,
    redirect: row.redirect ?? null,
    icon: row.icon ?? null,
    visible: String(row.visible ?? '0'),
    isFrame: String(row.isFrame ?? '1'),
    sort: row.sort ?? 0,
    meta: typeof meta === 'object' && meta !== null ? JSON.stringify(meta) : meta,
    perms: null,
  };
}
