import { isDay } from '../dates.ts';
import { isExternalAddress, isUrl } from './addresses.ts';
import { checkChineseId } from './chinese-id.ts';

/** A named check: the part that fails, or undefined. */
type Check = (text: string) => string | undefined;

function format(isValid: (text: string) => boolean): Check {
  return (text) => (isValid(text) ? undefined : 'format');
}

/** General e-mail pattern (RULE-25): local part of at most 64 characters, a domain with a dot. Linear time. */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  const domain = text.slice(at + 1);
  if (at < 1 || local.length > 64 || domain.length > 253) return false;
  if (!/^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u.test(local)) return false;
  const labels = domain.split('.');
  return labels.length > 1 && labels.every((label) => /^(?!-)[\p{L}\p{N}-]{1,63}(?<!-)$/u.test(label)) && /^\D/.test(labels.at(-1) ?? '');
}

/** The named checks of the rule meta-schema. */
export const checks: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['email', format(isEmail)],
  ['url', format(isUrl)],
  // RULE-06: exactly 11 digits.
  ['phone', format((text) => /^\d{11}$/.test(text))],
  ['chinese-id', checkChineseId],
  ['date', format(isDay)],
  ['digits', format((text) => /^\d+$/.test(text))],
  ['external-link', format(isExternalAddress)],
]);
