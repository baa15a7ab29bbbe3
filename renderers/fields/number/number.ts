export interface NumberLimits {
  min?: number;
  max?: number;
  precision?: number;
  step?: number;
}

/** Reads what people type: blanks, grouping commas and full-width digits are understood. Gives undefined for an empty text, NaN for no number. */
export function parseNumber(text: string): number | undefined {
  const plain = text.replace(/[０-９．－＋，]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)).replace(/\s/g, '');
  if (plain === '') return undefined;
  // Behind the point a comma groups nothing: 1.234,5 is written as elsewhere, and is not 1.2345.
  if (!/^[+-]?(\d[\d,]*\.?\d*|\.\d+)$/.test(plain)) return Number.NaN;
  return Number(plain.replaceAll(',', '')) || 0;
}

/** Rounds half away from zero to `precision` digits, on the decimal text so that 1.005 becomes 1.01. */
export function roundTo(value: number, precision: number | undefined): number {
  if (precision === undefined || !Number.isFinite(value) || Math.abs(value) >= 1e21) return value;
  const [mantissa = '0', exponent = '0'] = String(Math.abs(value)).split('e');
  const shifted = Math.round(Number(`${mantissa}e${Number(exponent) + precision}`));
  const [back = '0', backExponent = '0'] = String(shifted).split('e');
  return Math.sign(value) * Number(`${back}e${Number(backExponent) - precision}`) || 0;
}

/** The nearest number the limits allow. */
export function within(value: number, limits: NumberLimits): number {
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
  return String(value).includes('e')
    ? new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 20 }).format(value)
    : String(value);
}
