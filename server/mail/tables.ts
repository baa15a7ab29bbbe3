import type { ColumnType } from 'kysely';

/** queued: waits for the mail server. kept: no mail server is set, the outbox page shows it. sent: handed over. failed: given up. */
export type MailState = 'queued' | 'kept' | 'sent' | 'failed';

interface MailTable {
  id: ColumnType<number, never, never>;
  recipient: string;
  subject: string;
  /** Null once it was handed over or its time is over: a text may hold a link that opens an account. */
  body: string | null;
  /** The account such a link opens. Only who holds its rights may read the text. */
  user_id: number | null;
  /** What a link in the text opens is seen by who has this; only they may read the text. */
  permission: ColumnType<string | null, string | null | undefined, never>;
  /** A visitor asked for it, whoever they are: an address gets few of these. */
  asked: ColumnType<boolean, boolean | undefined, never>;
  state: MailState;
  attempts: ColumnType<number, never, number>;
  next_try_at: ColumnType<Date, never, Date>;
  /** Since when it could have gone out: from when it was queued, or was to be tried again. A mail server that is away does not move it. */
  due_at: ColumnType<Date, never, Date>;
  /** When what it leads to ends. */
  ends_at: ColumnType<Date | null, Date | null | undefined, never>;
  problem: ColumnType<string | null, never, string | null>;
  created_at: ColumnType<Date, never, never>;
  sent_at: ColumnType<Date | null, never, Date | null>;
}

declare module '../database/connection.ts' {
  interface Tables {
    mail: MailTable;
  }
}
