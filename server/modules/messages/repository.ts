import { sql } from 'kysely';
import { type LocalizedText, type NoticeDocument, noticeBody } from '../../../src/core/index.ts';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import type { Documents } from '../../documents.ts';

/** A message as API-108 gives it (MSG-01). */
export interface MessageAnswer {
  id: string;
  createTime: string;
  /** 0 unread, 1 read. */
  readStatus: '0' | '1';
  routeKey: string;
  routeDataMap: { noticeType: string; newsLevel: number; workspaceId: string | null; link: string | null };
  newBodyMap: Record<string, string>;
  bizId: string | null;
}
type Notices = Pick<Documents, 'get' | 'text'>;

const mostUnread = 1_000;
const columns = [
  'id',
  'template',
  'parameters',
  'notice_type',
  'level',
  'link',
  'source_id',
  'workspace_id',
  'created_at',
  'read_at',
] as const;

/** A page of the user's messages, newest first, and how many there are. */
export async function listMessages(
  db: Database,
  notices: Notices,
  userId: number,
  page: { number: number; size: number },
): Promise<{ pagedList: MessageAnswer[]; totalCount: number }> {
  const [rows, { total }] = await Promise.all([
    newest(db, userId).$call(onPage(page.number, page.size)).execute(),
    db
      .selectFrom('message')
      .select((row) => row.fn.countAll<number>().as('total'))
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow(),
  ]);
  return { pagedList: rows.map((row) => answerOf(row, notices)), totalCount: Number(total) };
}

/** The newest unread messages of the user. */
export async function listUnread(db: Database, notices: Notices, userId: number): Promise<MessageAnswer[]> {
  const rows = await newest(db, userId).where('read_at', 'is', null).limit(mostUnread).execute();
  return rows.map((row) => answerOf(row, notices));
}

export async function countUnread(db: Database, userId: number): Promise<number> {
  const { total } = await db
    .selectFrom('message')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Marks the user's messages of these ids as read, all without ids. Resolves with how many were unread. */
export async function markRead(db: Database, userId: number, ids: readonly number[] | undefined): Promise<number> {
  let update = db
    .updateTable('message')
    .set({ read_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where('deleted_at', 'is', null);
  if (ids) update = update.where('id', 'in', [...ids]);
  const { numUpdatedRows } = await update.executeTakeFirst();
  return Number(numUpdatedRows);
}

interface Changed {
  template: string;
  source_id: string | null;
  read_at: Date | null;
}

/** Deletes a message of the user, for a day so that it can come back; what it was about, or nothing when the user has none of this id. */
export function removeMessage(db: Database, userId: number, id: number): Promise<Changed | undefined> {
  return db
    .updateTable('message')
    .set({ deleted_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(['template', 'source_id', 'read_at'])
    .executeTakeFirst();
}

/** Brings a deleted message of the user back as it was; nothing when there is none of this id, or no longer. */
export function restoreMessage(db: Database, userId: number, id: number): Promise<Changed | undefined> {
  return db
    .updateTable('message')
    .set({ deleted_at: null })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', '>', sql<Date>`now() - interval '1 day'`)
    .returning(['template', 'source_id', 'read_at'])
    .executeTakeFirst();
}

function newest(db: Database, userId: number) {
  return db
    .selectFrom('message')
    .select(columns)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
}

interface Row {
  id: number;
  template: string;
  parameters: Record<string, unknown>;
  notice_type: string;
  level: number;
  link: string | null;
  source_id: string | null;
  workspace_id: string | null;
  created_at: Date;
  read_at: Date | null;
}

function answerOf(row: Row, notices: Notices): MessageAnswer {
  return {
    id: String(row.id),
    createTime: row.created_at.toISOString(),
    readStatus: row.read_at ? '1' : '0',
    routeKey: row.template,
    routeDataMap: { noticeType: row.notice_type, newsLevel: row.level, workspaceId: row.workspace_id, link: row.link },
    newBodyMap: textsOf(row, notices),
    bizId: row.source_id,
  };
}

/** The text in every language. One of a notice that no longer exists says so: a message must not take the list with it. */
export function textsOf({ template, parameters }: Pick<Row, 'template' | 'parameters'>, notices: Notices): Record<string, string> {
  const document: NoticeDocument | undefined = notices.get('notice', template);
  const texts: LocalizedText = document ? noticeBody(document, parameters) : withoutTemplate(notices);
  return Object.fromEntries(Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function withoutTemplate(notices: Notices): LocalizedText {
  const text = (language: 'en' | 'zh-Hans' | 'zh-Hant'): string => notices.text(language, 'message.unknown') ?? '';
  return { en: text('en'), 'zh-Hans': text('zh-Hans'), 'zh-Hant': text('zh-Hant') };
}
