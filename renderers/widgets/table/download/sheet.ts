import type { CellContext, TableColumn } from '../cells.ts';
import type { Line } from '../model.ts';
import { type FileCell, type FileKind, fileCell, fileKind, fileValue, isAbsolute, sendable } from './cells.ts';
import { DEEPEST, LONGEST, MOST_DIGITS } from './limits.ts';

/** Heads of columns that say more than the table does. */
export interface HeadWords {
  /** Of moments: by whose clock. */
  inZone: (title: string) => string;
  /** Of sizes, which the table shows in the unit that fits. */
  inBytes: (title: string) => string;
}

interface FileColumn {
  title: string;
  kind: FileKind;
  digits?: number;
}

/** Columns, rows and levels as the call table.workbook takes them. */
interface FileSheet {
  columns: FileColumn[];
  rows: FileCell[][];
  levels?: number[];
}

interface SheetOptions {
  columns: readonly TableColumn[];
  lines: readonly Line[];
  context: CellContext;
  words: HeadWords;
  /** Waits a moment, so that the window stays alive, and rejects when nobody wants the sheet any more. */
  pause: () => Promise<void>;
}

/** Rows that are worked out without a pause: each may cost an expression a column. */
const atOnce = 250;

/** Lines of a table as cells. A column of widgets that has nothing to say of any row is left out. */
export async function sheetOf({ columns, lines, context, words, pause }: SheetOptions): Promise<FileSheet> {
  const kinds = columns.map(fileKind);
  const rows: FileCell[][] = [];
  const hasZone = columns.map(() => false);
  for (const [at, { row, index }] of lines.entries()) {
    if (at > 0 && at % atOnce === 0) await pause();
    rows.push(
      columns.map((column, place) => {
        const kind = kinds[place] ?? 'text';
        const value = fileValue(column, row, index);
        if (kind === 'moment' && isAbsolute(value)) hasZone[place] = true;
        return fileCell(column, kind, value, context);
      }),
    );
  }
  const kept = columns.flatMap((column, place) => (column.cell && rows.every((row) => row[place] === null) ? [] : [place]));
  const isTree = lines.some(({ level }) => level > 0);
  return {
    columns: kept.flatMap((place) => {
      const column = columns[place];
      return column ? [headOf(column, kinds[place] ?? 'text', hasZone[place] === true, words)] : [];
    }),
    rows: kept.length === columns.length ? rows : rows.map((row) => kept.map((place) => row[place] ?? null)),
    ...(isTree && { levels: lines.map(({ level }) => Math.min(level, DEEPEST)) }),
  };
}

function headOf({ title, format, digits }: TableColumn, kind: FileKind, hasZone: boolean, words: HeadWords): FileColumn {
  const said = hasZone ? words.inZone(title) : format === 'bytes' ? words.inBytes(title) : title;
  const isMeasure = kind === 'number' || kind === 'percent';
  return {
    title: sendable(said, LONGEST.head),
    kind,
    ...(isMeasure && typeof digits === 'number' && { digits: Math.min(digits, MOST_DIGITS) }),
  };
}
