import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { labelOf } from '../../database/values.ts';
import { ApiError } from '../../errors.ts';
import type { SsoProvider } from '../../sso-settings.ts';
import { record } from '../audit/record.ts';
import { authorOf } from '../changes.ts';
import { requireOwnPassword } from '../identity/own-password.ts';
import { holdOwnAccount } from '../identity/own-session.ts';
import { sendNotice } from '../messages/notices.ts';
import { issuerOf } from './client.ts';
import './tables.ts';

const plain = (issuer: string): string => issuer.replace(/\/$/, '');
const providerOfIssuer = (providers: readonly SsoProvider[], issuer: string): SsoProvider | undefined =>
  providers.find((provider) => plain(issuerOf(provider)) === plain(issuer));

/** Identities linked to a user, the last used first. */
export async function identitiesOf(db: Database, userId: number, providers: readonly SsoProvider[]) {
  const rows = await db
    .selectFrom('user_identity')
    .select(['id', 'issuer', 'subject', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id, issuer, subject, created_at, last_used_at }) => {
    const provider = providerOfIssuer(providers, issuer);
    const title = provider ? labelOf(provider.title) : null;
    const times = { linkedAt: created_at.toISOString(), lastUsedAt: last_used_at.toISOString() };
    return { id: String(id), provider: provider?.id ?? null, title, issuer, subject, ...times };
  });
}

/**
 * Unlinks an identity of the user. The password is asked for: it proves who asks, and that a way in remains. Resolves with how many other
 * sessions of the provider ended.
 * @throws ApiError NOT_FOUND, PARAMETER_ERROR at the password, TOO_MANY_REQUESTS
 */
export async function unlink(context: Context, { id, password }: { id: string; password: string }): Promise<number> {
  const { db, services } = context;
  const author = authorOf(context);
  const { user, origin } = author;
  const own = () => db.selectFrom('user_identity').select('issuer').where('id', '=', Number(id)).where('user_id', '=', Number(user.id));
  if (!(await own().executeTakeFirst())) throw new ApiError('NOT_FOUND');
  await requireOwnPassword(db, author, password);
  return await db.transaction().execute(async (transaction) => {
    await holdOwnAccount(transaction, user);
    const gone = await transaction
      .deleteFrom('user_identity')
      .where('id', '=', Number(id))
      .where('user_id', '=', Number(user.id))
      .returning(['issuer', 'subject'])
      .executeTakeFirst();
    if (!gone) throw new ApiError('NOT_FOUND');
    const provider = providerOfIssuer(services.settings.ssoProviders, gone.issuer);
    const { numUpdatedRows } = await transaction
      .updateTable('session')
      .set({ revoked_at: sql<Date>`now()` })
      .where('user_id', '=', Number(user.id))
      .where('sso_provider', '=', provider?.id ?? '')
      .where('id', '!=', Number(user.sessionId))
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    const endedSessions = Number(numUpdatedRows);
    await record(transaction, origin, {
      action: 'identity_unlink',
      targetType: 'user_identity',
      targetId: user.id,
      actor: user,
      detail: { ...gone, endedSessions },
    });
    await sendNotice(transaction, {
      template: 'account/identity-unlinked',
      userIds: [user.id],
      parameters: { provider: new URL(gone.issuer).host, address: origin.ip ?? '-' },
      letters: { documents: services.documents },
    });
    return endedSessions;
  });
}
