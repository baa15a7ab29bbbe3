import type { Documents } from '../../documents.ts';
import type { DictionaryTone, Wording } from '../values.ts';

export interface DictionaryDocument {
  type: string;
  label: Wording;
  entries: { value: string; label: string | Wording; status?: string; tone?: DictionaryTone; sort?: number }[];
}

export function seedDictionaries(documents: Pick<Documents, 'ids' | 'get'>): DictionaryDocument[] {
  const ids = [...documents.ids('dictionary')].sort();
  return ids.map((id) => documents.get('dictionary', id)).filter((document) => document !== undefined) as unknown as DictionaryDocument[];
}
