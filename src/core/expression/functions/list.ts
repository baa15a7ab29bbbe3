import { asData, nameOfType, readMember } from '../access.ts';
import { EvaluationFailure } from '../errors.ts';
import { MAX_RANGE } from '../limits.ts';
import { BINARY, looselyEqual, toNumber } from '../operators.ts';
import { contains, listOf, type PureFunction, pure, textOf, wholeOf } from './definition.ts';

/** Value of a field given as `name` or `address.city`. */
function fieldOf(entry: unknown, path: string): unknown {
  let value = entry;
  for (const part of path.split('.')) value = readMember(value, part);
  return value;
}

function length(value: unknown): number {
  if (value === undefined || value === null) return 0;
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  if (typeof value === 'object') return Object.keys(value).length;
  throw new EvaluationFailure(`expected a list, text or object, got ${nameOfType(value)}`);
}

/** Nothing there: undefined, null, blank text, a list or object without entries. 0 and false are something. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  return typeof value === 'object' && length(value) === 0;
}

function sum(list: unknown, field: unknown): number {
  const path = field === undefined ? undefined : textOf(field);
  let total = 0;
  for (const entry of listOf(list)) total += toNumber(path === undefined ? entry : fieldOf(entry, path)) ?? 0;
  // 0.1 + 0.2 is shown to people as 0.3.
  return Number(total.toPrecision(15));
}

const isLess = BINARY['<'];

/** Sorted copy by a field, missing values last; `-field` sorts from high to low. Equal entries keep their order. */
function sortBy(list: unknown, field: unknown): unknown[] {
  const name = textOf(field);
  const descending = name.startsWith('-');
  const path = descending ? name.slice(1) : name;
  const keyed = listOf(list).map((entry) => ({ entry, key: path === '' ? entry : fieldOf(entry, path) }));
  keyed.sort((left, right) => {
    const leftMissing = left.key === undefined || left.key === null;
    const rightMissing = right.key === undefined || right.key === null;
    if (leftMissing || rightMissing) return Number(leftMissing) - Number(rightMissing);
    const order = isLess?.(left.key, right.key) ? -1 : isLess?.(right.key, left.key) ? 1 : 0;
    return descending ? -order : order;
  });
  return keyed.map(({ entry }) => entry);
}

function slice(value: unknown, from: unknown, to: unknown): unknown {
  const start = wholeOf(from, 0, -Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  const end = to === undefined || to === null ? undefined : wholeOf(to, 0, -Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  return typeof value === 'string' ? value.slice(start, end) : listOf(value).slice(start, end);
}

function edge(position: number): PureFunction {
  return pure(1, 1, (list) => asData(listOf(list).at(position), 'entry'));
}

/** Functions over lists. */
export const listFunctions: Readonly<Record<string, PureFunction>> = {
  len: pure(1, 1, length),
  isEmpty: pure(1, 1, isEmpty),
  sum: pure(1, 2, sum),
  first: edge(0),
  last: edge(-1),
  find: pure(3, 3, (list, field, value) => listOf(list).find((entry) => looselyEqual(fieldOf(entry, textOf(field)), value))),
  where: pure(3, 3, (list, field, value) => listOf(list).filter((entry) => looselyEqual(fieldOf(entry, textOf(field)), value))),
  whereNot: pure(3, 3, (list, field, value) => listOf(list).filter((entry) => !looselyEqual(fieldOf(entry, textOf(field)), value))),
  whereIn: pure(3, 3, (list, field, values) =>
    listOf(list).filter((entry) => listOf(values).some((value) => looselyEqual(fieldOf(entry, textOf(field)), value))),
  ),
  whereHas: pure(3, 3, (list, field, value) => listOf(list).filter((entry) => contains(fieldOf(entry, textOf(field)) ?? [], value))),
  flat: pure(1, 1, (list) => listOf(list).flat()),
  pluck: pure(2, 2, (list, field) => listOf(list).map((entry) => fieldOf(entry, textOf(field)))),
  sortBy: pure(2, 2, sortBy),
  slice: pure(2, 3, slice),
  range: pure(1, 1, (count) => Array.from({ length: wholeOf(count, 0, 0, MAX_RANGE) }, (_, index) => index)),
};
