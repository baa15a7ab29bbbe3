import { sql } from 'kysely';
import type { Database } from '../database/connection.ts';
import type { MailTransport } from './transport.ts';
import './tables.ts';

/** Seconds until the next try, one for each try that failed; after the last the mail counts as failed. */
const pauses = [60, 300, 1_800, 7_200] as const;
/** A server that died while sending: another one tries again after this. */
const leaseSeconds = 120;
/** How long the outbox shows the text of a mail nobody sent. */
const keptDays = 7;
const atOnce = 20;

/**
 * Sends what is due, or keeps it in the outbox without a transport. Several servers may do this at once: each mail is leased to one.
 * A server that dies between sending and noting it sends again: better twice than never. Tells how many were dealt with.
 */
export async function deliverDue(db: Database, transport: MailTransport | undefined): Promise<number> {
  if (!transport) return await keepQueued(db);
  const due = await lease(db);
  for (const mail of due) {
    try {
      await transport.deliver({ to: mail.recipient, subject: mail.subject, text: mail.body ?? '' });
      await db
        .updateTable('mail')
        .set({ state: 'sent', body: null, problem: null, sent_at: sql<Date>`now()` })
        .where('id', '=', mail.id)
        .execute();
    } catch (error) {
      await postpone(db, mail, error instanceof Error ? error.message : String(error));
    }
  }
  return due.length;
}

interface Leased {
  id: number;
  recipient: string;
  subject: string;
  body: string | null;
  attempts: number;
}

async function lease(db: Database): Promise<Leased[]> {
  const { rows } = await sql<Leased>`
    update mail set attempts = attempts + 1, next_try_at = now() + make_interval(secs => ${leaseSeconds})
    where id in (select id from mail where state = 'queued' and next_try_at <= now() order by id limit ${atOnce} for update skip locked)
    returning id, recipient, subject, body, attempts`.execute(db);
  return rows;
}

async function postpone(db: Database, { id, attempts }: Leased, problem: string): Promise<void> {
  const pause = pauses[attempts - 1];
  await db
    .updateTable('mail')
    .set({
      problem: problem.slice(0, 500),
      state: pause === undefined ? 'failed' : 'queued',
      next_try_at: sql<Date>`now() + make_interval(secs => ${pause ?? 0})`,
    })
    .where('id', '=', id)
    .execute();
}

async function keepQueued(db: Database): Promise<number> {
  const { numUpdatedRows } = await db.updateTable('mail').set({ state: 'kept' }).where('state', '=', 'queued').executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Takes away the texts of old mails: links in them do not work any more, and nobody else should read them. */
export async function forgetTexts(db: Database): Promise<void> {
  await sql`update mail set body = null
    where body is not null and state in ('kept', 'failed') and created_at < now() - make_interval(days => ${keptDays})`.execute(db);
}
