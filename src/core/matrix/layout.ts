import { defaultLimits, type Questionnaire } from './document.ts';

export type MatrixRecord = Readonly<Record<string, unknown>>;
export interface MatrixRow {
  id: string;
  name: string;
  /** What each level shows, outermost first. */
  levels: string[];
  record: MatrixRecord;
}
export interface MatrixColumn {
  id: string;
  name: string;
}
/** A head over the columns or beside the rows `from` to `to`, both included. */
export interface Span {
  from: number;
  to: number;
  text: string;
}
/** Rows and columns of a matrix as data gives them, in their order. */
export interface MatrixLayout {
  rows: readonly MatrixRow[];
  columns: readonly MatrixColumn[];
  rowIndex: ReadonlyMap<string, number>;
  columnIndex: ReadonlyMap<string, number>;
  /** Groups around the columns, one list a level, outermost first. */
  columnGroups: readonly (readonly Span[])[];
  /** Groups of neighbouring rows, one list a level of the rows but the last. */
  rowGroups: readonly (readonly Span[])[];
}

/** Data that makes no matrix. Codes: MATRIX_TOO_LARGE, MATRIX_DATA. */
export class MatrixError extends Error {
  readonly code: 'MATRIX_TOO_LARGE' | 'MATRIX_DATA';
  constructor(code: MatrixError['code'], message: string) {
    super(message);
    this.name = 'MatrixError';
    this.code = code;
  }
}

/**
 * Reads row and column records as a questionnaire says where everything stands (RISK-05, RISK-06).
 * Throws MatrixError when an id is missing or given twice, or when the matrix is above the limits.
 */
export function readLayout(questionnaire: Questionnaire<unknown>, rowRecords: unknown, columnRecords: unknown): MatrixLayout {
  const { limits } = questionnaire;
  const records = recordsOf(rowRecords, 'rows');
  atMost(records.length, limits?.rows ?? defaultLimits.rows, 'rows');
  const rows = records.map((record, index) => readRow(questionnaire, record, index));
  const { columns, columnGroups } = readColumns(questionnaire, columnRecords);
  atMost(columns.length, limits?.columns ?? defaultLimits.columns, 'columns');
  return {
    rows,
    columns,
    rowIndex: indexOf(rows, 'row'),
    columnIndex: indexOf(columns, 'column'),
    columnGroups,
    rowGroups: groupRows(rows, questionnaire.rows.levels.length),
  };
}

/** Place of the cell of two ids, row by row; undefined where there is none. */
export function cellOf({ rowIndex, columnIndex, columns }: MatrixLayout, row: string, column: string): number | undefined {
  const at = rowIndex.get(row);
  const across = columnIndex.get(column);
  return at === undefined || across === undefined ? undefined : at * columns.length + across;
}

export function idsOf({ rows, columns }: MatrixLayout, cell: number): [row: string, column: string] {
  return [rows[Math.floor(cell / columns.length)]?.id ?? '', columns[cell % columns.length]?.id ?? ''];
}

function readRow({ rows }: Questionnaire<unknown>, record: MatrixRecord, index: number): MatrixRow {
  return {
    id: idOf(record[rows.id], `row ${index + 1}`, rows.id),
    name: textOf(record[rows.name]),
    levels: rows.levels.map(({ field }) => textOf(record[field])),
    record,
  };
}

function readColumns({ columns: said }: Questionnaire<unknown>, given: unknown): { columns: MatrixColumn[]; columnGroups: Span[][] } {
  const columns: MatrixColumn[] = [];
  const groups = said.groups ?? [];
  const columnGroups: Span[][] = groups.map(() => []);
  const read = (records: unknown, level: number): void => {
    const group = groups[level];
    for (const record of recordsOf(records, group ? group.columns : 'columns')) {
      if (!group) {
        columns.push({ id: idOf(record[said.id], `column ${columns.length + 1}`, said.id), name: textOf(record[said.name]) });
        continue;
      }
      const from = columns.length;
      read(record[group.columns] ?? [], level + 1);
      if (columns.length > from) columnGroups[level]?.push({ from, to: columns.length - 1, text: textOf(record[group.name]) });
    }
  };
  read(given, 0);
  return { columns, columnGroups };
}

/** Neighbours that agree in a level and in every level outside it. */
function groupRows(rows: readonly MatrixRow[], levels: number): Span[][] {
  const groups: Span[][] = Array.from({ length: Math.max(0, levels - 1) }, () => []);
  let before: readonly string[] = [];
  rows.forEach((row, index) => {
    let isSame = index > 0;
    groups.forEach((spans, level) => {
      const text = row.levels[level] ?? '';
      isSame &&= text === before[level];
      const last = spans.at(-1);
      if (isSame && last) last.to = index;
      else spans.push({ from: index, to: index, text });
    });
    before = row.levels;
  });
  return groups;
}

function recordsOf(value: unknown, what: string): MatrixRecord[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new MatrixError('MATRIX_DATA', `${what} are no list`);
  return value.map((record: unknown, index) => {
    if (typeof record !== 'object' || record === null) throw new MatrixError('MATRIX_DATA', `${what}: entry ${index + 1} is no object`);
    return record as MatrixRecord;
  });
}

function idOf(value: unknown, what: string, property: string): string {
  if ((typeof value === 'string' && value !== '') || typeof value === 'number') return String(value);
  throw new MatrixError('MATRIX_DATA', `${what} has no "${property}"`);
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function indexOf(list: readonly { id: string }[], what: string): Map<string, number> {
  const index = new Map<string, number>();
  list.forEach(({ id }, at) => {
    if (index.has(id)) throw new MatrixError('MATRIX_DATA', `two ${what}s have the id "${id}"`);
    index.set(id, at);
  });
  return index;
}

function atMost(count: number, limit: number, what: string): void {
  if (count > limit) throw new MatrixError('MATRIX_TOO_LARGE', `${count} ${what}, where ${limit} are allowed`);
}
