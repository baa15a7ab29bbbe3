import type { DeadSession, OwnPassword, Principal, Services, Use } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { actingPrincipal } from '../delegations/acting.ts';
import { accessOf, accessOfViewedRole, rememberAccess } from './access.ts';
import { whatIsDue } from './password-due.ts';
import { mayView } from './role-view.ts';
import { hashSecret } from './secrets.ts';
import { type ActiveSession, endOfSession, findSession, touchSession } from './sessions.ts';

const shape = /^[A-Za-z0-9_-]{43}$/;

/**
 * The user of a bearer token; otherwise why its session ended (ERR-02, ERR-03), or nothing when there was none. A session in delegate
 * mode gives the authorizer, as long as a delegation is in effect (DELEG-05).
 */
export async function authenticate(
  token: string,
  db: Database,
  services: Pick<Services, 'settings' | 'documents'>,
  use: Use = 'person',
): Promise<Principal | DeadSession | undefined> {
  if (!shape.test(token)) return undefined;
  const session = await findSession(db, hashSecret(token));
  // What no person does leaves the session as unused as it is.
  if (session) return await userOf(use === 'background' ? { ...session, isStale: false } : session, db, services);
  const ended = await endOfSession(db, token);
  return ended && { ended };
}

/** The user of a session with the rights of now, for what was given out to it, such as the address of a file; undefined when it has ended, or waits for a password or a second factor to be set first. */
export async function userOfSession(
  tokenHash: Buffer,
  db: Database,
  services: Pick<Services, 'settings' | 'documents'>,
): Promise<Principal | undefined> {
  const session = await findSession(db, tokenHash);
  const user = session && (await userOf(session, db, services));
  return user && !('ended' in user) && !whatIsDue(user) ? user : undefined;
}

async function userOf(
  session: ActiveSession,
  db: Database,
  services: Pick<Services, 'settings' | 'documents'>,
): Promise<Principal | DeadSession> {
  if (session.actingFor !== null) {
    if (session.isStale) await touchSession(db, session);
    return (await actingPrincipal(db, session, session.actingFor, services)) ?? { ended: 'DELEGATION_ENDED' };
  }
  const own = await accessOf(db, session.userId, session.revision);
  const viewed = session.roleId === null ? undefined : await accessOfViewedRole(db, session.roleId, session.revision);
  // Who loses the right to view the role, or a right of the role, sees no more of it.
  if (session.roleId !== null && !(viewed && mayView(own, viewed))) return { ended: 'SESSION_ENDED' };
  if (session.isStale) await touchSession(db, session);
  const access = viewed ?? own;
  const user = {
    id: String(session.userId),
    username: session.username,
    name: session.name,
    permissions: access.permissions,
    roles: access.roles,
    sessionId: String(session.sessionId),
    ...(viewed && { viewedRole: viewed.role, viewerPermissions: own.permissions }),
    ...(session.password && { password: ownPassword(session.password) }),
    ...(session.factorDue && { factorDue: true }),
    revisions: { ...session.revisions, access: session.revision },
  };
  return rememberAccess(user, access);
}

function ownPassword({ until, ownIsForced, ...rest }: NonNullable<ActiveSession['password']>): OwnPassword {
  return { ...rest, ownIsForced: ownIsForced ?? false, until: until === null ? null : new Date(until) };
}
