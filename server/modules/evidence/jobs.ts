import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import type { Job } from '../../jobs.ts';
import { dropFiles, isUnused } from './uploads.ts';

/** For how long a file waits for the ticket that is made of it: whoever typed values comes back to them. */
const patience = sql`interval '3 days'`;
const most = 500;

/** Sweeps away files nobody made a ticket of, and addresses that ran out. */
export function evidenceJobs(db: Database): Job[] {
  return [{ name: 'evidence files', everySeconds: 3_600, run: () => sweepUploads(db) }];
}

/** Several servers may do it at once. */
export async function sweepUploads(db: Database): Promise<void> {
  await db.deleteFrom('flow_ticket_view').where('expires_at', '<', sql<Date>`now()`).execute();
  const left = await db
    .selectFrom('flow_ticket_upload as upload')
    .select('upload.path')
    .where(isUnused('upload'))
    .where('upload.created_at', '<', sql<Date>`now() - ${patience}`)
    .limit(most)
    .execute();
  await dropFiles(
    db,
    left.map(({ path }) => path),
  );
}
