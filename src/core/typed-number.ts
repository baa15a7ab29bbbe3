/**
 * Reads what people type: full-width digits, and commas or blanks where they group by three. Gives undefined for an empty text, NaN for what
 * is no number or has more digits than one keeps, those beyond `precision` decimals aside.
 */
export function parseNumber(text: string, precision?: number): number | undefined {
  const plain = plainNumber(text);
  if (plain === '') return undefined;
  if (plain === undefined || !isExact(plain, precision)) return Number.NaN;
  return Number(plain) || 0;
}

/** Why a text cannot be read, as a text key. */
export function unreadable(text: string, precision?: number): 'field.noNumber' | 'field.longNumber' | undefined {
  if (!Number.isNaN(parseNumber(text, precision))) return undefined;
  return plainNumber(text) === undefined ? 'field.noNumber' : 'field.longNumber';
}

/** The text without what groups its digits; undefined where it is no number. 0,125, 1,5 and 1.234,5 are written as elsewhere, and are neither 125, 15 nor 1.2345. */
export function plainNumber(text: string): string | undefined {
  const typed = text
    .replace(/[０-９．－＋，]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .trim()
    .replace(/^([+-])\s+/, '$1');
  if (!/^[+-]?((\d+|[1-9]\d{0,2}([,\s])\d{3}(\3\d{3})*)(\.\d*)?|\.\d+)?$/.test(typed)) return undefined;
  return /^[+-]$/.test(typed) ? undefined : typed.replace(/[,\s]/g, '');
}

/** A number in digits, without exponent. */
export function digitsText(value: number): string {
  const text = String(value);
  return text.includes('e') ? new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 20 }).format(value) : text;
}

/** Whether a number keeps every digit, as far as they are not rounded off: 9007199254740993 would come back as ...992. */
function isExact(plain: string, precision: number | undefined): boolean {
  const kept = precision === undefined ? plain : plain.replace(new RegExp(`(\\.\\d{${precision}})\\d+$`), '$1');
  const number = Number(kept);
  return Number.isFinite(number) && digitsOf(kept) === digitsOf(digitsText(number));
}

/** Digits from the first to the last that is not zero, with the point among them. */
function digitsOf(plain: string): string {
  const [whole = '', fraction = ''] = plain.replace(/^[+-]/, '').split('.');
  return `${whole.replace(/^0+/, '')}.${fraction.replace(/0+$/, '')}`;
}
