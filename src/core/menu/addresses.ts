import { isSafePath } from '../redirect.ts';

/** `user/home/` -> `/user/home`. Undefined when it is no path inside the application: protocol, `//`, backslash, control characters. */
export function normalizePath(url: string): string | undefined {
  if (isPlain(url)) return url;
  if (/^[a-z][a-z0-9+.-]*:/i.test(url) || url.startsWith('//') || url.startsWith('\\')) return undefined;
  const path = url.startsWith('/') ? url : `/${url}`;
  const [, before = '', after = ''] = /^([^?#]*)(.*)$/s.exec(path) ?? [];
  const trimmed = before.length > 1 ? before.replace(/\/+$/, '') || '/' : before;
  const result = trimmed + after;
  return isSafePath(result) ? result : undefined;
}

/** Most paths hold nothing that needs a closer look; ten thousand of them are read at once. */
function isPlain(path: string): boolean {
  return /^(?:\/[\w:.-]+)+$/.test(path);
}

/** Path without query and fragment. */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}

/** An address a frame may show: http and https only (ROUTE-13). */
export function isFrameable(url: string): boolean {
  return /^https?:\/\/[^\s\\/?#]/i.test(url);
}

/** Where a click on an external item leads (MENU-07). */
export function externalHref(route: string, url: string): string {
  return `${route.startsWith('/') ? route : `/${route}`}?url=${encodeURIComponent(url.replace(/[\uD800-\uDFFF]/gu, '\uFFFD'))}`;
}
