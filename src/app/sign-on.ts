import type { AppState, Client } from '../engine/types.ts';

type Way = AppState['session']['authProperties']['configs'][number];

/**
 * Where a way of single sign-on begins (LOGIN-11): the address the server names, on this origin or another one, by http or https and
 * without a name or password in it. undefined when there is no such way or its address is none.
 */
export function signOnAddress(ways: readonly Way[], protocol: string, origin: string): string | undefined {
  const named = ways.find((way) => way.protocol === protocol && way.protocol !== 'INTERNAL')?.oauthAuthorizationUrl;
  if (typeof named !== 'string' || named === '' || !URL.canParse(named, origin)) return undefined;
  const address = new URL(named, origin);
  const isPlain = address.username === '' && address.password === '';
  return isPlain && /^https?:$/.test(address.protocol) ? address.href : undefined;
}

/**
 * Signs out of a session that came through single sign-on (API-11). Where to go on for the sign-out at the provider, if it has such a
 * place. Rejects when the server does not confirm.
 */
export async function signOffAddress(client: Client, call: string, token?: string): Promise<string | undefined> {
  const answer = await client.call(call, { quiet: true, tolerant: true, token });
  const named = typeof answer === 'object' && answer !== null ? (answer as { logoutUrl?: unknown }).logoutUrl : undefined;
  return typeof named === 'string' && URL.canParse(named) && /^https?:$/.test(new URL(named).protocol) ? named : undefined;
}
