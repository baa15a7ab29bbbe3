import type { MenuRow } from '../../../src/core/types.ts';
import type { Documents } from '../../documents.ts';
import type { DictionaryTone, Wording } from '../values.ts';

export interface DictionaryDocument {
  type: string;
  label: Wording;
  entries: { value: string; label: string | Wording; status?: string; tone?: DictionaryTone; sort?: number }[];
}

/** Rows of the menu documents that seed the database. Their shape is checked when documents are read. */
export function seedMenuRows(documents: Documents): MenuRow[] {
  const menus = [...documents.ids('menu')].sort().map((id) => documents.get('menu', id));
  return menus.flatMap((menu) => (menu?.use === 'seed' ? menu.items : []));
}

export function seedDictionaries(documents: Documents): DictionaryDocument[] {
  const ids = [...documents.ids('dictionary')].sort();
  return ids.map((id) => documents.get('dictionary', id)).filter((document) => document !== undefined) as unknown as DictionaryDocument[];
}
