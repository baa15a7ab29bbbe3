import { checks as ruleChecks } from '../rules/checks.ts';

export type CheckName = 'date' | 'email' | 'url' | 'chinese-id' | 'credit-code' | 'bank-card' | 'iban';

/** Signs of a unified social credit code in the order they count; I, O, S, V and Z are none (GB 32100). */
const creditSigns = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const creditWeights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28] as const;

/** Unified social credit code, GB 32100: 18 signs, the last of which follows from the others. */
export function isCreditCode(code: string): boolean {
  if (!/^[0-9A-HJ-NPQRTUWXY]{18}$/.test(code)) return false;
  const sum = creditWeights.reduce((total, weight, at) => total + weight * creditSigns.indexOf(code.charAt(at)), 0);
  return creditSigns.charAt((31 - (sum % 31)) % 31) === code.charAt(17);
}

/** Numbers of bank cards, ISO/IEC 7812: every second digit from the right doubled, all digits together divisible by ten. */
function isCardNumber(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits) || /^0+$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** International bank account number, ISO 13616: the check digits moved to the end and letters as numbers, it leaves 1 when divided by 97. */
function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  let rest = 0;
  for (const sign of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

const own: Readonly<Partial<Record<CheckName, (value: string) => boolean>>> = {
  'credit-code': isCreditCode,
  'bank-card': isCardNumber,
  iban: isIban,
};

/** Whether a value passes a check. */
export function passes(check: CheckName, value: string): boolean {
  const test = own[check];
  return test ? test(value) : ruleChecks.get(check)?.(value) === undefined;
}
