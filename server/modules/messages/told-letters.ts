import { isLanguage, localizedText, type NoticeDocument, type NoticeParameters, noticeSubject } from '../../../src/core/index.ts';
import type { Database } from '../../database/connection.ts';
import type { Documents } from '../../documents.ts';
import { type Mail, sendMails } from '../../mail/send.ts';
import { isOwnersAddress } from '../identity/own-email.ts';
import { calledIn, letter } from '../registration/letters.ts';
import { textsOf } from './repository.ts';

/** Characters of a message that stand for a subject. */
const longestSubject = 80;

/** What the letters of a notice that is always mailed are made of. */
export interface Letters {
  documents: Documents;
  /** Addresses that are told besides, such as the one an account had before. */
  alsoTo?: readonly (string | null | undefined)[];
}

/** A notice somebody is told by letter. */
export interface ToldByLetter {
  userId: number;
  template: string;
  parameters: NoticeParameters;
  letters: Letters;
}

/**
 * Writes users the letters of notices, in the language they chose: to the address of the account, where it is known to be theirs, and to `alsoTo`.
 * Whoever has none of these gets none. It leads nowhere: who gets used to links in such letters follows those of others.
 * However many they are, they cost one read and one insert: changes of roles tell a thousand people while administrators wait.
 */
export async function writeLetters(db: Database, told: readonly ToldByLetter[]): Promise<void> {
  if (told.length === 0) return;
  const ids = [...new Set(told.map(({ userId }) => userId))];
  const users = new Map((await addressed(db).where('id', 'in', ids).execute()).map((user) => [user.id, user]));
  await sendMails(
    db,
    told.flatMap((one) => {
      const user = users.get(one.userId);
      return user ? mailsOf(user, one) : [];
    }),
  );
}

function addressed(db: Database) {
  return db
    .selectFrom('app_user')
    .select(['id', 'name', 'name_en as nameEn', 'username', 'email', 'language_config as chosen', isOwnersAddress.as('isOwners')]);
}
type Addressed = Awaited<ReturnType<ReturnType<typeof addressed>['executeTakeFirstOrThrow']>>;

function mailsOf({ id, username, email, chosen, isOwners, ...person }: Addressed, { template, parameters, letters }: ToldByLetter): Mail[] {
  const { documents, alsoTo = [] } = letters;
  const document = documents.get('notice', template) as NoticeDocument | undefined;
  const messages = textsOf({ template, parameters: { ...parameters } }, documents);
  const language = isLanguage(chosen) ? chosen : documents.app().defaultLanguage;
  const subject = document ? localizedText(noticeSubject(document, parameters), language) : '';
  const message = messages[language] ?? messages.en ?? '';
  // A document of an overlay may have none.
  const values = { name: calledIn(language, person), username, subject: subject || message.slice(0, longestSubject), message };
  const addresses = new Set([isOwners ? email : null, ...alsoTo].flatMap((address) => address || []));
  // What it tells is the owner's: whoever reads the outbox needs their rights.
  return [...addresses].map((to) => ({ to, userId: id, ...letter(documents, language, 'told', values) }));
}
