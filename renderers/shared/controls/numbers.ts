import { digitsText } from '../../../src/core/typed-number.ts';

export interface NumberLimits {
  min?: number;
  max?: number;
  precision?: number;
  step?: number;
}

/** The first edit of a text that a field wrote with separators: without them, for they group something else now; and where the edit ended. */
export function ungrouped(before: string, after: string): { text: string; at: number } {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let rest = 0;
  while (rest < most - start && before.at(-1 - rest) === after.at(-1 - rest)) rest += 1;
  const [head = '', tail = ''] = [after.slice(0, start), after.slice(after.length - rest)].map((part) => part.replaceAll(',', ''));
  const until = head + after.slice(start, after.length - rest);
  return { text: until + tail, at: until.length };
}

/** Rounds half away from zero to `precision` digits, on the decimal text so that 1.005 becomes 1.01. */
export function roundTo(value: number, precision: number | undefined): number {
  if (precision === undefined || !Number.isFinite(value) || Math.abs(value) >= 1e21) return value;
  const [mantissa = '0', exponent = '0'] = String(Math.abs(value)).split('e');
  const shifted = Math.round(Number(`${mantissa}e${Number(exponent) + precision}`));
  const [back = '0', backExponent = '0'] = String(shifted).split('e');
  return Math.sign(value) * Number(`${back}e${Number(backExponent) - precision}`) || 0;
}

/** Which limits a value is beyond, as a text key. What is no number is beyond none. */
export function beyond(
  value: unknown,
  { min, max }: NumberLimits,
): 'field.numberBetween' | 'field.numberFrom' | 'field.numberTo' | undefined {
  if (typeof value !== 'number' || !(value < (min ?? value) || value > (max ?? value))) return undefined;
  if (min !== undefined && max !== undefined) return 'field.numberBetween';
  return min === undefined ? 'field.numberTo' : 'field.numberFrom';
}

/** The nearest number the limits allow. */
function within(value: number, limits: NumberLimits): number {
  const rounded = roundTo(value, limits.precision);
  return Math.min(limits.max ?? Number.POSITIVE_INFINITY, Math.max(limits.min ?? Number.NEGATIVE_INFINITY, rounded));
}

/** The value `count` steps further; an empty field starts at zero or the nearest limit. */
export function stepBy(value: number | undefined, count: number, limits: NumberLimits): number {
  const step = limits.step ?? 1;
  const digits = Math.max(decimals(step), decimals(value ?? 0));
  return within(roundTo((value ?? 0) + count * step, digits), limits);
}

function decimals(value: number): number {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - Number(exponent));
}

/** Text of a value: fixed digits when a precision is given, no exponent. */
export function numberText(value: number | undefined, precision: number | undefined, grouping: boolean, language: string): string {
  if (value === undefined || !Number.isFinite(value)) return '';
  if (grouping) {
    return new Intl.NumberFormat(language, { minimumFractionDigits: precision ?? 0, maximumFractionDigits: precision ?? 20 }).format(value);
  }
  if (precision !== undefined && Math.abs(value) < 1e21) return roundTo(value, precision).toFixed(precision);
  return digitsText(value);
}
