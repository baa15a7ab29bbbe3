import { sql } from 'kysely';
import { type Database, promptOf } from '../database/connection.ts';

/** What waits, for all servers of one database. */
export interface Queues {
  mails: number;
  /** Seconds since the one that was to go out longest ago was due, also while the mail server is away; 0 where none is. */
  latestMail: number;
  queuedRuns: number;
  startedRuns: number;
  /** Sessions that were used within the last five minutes. */
  sessions: number;
}

/** Asked every few seconds: indexes hold nothing but what is open. */
export async function readQueues(db: Database): Promise<Queues> {
  const { rows } = await sql<Queues>`
    select mails.count as mails, mails.late as "latestMail", runs.queued as "queuedRuns", runs.started as "startedRuns",
      (select count(*) from session where revoked_at is null and expires_at > now() and last_used_at > now() - interval '5 minutes') as sessions
    from (select count(*), greatest(coalesce(extract(epoch from now() - min(due_at)), 0), 0)::float8 as late from mail where state = 'queued') mails,
      (select count(*) filter (where status = 'queued') as queued, count(*) filter (where status = 'started') as started
        from data_run where status in ('queued', 'started')) runs`.execute(promptOf(db));
  const [queues] = rows;
  if (!queues) throw new Error('no row');
  return queues;
}
