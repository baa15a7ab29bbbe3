import type { FastifyReply, FastifyRequest } from 'fastify';

/** Over https the name of a cookie begins so that no browser takes it from another host of the same domain, nor from plain http. Such a cookie goes to the whole host. */
const hostOnly = '__Host-';

interface Cookie {
  name: string;
  value: string;
  /** Where it is sent over plain http; over https the whole host. */
  path: string;
  /** Seconds; 0 takes it away. */
  age: number;
  sameSite: 'Lax' | 'Strict';
}

/** Gives the browser a cookie scripts cannot read. `origin`: where people open the application (`publicOrigin`). */
export function giveCookie(reply: FastifyReply, origin: string, { name, value, path, age, sameSite }: Cookie): void {
  const isSecure = isOverTls(origin, reply.request);
  const parts = [
    `${cookieName(name, isSecure)}=${value}`,
    `Path=${isSecure ? '/' : path}`,
    `Max-Age=${age}`,
    'HttpOnly',
    `SameSite=${sameSite}`,
  ];
  reply.header('set-cookie', [...parts, ...(isSecure ? ['Secure'] : [])].join('; '));
}

/** The secret of 256 bits a browser brings under this name; undefined where it brings none. */
export function cookieSecret(request: Pick<FastifyRequest, 'headers' | 'protocol'>, origin: string, name: string): string | undefined {
  const wanted = `${cookieName(name, isOverTls(origin, request))}=`;
  const found = (request.headers.cookie ?? '').split(';').map((part) => part.trim());
  const value = found.find((part) => part.startsWith(wanted))?.slice(wanted.length);
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
}

function cookieName(name: string, isSecure: boolean): string {
  return `${isSecure ? hostOnly : ''}${name}`;
}

/** Without PUBLIC_URL a proxy before us may speak TLS all the same. */
function isOverTls(origin: string, { protocol }: Pick<FastifyRequest, 'protocol'>): boolean {
  return origin.startsWith('https:') || protocol === 'https';
}
