import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import type { TruthWords } from '../../../src/core/index.ts';
import type { Context } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import { sessionFolders } from '../../data-engine/index.ts';
import type { FieldType } from '../../data-engine/types.ts';
import { ApiError } from '../../errors.ts';
import { findFile, openFile } from '../files/stored.ts';
import { columnLetter } from '../flow-process/headings.ts';
import { valueIn } from './cells.ts';
import { csvOf, writeParquet } from './parts.ts';
import { readSource, type SourceTable, sourceFiles, textIn } from './source-file.ts';

/** A value that is not of the type of its column. */
export interface Fault {
  key: string;
  row: number;
  column: string;
  title: string;
  value: string;
  fault: FieldType | 'tooLong';
}
/** Which column of a file becomes which of a table. */
export interface Taken {
  /** From 1. */
  place: number;
  name: string;
  title: string;
  fieldType: FieldType;
}
export interface Converted {
  csv: Buffer;
  rows: number;
  rejected: number;
  faultCount: number;
  faults: Fault[];
}

const shownFaults = 200;
/** Rows converted before others get their turn. */
const atOnce = 1_000;

/** An uploaded file somebody read before, as a table. @throws ApiError NOT_FOUND, PARAMETER_ERROR */
export async function uploadedSource(context: Context, path: string): Promise<SourceTable & { fileName: string }> {
  const file = await findFile(context.db, { path });
  const isOwn = file?.businessType === sourceFiles && file.businessId === null && file.userId === Number(signedIn(context).id);
  if (!file || !isOwn) throw new ApiError('NOT_FOUND');
  const content = await buffer(await openFile(context, file));
  return { ...(await readSource({ name: file.originName, content })), fileName: file.originName };
}

/** The rows of a file as the engine reads them. A row with a value that is not of the type of its column is left out as a whole, and told. */
export async function convert({ rows }: SourceTable, columns: readonly Taken[], words: TruthWords): Promise<Converted> {
  const pieces: Buffer[] = [];
  const result = { rows: 0, rejected: 0, faultCount: 0, faults: [] as Fault[] };
  for (let from = 0; from < rows.length; from += atOnce) {
    const good: (string | null)[][] = [];
    for (const { number, cells } of rows.slice(from, from + atOnce)) {
      const before = result.faultCount;
      const values = columns.map(({ place, title, fieldType }) => {
        const text = textIn(cells[place - 1]);
        if (text === '') return null;
        const value = valueIn(fieldType, text, words);
        if (value !== undefined) return value;
        result.faultCount += 1;
        const fault = fieldType === 'string' ? 'tooLong' : fieldType;
        if (result.faults.length < shownFaults)
          result.faults.push({
            key: String(result.faultCount),
            row: number,
            column: columnLetter(place - 1),
            title,
            value: text.slice(0, 60),
            fault,
          });
        return null;
      });
      if (result.faultCount > before) result.rejected += 1;
      else good.push(values);
    }
    result.rows += good.length;
    pieces.push(Buffer.from(csvOf(good)));
    await turn();
  }
  return { ...result, csv: Buffer.concat(pieces) };
}

/** Writes converted rows into a file of this machine while `use` lasts. */
export async function withParquet<T>(
  dataDir: string,
  { csv }: Converted,
  columns: readonly Taken[],
  use: (file: string) => Promise<T>,
): Promise<T> {
  const folder = join(sessionFolders(dataDir), randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const file = join(folder, 'rows.parquet');
    await writeParquet(dataDir, { csv, columns, to: file });
    return await use(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
