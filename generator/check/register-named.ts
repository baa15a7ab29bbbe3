import type { RegisterDocument } from '../../src/core/register/document.ts';
import { isObject, textAt } from '../json.ts';
import type { Documents } from '../read/documents.ts';

/** A register whose fields, states and moves can be gone through by their names; nothing of one that does not fit its meta-schema, which says so itself. */
export function registerAmong(documents: Pick<Documents, 'find'>, id: string): RegisterDocument | undefined {
  const value = documents.find('register', id)?.source.value as RegisterDocument | undefined;
  const isNamed = (list: unknown) => Array.isArray(list) && list.every((one: unknown) => textAt(one, 'name') !== undefined);
  const { fields, states = [], moves = [] } = (isObject(value) ? value : {}) as Partial<RegisterDocument>;
  return isNamed(fields) && isNamed(states) && isNamed(moves) ? value : undefined;
}
