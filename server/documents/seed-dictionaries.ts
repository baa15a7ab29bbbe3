import type { DictionaryTone, Wording } from '../database/values.ts';
import type { Documents } from '../documents.ts';

export interface DictionaryDocument {
  type: string;
  label: Wording;
  entries: { value: string; label: string | Wording; status?: string; tone?: DictionaryTone; sort?: number }[];
}

/** The dictionaries an installation is given, in the order of their ids. Their shape is checked when documents are read. */
export function seedDictionaries(documents: Pick<Documents, 'ids' | 'get'>): DictionaryDocument[] {
  const ids = [...documents.ids('dictionary')].sort();
  return ids.map((id) => documents.get('dictionary', id)).filter((document) => document !== undefined) as unknown as DictionaryDocument[];
}
