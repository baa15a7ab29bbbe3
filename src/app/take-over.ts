import { isSamePerson, type Person, personAt } from './person.ts';
import type { Stats } from './stats.ts';

export interface Takeover {
  /** Who sits at this window: {} when nobody knows who is signed in, undefined when nobody is. */
  user: () => Person | undefined;
  /** What a dialog calls somebody. */
  nameOf: (person: Person | null) => string;
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
 * A handed token in a window: checked with the server at once, kept only when it holds, and never in silence in place of another user's, nor of one
 * nobody can tell from the other. Rejects with the failure of the check when the server cannot be asked.
 */
export async function followHandedToken(token: string, { user, nameOf, stats, adopt, refused, agree }: Takeover): Promise<void> {
  const seen = token === '' ? undefined : await stats(token);
  const now = user();
  if (!seen?.session.login) {
    refused(now && nameOf(now));
    return;
  }
  const then = personAt(seen);
  if (now && !isSamePerson(now, then) && !(await agree(nameOf(now), nameOf(then)))) return;
  await adopt(token, seen);
}
