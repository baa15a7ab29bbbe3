import type { Language } from '../core/types.ts';
import type { Stats } from './stats.ts';

interface Person {
  id?: unknown;
  name?: unknown;
  nameEn?: unknown;
  username?: unknown;
}

export interface Takeover {
  /** Who is signed in in this window, if anybody. */
  user: () => Person | null;
  /** Whose names are read. */
  language: () => Language;
  /** The state of the application as this token sees it. */
  stats: (token: string) => Promise<Stats>;
  /** Goes on as the user of the token. */
  adopt: (token: string, stats: Stats) => Promise<void>;
  /** The token does not hold; who stays signed in, if anybody. */
  refused: (now: string | undefined) => void;
  /** Whether to go on as somebody else than who is signed in. */
  agree: (now: string, then: string) => Promise<boolean>;
}

/**
 * A handed token in a window: checked with the server at once, kept only when it holds, and never in silence in place of another user's.
 * Rejects with the failure of the check when the server cannot be asked.
 */
export async function followHandedToken(token: string, { user, language, stats, adopt, refused, agree }: Takeover): Promise<void> {
  const seen = token === '' ? undefined : await stats(token);
  const now = user();
  const nameOf = (person: Person | null) => String((language() === 'en' && person?.nameEn) || (person?.name ?? person?.username ?? ''));
  if (!seen?.session.login) {
    refused(now ? nameOf(now) : undefined);
    return;
  }
  if (now && String(now.id) !== String(seen.user?.id) && !(await agree(nameOf(now), nameOf(seen.user)))) return;
  await adopt(token, seen);
}
