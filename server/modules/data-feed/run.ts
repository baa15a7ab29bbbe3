import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { TruthWords } from '../../../src/core/index.ts';
import type { DataSource } from '../../data-source-settings.ts';
import type { Database } from '../../database/connection.ts';
import { truthWordsOf } from '../../truth-words.ts';
import { convert, type Taken } from '../data-mart/load.ts';
import { parquetOf } from '../data-mart/parts.ts';
import { takeRevision } from '../data-mart/revisions.ts';
import { requireTable } from '../data-mart/rights.ts';
import { RightLacked, type RunContext, RunFailure, type RunKind } from '../data-runs/kinds.ts';
import { administrator, permissionsNow } from '../identity/access.ts';
import { distinctNames, FeedError, type Reading } from './reading.ts';
import { permissionsOf, readFrom } from './sources.ts';
import type { FedColumn } from './tables.ts';

/** Rows of a run, and bytes they are written in. */
const mostRows = 1_000_000;
const mostBytes = 2 ** 31;
/** Rows that are told of those that were left out. */
const toldFaults = 3;

/**
 * Fills a table from its source, with the rights to the source that whoever started the run has now: rows as text -> those whose values are of the types of the columns,
 * as a file -> Parquet -> the new revision, which counts in the transaction that finishes the run.
 */
export const feedRun: RunKind = {
  fills: 'feed',

  async work(context) {
    const { db, files, reader, run } = context;
    const feed = await feedFor(db, run.tableId);
    if (!feed) throw new RunFailure('feed.failure.gone');
    await requireTable(db, reader, feed.bizId, 'execute');
    const source = await sourceOf(context, feed.source);
    await context.plan(['fetch', 'write'].map((id) => ({ id, title: `feed.step.${id}` })));
    const session = await context.session({ files: [] });
    const [from, to] = [join(session.folder, 'rows.csv'), join(session.folder, 'rows.parquet')];
    const told = await context.step('fetch', (progress) => fetchInto(context, source, { ...feed, from, progress }));
    const { rows, rejected, faults } = told;
    if (rows === 0 && rejected > 0) throw new RunFailure('feed.failure.rows', { where: faults });
    await context.step('write', async () => {
      await session.query(parquetOf({ from, to, columns: feed.columns }));
      return { rows };
    });
    // Titles and analysis types are those of the table, which somebody may have corrected since.
    await takeRevision(db, files, {
      ...{ tableId: feed.id, file: to, mode: 'full', by: run.requestedName, rejected },
      note: [feed.source, feed.relation].filter((part) => part !== '').join(' · '),
      confirm: (transaction) =>
        context.finish(transaction, {
          ...{ rows, rejected },
          ...(rejected > 0 && { note: { key: 'feed.note.leftOut', values: { rows: String(rejected), where: faults } } }),
        }),
    });
    return undefined;
  },
};

async function feedFor(db: Database, tableId: number | null) {
  return await db
    .selectFrom('data_feed')
    .innerJoin('data_table', 'data_table.id', 'data_feed.table_id')
    .select(['data_table.id', 'data_table.biz_id as bizId', 'data_feed.source', 'data_feed.relation', 'data_feed.columns'])
    .where('data_feed.table_id', '=', tableId ?? 0)
    .executeTakeFirst();
}

/** A source that is not set up any more, or not theirs to use, is told. */
async function sourceOf({ db, settings, reader }: RunContext, id: string): Promise<DataSource> {
  const source = settings.dataSources.find((one) => one.id === id);
  if (!source) throw new RunFailure('feed.failure.noSource', { source: id });
  const held = await permissionsNow(db, Number(reader.id));
  const isTheirs = reader.roles.includes(administrator) || permissionsOf(source).every((permission) => held.has(permission));
  if (!isTheirs) throw new RightLacked('reader', 'feed.failure.permission', { source: id });
  return source;
}

interface Fetching {
  relation: string;
  columns: readonly FedColumn[];
  from: string;
  progress: (rows: number) => void;
}

interface Told {
  rows: number;
  rejected: number;
  /** Where the first values stand that are not of the type of their column. Values stay here: who reads of a run may not see every column. */
  faults: string;
}

async function fetchInto(
  { settings, signal, documents }: RunContext,
  source: DataSource,
  { relation, columns, from, progress }: Fetching,
): Promise<Told> {
  const told = { rows: 0, rejected: 0, places: [] as string[] };
  try {
    await readFrom(source, relation, { signal, timeZone: settings.timeZone }, async (reading) => {
      const taken = placed(columns, reading);
      await pipeline(
        Readable.from(converted(reading, { taken, words: truthWordsOf(documents) }, told, progress)),
        createWriteStream(from, { mode: 0o600 }),
        { signal },
      );
    });
  } catch (error) {
    // Whatever broke of it, such as the connection that was ended: the run was stopped.
    signal.throwIfAborted();
    if (error instanceof FeedError) throw new RunFailure(`feed.failure.${error.fault}`, { what: error.detail });
    throw error;
  }
  return { rows: told.rows, rejected: told.rejected, faults: told.places.join('; ') };
}

async function* converted(
  { rows }: Reading,
  { taken, words }: { taken: readonly Taken[]; words: TruthWords },
  told: { rows: number; rejected: number; places: string[] },
  progress: (rows: number) => void,
): AsyncGenerator<Buffer> {
  let read = 0;
  let bytes = 0;
  for await (const part of rows) {
    if (read + part.length > mostRows) throw new FeedError('tooLarge', `> ${mostRows}`);
    const numbered = part.map((cells, index) => ({ number: read + index + 1, cells }));
    read += part.length;
    const { csv, rejected, faults, rows: good } = await convert({ sheet: '', otherSheets: 0, headings: [], rows: numbered }, taken, words);
    told.rows += good;
    told.rejected += rejected;
    for (const { row, title } of faults.slice(0, toldFaults - told.places.length)) told.places.push(`${row}: ${title}`);
    bytes += csv.length;
    if (bytes > mostBytes) throw new FeedError('tooLarge', `${mostBytes / 2 ** 30} GB`);
    progress(read);
    yield csv;
  }
}

/** The columns of the table with their places in what is read. */
function placed(columns: readonly FedColumn[], { headings }: Reading): Taken[] {
  const places = new Map(distinctNames(headings).map((name, index) => [name, index + 1]));
  const missing = columns.filter(({ from }) => !places.has(from)).map(({ from }) => from);
  if (missing.length > 0) throw new RunFailure('feed.failure.columns', { columns: missing.slice(0, 10).join(', ') });
  return columns.map(({ from, name, title, fieldType }) => ({ place: places.get(from) ?? 0, name, title, fieldType }));
}
