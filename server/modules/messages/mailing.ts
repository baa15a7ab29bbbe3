import { type RawBuilder, sql } from 'kysely';
import { isLanguage } from '../../../src/core/language.ts';
import { notices } from '../../../src/generated/notices.ts';
import type { Database } from '../../database/connection.ts';
import { dayIn } from '../../days.ts';
import type { Documents } from '../../documents.ts';
import { sendMail } from '../../mail/send.ts';
import { isOwnersAddress } from '../identity/own-email.ts';
import { calledIn, letter } from '../registration/letters.ts';
import { installationWay, type MailingPlace } from './mail-choices.ts';
import type { MailWay } from './mail-ways.ts';
import { levels } from './notices.ts';
import { textsOf } from './repository.ts';
import './tables.ts';

/** When those unread are mailed, by the clocks of the installation. */
const morning = '08:00';
/** Whoever has the application open reads a message there before it is mailed; what comes in this time comes in one mail. */
const restSeconds = 60;
/** Older ones wait in the application alone: of an installation that gets a mail server nobody is told what is long past. */
const mostDays = 7;
/** Messages a mail tells; of more it says how many there are. */
const mostTold = 20;
/** Mails of one run: the next one goes on. People are read as many at a time. */
const atOnce = 200;
/** Failures a run tells, and users it names; of more it says how many there are. */
const mostNamed = 20;

/**
 * Mails people what they have not read, as they chose: one mail each. A message is mailed once, however many servers do this at the same time.
 * Resolves with how many mails were written. Whoever cannot be mailed keeps nobody else from it.
 * @throws AggregateError at the end, where somebody could not be mailed: the next run tries again.
 */
export async function mailMessages(db: Database, documents: Documents, place: MailingPlace): Promise<number> {
  const initial = await installationWay(db);
  const due = dueFor(initial, place.timeZone);
  const failed: number[] = [];
  const failures: unknown[] = [];
  let written = 0;
  for (let ids = await idsAfter(db, due, 0); ids.length > 0; ids = await idsAfter(db, due, ids.at(-1) ?? 0)) {
    for (const id of ids) {
      try {
        const isWritten = await db.transaction().execute((transaction) => mailOne(transaction, documents, { ...place, userId: id, due }));
        if (isWritten) written += 1;
      } catch (failure) {
        failed.push(id);
        failures.push(failure);
      }
    }
    if (written >= atOnce) break;
  }
  if (failures.length === 0) return written;
  const some = `${failed.slice(0, mostNamed).join(', ')}${failed.length > mostNamed ? ', …' : ''}`;
  throw new AggregateError(failures.slice(0, mostNamed), `Users whose messages could not be mailed (${failed.length}): ${some}`);
}

/** Whom there is something to mail: the next ones by their id. */
async function idsAfter(db: Database, due: RawBuilder<unknown>, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct app_user.id from ${due} and app_user.id > ${id} order by app_user.id limit ${atOnce}`.execute(db);
  return rows.map((row) => row.id);
}

/**
 * Messages that are to be mailed now, beside their readers. Whoever has no address their own, or is disabled, is not mailed.
 */
function dueFor(initial: MailWay, timeZone: string): RawBuilder<unknown> {
  const topics = Object.entries(notices).map(([template, { topic }]) => ({ template, topic }));
  const way = sql`coalesce(own.way, general.way, ${initial})`;
  const today = sql`((${dayIn(timeZone)} || ' ' || ${morning})::timestamp at time zone ${timeZone})`;
  return sql`message
    join app_user on app_user.id = message.user_id
    left join jsonb_to_recordset(${JSON.stringify(topics)}::jsonb) as about (template text, topic text) on about.template = message.template
    left join message_mail_choice as own on own.user_id = app_user.id and own.topic = about.topic
    left join message_mail_choice as general on general.user_id = app_user.id and general.topic = ''
  where message.mailed_at is null and message.read_at is null and message.deleted_at is null
    and message.created_at > now() - make_interval(days => ${mostDays})
    and app_user.status = '0' and app_user.email <> '' and ${isOwnersAddress}
    and case
      when ${way} = 'once' or ${way} = 'urgent' and message.level = ${levels.urgent} then message.created_at < now() - make_interval(secs => ${restSeconds})
      when ${way} in ('daily', 'urgent') then message.created_at < ${today} and now() >= ${today}
      else false end`;
}

interface Due {
  id: number;
  template: string;
  parameters: Record<string, unknown>;
  link: string | null;
  name: string;
  nameEn: string | null;
  email: string;
  language: string | null;
}

async function mailOne(
  db: Database,
  documents: Documents,
  { publicUrl, userId, due }: MailingPlace & { userId: number; due: RawBuilder<unknown> },
): Promise<boolean> {
  const { rows } = await sql<Due>`
    select message.id, message.template, message.parameters, message.link, app_user.name, app_user.name_en as "nameEn", app_user.email, app_user.language_config as language
    from ${due} and app_user.id = ${userId} order by message.level desc, message.created_at desc, message.id desc
    for update of message skip locked`.execute(db);
  const [first] = rows;
  if (!first) return false;
  await sql`update message set mailed_at = now() where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(db);
  const language = isLanguage(first.language) ? first.language : documents.app().defaultLanguage;
  const told = rows.slice(0, mostTold).flatMap((row) => {
    const texts = textsOf(row, documents);
    return [`- ${texts[language] ?? texts.en ?? ''}`, ...(row.link === null ? [] : [`  ${publicUrl}${row.link}`])];
  });
  const values = {
    ...{ name: calledIn(language, first), count: rows.length, messages: told },
    ...{ link: `${publicUrl}/portal/messages`, choice: `${publicUrl}/account/message-mails` },
  };
  // What it tells is the reader's: whoever reads the outbox needs their rights.
  await sendMail(db, { to: first.email, userId, ...letter(documents, language, 'messages', values) });
  return true;
}
