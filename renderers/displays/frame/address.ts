/** Why an address is not framed, or the address that is. */
export type Framed = { address: string; isOwn: boolean } | { refused: 'empty' | 'notAnAddress' | 'scheme' };

/** ROUTE-13: only http and https addresses are framed. `origin` is that of this window. */
export function framed(source: string | null | undefined, origin: string): Framed {
  const text = source?.trim();
  if (!text) return { refused: 'empty' };
  if (!URL.canParse(text)) return { refused: 'notAnAddress' };
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { refused: 'scheme' };
  return { address: url.href, isOwn: url.origin === origin };
}

/** What a framed page may do. One of our own origin never gets scripts and its origin at once: it could take the sandbox off. */
export function sandbox(isOwn: boolean, allowSameOrigin: boolean): string {
  const basic = 'allow-forms allow-scripts allow-popups allow-popups-to-escape-sandbox allow-downloads allow-modals';
  return allowSameOrigin && !isOwn ? `${basic} allow-same-origin` : basic;
}
