import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { sessionFolders } from '../../data-engine/index.ts';
import type { Database } from '../../database/connection.ts';
import type { FileStore } from '../../files/store.ts';
import type { Job } from '../../jobs.ts';
import { ifThere } from './parts.ts';

/** Milliseconds after which the folder of a session is one that broke off. */
const longest = 24 * 3_600_000;

/** Takes away parts nobody reads any more, an hour after they were dropped, and what broken sessions left behind. */
export function dataJobs(db: Database, files: FileStore, dataDir: string): Job[] {
  return [
    { name: 'sweep data parts', everySeconds: 600, run: () => sweepParts(db, files) },
    { name: 'sweep data sessions', everySeconds: 3_600, run: () => sweepSessions(sessionFolders(dataDir)) },
  ];
}

/** The file first: a row without a file is swept again, a file without a row would stay for good. */
export async function sweepParts(db: Database, files: FileStore): Promise<void> {
  const old = await db
    .selectFrom('data_part')
    .select((row) => ['id', 'path', 'beside', row('content', 'is not', null).$castTo<boolean>().as('isInside')])
    .where('dropped_at', '<', sql<Date>`now() - interval '1 hour'`)
    .orderBy('id')
    .limit(500)
    .execute();
  for (const { id, path, beside, isInside } of old) {
    if (!isInside) await files.remove(path);
    if (beside !== null) await files.remove(beside);
    await db.deleteFrom('data_part').where('id', '=', id).where('dropped_at', 'is not', null).execute();
  }
}

async function sweepSessions(folder: string): Promise<void> {
  for (const name of (await ifThere(readdir(folder))) ?? []) {
    const path = join(folder, name);
    const found = await ifThere(stat(path));
    if (found && found.mtimeMs < Date.now() - longest) await rm(path, { recursive: true, force: true });
  }
}
