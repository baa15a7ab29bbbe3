import type { Principal } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { actorId } from '../changes.ts';
import { holdAccount } from '../second-factor/policy.ts';

/**
 * The session of whoever asks still holds. Ask while the account is held (`holdAccount`): what was on its way when somebody took the account back, as by
 * another password, does not come after it. @throws ApiError SESSION_ENDED, SESSION_SWITCHED
 */
export async function requireOwnSession(db: Database, { sessionId }: Principal): Promise<void> {
  const session = await db.selectFrom('session').select(['revoked_at', 'switched']).where('id', '=', Number(sessionId)).executeTakeFirst();
  if (!session || session.revoked_at !== null) throw new ApiError(session?.switched ? 'SESSION_SWITCHED' : 'SESSION_ENDED');
}

/** Holds the account of whoever asks until the transaction ends, whose session still holds then. @throws ApiError SESSION_ENDED, SESSION_SWITCHED */
export async function holdOwnAccount(db: Database, user: Principal): Promise<void> {
  await holdAccount(db, actorId(user), 'changing');
  await requireOwnSession(db, user);
}
