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
  const { userId, request, isNew } = await noteRequest(db, context, [call, key, content]);
  if (!isNew) {
    const first = db.selectFrom('made_once').select('made').where('user_id', '=', userId).where('request', '=', request);
    const { made } = await first.executeTakeFirstOrThrow();
    return Number(made);
  }
  const id = await make();
  await db.updateTable('made_once').set({ made: id }).where('user_id', '=', userId).where('request', '=', request).execute();
  return id;
}

/** Whether a request comes for the first time, where nothing is made that has an id. Use the transaction of the change; as with `once`, it is remembered for a day. */
export async function isFirst(db: Database, context: Context, call: string, content: Readonly<Record<string, unknown>>): Promise<boolean> {
  return (await noteRequest(db, context, [call, content])).isNew;
}

async function noteRequest(db: Database, context: Context, said: readonly unknown[]) {
  const request = createHash('sha256').update(JSON.stringify(said)).digest();
  const userId = Number(signedIn(context).id);
  const noted = await db
    .insertInto('made_once')
    .values({ user_id: userId, request, made: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return { userId, request, isNew: noted.numInsertedOrUpdatedRows !== 0n };
}

/** Forgets requests nobody repeats any more. */
export function onceJobs(db: Database): Job[] {
  const run = () => db.deleteFrom('made_once').where('made_at', '<', sql<Date>`now() - ${remembered}`).execute();
  return [{ name: 'made once', everySeconds, run }];
}
