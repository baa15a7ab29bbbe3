import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashSecret } from '../identity/secrets.ts';

const seconds = 600;

/**
 * Each sign-in has a cookie of its own, so that two tabs can sign in at once. Over https its name begins so that no browser takes it from another host of the same domain, nor from
 * plain http: it would bind a sign-in somebody else began.
 */
function nameOf(state: string, origin: string): string {
  return `${isSecure(origin) ? '__Host-' : ''}targus_sso_${hashSecret(state).toString('hex').slice(0, 16)}`;
}

function isSecure(origin: string): boolean {
  return origin.startsWith('https:');
}

/** Binds a sign-in to this browser. Scripts cannot read it, and ten minutes later it is gone. */
export function bind(reply: FastifyReply, { state, browser, origin }: { state: string; browser: string; origin: string }): void {
  reply.header('set-cookie', cookie(nameOf(state, origin), browser, seconds, origin));
}

/** What this browser was given for the sign-in of this state. */
export function bound(request: FastifyRequest, { state, origin }: { state: string; origin: string }): string | undefined {
  const wanted = `${nameOf(state, origin)}=`;
  const found = (request.headers.cookie ?? '').split(';').map((part) => part.trim());
  const value = found.find((part) => part.startsWith(wanted))?.slice(wanted.length);
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
}

/** Takes the cookie of a sign-in away. */
export function unbind(reply: FastifyReply, { state, origin }: { state: string; origin: string }): void {
  reply.header('set-cookie', cookie(nameOf(state, origin), '', 0, origin));
}

function cookie(name: string, value: string, age: number, origin: string): string {
  const parts = [`${name}=${value}`, path(origin), `Max-Age=${age}`, 'HttpOnly', 'SameSite=Lax'];
  return [...parts, ...(isSecure(origin) ? ['Secure'] : [])].join('; ');
}

/** Names that begin with `__Host-` are for the whole host. */
function path(origin: string): string {
  return isSecure(origin) ? 'Path=/' : 'Path=/api/login/oauth2';
}
