import { isLocalized, localizedText } from '../../../src/core/index.ts';
import type { Language } from '../../../src/core/types.ts';
import type { TableOptions } from '../../../src/generated/options.ts';
import { figureOf } from '../../shared/figure.ts';

export type Row = Record<string, unknown>;
export interface Sort {
  name: string;
  order: 'asc' | 'desc';
}

/** The value at a path such as owner.name; undefined where a part is missing. */
export function valueAt(row: unknown, path: string): unknown {
  // Nearly every path is one name, and 10,000 rows ask for several.
  if (!path.includes('.')) return typeof row === 'object' && row !== null && Object.hasOwn(row, path) ? (row as Row)[path] : undefined;
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Row)[key] : undefined),
      row,
    );
}

/** The key of a row: its property, else its position. */
function keyOf(row: Row, rowKey: string, index: number): string {
  const key = valueAt(row, rowKey);
  return key === undefined || key === null ? `#${index}` : String(key);
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** What a value is ordered by, read as people see it. */
interface Place {
  figure: number | undefined;
  text: string;
}

/** `isFigure`: the column shows figures. In others `1.9` and `1.10` are clauses of a text, in that order. */
function placeOf(value: unknown, isFigure: boolean): Place {
  const text = String(value);
  const isText = typeof value === 'string' && !isFigure;
  return { figure: isText ? undefined : figureOf(typeof value === 'boolean' ? Number(value) : value), text };
}

/** Order of two values: figures by size before texts as the language sorts them with numbers inside by size. */
function comparePlaces(a: Place, b: Place, collator: Intl.Collator): number {
  if (a.figure === undefined && b.figure === undefined) return collator.compare(a.text, b.text);
  if (a.figure === undefined || b.figure === undefined) return a.figure === undefined ? 1 : -1;
  // Above that texts hold digits which figures do not.
  if (a.figure === b.figure && Math.abs(a.figure) > Number.MAX_SAFE_INTEGER) return collator.compare(a.text, b.text);
  return a.figure - b.figure;
}

/** Formats of figures, also of those that come as texts, as decimals do. */
const FIGURES: ReadonlySet<string> = new Set(['number', 'percent', 'bytes']);

/** Whether the column that is sorted by shows figures. */
export function showsFigures(columns: TableOptions['columns'] = [], sort: Sort | undefined): boolean {
  return columns.some(({ name, sortName = name, format }) => sortName === sort?.name && format !== undefined && FIGURES.has(format));
}

/** Sorts rows into a copy; those without a value stand last in both directions, equal ones keep their order. */
export function sorterOf(sort: Sort | undefined, language: Language, isFigure = false): (rows: readonly Row[]) => Row[] {
  if (!sort) return (rows) => [...rows];
  const collator = new Intl.Collator(language, { numeric: true });
  const sign = sort.order === 'desc' ? -1 : 1;
  // Values are read once: comparing 10,000 rows asks for each some 13 times.
  const read = (row: Row) => {
    const value = shownValue(valueAt(row, sort.name), language);
    return { row, isLast: isBlank(value), place: placeOf(value, isFigure) };
  };
  return (rows) =>
    rows
      .map(read)
      .sort((a, b) => {
        if (a.isLast || b.isLast) return Number(a.isLast) - Number(b.isLast);
        return sign * comparePlaces(a.place, b.place, collator);
      })
      .map((entry) => entry.row);
}

/** Texts in several languages in this one, everything else as it is. */
function shownValue(value: unknown, language: Language): unknown {
  return isLocalized(value) ? localizedText(value, language) : value;
}

/** Filter values that say something: without empty texts, lists and missing values. */
export function activeFilters(filters: Row): Row {
  return Object.fromEntries(
    Object.entries(filters)
      .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value] as const)
      .filter(([, value]) => !isBlank(value) && !(Array.isArray(value) && value.length === 0)),
  );
}

/** How given rows are looked at by filters. */
export interface Looking {
  /** The properties a filter looks into, where that is not the one of its name. */
  fields?: Readonly<Record<string, readonly string[]>>;
  /** Texts in several languages are looked into in this one. */
  language: Language;
}

/** Given rows that fit the filters: texts by containing, lists by membership, everything else by equality ('0' equals 0). */
export function filterRows(rows: readonly Row[], filters: Row, looking: Looking): Row[] {
  const wanted = Object.entries(activeFilters(filters));
  return rows.filter((row) => fits(row, wanted, looking));
}

function fits(row: Row, wanted: readonly [string, unknown][], { fields, language }: Looking): boolean {
  // Names of filters may come from an address.
  const pathsOf = (name: string): readonly string[] => (fields && Object.hasOwn(fields, name) && fields[name]) || [name];
  return wanted.every(([name, filter]) => pathsOf(name).some((path) => fitsValue(valueAt(row, path), filter, language)));
}

function fitsValue(value: unknown, filter: unknown, language: Language): boolean {
  if (Array.isArray(filter)) return filter.some((one) => String(one) === String(value));
  if (isBlank(value)) return false;
  const shown = shownValue(value, language);
  if (typeof filter === 'string' && typeof shown === 'string') return shown.toLowerCase().includes(filter.toLowerCase());
  return String(shown) === String(filter);
}

/** Rows of a tree that fit the filters, on whatever level, and those above them. */
export function rowsFound(rows: readonly Row[], filters: Row, childrenField: string, looking: Looking): Set<Row> {
  const wanted = Object.entries(activeFilters(filters));
  const found = new Set<Row>();
  const look = (row: Row, above: ReadonlySet<Row>): boolean => {
    if (above.has(row)) return false;
    const way = new Set([...above, row]);
    const below = childrenOf(row, childrenField).filter((child) => look(child, way));
    if (below.length > 0 || fits(row, wanted, looking)) found.add(row);
    return found.has(row);
  };
  for (const row of rows) look(row, new Set());
  return found;
}

function childrenOf(row: Row, childrenField: string): readonly Row[] {
  const below = valueAt(row, childrenField);
  return Array.isArray(below) ? (below as Row[]) : [];
}

/** Number of rows of a tree on all its levels. A row that contains itself counts once. */
export function countRows(rows: readonly Row[], childrenField: string, above: ReadonlySet<Row> = new Set()): number {
  return rows.reduce((sum, row) => {
    if (above.has(row)) return sum;
    return sum + 1 + countRows(childrenOf(row, childrenField), childrenField, new Set([...above, row]));
  }, 0);
}

export function pageCount(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}

/** Page numbers to offer; 0 stands for a gap: 1 … 4 5 6 … 20. */
export function pageNumbers(page: number, pages: number): number[] {
  const wanted = [...new Set([1, page - 1, page, page + 1, pages])].filter((one) => one >= 1 && one <= pages).sort((a, b) => a - b);
  const numbers: number[] = [];
  for (const one of wanted) {
    const last = numbers.at(-1);
    if (last !== undefined && one === last + 2) numbers.push(last + 1);
    else if (last !== undefined && one > last + 2) numbers.push(0);
    numbers.push(one);
  }
  return numbers;
}

/** The next order after a click on a head: up, down, none. */
export function nextSort(sort: Sort | undefined, name: string): Sort | undefined {
  if (sort?.name !== name) return { name, order: 'asc' };
  return sort.order === 'asc' ? { name, order: 'desc' } : undefined;
}

export interface Line {
  row: Row;
  key: string;
  /** Position among the rows of its level. */
  index: number;
  level: number;
  /** Set in trees. */
  hasChildren: boolean;
  open: boolean;
}

/** Rows as lines: a tree is flattened along its open rows, below the first level only those `found`, `sorted` within their parent. A row that contains itself is shown once; rows of the same key are told apart by their place. */
export function linesOf(
  rows: readonly Row[],
  options: {
    rowKey: string;
    childrenField?: string;
    isOpen: (key: string) => boolean;
    found?: ReadonlySet<Row>;
    sorted?: (rows: readonly Row[]) => readonly Row[];
  },
  level = 0,
  above: ReadonlySet<Row> = new Set(),
  prefix = '',
  known = new Set<string>(),
): Line[] {
  const { rowKey, childrenField, isOpen, found, sorted = (same) => same } = options;
  const lines: Line[] = [];
  for (const [index, row] of rows.entries()) {
    if (above.has(row)) continue;
    const own = keyOf(row, rowKey, index);
    // A key made of the position is only unique within its level.
    const placed = own.startsWith('#') ? `${prefix}${own}` : own;
    const key = known.has(placed) ? `${prefix}${placed}#${index}` : placed;
    known.add(key);
    const below = childrenField ? childrenOf(row, childrenField) : [];
    const children = found ? below.filter((child) => found.has(child)) : below;
    const open = children.length > 0 && isOpen(key);
    lines.push({ row, key, index, level, hasChildren: children.length > 0, open });
    if (open) for (const line of linesOf(sorted(children), options, level + 1, new Set([...above, row]), key, known)) lines.push(line);
  }
  return lines;
}
