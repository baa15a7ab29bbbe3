import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashSecret } from '../identity/secrets.ts';

const path = '/api/login/oauth2';
const seconds = 600;

/** Each sign-in has a cookie of its own, so that two tabs can sign in at once. */
function nameOf(state: string): string {
  return `targus_sso_${hashSecret(state).toString('hex').slice(0, 16)}`;
}

/** Binds a sign-in to this browser. Scripts cannot read it, and it goes nowhere but to the calls of single sign-on. */
export function bind(reply: FastifyReply, { state, browser, origin }: { state: string; browser: string; origin: string }): void {
  reply.header('set-cookie', cookie(nameOf(state), browser, seconds, origin));
}

/** What this browser was given for the sign-in of this state. */
export function bound(request: FastifyRequest, state: string): string | undefined {
  const wanted = `${nameOf(state)}=`;
  const found = (request.headers.cookie ?? '').split(';').map((part) => part.trim());
  const value = found.find((part) => part.startsWith(wanted))?.slice(wanted.length);
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
}

/** Takes the cookie of a sign-in away. */
export function unbind(reply: FastifyReply, { state, origin }: { state: string; origin: string }): void {
  reply.header('set-cookie', cookie(nameOf(state), '', 0, origin));
}

function cookie(name: string, value: string, age: number, origin: string): string {
  const parts = [`${name}=${value}`, `Path=${path}`, `Max-Age=${age}`, 'HttpOnly', 'SameSite=Lax'];
  return [...parts, ...(origin.startsWith('https:') ? ['Secure'] : [])].join('; ');
}
