import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { CallContract } from '../../src/core/types.ts';
import type { ContractSchemas } from '../../src/generated/contract-schemas.ts';
import type { Authenticate, DeadSession, Principal, Services } from '../contracts.ts';
import type { Database } from '../database/connection.ts';
import { ApiError } from '../errors.ts';
import { boundToCall, sinceIn } from '../modules/delegations/since.ts';
import { whatIsDue } from '../modules/identity/password-due.ts';
import type { Settings } from '../settings.ts';
import './log-lines.ts';

export interface Caller {
  user: Principal | undefined;
  token: string | undefined;
  /** Why the token no longer counts. */
  ended: DeadSession['ended'] | undefined;
}

/**
 * Decides who is calling and whether the contract lets them: before the body is even read.
 * A public call with a dead token is answered as to a visitor.
 * `byViewer`: while a role is viewed, the permissions of the person behind the view count.
 * `changes`: a session that only looks may not make the call; `onViewRefused` hears of it.
 * @throws ApiError CLIENT_UNAUTHORIZED, UNAUTHENTICATED, SESSION_EXPIRED, SESSION_SWITCHED, SESSION_ENDED, DELEGATION_ENDED, FORBIDDEN, VIEW_ONLY, NOT_WHILE_ACTING, PASSWORD_DUE, SECOND_FACTOR_DUE
 */
export async function admit(
  request: FastifyRequest,
  contract: CallContract,
  { services, db, authenticate, background, whileActing, whilePasswordDue, whileFactorDue, byViewer, changes, onViewRefused }: AdmitOptions,
): Promise<Caller> {
  if (contract.auth === 'basic' && !isKnownClient(request.headers.authorization, services.settings))
    throw new ApiError('CLIENT_UNAUTHORIZED');
  const token = contract.auth === 'bearer' ? bearerToken(request.headers.authorization) : undefined;
  const found = token === undefined ? undefined : await authenticate(token, db, services, background ? 'background' : 'person');
  const ended = found && 'ended' in found ? found.ended : undefined;
  const user = found && !('ended' in found) ? found : undefined;
  request.asker = user;
  if (user?.viewedRole && changes) {
    await onViewRefused(user);
    throw new ApiError('VIEW_ONLY');
  }
  if (contract.access === 'public') {
    // A visitor may make it: so may who acts for another user, but not in that user's name; and who has to set a password or a second factor first.
    const isServed = user && !whatIsDue(user, { whilePasswordDue, whileFactorDue }) && isInScope(user, contract, whileActing);
    return { user: isServed ? user : undefined, token, ended };
  }
  if (!user) throw new ApiError(ended ?? 'UNAUTHENTICATED');
  const due = whatIsDue(user, { whilePasswordDue, whileFactorDue });
  if (due) throw new ApiError(due);
  // An agent has no permission that only opens such calls: this is the better reason.
  if (!isInScope(user, contract, whileActing)) throw new ApiError('NOT_WHILE_ACTING');
  if (contract.access !== 'session') {
    const permissions = [contract.access.permission].flat();
    const held = (byViewer && user.viewerPermissions) || user.permissions;
    if (!permissions.some((permission) => held.has(permission))) throw new ApiError('FORBIDDEN');
    if (user.agent) boundToCall(user.agent, permissions);
  } else if (user.agent && typeof whileActing === 'object') {
    user.agent.since = sinceIn(user.agent, whileActing.menu);
  }
  return { user, token, ended: undefined };
}

interface AdmitOptions {
  services: Pick<Services, 'settings' | 'documents'>;
  db: Database;
  authenticate: Authenticate;
  background: ContractSchemas['background'];
  whileActing: ContractSchemas['whileActing'];
  whilePasswordDue: ContractSchemas['whilePasswordDue'];
  whileFactorDue: ContractSchemas['whileFactorDue'];
  byViewer: ContractSchemas['byViewer'];
  changes: boolean;
  onViewRefused: (user: Principal) => Promise<void>;
}

/**
 * Delegate mode (DELEG-05): a call that only asks for a session is about the person, so it is refused unless its contract says
 * that agents need it; what asks for a permission is covered by the permissions that were delegated.
 */
function isInScope({ agent }: Principal, { access }: CallContract, said: ContractSchemas['whileActing']): boolean {
  if (!agent) return true;
  const rule = said ?? (access === 'session' ? 'refused' : 'allowed');
  return typeof rule === 'object' ? agent.modules.has(rule.menu) : rule === 'allowed';
}

function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([A-Za-z0-9._~+/=-]{1,512})$/i.exec(header ?? '')?.[1];
}

function isKnownClient(header: string | undefined, settings: Settings): boolean {
  const encoded = /^Basic ([A-Za-z0-9+/=]{1,1024})$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return false;
  // Hashes have one length, so that the comparison tells nothing about the secret.
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(Buffer.from(encoded, 'base64').toString('utf8')), hash(`${settings.clientId}:${settings.clientSecret}`));
}
