import { isLanguage, localizedText, type NoticeDocument, type NoticeParameters, noticeSubject } from '../../../src/core/index.ts';
import type { Database } from '../../database/connection.ts';
import type { Documents } from '../../documents.ts';
import { sendMail } from '../../mail/send.ts';
import { isOwnersAddress } from '../identity/own-email.ts';
import { letter } from '../registration/letters.ts';
import { textsOf } from './repository.ts';

/** Characters of a message that stand for a subject. */
const longestSubject = 80;

/** What the letters of a notice that is always mailed are made of. */
export interface Letters {
  documents: Documents;
  /** Addresses that are told besides, such as the one an account had before. */
  alsoTo?: readonly (string | null | undefined)[];
}

/**
 * Writes each of these users the letter of a notice, in the language they chose: to the address of the account, where it is known to be theirs,
 * and to `alsoTo`. Whoever has none of these gets none. It leads nowhere: who gets used to links in such letters follows those of others.
 */
export async function writeLetters(
  db: Database,
  { documents, alsoTo = [] }: Letters,
  notice: { template: string; parameters: NoticeParameters },
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return;
  const users = await db
    .selectFrom('app_user')
    .select(['id', 'name', 'username', 'email', 'language_config as chosen', isOwnersAddress.as('isOwners')])
    .where('id', 'in', [...userIds])
    .execute();
  const document = documents.get('notice', notice.template) as NoticeDocument | undefined;
  const messages = textsOf({ ...notice, parameters: { ...notice.parameters } }, documents);
  for (const { id, name, username, email, chosen, isOwners } of users) {
    const language = isLanguage(chosen) ? chosen : documents.app().defaultLanguage;
    const subject = document ? localizedText(noticeSubject(document, notice.parameters), language) : '';
    const message = messages[language] ?? messages.en ?? '';
    // A document of an overlay may have none.
    const values = { name, username, subject: subject || message.slice(0, longestSubject), message };
    const told = letter(documents, language, 'told', values);
    const addresses = new Set([isOwners ? email : null, ...alsoTo].filter((address) => typeof address === 'string' && address !== ''));
    // What it tells is the owner's: whoever reads the outbox needs their rights.
    for (const to of addresses) await sendMail(db, { to: String(to), userId: id, ...told });
  }
}
