import type { TruthWords } from '../../../src/core/index.ts';
import type { FieldType } from '../../data-engine/index.ts';
import { ApiError, type ErrorDetail } from '../../errors.ts';
import { extensionOf } from '../../files/names.ts';
import { Gate } from '../../gate.ts';
import { columnLetter } from '../flow-process/headings.ts';
import { readCsv } from '../spreadsheets/read-csv.ts';
import { readWorkbook } from '../spreadsheets/read-workbook.ts';
import { type ReadSheet, type TableLimits, UnreadableFile } from '../spreadsheets/unreadable.ts';
import { plainText } from '../spreadsheets/workbook.ts';
import { typeIn } from './cells.ts';
import { analysisOf } from './repository.ts';
import type { AnalysisType } from './tables.ts';

/** Business type of files tables are made from: the rule `file/data-source` says which are taken. */
export const sourceFiles = 'data-source';
const mostRows = 100_000;
const mostColumns = 100;
/** Workbooks of so many rows unpack to tens of megabytes. */
const limits: TableLimits = { rows: mostRows + 1, columns: mostColumns, bytes: 128 * 1024 * 1024, tags: 12_000_000 };
/** Rows columns are told from. */
const looked = 1_000;

/** A file as a table: its first row heads the columns. */
export interface SourceTable {
  sheet: string;
  otherSheets: number;
  headings: string[];
  rows: ReadSheet['rows'];
  /** Of a file of text. */
  encoding?: ReadSheet['encoding'];
}

/** A column as it is proposed. */
export interface ProposedColumn {
  /** Place in the file, from 1. */
  place: number;
  name: string;
  title: string;
  fieldType: FieldType;
  analysisType: AnalysisType;
  sample: string;
}

/** A file may unpack to more than a hundred megabytes: two at a time, and a queue that ends before patience does. */
const gate = new Gate({ places: 2, queue: 20, refuse: () => new ApiError('DATA_BUSY') });

/** Runs `work`, which holds the rows of a file, when one of the places for that is free: callers take turns. @throws ApiError DATA_BUSY when too many wait; the reason of `signal` */
export function inReadingQueue<T>(caller: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  return gate.pass(work, { caller, signal });
}

/**
 * The table in a CSV file or workbook: of the first sheet people see that has rows.
 * @throws ApiError PARAMETER_ERROR at `file`, with what is wrong and where
 */
export async function readSource({ name, content }: { name: string; content: Buffer }): Promise<SourceTable> {
  const sheets = (await sheetsOf(name, content)).filter(({ rows, isHidden }) => rows.length > 1 && isHidden !== true);
  const [sheet] = sheets;
  const [head, ...rows] = sheet?.rows ?? [];
  if (!sheet || !head) throw unusable('noRows', 'There are no rows below headings in it', { name });
  if (rows.length > mostRows) throw unusable('tooManyRows', `More than ${mostRows} rows`, { name, rows: mostRows.toLocaleString('en') });
  const { encoding } = sheet;
  return { sheet: sheet.name === name ? '' : sheet.name, otherSheets: sheets.length - 1, headings: head.cells.map(textIn), rows, encoding };
}

async function sheetsOf(name: string, content: Buffer): Promise<ReadSheet[]> {
  try {
    return extensionOf(name).toLowerCase() === 'csv'
      ? [{ name, ...(await readCsv(content, limits)) }]
      : await readWorkbook(content, limits);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const values = { name, row: String(error.row ?? ''), rows: mostRows.toLocaleString('en'), columns: String(mostColumns) };
    throw unusable(error.reason, `The file cannot be read: ${error.reason}`, values, error);
  }
}

/** A file no table can be made from, at `file`. The texts are those of `data-mart` in schemas/locales. */
function unusable(reason: string, message: string, values: Record<string, string>, cause?: unknown): ApiError {
  const detail: ErrorDetail = { field: 'file', message, key: `data-mart.${reason}`, values };
  return new ApiError('PARAMETER_ERROR', { details: [detail], cause });
}

export function textIn(cell: string | undefined): string {
  return plainText((cell ?? '').replaceAll('\r\n', '\n')).trim();
}

/** The columns of a file, with names of RULE-12 made from its headings, and types told from its first rows. Columns without heading and value are none. */
export function proposeColumns({ headings, rows }: SourceTable, words: TruthWords): ProposedColumn[] {
  const width = Math.max(headings.length, ...rows.slice(0, looked).map(({ cells }) => cells.length));
  const taken = new Set<string>();
  const found: ProposedColumn[] = [];
  for (let at = 0; at < width; at += 1) {
    const heading = headings[at] ?? '';
    const texts = rows
      .slice(0, looked)
      .map(({ cells }) => textIn(cells[at]))
      .filter((text) => text !== '');
    if (heading === '' && texts.length === 0) continue;
    const fieldType = typeIn(texts, words);
    const name = free(fieldName(heading === '' ? `col_${columnLetter(at)}` : heading), taken);
    const title = (heading === '' ? columnLetter(at) : heading).slice(0, 100);
    const analysisType = analysisIn(heading, fieldType, texts);
    found.push({ place: at + 1, name, title, fieldType, analysisType, sample: texts.slice(0, 3).join(' · ').slice(0, 80) });
  }
  return found;
}

/** A heading as a field name: `1. Amount (CNY)` is `_1_Amount_CNY`. */
function fieldName(heading: string): string {
  // Of a heading of a million signs the first ones say enough.
  const joined = heading
    .slice(0, 200)
    .normalize('NFKC')
    .replaceAll(/[^A-Za-z0-9_\u4e00-\u9fa5]+/g, '_')
    .replace(/^_+|_+$/g, '');
  const name = /^\d/.test(joined) ? `_${joined}` : joined;
  return name === '' ? 'col' : name.slice(0, 24);
}

/** Names differ by more than capitals: the engine takes Amount and amount for one. */
function free(name: string, taken: Set<string>): string {
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : `_${number}`;
    const own = `${name.slice(0, 24 - end.length)}${end}`;
    if (taken.has(own.toLowerCase())) continue;
    taken.add(own.toLowerCase());
    return own;
  }
}

function analysisIn(heading: string, fieldType: FieldType, texts: readonly string[]): AnalysisType {
  const different = new Set(texts).size;
  const isCode = fieldType === 'integer' || (fieldType === 'string' && texts.every((text) => /^[\w./-]{1,64}$/.test(text)));
  const isNamed = /(^|[^a-z])(id|no|code|number)$|编号|代码|編號|代碼|号$|號$/i.test(heading.trim());
  if (isCode && texts.length > 0 && different === texts.length && (isNamed || fieldType === 'string')) return 'id';
  if (fieldType === 'string' && different <= Math.max(20, texts.length / 20)) return 'category';
  return analysisOf(fieldType);
}

/** A name of RULE-13 for a table, from that of its file. */
export function tableName(fileName: string): string {
  const joined = fileName
    .replace(/\.[A-Za-z0-9]{1,8}$/, '')
    .normalize('NFKC')
    .replaceAll(/[^A-Za-z0-9_$]+/g, '_')
    .replace(/^_+|_+$/g, '');
  const name = /^[A-Za-z_$]/.test(joined) ? joined : joined === '' ? '' : `t_${joined}`;
  return name.slice(0, 24).toLowerCase();
}
