import { isLanguage } from '../../../src/core/index.ts';
import type { WordedContext } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { languageOf } from '../../language.ts';
import { sendMail } from '../../mail/send.ts';
import { isOwnersAddress } from '../identity/own-email.ts';
import { type Notice, type NoticeTemplate, sendNotice } from '../messages/notices.ts';
import { type LetterName, letter } from '../registration/letters.ts';

type FactorLetter = Extract<LetterName, `factor${string}`>;
type Telling = Pick<WordedContext, 'services' | 'reply' | 'worded' | 'ip'>;

type FactorNotice = Notice<Extract<NoticeTemplate, `account/second-factor-${string}`>>;
/** Distributes: each template keeps its own parameters. */
type ToOwner<One> = One extends FactorNotice ? Omit<One, 'userIds' | 'isMailed'> : never;

/**
 * Tells the owner of an account what happened to its second factor: by a message, and by a letter of its own, in the language they chose; by no letter where the account
 * has no address, or one that is not known to be theirs.
 */
export async function tellOwner(
  db: Database,
  context: Telling,
  userId: number,
  { notice, ...mail }: { notice: ToOwner<FactorNotice>; letter: FactorLetter; values?: Record<string, string | number> },
): Promise<void> {
  await sendNotice(db, { ...notice, userIds: [userId], isMailed: true });
  await mailOwner(db, context, userId, mail.letter, mail.values);
}

async function mailOwner(
  db: Database,
  context: Telling,
  userId: number,
  name: FactorLetter,
  values: Record<string, string | number> = {},
): Promise<void> {
  const account = await db
    .selectFrom('app_user')
    .select(['name', 'username', 'email', 'language_config as language', isOwnersAddress.as('isOwners')])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (!account.email || !account.isOwners) return;
  const language = isLanguage(account.language) ? account.language : languageOf(context);
  const all = { name: account.name, username: account.username, address: context.ip, ...values };
  await sendMail(db, { to: account.email, userId, ...letter(context.services.documents, language, name, all) });
}
