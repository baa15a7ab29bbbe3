import type { WordedContext } from '../../context.ts';
import { nameIn } from '../../reader.ts';

/** Who has accounts: their names in the language of the reader, asked for at once. An account nobody has any more stands for itself. */
export async function namesOfAccounts(
  context: WordedContext,
  accounts: readonly (string | null)[],
): Promise<(account: string | null) => string | null> {
  const asked = [...new Set(accounts)].filter((account) => account !== null);
  if (asked.length === 0) return (account) => account;
  const people = await context.db
    .selectFrom('app_user')
    .select(['username', 'name', 'name_en as nameEn'])
    .where('username', 'in', asked)
    .execute();
  const names = new Map(people.map((person) => [person.username, nameIn(context, person)]));
  return (account) => (account === null ? null : (names.get(account) ?? account));
}
