import type { RegisterDocument } from '../../src/core/register/document.ts';
import { isObject } from '../json.ts';
import type { Documents } from '../read/documents.ts';

/** A register whose fields can be gone through; nothing of one that does not fit its meta-schema, which says so itself. */
export function registerAmong(documents: Pick<Documents, 'find'>, id: string): RegisterDocument | undefined {
  const value = documents.find('register', id)?.source.value as RegisterDocument | undefined;
  return Array.isArray(value?.fields) && !value.fields.some((field: unknown) => !isObject(field)) ? value : undefined;
}
