import { sql } from 'kysely';
import type { Database } from '../database/connection.ts';
import './tables.ts';

export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
  /** Id of the account that a link in the text opens, if any. */
  userId?: number | undefined;
  /** The permission that shows what a link in the text opens besides accounts, such as the questionnaire of somebody outside. */
  permission?: string | undefined;
  /** A visitor asked for it by a form, whoever they are. Default false. */
  asked?: boolean;
  /** For how long a link in it works; later nobody gets it. */
  minutes?: number;
}

/**
 * Puts a mail into the outbox. With the transaction of the change it speaks of, both happen or neither; the job `mail` hands it to
 * the mail server (SMTP_URL) or keeps it for the outbox page.
 */
export async function sendMail(db: Database, mail: Mail): Promise<void> {
  await sendMails(db, [mail]);
}

/** The same of several mails, in one statement. */
export async function sendMails(db: Database, mails: readonly Mail[]): Promise<void> {
  if (mails.length === 0) return;
  const rows = mails.map(({ to, subject, text, userId, permission, asked, minutes }) => ({
    ...{ recipient: to, subject, body: text, user_id: userId ?? null, permission: permission ?? null },
    ...{ asked: asked ?? false, state: 'queued' as const },
    ends_at: minutes === undefined ? null : sql<Date>`now() + make_interval(mins => ${minutes})`,
  }));
  await db.insertInto('mail').values(rows).execute();
}
