import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { signedIn } from '../contracts.ts';
import type { Database } from '../database/connection.ts';
import type { Job } from '../jobs.ts';

/** For how long a request may come again, and how often what is older is swept away. */
const remembered = sql`interval '1 day'`;
const everySeconds = 3_600;

/**
 * Makes something once for a key the caller made, though the request comes again because its answer was lost: the later one gets the id of
 * what the first one made. Two at once wait for each other. The key counts for this user, call and content; without one everything is
 * made. Use the transaction of the change, and let `make` do all of it.
 */
export async function once(
  db: Database,
  context: Context,
  call: string,
  { key, ...content }: { key?: string | undefined },
  make: () => Promise<number>,
): Promise<number> {
  if (key === undefined) return await make();
  const request = createHash('sha256')
    .update(JSON.stringify([call, key, content]))
    .digest();
  const row = { user_id: Number(signedIn(context).id), request };
  const noted = await db
    .insertInto('made_once')
    .values({ ...row, made: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (noted.numInsertedOrUpdatedRows === 0n) {
    const first = db.selectFrom('made_once').select('made').where('user_id', '=', row.user_id).where('request', '=', request);
    const { made } = await first.executeTakeFirstOrThrow();
    return Number(made);
  }
  const id = await make();
  await db.updateTable('made_once').set({ made: id }).where('user_id', '=', row.user_id).where('request', '=', request).execute();
  return id;
}

/** Forgets requests nobody repeats any more. */
export function onceJobs(db: Database): Job[] {
  const run = () => db.deleteFrom('made_once').where('made_at', '<', sql<Date>`now() - ${remembered}`).execute();
  return [{ name: 'made once', everySeconds, run }];
}
