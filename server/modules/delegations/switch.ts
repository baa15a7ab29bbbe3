import { sql } from 'kysely';
import type { Principal } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { type Origin, record } from '../audit/record.ts';
import { hashSecret } from '../identity/secrets.ts';
import { lifetimes, rotateSession } from '../identity/sessions.ts';
import { factorState, holdAccount } from '../second-factor/policy.ts';
import { findSource } from './repository.ts';

export interface TokenAnswer {
  access_token?: string;
  token_type?: string;
  expires_in?: number;
}

/**
 * Goes on in the name of a user who delegated to the person who sits there (API-34, API-40): never to the user they act for, so that
 * delegations do not chain. The session gets another token.
 * @throws ApiError NO_DELEGATION, the same for users who do not exist; SECOND_FACTOR_DUE where one is required and there is none; SESSION_ENDED when
 * it ended in the meantime
 */
export async function enterDelegation(
  db: Database,
  user: Principal,
  by: { username: string } | { usercode: string },
  { origin, timeZone }: { origin: Origin; timeZone: string },
): Promise<TokenAnswer> {
  const self = user.agent ?? user;
  return await db.transaction().execute(async (transaction) => {
    await holdAccount(transaction, Number(self.id), 'signing in');
    const source = await findSource(transaction, timeZone, Number(self.id), by);
    if (!source) throw new ApiError('NO_DELEGATION');
    // The delegation may be newer than the sign-in, which was not asked then.
    const { isRequired, isSet } = await factorState(transaction, Number(self.id));
    if (isRequired && !isSet && !(await isBesideFactors(transaction, user.sessionId))) throw new ApiError('SECOND_FACTOR_DUE');
    const session = await rotateSession(transaction, user.sessionId, source.id, origin);
    if (!session) throw new ApiError('SESSION_ENDED');
    await record(transaction, origin, {
      action: user.agent ? 'delegation_switch' : 'delegation_enter',
      targetType: 'delegation',
      targetId: String(source.delegationId),
      actor: { id: String(source.id), username: source.username, agent: self },
    });
    return tokenAnswer(session);
  });
}

/**
 * Goes back to one's own name (API-41). Asks the session alone and not the delegation: who acts under one that ended a moment ago comes
 * back this way. Who acts for nobody keeps their token.
 */
export async function exitDelegation(db: Database, token: string, origin: Origin): Promise<TokenAnswer> {
  return await db.transaction().execute(async (transaction) => {
    const acting = await actingSession(transaction, token);
    if (!acting) return {};
    await holdAccount(transaction, acting.userId, 'signing in');
    const session = await rotateSession(transaction, String(acting.sessionId), null, origin);
    if (!session) return {};
    await record(transaction, origin, {
      action: 'delegation_exit',
      targetType: 'session',
      targetId: String(acting.sessionId),
      actor: {
        id: String(acting.subjectId),
        username: acting.subject,
        agent: { id: String(acting.userId), username: acting.username },
      },
    });
    return tokenAnswer(session);
  });
}

/** Single sign-on has factors of its own, and programs have none. */
async function isBesideFactors(db: Database, sessionId: string): Promise<boolean> {
  const session = await db
    .selectFrom('session')
    .select(['sso_provider', 'access_key_id'])
    .where('id', '=', Number(sessionId))
    .executeTakeFirst();
  return session !== undefined && (session.sso_provider !== null || session.access_key_id !== null);
}

/** A living session in delegate mode, whether or not a delegation still holds. */
async function actingSession(db: Database, token: string) {
  const { rows } = await sql<{ sessionId: number; userId: number; username: string; subjectId: number; subject: string }>`
    select session.id as "sessionId", session.user_id as "userId", agent.username, subject.id as "subjectId", subject.username as subject
    from session join app_user agent on agent.id = session.user_id join app_user subject on subject.id = session.acting_for
    where session.token_hash = ${hashSecret(token)} and session.revoked_at is null and session.expires_at > now() and agent.status = '0'
      and session.last_used_at > now() - make_interval(secs => ${lifetimes.idleSeconds})`.execute(db);
  return rows[0];
}

function tokenAnswer({ token, secondsLeft }: { token: string; secondsLeft: number }): TokenAnswer {
  return { access_token: token, token_type: 'Bearer', expires_in: secondsLeft };
}
