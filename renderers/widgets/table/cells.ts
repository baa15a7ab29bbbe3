import type { DictionaryEntry } from '../../../src/engine/index.ts';
import type { TableOptions } from '../../../src/generated/options.ts';
import { type Lazy, lazyText } from '../../shared/lazy.ts';
import { type ValueFormat, valueText, type Words } from '../../shared/value-text.ts';
import { type Row, valueAt } from './model.ts';

export type TableColumn = NonNullable<TableOptions['columns']>[number] & {
  /** Names its widgets read: the entry of the list it stands for. */
  locals?: { item: unknown };
};

/** What formats need of the window. */
export interface CellContext extends Words {
  dictionaries: ReadonlyMap<string, ReadonlyMap<string, DictionaryEntry>>;
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
    return Array.isArray(value) ? value.map(one).join(context.separator) : one(value);
  }
  const isDay = column.format === 'date' || column.format === 'dateTime';
  if (isDay && column.pattern) return context.formatPattern(value, column.pattern);
  return valueText(value, textFormat(column.format), column.digits, context);
}

/** What is drawn as a tag or a link is written as a text. */
function textFormat(format: TableColumn['format'] = 'text'): ValueFormat {
  return format === 'tag' || format === 'link' || format === 'dictionary' ? 'text' : format;
}

/** Tone of a tag: the column's own expression, else that of the dictionary entry. */
export function cellTone(column: TableColumn, row: Row, value: unknown, context: CellContext): string {
  const own = column.tone?.({ row, value });
  if (typeof own === 'string' && own !== '') return own;
  const entry = column.dictionary ? context.dictionaries.get(column.dictionary)?.get(String(value)) : undefined;
  return entry?.tone ?? 'neutral';
}

const rowTones: readonly unknown[] = ['info', 'success', 'warning', 'danger'];

/** Tone of a whole row; undefined for one that stays plain. */
export function toneOfRow(lazy: Lazy | undefined, locals: Record<string, unknown>): string | undefined {
  const tone = lazyText(lazy, locals);
  return rowTones.includes(tone) ? tone : undefined;
}

/** Whether the cells of a column read only their row: no expression of theirs can follow anything else. */
export function isPlainColumn({ value, tone, href }: TableColumn): boolean {
  return value === undefined && tone === undefined && href === undefined;
}

/** Formats whose digits stand below each other. */
export const measures: readonly TableColumn['format'][] = ['number', 'percent', 'bytes'];

export function alignOf(column: TableColumn): 'left' | 'center' | 'right' {
  return column.align ?? (measures.includes(column.format) ? 'right' : 'left');
}

/** Whether words of a column may be broken: widgets do not say how long theirs are, and the column says how narrow it may get. */
export function isBroken({ minWidth, cell }: TableColumn): boolean {
  return minWidth !== undefined && cell !== undefined;
}

/** Whether what the column shows is one word however it is written: half a date or a number is another one. */
export function isWhole({ format, cell }: TableColumn): boolean {
  return !cell && (format === 'date' || format === 'dateTime' || measures.includes(format));
}

/** The columns at the top of a card: those that say so, otherwise the first. */
export function leadsOf(columns: readonly TableColumn[]): ReadonlySet<string> {
  const leads = columns.filter(({ lead }) => lead);
  return new Set((leads.length > 0 ? leads : columns.slice(0, 1)).map(({ name }) => name));
}

/** Whether each row is read on its own. Columns that stand for each of a list are read across and down. */
export function fitsCards({ columns = [] }: Pick<TableOptions, 'columns'>): boolean {
  return !columns.some(({ each }) => each !== undefined);
}

/** A moment to the second, with the marks of a sorted column. */
const momentWidth = 190;

/** The width of a column in pixels or as CSS takes it; of moments in the usual pattern one they fit in. */
export function widthOf({ width, format, pattern }: TableColumn): TableColumn['width'] {
  return width ?? (format === 'dateTime' && pattern === undefined ? momentWidth : undefined);
}

/** Where columns that stay in sight stand: their distance from the side they stick to, in pixels. Widths that are no numbers count as 120. */
export function fixedOffsets(
  columns: readonly TableColumn[],
  before: number,
  after: number,
): Map<string, { side: 'left' | 'right'; offset: number }> {
  const offsets = new Map<string, { side: 'left' | 'right'; offset: number }>();
  const width = (column: TableColumn) => {
    const given = widthOf(column);
    return typeof given === 'number' ? given : 120;
  };
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
