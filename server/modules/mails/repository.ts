import { type SelectQueryBuilder, sql } from 'kysely';
import type { Database, Tables } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import type { MailState } from '../../mail/tables.ts';
import { holds } from '../search.ts';

/** A mail without its text. */
export interface MailAnswer {
  id: string;
  recipient: string;
  subject: string;
  state: MailState;
  attempts: number;
  problem: string | null;
  createTime: string;
  sentTime: string | null;
  /** Whether the text is still there to be read. */
  hasText: boolean;
}

export interface MailFilter {
  keyword: string;
  state: string;
  sort: string;
  order: 'asc' | 'desc';
  current: number;
  size: number;
}

const sortColumns = { recipient: 'mail.recipient', state: 'mail.state', createTime: 'mail.created_at' } as const;

const columns = [
  'id',
  'recipient',
  'subject',
  'state',
  'attempts',
  'problem',
  'created_at as createdAt',
  'sent_at as sentAt',
  sql<boolean>`body is not null and coalesce(ends_at > now(), true)`.as('hasText'),
] as const;

interface Row extends Omit<MailAnswer, 'id' | 'createTime' | 'sentTime'> {
  id: number;
  createdAt: Date;
  sentAt: Date | null;
}

function toAnswer({ createdAt, sentAt, ...row }: Row): MailAnswer {
  return { ...row, id: String(row.id), createTime: createdAt.toISOString(), sentTime: sentAt?.toISOString() ?? null };
}

function filtered(db: Database, { keyword, state }: Pick<MailFilter, 'keyword' | 'state'>): SelectQueryBuilder<Tables, 'mail', object> {
  let query: SelectQueryBuilder<Tables, 'mail', object> = db.selectFrom('mail');
  if (state !== '') query = query.where('state', '=', state as MailState);
  if (keyword === '') return query;
  return query.where((row) => row.or([holds(sql.ref('recipient'), keyword), holds(sql.ref('subject'), keyword)]));
}

/** A page of the outbox, the latest first. */
export async function listMails(db: Database, filter: MailFilter): Promise<{ content: MailAnswer[]; total: number }> {
  const query = filtered(db, filter);
  const { total } = await query.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const column = Object.hasOwn(sortColumns, filter.sort) ? sortColumns[filter.sort as keyof typeof sortColumns] : 'mail.created_at';
  const rows = await query
    .select(columns)
    .orderBy(column, filter.sort === '' ? 'desc' : filter.order)
    .orderBy('id', 'desc')
    .$call(onPage(filter.current, filter.size))
    .$castTo<Row>()
    .execute();
  return { content: rows.map(toAnswer), total };
}

/** One mail. */
export async function findMail(db: Database, id: string): Promise<MailAnswer | undefined> {
  const row = await db.selectFrom('mail').select(columns).where('id', '=', Number(id)).$castTo<Row>().executeTakeFirst();
  return row && toAnswer(row);
}

/** The text of a mail, null when it was taken away, and what it opens: an account, or what a permission shows. */
export async function findText(
  db: Database,
  id: string,
): Promise<{ text: string | null; userId: number | null; permission: string | null } | undefined> {
  return await db
    .selectFrom('mail')
    .select(['body as text', 'user_id as userId', 'permission'])
    .where('id', '=', Number(id))
    .executeTakeFirst();
}
