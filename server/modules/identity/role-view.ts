import { sql } from 'kysely';
import type { Principal, ViewedRole } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { type Origin, record } from '../audit/record.ts';
import { type Access, accessOfPrincipal, accessOfViewedRole, administrator, type RoleAccess } from './access.ts';
import type { PrincipalAnswer } from './principal.ts';
import { hashSecret, newSecret } from './secrets.ts';

/** The right to see the product as a role does. */
const permission = 'sys:role:view';

/** Whether somebody with these rights may view the role: nobody sees more as a role than they may see themselves. */
export function mayView(own: Access, viewed: RoleAccess): boolean {
  if (!own.permissions.has(permission)) return false;
  if (own.roles.includes(administrator)) return true;
  return viewed.role.code !== administrator && [...viewed.permissions].every((name) => own.permissions.has(name));
}

/**
 * Begins a session that has the rights of the role and changes nothing, and returns its token. It runs out with the session it is begun in.
 * @throws ApiError NOT_FOUND, BEYOND_RIGHTS, SESSION_ENDED
 */
export async function beginView(db: Database, user: Principal, roleId: string, origin: Origin): Promise<string> {
  const viewed = await accessOfViewedRole(db, Number(roleId), user.revisions.access);
  if (!viewed) throw new ApiError('NOT_FOUND');
  if (!mayView(accessOfPrincipal(user), viewed)) throw new ApiError('BEYOND_RIGHTS');
  const token = newSecret();
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: number }>`
      insert into session (token_hash, user_id, expires_at, ip, user_agent, role_id, parent_id)
      select ${hashSecret(token)}, own.user_id, own.expires_at, ${origin.ip}, ${origin.userAgent?.slice(0, 500) ?? null}, ${Number(roleId)}, own.id
      from session own where own.id = ${Number(user.sessionId)} and own.revoked_at is null
      returning id`.execute(transaction);
    if (rows.length === 0) throw new ApiError('SESSION_ENDED');
    await noteView(transaction, 'begin', { ...user, viewedRole: viewed.role }, origin);
  });
  return token;
}

/** An audit row with the person and the role: the view began, ended, or refused a call that changes something. */
export async function noteView(
  db: Database,
  verb: 'begin' | 'end' | 'refuse',
  actor: Pick<Principal, 'id' | 'username' | 'viewedRole'>,
  origin: Origin,
  detail: Record<string, unknown> = {},
): Promise<void> {
  await record(db, origin, { action: `role_view_${verb}`, targetType: 'role', targetId: actor.viewedRole?.id, actor, detail });
}

/** The person with the viewed role in place of their own roles. */
export function asViewed(principal: PrincipalAnswer, role: ViewedRole | undefined): PrincipalAnswer {
  if (!role) return principal;
  const roles = [{ id: role.id, roleCode: role.code, roleName: role.name }];
  return { ...principal, roles, roleList: roles };
}
