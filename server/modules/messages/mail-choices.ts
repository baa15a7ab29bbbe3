import { type NoticeTopic, noticeTopics } from '../../../src/core/index.ts';
import type { Database } from '../../database/connection.ts';
import type { Settings } from '../../settings.ts';
import { isOwnersAddress } from '../identity/own-email.ts';
import { readConfig } from '../site/repository.ts';
import './tables.ts';
import { initialMailWay, type MailWay, mailWays } from './mail-ways.ts';

/** What somebody chose; null is no choice: of a topic that for all of them counts, for all of them that of the installation. */
export interface MailChoices {
  way: MailWay | null;
  topics: Partial<Record<NoticeTopic, MailWay | null | undefined>>;
}

export interface MailChoicesAnswer extends MailChoices {
  /** Where mails go; null without an address. */
  email: string | null;
  /** Whether they do: not while it is not known to be theirs, as where they changed it and have not signed in since. */
  isReached: boolean;
  /** Whether this installation mails messages at all. */
  isSending: boolean;
  /** What the installation does for whoever chose nothing. */
  initial: MailWay;
}

/** Where links lead, and whose clocks say when the morning is. */
export interface MailingPlace {
  publicUrl: string;
  timeZone: string;
}

/** Messages go out by mail where there is a mail server, and an address for the links in them; nowhere else. */
export function mailingPlace({ smtpUrl, publicUrl, timeZone }: Settings): MailingPlace | undefined {
  return smtpUrl === undefined || publicUrl === undefined ? undefined : { publicUrl, timeZone };
}

/** The parameter messageMails. */
export async function installationWay(db: Database): Promise<MailWay> {
  const { mails } = await readConfig(db, 'messages');
  return mailWays.find((way) => way === mails) ?? initialMailWay;
}

export async function readMailChoices(db: Database, userId: string, settings: Settings): Promise<MailChoicesAnswer> {
  const rows = await db.selectFrom('message_mail_choice').select(['topic', 'way']).where('user_id', '=', Number(userId)).execute();
  const wayOf = (topic: string): MailWay | null => rows.find((row) => row.topic === topic)?.way ?? null;
  const { email, isOwners } = await db
    .selectFrom('app_user')
    .select(['email', isOwnersAddress.as('isOwners')])
    .where('id', '=', Number(userId))
    .executeTakeFirstOrThrow();
  return {
    email: email === '' ? null : email,
    // Null where they have never signed in.
    isReached: Boolean(email) && isOwners === true,
    isSending: mailingPlace(settings) !== undefined,
    initial: await installationWay(db),
    way: wayOf(''),
    topics: Object.fromEntries(noticeTopics.map((topic) => [topic, wayOf(topic)])),
  };
}

/** Topics that are left out have no choice of their own any more. Use a transaction. */
export async function saveMailChoices(db: Database, userId: string, { way, topics }: MailChoices): Promise<void> {
  const own: Record<string, MailWay | null | undefined> = { ...topics, '': way };
  const chosen = Object.entries(own).flatMap(([topic, one]) => (one ? [{ user_id: Number(userId), topic, way: one }] : []));
  // Two windows at once: the later one counts, whole.
  await db.selectFrom('app_user').select('id').where('id', '=', Number(userId)).forNoKeyUpdate().execute();
  await db.deleteFrom('message_mail_choice').where('user_id', '=', Number(userId)).execute();
  if (chosen.length > 0) await db.insertInto('message_mail_choice').values(chosen).execute();
}
