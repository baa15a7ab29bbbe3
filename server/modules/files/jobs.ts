import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import type { FileStore } from '../../files/store.ts';
import type { Job } from '../../jobs.ts';
import { forgetTickets } from './tickets.ts';

const everySeconds = 600;
/** For how long an uploaded file waits for what it belongs to. */
const patience = sql`interval '1 day'`;
/** Files of one run at most: the next one goes on. */
const most = 500;

/** Takes the bytes of removed files out of the store, and files nothing ever claimed. */
export function fileJobs(db: Database, files: FileStore): Job[] {
  return [
    { name: 'files', everySeconds, run: () => sweepFiles(db, files) },
    { name: 'file tickets', everySeconds, run: () => forgetTickets(db) },
  ];
}

/** Several servers may do it at once. @returns how many are gone */
export async function sweepFiles(db: Database, files: FileStore): Promise<number> {
  // First nobody can claim them any more, then their bytes go, then what is known of them: where that breaks off the next run begins with the bytes.
  await sql`update stored_file set removed_at = now()
    where business_id is null and removed_at is null and created_at < now() - ${patience}`.execute(db);
  const gone = await db
    .selectFrom('stored_file')
    .select(['id', 'path', 'content_path as contentPath'])
    .where('removed_at', 'is not', null)
    .orderBy('id')
    .limit(most)
    .execute();
  if (gone.length === 0) return 0;
  const ids = gone.map(({ id }) => id);
  const earlier = await db.selectFrom('stored_file_version').select('content_path as path').where('file_id', 'in', ids).execute();
  const paths = [...gone.flatMap(({ path, contentPath }) => [path, contentPath ?? path]), ...earlier.map(({ path }) => path)];
  for (const path of new Set(paths)) await files.remove(path);
  await db.deleteFrom('stored_file').where('id', 'in', ids).execute();
  return gone.length;
}
