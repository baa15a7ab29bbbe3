import { usualName } from './derived-table.ts';
import type { RegisterDocument } from './document.ts';
import { viewsOf } from './reading.ts';

/**
 * The address of the page of a register at `url`, where its list shows what these filters leave over. The page alone where it begins with something
 * else than the list of all records, which nothing narrows from outside.
 */
export function listAddress(document: Pick<RegisterDocument, 'views'>, url: string, filters: Readonly<Record<string, unknown>>): string {
  const [first] = viewsOf(document).filter(({ tab }) => tab !== false);
  const isList = first === undefined || (first.as === 'list' && first.name === 'list' && first.where === undefined);
  return isList ? `${url}?${usualName}.filters=${encodeURIComponent(JSON.stringify(filters))}` : url;
}
