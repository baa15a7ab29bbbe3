import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import type { LinkRule } from '../../sso-settings.ts';
import { type Origin, record } from '../audit/record.ts';
import { isOwnersAddress } from '../identity/own-email.ts';
import type { Identity } from './client.ts';
import './tables.ts';

interface Account {
  id: number;
  username: string;
}

/**
 * The active account of an identity: the one it was linked to, otherwise the one the provider's rule finds, which is linked from now on.
 * No account is ever made here, an account keeps its identity at a provider, and an ambiguous match is none.
 */
export async function accountOfIdentity(db: Database, identity: Identity, rule: LinkRule, origin: Origin): Promise<Account | undefined> {
  const linked = await db
    .updateTable('user_identity')
    .from('app_user')
    .set({ last_used_at: sql<Date>`now()` })
    .where('issuer', '=', identity.issuer)
    .where('subject', '=', identity.subject)
    .whereRef('app_user.id', '=', 'user_identity.user_id')
    .returning(['app_user.id', 'app_user.username', 'app_user.status'])
    .executeTakeFirst();
  if (linked) return linked.status === '0' ? { id: linked.id, username: linked.username } : undefined;
  const found = await match(db, identity, rule);
  if (!found) return undefined;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('user_identity')
    .values({ user_id: found.id, issuer: identity.issuer, subject: identity.subject })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  // The account belongs to another identity of this provider already.
  if (numInsertedOrUpdatedRows !== 1n) return undefined;
  const actor = { id: String(found.id), username: found.username };
  const { issuer, subject } = identity;
  await record(db, origin, {
    action: 'identity_link',
    targetType: 'user_identity',
    targetId: actor.id,
    actor,
    detail: { issuer, subject, rule },
  });
  return found;
}

async function match(db: Database, { email, emailVerified, username }: Identity, rule: LinkRule): Promise<Account | undefined> {
  const by =
    rule === 'verified-email' && emailVerified && email !== undefined
      ? { column: 'email' as const, value: email }
      : rule === 'username' && username !== undefined
        ? { column: 'username' as const, value: username }
        : undefined;
  if (!by) return undefined;
  const rows = await db
    .selectFrom('app_user')
    .select(['id', 'username', 'status'])
    .where((row) => row(row.fn<string>('lower', [by.column]), '=', by.value.toLowerCase()))
    .$if(by.column === 'email', (query) => query.where(isOwnersAddress))
    .limit(2)
    .execute();
  const [account] = rows;
  return rows.length === 1 && account?.status === '0' ? { id: account.id, username: account.username } : undefined;
}
