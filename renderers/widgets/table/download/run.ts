import type { Engine } from '../../../../src/engine/context.ts';
import { type CallFailure, isOutage, saveFile } from '../../../../src/engine/index.ts';
import type { CellContext, TableColumn } from '../cells.ts';
import { valueAt } from '../model.ts';
import { queryOf, requestOf, rowsIn, totalIn } from '../request.ts';
import type { TableState } from '../useTable.ts';
import { sendable } from './cells.ts';
import { Gathering, type PageOfRows } from './gathering.ts';
import { LONGEST, MOST_BYTES, MOST_COLUMNS, MOST_ROWS, ROWS_AT_ONCE } from './limits.ts';
import { type HeadWords, sheetOf } from './sheet.ts';

/** What is downloaded, as it was when somebody asked for it. */
interface DownloadOrder {
  /** What sheet and file are called. */
  name: (rows: number, total: number) => string;
  /** Call that makes the workbook. */
  call: string;
  /** Path of the page. */
  page: string;
  columns: readonly TableColumn[];
  /** What formats need when the cells are made: labels may come while rows are read. */
  context: () => CellContext;
  words: HeadWords;
  /** Rows read at once; default what the contract of the call allows, otherwise the largest page of the table. */
  pageSize: number | undefined;
  largestPage: number;
}

/** Told while a download runs: rows that are here, of how many. */
export type OnProgress = (rows: number, of: number) => void;

/** Why a table cannot be written, for people: key of the text. */
class NotWritable extends Error {
  readonly text: 'table.downloadEmpty' | 'table.downloadNoColumn' | 'table.downloadManyColumns' | 'table.downloadLarge';

  constructor(text: NotWritable['text']) {
    super(text);
    this.text = text;
  }
}

export interface Downloaded {
  /** Rows that are in the file, and those the table has. */
  rows: number;
  total: number;
  /** Whether the list changed while it was read, so that some may be missing. */
  mayLack: boolean;
  /** Whether there are more than one file takes, and nobody could know before. */
  isCut: boolean;
}

/**
 * Rows of all pages -> cells -> the call that makes a workbook of them -> the browser's downloads. What `run` gives can be run again where it failed, and
 * goes on with the rows it has.
 */
export function downloadOf(
  order: DownloadOrder,
  table: Pick<TableState, 'whole' | 'shownParams' | 'rowKey'>,
  { client }: Pick<Engine, 'client'>,
) {
  const { source, given, linesOf, count } = table.whole;
  const wasKnown = count() > MOST_ROWS;
  const { shownParams: params, rowKey } = table;
  const gathering = new Gathering(
    given ? { read: async () => ({ rows: given, total: given.length }), keyOf, most: MOST_ROWS } : { read, look, keyOf, most: MOST_ROWS },
  );

  function keyOf(row: Record<string, unknown>): string | undefined {
    const key = given ? undefined : valueAt(row, rowKey);
    return key === undefined || key === null ? undefined : String(key);
  }

  async function read(page: number, signal: AbortSignal): Promise<PageOfRows> {
    if (!source) return { rows: [], total: 0 };
    const size = Math.min(ROWS_AT_ONCE, order.pageSize ?? client.largest(source.call, source.sizeName ?? 'size') ?? order.largestPage);
    const answer = await client.call(source.call, { ...requestOf(source, { ...params, page, size }, true), signal, quiet: true });
    const rows = rowsIn(source, answer);
    return { rows, total: totalIn(source, answer, rows.length) };
  }

  /** A page of one row. A call that gives no such page, or refuses it in whatever way, does not tell; what passes is tried again with the rest. */
  async function look(place: number, signal: AbortSignal): Promise<Record<string, unknown> | undefined> {
    if (!source) return undefined;
    try {
      const asked = requestOf(source, { ...params, page: place, size: 1 }, true);
      const rows = rowsIn(source, await client.call(source.call, { ...asked, signal, quiet: true }));
      return rows.length === 1 ? rows[0] : undefined;
    } catch (error) {
      const failure = error as Partial<CallFailure>;
      if (failure.status === 401 || isOutage(failure)) throw error;
      return undefined;
    }
  }

  return async function run(signal: AbortSignal, onProgress: OnProgress): Promise<Downloaded> {
    await gathering.finish(signal, () => onProgress(gathering.rows.length, gathering.wanted));
    const lines = linesOf(gathering.rows);
    if (lines.length === 0) throw new NotWritable('table.downloadEmpty');
    const total = Math.max(gathering.total, lines.length);
    const pause = async () => {
      await new Promise((resolve) => setTimeout(resolve));
      signal.throwIfAborted();
    };
    const { columns, words } = order;
    const sheet = await sheetOf({ columns, lines: lines.slice(0, MOST_ROWS), context: order.context(), words, pause });
    const { rows } = sheet;
    if (sheet.columns.length === 0) throw new NotWritable('table.downloadNoColumn');
    if (sheet.columns.length > MOST_COLUMNS) throw new NotWritable('table.downloadManyColumns');
    const isPart = rows.length < total && rows.length === MOST_ROWS;
    const title = sendable(order.name(rows.length, total), LONGEST.title);
    const body = { title, page: order.page, asked: queryOf(source, params), ...(isPart && { total }), ...sheet };
    // In bytes: those of Chinese signs are three.
    if (new Blob([JSON.stringify(body)]).size > MOST_BYTES) throw new NotWritable('table.downloadLarge');
    const file = (await client.call(order.call, { body, signal, quiet: true })) as File;
    signal.throwIfAborted();
    saveFile(file, file.name || `${title}.xlsx`);
    return { rows: rows.length, total, mayLack: gathering.mayLack, isCut: isPart && !wasKnown };
  };
}
