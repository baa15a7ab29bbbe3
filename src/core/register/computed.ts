import { type Ordered, orderByReads } from '../calculation.ts';
import { compileTemplate, ExpressionError } from '../expression/index.ts';
import type { RegisterDocument, RegisterField } from './document.ts';

type Fields = Pick<RegisterDocument, 'fields'>;

/** Names of fields so that each computed one comes after those it reads, of this record or to find another one by; members of a circle are left out. */
export function orderFields({ fields }: Fields): Ordered {
  const values = new Map(fields.map(({ name, value }) => [name, value]));
  return orderByReads([...values.keys()], (name) => readsOf(values.get(name)));
}

const ordered = new WeakMap<readonly RegisterField[], RegisterField[]>();

/** The fields in the order in which they are computed. */
export function fieldsInOrder({ fields }: Fields): readonly RegisterField[] {
  const known = ordered.get(fields);
  if (known) return known;
  const byName = new Map(fields.map((field) => [field.name, field]));
  const order = orderFields({ fields }).order.flatMap((name) => byName.get(name) ?? []);
  ordered.set(fields, order);
  return order;
}

const live = new WeakMap<readonly RegisterField[], ReadonlySet<string>>();

/** The fields whose values are found whenever a record is read, and not kept: figures over other records, and what is computed of those. */
export function liveFields(document: Fields): ReadonlySet<string> {
  const known = live.get(document.fields);
  if (known) return known;
  const names = new Set<string>();
  for (const { name, value, over } of fieldsInOrder(document))
    if (over !== undefined || readsOf(value).some((read) => names.has(read))) names.add(name);
  live.set(document.fields, names);
  return names;
}

function readsOf(expression: string | undefined): string[] {
  return pathsOf(expression)
    .map(readIn)
    .flatMap(({ root, field }) => (field !== undefined && (root === 'values' || root === 'records') ? [field] : []));
}

/** What a path reads: `values.amount` a field of a record, `records.budget.left` one named `left` of what its field points at, `state` neither. */
export function readIn(path: string): { root: string; field: string | undefined; name: string | undefined } {
  const [, root = path, field, name] = /^([^.[]+)(?:\.([^.[]+)(?:\.([^.[]+))?)?/.exec(path) ?? [];
  return { root, field, name };
}

/** What an expression reads, such as `values.amount`, with the beginnings of it; nothing of one that cannot be read. */
export const pathsOf = (expression: string | undefined): string[] => foundIn(expression, 'paths');

/** The same without the beginnings: `values` alone where it is read as a whole, or by a name that is computed. */
export const wholePathsOf = (expression: string): string[] => foundIn(expression, 'whole');

function foundIn(expression: string | undefined, kind: 'paths' | 'whole'): string[] {
  if (expression === undefined) return [];
  try {
    return [...compileTemplate(expression).findings[kind]];
  } catch (error) {
    if (error instanceof ExpressionError) return [];
    throw error;
  }
}
