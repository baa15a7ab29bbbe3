import { type RawBuilder, sql } from 'kysely';
import { isLanguage } from '../../../src/core/language.ts';
import type { Language } from '../../../src/core/types.ts';
import type { Database } from '../../database/connection.ts';
import type { Documents } from '../../documents.ts';
import { sendMail } from '../../mail/send.ts';
import { isOwnersAddress } from '../identity/own-email.ts';
import { codeMinutes, issueCode } from './codes.ts';
import { calledIn, letter } from './letters.ts';

/** Mails one address gets within an hour by registrations, and each account for its password, whoever asks for them. */
const mailsPerHour = 3;
/** Accounts that share an address: each gets a mail of its own. */
const mostAccounts = 5;
const atOnce = 20;

/**
 * Looks at what visitors asked for and writes the mails. The answer to the visitor was given before: it cannot tell, not even by its
 * duration, whether an address is known. One transaction a request, so that several servers share the work and none is done twice.
 */
export async function processRequests(db: Database, documents: Documents): Promise<number> {
  let done = 0;
  for (; done < atOnce; done += 1) {
    const found = await db.transaction().execute(async (transaction) => {
      return (await nextRegistration(transaction, documents)) || (await nextPassword(transaction, documents));
    });
    if (!found) break;
  }
  return done;
}

async function nextRegistration(db: Database, documents: Documents): Promise<boolean> {
  const registration = await db
    .selectFrom('registration')
    .select(['id', 'email', 'language', 'origin'])
    .where('state', '=', 'new')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!registration) return false;
  const { id, email, language, origin } = registration;
  const isKnown = (await accountsOf(db, email)).length > 0;
  // Mailed often enough: the links of the mails before work.
  if (await isQuiet(db, email, null)) {
    const code = isKnown ? undefined : await issueCode(db, { purpose: 'confirm', registrationId: id }, codeMinutes.confirm);
    const link = code === undefined ? `${origin}/account/forget` : `${origin}/account/confirm?code=${code}`;
    // Not the name: whoever typed it could write to somebody else's address in our name.
    const values = { link, hours: codeMinutes.confirm / 60 };
    const ending = isKnown ? {} : { minutes: codeMinutes.confirm };
    await sendMail(db, { to: email, asked: true, ...ending, ...letter(documents, language, isKnown ? 'known' : 'confirm', values) });
  }
  await db
    .updateTable('registration')
    .set({ state: isKnown ? 'known' : 'mailed' })
    .where('id', '=', id)
    .execute();
  return true;
}

async function nextPassword(db: Database, documents: Documents): Promise<boolean> {
  const request = await db
    .selectFrom('password_request')
    .select(['id', 'email', 'language', 'origin'])
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!request) return false;
  await db.deleteFrom('password_request').where('id', '=', request.id).execute();
  for (const account of await accountsOf(db, request.email, isOwnersAddress)) await writeForgot(db, documents, account, request);
  return true;
}

async function writeForgot(
  db: Database,
  documents: Documents,
  account: Account,
  { language, origin }: { language: Language; origin: string },
): Promise<void> {
  // To the address of the account, never to what was typed: letters that only look alike must not lead a link elsewhere.
  if (!(await isQuiet(db, account.email, account.id))) return;
  const code = await issueCode(db, { purpose: 'password', userId: account.id }, codeMinutes.password);
  const own = isLanguage(account.language) ? account.language : language;
  const link = `${origin}/account/password?code=${code}`;
  const values = { name: calledIn(own, account), username: account.username, link, minutes: codeMinutes.password };
  await sendMail(db, {
    to: account.email,
    userId: account.id,
    asked: true,
    minutes: codeMinutes.password,
    ...letter(documents, own, 'forgot', values),
  });
}

interface Account {
  id: number;
  username: string;
  name: string;
  nameEn: string | null;
  email: string;
  language: string | null;
}

/** Active accounts of an address of which this is true, too. */
async function accountsOf(db: Database, email: string, fits: RawBuilder<boolean> = sql`true`): Promise<Account[]> {
  const rows = await db
    .selectFrom('app_user')
    .select(['id', 'username', 'name', 'name_en as nameEn', 'email', 'language_config as language'])
    .where((row) => row(row.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where('status', '=', '0')
    .where(fits)
    .orderBy('id')
    .limit(mostAccounts)
    .execute();
  return rows.flatMap((row) => (row.email === null ? [] : [{ ...row, email: row.email }]));
}

/**
 * Whether the address may get another mail of this kind, about the password of an account or (null) about a registration: nobody's mailbox is filled by a
 * form, and no other mail keeps a link back.
 */
async function isQuiet(db: Database, email: string, accountId: number | null): Promise<boolean> {
  const { count } = await db
    .selectFrom('mail')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where((row) => row(row.fn<string>('lower', ['recipient']), '=', email.toLowerCase()))
    .where('asked', '=', true)
    .where('user_id', 'is not distinct from', accountId)
    .where('created_at', '>', new Date(Date.now() - 3_600_000))
    .executeTakeFirstOrThrow();
  return count < mailsPerHour;
}
