import { getPath } from '../../../../src/core/path.ts';
import type { AddressSource } from '../../../data-source-settings.ts';
import { ApiError } from '../../../errors.ts';
import { readSource, textIn } from '../../data-mart/source-file.ts';
import { FeedError, type FeedFault, mostColumns } from '../reading.ts';

/** Rows of a JSON answer. */
const mostRows = 100_000;
/** Lists and objects within each other a JSON answer may have: what is written again as text is gone through level by level. */
const mostLevels = 100;
/** A number of so many signs comes out of JavaScript as it is written. */
const exactSigns = 15;
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;
/** Rows that are given back as one: unpacking them takes whoever reads them some milliseconds. */
const together = 1_000;

/** Reads what an address answered with, in a thread: an answer may be of 64 MB. */
export interface ReadAnswerJob {
  kind: 'readAnswer';
  format: AddressSource['format'];
  rowsAt: string;
  content: Uint8Array;
}

/** Its columns and its rows, or why there are none. Each of `parts` is JSON of a list of rows (`rowsIn`), so that taking them over costs nothing. */
export type AnswerRead = { headings: string[]; parts: Uint8Array[] } | { fault: FeedFault; detail: string };

export async function readAnswer({ format, rowsAt, content }: ReadAnswerJob): Promise<AnswerRead> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  try {
    return format === 'json' ? readObjects(bytes, rowsAt) : await readSheet(bytes, format);
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    return { fault: error.fault, detail: error.detail };
  }
}

/** The rows of a part. */
export function rowsIn(part: Uint8Array): string[][] {
  return JSON.parse(Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('utf8')) as string[][];
}

/** Some rows at a time, so that the texts of all of them are never there at once. */
function packed<Row>(rows: readonly Row[], cellsOf: (row: Row) => string[]): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let from = 0; from < rows.length; from += together)
    parts.push(Buffer.from(JSON.stringify(rows.slice(from, from + together).map(cellsOf))));
  return parts;
}

/** A workbook or CSV file, read as an uploaded one is. */
async function readSheet(content: Buffer, format: 'csv' | 'xlsx'): Promise<AnswerRead> {
  const { headings, rows } = await readSource({ name: `answer.${format}`, content }).catch((error: unknown) => {
    throw error instanceof ApiError ? new FeedError('unreadable', error.details?.[0]?.message, { cause: error }) : error;
  });
  return { headings, parts: packed(rows, ({ cells }) => cells.map(textIn)) };
}

/** A list of objects: a column for every name, in the order they are met. */
function readObjects(content: Buffer, rowsAt: string): AnswerRead {
  const list = listIn(content, rowsAt);
  if (list.length === 0) throw new FeedError('noRows');
  if (list.length > mostRows) throw new FeedError('tooLarge', `${list.length} > ${mostRows}`);
  const names = new Set<string>();
  for (const row of list) {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) throw new FeedError('unreadable');
    for (const name of Object.keys(row)) names.add(name);
    if (names.size > mostColumns) throw new FeedError('tooLarge', `${names.size} > ${mostColumns}`);
  }
  const headings = [...names];
  return {
    headings,
    parts: packed(list as Record<string, unknown>[], (row) => headings.map((name) => (Object.hasOwn(row, name) ? textOf(row[name]) : ''))),
  };
}

function listIn(content: Buffer, rowsAt: string): unknown[] {
  const written = withExactNumbers(content);
  if (written === undefined) throw new FeedError('unreadable');
  let value: unknown;
  try {
    // A mark before it is passed over; what is no UTF-8 would come with other letters.
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(written));
  } catch (error) {
    throw new FeedError('unreadable', '', { cause: error });
  }
  const list = rowsAt === '' ? value : getPath(value, rowsAt);
  if (!Array.isArray(list)) throw new FeedError('unreadable', rowsAt);
  return list;
}

/** JSON whose numbers of more than 15 signs, which JavaScript may round, are texts of what is written; nothing where lists and objects are too many within each other. */
function withExactNumbers(content: Buffer): Buffer | undefined {
  const places = longNumbers(content);
  if (places === undefined || places.length === 0) return places && content;
  const written = Buffer.alloc(content.length + places.length, '"');
  let from = 0;
  // Where each begins and ends, a quotation mark is left between what is copied.
  for (const [index, to] of [...places, content.length].entries()) {
    content.copy(written, from + index, from, to);
    from = to;
  }
  return written;
}

/** Where numbers of more than 15 signs begin and end, in turn; nothing where JSON has too many lists and objects within each other. */
function longNumbers(content: Buffer): number[] | undefined {
  const [quote, backslash, list, listEnd, object, objectEnd] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];
  const places: number[] = [];
  let levels = 0;
  let isText = false;
  for (let at = 0; at < content.length; at += 1) {
    const sign = content[at] ?? 0;
    if (isText && sign === backslash) at += 1;
    else if (sign === quote) isText = !isText;
    else if (isText) continue;
    else if (isOfNumber(sign)) {
      const begin = at;
      while (isOfNumber(content[at + 1] ?? 0)) at += 1;
      if (at - begin >= exactSigns && jsonNumber.test(content.toString('latin1', begin, at + 1))) places.push(begin, at + 1);
    } else if (sign === list || sign === object) levels += 1;
    else if (sign === listEnd || sign === objectEnd) levels -= 1;
    if (levels > mostLevels) return undefined;
  }
  return places;
}

/** Digits, `+`, `-`, `.`, and the `e` of a power; those of `true` and `false` are short. */
function isOfNumber(sign: number): boolean {
  return (sign >= 0x30 && sign <= 0x39) || sign === 0x2b || sign === 0x2d || sign === 0x2e || sign === 0x45 || sign === 0x65;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return textIn(typeof value === 'object' ? JSON.stringify(value) : String(value));
}
