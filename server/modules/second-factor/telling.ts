import { isLanguage } from '../../../src/core/index.ts';
import type { WordedContext } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { languageOf } from '../../language.ts';
import { sendMail } from '../../mail/send.ts';
import { isOwnersAddress } from '../identity/own-email.ts';
import { type LetterName, letter } from '../registration/letters.ts';

type FactorLetter = Extract<LetterName, `factor${string}`>;
type Telling = Pick<WordedContext, 'services' | 'reply' | 'worded' | 'ip'>;

/** Mails the owner of an account what happened to its second factor, in the language they chose; to nobody where it has no address, or one that is not known to be theirs. */
export async function mailOwner(
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
