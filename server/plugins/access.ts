import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { CallContract } from '../../src/core/types.ts';
import type { Authenticate, Principal } from '../contracts.ts';
import type { Database } from '../database/connection.ts';
import { ApiError } from '../errors.ts';
import type { Settings } from '../settings.ts';

export interface Caller {
  user: Principal | undefined;
  token: string | undefined;
}

/**
 * Decides who is calling and whether the contract lets them: before the body is even read.
 * A public call with a dead token is answered as to a visitor.
 * `changes`: a session that only looks may not make the call; `onRefused` hears of it.
 * @throws ApiError CLIENT_UNAUTHORIZED, UNAUTHENTICATED, SESSION_EXPIRED, SESSION_ENDED, VIEW_ONLY, FORBIDDEN
 */
export async function admit(
  request: FastifyRequest,
  contract: CallContract,
  { settings, db, authenticate }: { settings: Settings; db: Database; authenticate: Authenticate },
  changes: boolean,
  onRefused: (user: Principal) => Promise<void>,
): Promise<Caller> {
  if (contract.auth === 'basic' && !isKnownClient(request.headers.authorization, settings)) throw new ApiError('CLIENT_UNAUTHORIZED');
  const token = contract.auth === 'bearer' ? bearerToken(request.headers.authorization) : undefined;
  const found = token === undefined ? undefined : await authenticate(token, db);
  const user = found && !('ended' in found) ? found : undefined;
  if (user?.viewedRole && changes) {
    await onRefused(user);
    throw new ApiError('VIEW_ONLY');
  }
  if (contract.access === 'public') return { user, token };
  if (!user) throw new ApiError(found && 'ended' in found ? found.ended : 'UNAUTHENTICATED');
  if (contract.access !== 'session') {
    const permissions = [contract.access.permission].flat();
    if (!permissions.some((permission) => user.permissions.has(permission))) throw new ApiError('FORBIDDEN');
  }
  return { user, token };
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
