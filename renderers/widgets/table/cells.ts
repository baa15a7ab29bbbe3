import type { Language } from '../../../src/core/types.ts';
import type { DictionaryEntry } from '../../../src/engine/index.ts';
import type { TableOptions } from '../../../src/generated/options.ts';
import { formatBytes, formatDate, formatNumber, formatPlain } from '../../shared/format.ts';
import { type Row, valueAt } from './model.ts';

export type TableColumn = NonNullable<TableOptions['columns']>[number];
type Lazy = (locals?: Record<string, unknown>) => unknown;

/** What formats need of the window. */
export interface CellContext {
  language: Language;
  dictionaries: ReadonlyMap<string, ReadonlyMap<string, DictionaryEntry>>;
  localized: (value: unknown) => string;
  yes: string;
  no: string;
  /** The function formatDate of expressions, for patterns. */
  formatPattern: (value: unknown, pattern: string) => string;
}

/** The dictionary types that the columns read. */
export function dictionaryTypes(columns: readonly TableColumn[]): string[] {
  return [...new Set(columns.map((column) => column.dictionary).filter((type) => type !== undefined))];
}

export function cellValue(column: TableColumn, row: Row, index: number): unknown {
  return column.value ? column.value({ row, index }) : valueAt(row, column.name);
}

/** The value as people read it. Missing values are '' in every format. */
export function cellText(column: TableColumn, value: unknown, context: CellContext): string {
  if (value === undefined || value === null || value === '') return '';
  if (column.dictionary) {
    const entries = context.dictionaries.get(column.dictionary);
    const one = (part: unknown) => entries?.get(String(part))?.label ?? String(part);
    return Array.isArray(value) ? value.map(one).join(', ') : one(value);
  }
  switch (column.format) {
    case 'date':
      return column.pattern ? context.formatPattern(value, column.pattern) : formatDate(value, context.language);
    case 'dateTime':
      return column.pattern ? context.formatPattern(value, column.pattern) : formatDate(value, context.language, true);
    case 'number':
      return formatNumber(value, context.language, column.digits);
    case 'bytes':
      return formatBytes(value, context.language);
    case 'boolean':
      return isTrue(value) ? context.yes : context.no;
    case 'multilingual':
      return context.localized(value);
    default:
      return formatPlain(value, context.localized, ', ');
  }
}
function isTrue(value: unknown): boolean {
  return value === true || value === 1 || value === '1' || value === 'true';
}

/** Tone of a tag: the column's own expression, else that of the dictionary entry. */
export function cellTone(column: TableColumn, row: Row, value: unknown, context: CellContext): string {
  const own = column.tone?.({ row, value });
  if (typeof own === 'string' && own !== '') return own;
  const entry = column.dictionary ? context.dictionaries.get(column.dictionary)?.get(String(value)) : undefined;
  return entry?.tone ?? 'neutral';
}

/** Result of an expression of one row, or its error: one bad row must not cost the table. */
export function attempt<Value>(read: () => Value): { value: Value } | { error: string } {
  try {
    return { value: read() };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** An optional expression of a row as a yes or no; a failing one counts as `otherwise`. */
export function truth(lazy: Lazy | undefined, locals: Record<string, unknown>, otherwise: boolean): boolean {
  if (!lazy) return otherwise;
  const result = attempt(() => lazy(locals));
  return 'value' in result ? Boolean(result.value) : otherwise;
}

/** Whether the cells of a column read only their row: no expression of theirs can follow anything else. */
export function isPlainColumn({ value, tone, href }: TableColumn): boolean {
  return value === undefined && tone === undefined && href === undefined;
}

export function alignOf(column: TableColumn): 'left' | 'center' | 'right' {
  return column.align ?? (column.format === 'number' || column.format === 'bytes' ? 'right' : 'left');
}

/** Where columns that stay in sight stand: their distance from the side they stick to, in pixels. Widths that are no numbers count as 120. */
export function fixedOffsets(
  columns: readonly TableColumn[],
  before: number,
  after: number,
): Map<string, { side: 'left' | 'right'; offset: number }> {
  const offsets = new Map<string, { side: 'left' | 'right'; offset: number }>();
  const width = (column: TableColumn) => (typeof column.width === 'number' ? column.width : 120);
  let left = before;
  for (const column of columns) {
    if (column.fixed !== 'left') continue;
    offsets.set(column.name, { side: 'left', offset: left });
    left += width(column);
  }
  let right = after;
  for (const column of [...columns].reverse()) {
    if (column.fixed !== 'right') continue;
    offsets.set(column.name, { side: 'right', offset: right });
    right += width(column);
  }
  return offsets;
}
