export type Strength = 'weak' | 'fair' | 'strong';

/** Beginnings everybody tries first. */
const COMMON = /^(?:pass|passw|password|qwert|abc|admin|letmein|welcome|iloveyou|targus|123|111|000|666|888)/i;

/**
 * How hard a password is to guess, roughly: how many different characters of how many kinds, with runs (aaa, 123, abc) counted once. A hint for
 * whoever types it; what is allowed is said by the rules.
 */
export function strengthOf(password: string): Strength {
  const characters = [...password];
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\p{L}\d]/u, /[^\p{ASCII}]/u].filter((kind) => kind.test(password)).length;
  const telling = characters.filter((character, index) => !continues(characters[index - 1], character)).length;
  const score = Math.min(telling, new Set(characters).size + 2) + kinds * 2 - (COMMON.test(password) ? 5 : 0);
  if (characters.length < 6 || score < 10) return 'weak';
  return score < 15 ? 'fair' : 'strong';
}

/** The same character again, or the next one of its row. */
function continues(before: string | undefined, character: string): boolean {
  if (before === undefined) return false;
  const step = (character.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0);
  return step === 0 || Math.abs(step) === 1;
}
