import { isDay } from '../dates.ts';

/** First two digits of the region code: provinces, municipalities, autonomous and special regions, and 91 for births abroad. */
const PROVINCES = new Set(
  '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 91'.split(' '),
);
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2] as const;
const CHECK_CHARACTERS = '10X98765432';

/**
 * Chinese identity number, GB 11643 (RULE-22): 17 digits and a check character, a birth date that exists, a known province, and the right
 * check character, in this order. Returns 'format', 'address' or 'check-digit', or undefined when all is well.
 */
export function checkChineseId(text: string): string | undefined {
  const id = text.toUpperCase();
  const [, year, month, day] = /^\d{6}(\d{4})(\d{2})(\d{2})\d{3}[\dX]$/.exec(id) ?? [];
  if (!isDay(`${year}-${month}-${day}`)) return 'format';
  if (!PROVINCES.has(id.slice(0, 2))) return 'address';
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(id.charAt(index)), 0);
  return CHECK_CHARACTERS.charAt(sum % 11) === id.charAt(17) ? undefined : 'check-digit';
}
