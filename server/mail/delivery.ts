import { sql } from 'kysely';
import type { Database } from '../database/connection.ts';
import type { MailState } from './tables.ts';
import { MailLate, type MailTransport } from './transport.ts';

/** Seconds until the next try, one for each try that failed; after the last the mail counts as failed. */
const pauses = [60, 300, 1_800, 7_200] as const;
/** Seconds until the next try where the mail server itself is away, and days for which that goes on: a mail is not lost with a night. */
const outagePause = 300;
const outageDays = 3;
/** A server that died while sending: another one tries again after this. Longer than the slowest mail server takes for one. */
const leaseSeconds = 300;
/** How long the outbox shows the text of a mail nobody sent. */
const keptDays = 7;
const atOnce = 20;

/**
 * Sends what is due, or keeps it in the outbox without a transport. Several servers may do this at once: each mail is leased to one while it is sent.
 * A server that dies between sending and noting it sends again: better twice than never. Where the mail server is away, the rest waits for the next turn, and
 * `onOutage` hears why. None is begun once `stopped` aborts. Tells how many were dealt with.
 */
export async function deliverDue(
  db: Database,
  transport: MailTransport | undefined,
  onOutage: (problem: string) => void = () => undefined,
  stopped?: AbortSignal,
): Promise<number> {
  if (!transport) return await keepQueued(db);
  await endLate(db);
  for (let dealt = 0; dealt < atOnce; dealt += 1) {
    if (stopped?.aborted) return dealt;
    const mail = await lease(db);
    if (!mail) return dealt;
    try {
      await transport.deliver({ to: mail.recipient, subject: mail.subject, text: mail.body ?? '' });
      await db
        .updateTable('mail')
        .set({ state: 'sent', body: null, problem: null, sent_at: sql<Date>`now()` })
        .where('id', '=', mail.id)
        .execute();
    } catch (error) {
      const problem = problemOf(error);
      if (await isAway(transport, error)) {
        await waitFor(db, mail, problem);
        onOutage(error instanceof Error ? error.message : problem);
        return dealt + 1;
      }
      await postpone(db, mail, problem);
    }
  }
  return atOnce;
}

/** What nodemailer says where a mail server is not found, not trusted, or does not let us in. */
const outages: readonly string[] = ['EAUTH', 'EDNS', 'ETLS'];

/**
 * Whether the mail server itself is away, and it is not this mail: one that takes a mail and answers too late, or hangs up at what stands in it, ends with the
 * same `CONN` as one that is not reached, and one that never comes to an end is given up. So it is asked: who answers has had the mail before them.
 */
async function isAway(transport: MailTransport, error: unknown): Promise<boolean> {
  const { code = '', command = '' } = (error instanceof Error ? error : {}) as { code?: string; command?: string };
  return outages.includes(code) || ((command === 'CONN' || error instanceof MailLate) && !(await transport.answers()));
}

/** What the outbox says of it: the key of a text of ours, or the words of the mail server. */
function problemOf(error: unknown): string {
  if (error instanceof MailLate) return 'mail.tookTooLong';
  return error instanceof Error ? error.message : String(error);
}

/** What a mail leads to works for so long: nobody gets it later. */
async function endLate(db: Database): Promise<void> {
  await db
    .updateTable('mail')
    .set({ state: 'failed', body: null, problem: 'mail.linkExpired' })
    .where('state', '=', 'queued')
    .where('ends_at', '<=', sql<Date>`now()`)
    .execute();
}

interface Leased {
  id: number;
  recipient: string;
  subject: string;
  body: string | null;
  attempts: number;
}

async function lease(db: Database): Promise<Leased | undefined> {
  const { rows } = await sql<Leased>`
    update mail set attempts = attempts + 1, next_try_at = now() + make_interval(secs => ${leaseSeconds})
    where id in (select id from mail where state = 'queued' and next_try_at <= now() order by id limit 1 for update skip locked)
    returning id, recipient, subject, body, attempts`.execute(db);
  return rows[0];
}

async function postpone(db: Database, { id, attempts }: Leased, problem: string): Promise<void> {
  const pause = pauses[attempts - 1];
  await db
    .updateTable('mail')
    .set({
      problem: problem.slice(0, 500),
      state: pause === undefined ? 'failed' : 'queued',
      next_try_at: sql<Date>`now() + make_interval(secs => ${pause ?? 0})`,
      due_at: sql<Date>`now() + make_interval(secs => ${pause ?? 0})`,
    })
    .where('id', '=', id)
    .execute();
}

/** No try of the mail: it waits as long as the mail server is away, and some days at most. */
async function waitFor(db: Database, { id, attempts }: Leased, problem: string): Promise<void> {
  await db
    .updateTable('mail')
    .set({
      ...{ problem: problem.slice(0, 500), attempts: attempts - 1 },
      state: sql<MailState>`case when due_at < now() - make_interval(days => ${outageDays}) then 'failed' else 'queued' end`,
      next_try_at: sql<Date>`now() + make_interval(secs => ${outagePause})`,
    })
    .where('id', '=', id)
    .execute();
}

async function keepQueued(db: Database): Promise<number> {
  const { numUpdatedRows } = await db.updateTable('mail').set({ state: 'kept' }).where('state', '=', 'queued').executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Takes away the texts of old mails, and those whose links do not work any more: nobody else should read them. */
export async function forgetTexts(db: Database): Promise<void> {
  await sql`update mail set body = null where body is not null and state in ('kept', 'failed')
    and (created_at < now() - make_interval(days => ${keptDays}) or ends_at <= now())`.execute(db);
}
