/** Characters that browsers drop or read as something else: controls, line separators, byte order marks, backslash. */
const UNSAFE_CHARACTERS = /[\p{Cc}\p{Zl}\p{Zp}\\\ufeff]/u;

/** Times a path may be encoded. More is never an accident. */
const MAX_ENCODINGS = 3;

/**
 * True for a path inside the application: starts with one slash, and its path part holds no second slash beside the first, no backslash
 * and no control character, however often encoded. Needs no URL parser, so that browser and server decide alike.
 */
export function isSafePath(path: string): boolean {
  if (!path.startsWith('/') || path.length > 2_048 || UNSAFE_CHARACTERS.test(path)) return false;
  let [text = ''] = path.split(/[?#]/, 1);
  for (let round = 0; round <= MAX_ENCODINGS; round += 1) {
    if (UNSAFE_CHARACTERS.test(text) || text.includes('//')) return false;
    const decoded = decode(text);
    if (decoded === undefined) return false;
    if (decoded === text) return true;
    text = decoded;
  }
  return false;
}

/**
 * The path a redirect parameter leads to, or the fallback. Accepts a path inside the application, or an address of exactly `origin`
 * (scheme, host and port without a slash at the end), of which the path is kept.
 */
export function safeRedirect(target: unknown, origin: string, fallback = '/'): string {
  if (typeof target !== 'string') return fallback;
  const path = origin !== '' && target.startsWith(`${origin}/`) ? target.slice(origin.length) : target;
  return isSafePath(path) ? path : fallback;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // A broken escape cannot be judged.
    return undefined;
  }
}
