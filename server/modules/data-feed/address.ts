import { getPath } from '../../../src/core/path.ts';
import type { AddressSource } from '../../data-source-settings.ts';
import { ApiError } from '../../errors.ts';
import { inReadingQueue, readSource, textIn } from '../data-mart/source-file.ts';
import { FeedError, mostColumns, type Reading } from './reading.ts';

/** Milliseconds an answer may take, bytes it may have, and rows of a JSON answer. */
const patience = 120_000;
const mostBytes = 64 * 1024 * 1024;
const mostRows = 100_000;
const atOnce = 5_000;

/** Reads what an address answers with. Redirects are not followed: what is sent along reaches the address of the setting and no other. @throws FeedError */
export async function readAddress<Found>(
  source: AddressSource,
  signal: AbortSignal,
  use: (reading: Reading) => Promise<Found>,
): Promise<Found> {
  return await inReadingQueue(async () => {
    const content = await fetched(source, signal);
    return await use(source.format === 'json' ? readObjects(source, content) : await readSheet(source.format, content));
  });
}

async function fetched({ url, headers }: AddressSource, signal: AbortSignal): Promise<Buffer> {
  const late = AbortSignal.timeout(patience);
  try {
    const answer = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.any([signal, late]) });
    if (!answer.ok) {
      await answer.body?.cancel();
      throw new FeedError('refused', String(answer.status));
    }
    return await bodyOf(answer);
  } catch (error) {
    if (error instanceof FeedError || signal.aborted) throw error;
    throw new FeedError(late.aborted ? 'late' : 'unreachable', '', { cause: error });
  }
}

async function bodyOf(answer: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    bytes += part.length;
    if (bytes > mostBytes) throw new FeedError('tooLarge', `${mostBytes / 1024 / 1024} MB`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** A workbook or CSV file, read as an uploaded one is. */
async function readSheet(format: 'csv' | 'xlsx', content: Buffer): Promise<Reading> {
  const { headings, rows } = await readSource({ name: `answer.${format}`, content }).catch((error: unknown) => {
    throw error instanceof ApiError ? new FeedError('unreadable', error.details?.[0]?.message, { cause: error }) : error;
  });
  return { headings: headings.map((name) => ({ name, fieldType: undefined })), rows: inParts(rows.map(({ cells }) => cells.map(textIn))) };
}

/** A list of objects: a column for every name, in the order they are met. */
function readObjects({ rowsAt }: AddressSource, content: Buffer): Reading {
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
  const rows = (list as Record<string, unknown>[]).map((row) =>
    headings.map((name) => (Object.hasOwn(row, name) ? textOf(row[name]) : '')),
  );
  return { headings: headings.map((name) => ({ name, fieldType: undefined })), rows: inParts(rows) };
}

function listIn(content: Buffer, rowsAt: string): unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(content.toString('utf8'));
  } catch (error) {
    throw new FeedError('unreadable', '', { cause: error });
  }
  const list = rowsAt === '' ? value : getPath(value, rowsAt);
  if (!Array.isArray(list)) throw new FeedError('unreadable', rowsAt);
  return list;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return textIn(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

async function* inParts(rows: readonly string[][]): AsyncGenerator<string[][]> {
  for (let from = 0; from < rows.length; from += atOnce) yield rows.slice(from, from + atOnce);
}
