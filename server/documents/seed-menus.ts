import type { MenuRow } from '../../src/core/types.ts';
import type { Documents } from '../documents.ts';

/** Rows of the menu documents an empty database is filled with. Their shape is checked when documents are read. */
export function seedMenuRows(documents: Documents): MenuRow[] {
  const menus = [...documents.ids('menu')].sort().map((id) => documents.get('menu', id));
  return menus.flatMap((menu) => (menu?.use === 'seed' ? menu.items : []));
}
