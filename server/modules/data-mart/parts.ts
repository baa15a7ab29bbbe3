import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { gunzipSync } from 'node:zlib';
import { literal, name, openSession, typeOf } from '../../data-engine/index.ts';
import type { Database } from '../../database/connection.ts';
import type { FileStore } from '../../files/store.ts';
import { type Column, columnsOf } from './repository.ts';

/** Bytes of fetched parts that are kept at hand, and milliseconds a file may still be read after it was asked for. */
const mostKept = 5 * 2 ** 30;
const readFor = 3_600_000;

/** What parts are read with. */
export interface PartPlaces {
  db: Database;
  files: FileStore;
  dataDir: string;
}

interface Part {
  id: number;
  path: string;
  isInside: boolean;
}

/** The parts a table has now, as files of this machine: those of a store that is elsewhere are fetched, those in the database are written. */
export async function partsOf(places: PartPlaces, tableId: number): Promise<string[]> {
  const parts = await places.db
    .selectFrom('data_part')
    .select((row) => ['id', 'path', row('content', 'is not', null).$castTo<boolean>().as('isInside')])
    .where('table_id', '=', tableId)
    .where('dropped_at', 'is', null)
    .orderBy('id')
    .execute();
  const found: string[] = [];
  for (const part of parts) found.push(await localPart(places, part, tableId));
  return found;
}

/** What is being fetched: several who need one file wait for it together. */
const underWay = new Map<string, Promise<string>>();

async function localPart(places: PartPlaces, part: Part, tableId: number): Promise<string> {
  if (!part.isInside) return await localFile(places, part.path);
  const columns = await columnsOf(places.db, tableId);
  return await cached(places, part.path, (draft) => writePart(places, part.id, columns, draft));
}

/** A file of the store as one of this machine. */
export async function localFile(places: Pick<PartPlaces, 'files' | 'dataDir'>, path: string): Promise<string> {
  const own = places.files.placeOf?.(path);
  if (own !== undefined) return own;
  return await cached(places, path, async (draft) => {
    await pipeline(await places.files.read(path), createWriteStream(draft, { mode: 0o600 }));
  });
}

async function cached({ dataDir }: Pick<PartPlaces, 'dataDir'>, path: string, write: (draft: string) => Promise<void>): Promise<string> {
  const folder = join(dataDir, 'data-cache');
  const place = join(folder, basename(path));
  const running = underWay.get(place);
  if (running) return await running;
  const fetching = (async () => {
    if (await touched(place)) return place;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await makeRoom(folder);
    const draft = `${place}.${process.pid}.part`;
    await write(draft);
    await rename(draft, place);
    return place;
  })();
  underWay.set(place, fetching);
  try {
    return await fetching;
  } finally {
    underWay.delete(place);
  }
}

/** Undefined where what was asked for is not there, or no more: others rename and remove files meanwhile. */
export async function ifThere<T>(asked: Promise<T>): Promise<T | undefined> {
  return await asked.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** Whether the file is there; then it stays for another hour. */
async function touched(path: string): Promise<boolean> {
  const now = new Date();
  return (await ifThere(utimes(path, now, now).then(() => true))) ?? false;
}

/** Takes away what was not asked for longest, as soon as more is kept than may be. */
async function makeRoom(folder: string): Promise<void> {
  const found = await Promise.all(
    (await readdir(folder)).map(async (file) => {
      const path = join(folder, file);
      const seen = await ifThere(stat(path));
      return seen && { path, size: seen.size, mtimeMs: seen.mtimeMs };
    }),
  );
  const kept = found.filter((file) => file !== undefined);
  let bytes = kept.reduce((sum, { size }) => sum + size, 0);
  for (const { path, size, mtimeMs } of kept.toSorted((one, other) => one.mtimeMs - other.mtimeMs)) {
    if (bytes <= mostKept || mtimeMs > Date.now() - readFor) return;
    await rm(path, { force: true });
    bytes -= size;
  }
}

async function writePart({ db, dataDir }: PartPlaces, id: number, columns: readonly Column[], to: string): Promise<void> {
  const { content } = await db.selectFrom('data_part').select('content').where('id', '=', id).executeTakeFirstOrThrow();
  if (!content) throw new Error(`The part ${id} has no content`);
  await writeParquet(dataDir, { csv: gunzipSync(content), columns, to });
}

/**
 * Writes rows as Parquet. `csv` has a line a row in the order of the columns, no headings, every value quoted, and nothing between the commas where there is none;
 * each value is written as its type is.
 */
export async function writeParquet(
  dataDir: string,
  { csv, columns, to }: { csv: Buffer; columns: readonly Pick<Column, 'name' | 'fieldType'>[]; to: string },
): Promise<void> {
  const session = await openSession(dataDir, { files: [] });
  try {
    const from = join(session.folder, 'rows.csv');
    const out = join(session.folder, 'rows.parquet');
    await writeFile(from, csv, { mode: 0o600 });
    await session.query(parquetOf({ from, to: out, columns }));
    await rename(out, to);
  } finally {
    await session.close();
  }
}

/** The statement that writes a file of such rows as Parquet. */
export function parquetOf({
  from,
  to,
  columns,
}: {
  from: string;
  to: string;
  columns: readonly Pick<Column, 'name' | 'fieldType'>[];
}): string {
  const types = columns.map((column) => `${literal(column.name)}: ${literal(typeOf[column.fieldType])}`).join(', ');
  const chosen = columns.map((column) => name(column.name)).join(', ');
  return `COPY (SELECT ${chosen} FROM read_csv(${literal(from)}, columns = {${types}}, header = false, auto_detect = false, delim = ',', quote = '"', escape = '"',
      nullstr = '', allow_quoted_nulls = false, new_line = '\\n', dateformat = '%Y-%m-%d', timestampformat = '%Y-%m-%d %H:%M:%S', strict_mode = true, max_line_size = 10000000))
    TO ${literal(to)} (FORMAT parquet, COMPRESSION zstd)`;
}

/** Rows as `writeParquet` reads them. */
export function csvOf(rows: readonly (readonly (string | number | boolean | null)[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\n`).join('');
}

function csvCell(value: string | number | boolean | null): string {
  return value === null ? '' : `"${String(value).replaceAll('"', '""')}"`;
}
