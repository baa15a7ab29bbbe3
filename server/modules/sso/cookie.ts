import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieSecret, giveCookie } from '../../cookies.ts';
import { hashSecret } from '../identity/secrets.ts';

const seconds = 600;

/** Each sign-in has a cookie of its own, so that two tabs can sign in at once. Another host of the same domain could bind a sign-in it began itself: see `giveCookie`. */
const nameOf = (state: string): string => `targus_sso_${hashSecret(state).toString('hex').slice(0, 16)}`;

/** Binds a sign-in to this browser. Scripts cannot read it, and ten minutes later it is gone. */
export function bind(reply: FastifyReply, { state, browser, origin }: { state: string; browser: string; origin: string }): void {
  give(reply, { state, origin, value: browser, age: seconds });
}

/** What this browser was given for the sign-in of this state. */
export function bound(request: FastifyRequest, { state, origin }: { state: string; origin: string }): string | undefined {
  return cookieSecret(request, origin, nameOf(state));
}

/** Takes the cookie of a sign-in away. */
export function unbind(reply: FastifyReply, { state, origin }: { state: string; origin: string }): void {
  give(reply, { state, origin, value: '', age: 0 });
}

function give(reply: FastifyReply, { state, origin, ...rest }: { state: string; origin: string; value: string; age: number }): void {
  giveCookie(reply, origin, { ...rest, name: nameOf(state), path: '/api/login/oauth2', sameSite: 'Lax' });
}
