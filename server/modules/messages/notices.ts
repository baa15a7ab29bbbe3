import { sql } from 'kysely';
import { isSafePath, type NoticeLevel, noticeLink } from '../../../src/core/index.ts';
import { notices } from '../../../src/generated/notices.ts';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import { type Letters, writeLetters } from './told-letters.ts';

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
  const { template, userIds, sourceId, workspaceId, at } = notice;
  const definition: Definition = notices[template];
  const parameters = checkedParameters(template, definition.parameters, notice.parameters ?? {});
  const link = notice.link ?? noticeLink(definition, parameters);
  if (link !== undefined && !isSafePath(link))
    throw new Error(`The notice ${template} leads out of the application: ${JSON.stringify(link)}`);
  const row = {
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
  const wanted = [...new Set(userIds.map(Number))];
  let sent = 0;
  for (let from = 0; from < wanted.length; from += batch) {
    const known = await db
      .selectFrom('app_user')
      .select('id')
      .where('id', 'in', wanted.slice(from, from + batch))
      .$if(notice.unlessUnread === true, (query) =>
        query.where((user) =>
          user.not(
            user.exists(
              user
                .selectFrom('message')
                .select('message.id')
                .whereRef('message.user_id', '=', 'app_user.id')
                .where('template', '=', template)
                .where('read_at', 'is', null)
                .where(sql<boolean>`source_id is not distinct from ${row.source_id}`),
            ),
          ),
        ),
      )
      .execute();
    if (known.length === 0) continue;
    await db
      .insertInto('message')
      .values(known.map(({ id }) => ({ ...row, user_id: id })))
      .execute();
    if ('letters' in notice)
      await writeLetters(
        db,
        notice.letters,
        { template, parameters },
        known.map(({ id }) => id),
      );
    sent += known.length;
  }
  return sent;
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
