import { sql } from 'kysely';
import { isSafePath, type NoticeLevel, noticeLink } from '../../../src/core/index.ts';
import { notices } from '../../../src/generated/notices.ts';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import { type Letters, type ToldByLetter, writeLetters } from './told-letters.ts';

/** Id of a document of schemas/notices. */
export type NoticeTemplate = keyof typeof notices;
interface ValueOf {
  text: string;
  number: number;
  wording: LabelValue;
}
type ParametersOf<Template extends NoticeTemplate> = {
  [Name in keyof (typeof notices)[Template]['parameters']]: (typeof notices)[Template]['parameters'][Name] extends keyof ValueOf
    ? ValueOf[(typeof notices)[Template]['parameters'][Name]]
    : never;
};

/** Notices a letter goes out with at once (`"mail": "always"` of the document): whoever sends one has to say by what documents. */
type Mailed<Template extends NoticeTemplate> = (typeof notices)[Template] extends { mail: 'always' } ? { letters: Letters } : unknown;

export type Notice<Template extends NoticeTemplate = NoticeTemplate> = Template extends NoticeTemplate
  ? {
      template: Template;
      /** Default: that of the template. */
      level?: NoticeLevel;
      /** An entry of the dictionary notice-type. Default: that of the template. */
      type?: string | undefined;
      /** Repeated ids count once, ids of nobody not at all. */
      userIds: readonly (string | number)[];
      /** Path inside the application. Default: that of the template. */
      link?: string;
      /** What the notice is about (`bizId` of the message). */
      sourceId?: string;
      workspaceId?: string;
      /** Not to who has an unread one of this template about the same already. Default false. */
      unlessUnread?: boolean;
      /** When it was sent. Default now. */
      at?: Date;
    } & Mailed<Template> &
      (keyof ParametersOf<Template> extends never ? { parameters?: Record<string, never> } : { parameters: ParametersOf<Template> })
  : never;

interface Definition {
  type: string;
  level: NoticeLevel;
  link?: string;
  mail?: string;
  parameters: Readonly<Record<string, string>>;
}

/** As messages keep them. */
export const levels = { info: 1, warning: 2, urgent: 3 } as const satisfies Record<NoticeLevel, number>;
const batch = 1_000;

/**
 * Tells users something: one message each, unread. Use the transaction of the change it is about, so that both happen or none.
 * Where the document of the template says so, each gets a letter as well, in the same transaction.
 * Resolves with how many users got it. The text is made when somebody reads it, in every language, from the document of the template.
 * @throws Error when parameters are missing, of another kind or too many, or the link leads out of the application: faults of the caller.
 */
export async function sendNotice<Template extends NoticeTemplate>(db: Database, notice: Notice<Template>): Promise<number> {
  return await sendNotices(db, [notice]);
}

/** The same of several notices: all that are to be told in as few statements as one of them. Resolves with how many messages there are. */
export async function sendNotices(db: Database, told: readonly Notice[]): Promise<number> {
  const messages = told.flatMap((notice) => {
    const row = messageOf(notice);
    return [...new Set(notice.userIds.map(Number))].map((userId) => ({ userId, row, notice }));
  });
  let sent = 0;
  for (let from = 0; from < messages.length; from += batch) {
    const some = messages.slice(from, from + batch);
    const known = await knownUsers(db, some);
    const unread = await unreadOf(
      db,
      some.filter(({ notice }) => notice.unlessUnread === true),
    );
    const wanted = some.filter(
      ({ userId, row, notice }) => known.has(userId) && !(notice.unlessUnread === true && unread.has(keyOf({ ...row, user_id: userId }))),
    );
    if (wanted.length === 0) continue;
    const rows = wanted.map(({ userId, row }) => ({ ...row, user_id: userId }));
    await db.insertInto('message').values(rows).execute();
    await writeLetters(db, wanted.flatMap(letterOf));
    sent += rows.length;
  }
  return sent;
}

/** The letter of a notice that has one. */
function letterOf({ userId, notice }: ToTell): ToldByLetter[] {
  if (!('letters' in notice)) return [];
  const { template, parameters = {}, letters } = notice;
  return [{ userId, template, parameters, letters }];
}

interface ToTell {
  userId: number;
  row: ReturnType<typeof messageOf>;
  notice: Notice;
}

async function knownUsers(db: Database, told: readonly ToTell[]): Promise<ReadonlySet<number>> {
  const ids = [...new Set(told.map(({ userId }) => userId))];
  const rows = await db.selectFrom('app_user').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

const keyOf = ({ user_id, template, source_id }: { user_id: number; template: string; source_id: string | null }) =>
  JSON.stringify([user_id, template, source_id]);

/** What of this waits unread for its users already. */
async function unreadOf(db: Database, told: readonly ToTell[]): Promise<ReadonlySet<string>> {
  if (told.length === 0) return new Set();
  const rows = await db
    .selectFrom('message')
    .select(['user_id', 'template', 'source_id'])
    .where('user_id', 'in', [...new Set(told.map(({ userId }) => userId))])
    .where('template', 'in', [...new Set(told.map(({ row }) => row.template))])
    .where(sql<boolean>`(source_id is null or source_id = any(${told.flatMap(({ row }) => row.source_id ?? [])}::text[]))`)
    .where('read_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute();
  return new Set(rows.map(keyOf));
}

function messageOf(notice: Notice) {
  const { template, sourceId, workspaceId, at } = notice;
  const definition: Definition = notices[template];
  const parameters = checkedParameters(template, definition.parameters, notice.parameters ?? {});
  const link = notice.link ?? noticeLink(definition, parameters);
  if (link !== undefined && !isSafePath(link))
    throw new Error(`The notice ${template} leads out of the application: ${JSON.stringify(link)}`);
  return {
    template,
    notice_type: notice.type ?? definition.type,
    level: levels[notice.level ?? definition.level],
    parameters: JSON.stringify(parameters),
    link: link ?? null,
    source_id: sourceId ?? null,
    workspace_id: workspaceId ?? null,
    // Its letter says it: it comes by mail no second time.
    ...(definition.mail === 'always' && { mailed_at: sql<Date>`now()` }),
    ...(at && { created_at: at }),
  };
}

/** Marks what users were told with a template about a workspace as read: it is settled, or told anew. */
export async function markNoticesRead(
  db: Database,
  { template, workspaceId, userIds }: { template: NoticeTemplate; workspaceId: string; userIds: readonly string[] },
): Promise<void> {
  // A workspace nobody else was in.
  if (userIds.length === 0) return;
  await db
    .updateTable('message')
    .set({ read_at: sql<Date>`now()` })
    .where('template', '=', template)
    .where('workspace_id', '=', workspaceId)
    .where('user_id', 'in', userIds.map(Number))
    .where('read_at', 'is', null)
    .execute();
}

function checkedParameters(
  template: string,
  kinds: Readonly<Record<string, string>>,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const strange = Object.keys(given).filter((name) => !Object.hasOwn(kinds, name));
  const wrong = Object.entries(kinds).filter(([name, kind]) => !fits(given[name], kind));
  if (strange.length > 0) throw new Error(`The notice ${template} has no parameter ${strange.join(', ')}`);
  if (wrong.length > 0) {
    throw new Error(`The notice ${template} needs the parameters ${wrong.map(([name, kind]) => `${name} (${kind})`).join(', ')}`);
  }
  return given;
}

function fits(value: unknown, kind: string): boolean {
  if (kind === 'number') return typeof value === 'number' && Number.isFinite(value);
  return typeof value === 'string' || (kind === 'wording' && Array.isArray(value));
}
