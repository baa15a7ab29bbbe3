import type { WordedContext } from '../../context.ts';
import { nameIn } from '../../reader.ts';

/** Who has accounts: their names in the language of the reader, asked for at once. An account of which nothing is known any more stands for itself. */
export async function namesOfAccounts(
  context: WordedContext,
  accounts: readonly (string | null)[],
): Promise<(account: string | null) => string | null> {
  const asked = [...new Set(accounts)].filter((account) => account !== null);
  if (asked.length === 0) return (account) => account;
  const people = await context.db
    .selectFrom('account_person')
    .select(['username', 'name', 'name_en as nameEn', 'has_left as hasLeft'])
    .where('username', 'in', asked)
    .execute();
  const names = new Map(people.map((person) => [person.username, nameIn(context, person)]));
  return (account) => (account === null ? null : (names.get(account) ?? account));
}

/** Somebody as another record kept them: by the code of a user and what they were called then. */
interface KeptPerson {
  code: string | null;
  name: string | null;
}

/** People records keep by code and name: their names in the language of the reader where the code is still that of the same name, otherwise what was kept. */
export async function namesOfCodes(context: WordedContext, kept: readonly KeptPerson[]): Promise<(person: KeptPerson) => string | null> {
  const codes = [...new Set(kept.map(({ code }) => code))].filter((code) => code !== null);
  if (codes.length === 0) return ({ name }) => name;
  const people = await context.db
    .selectFrom('app_user')
    .select(['user_code as code', 'name', 'name_en as nameEn'])
    .where('user_code', 'in', codes)
    .execute();
  const found = new Map(people.map((person) => [person.code, person]));
  return ({ code, name }) => {
    const person = code === null ? undefined : found.get(code);
    return person?.name === name ? nameIn(context, person) : name;
  };
}
