import { readDay } from '../date-signs.ts';
import { isDayStamp } from './day.ts';
import type { AmountLimits } from './document.ts';

/** Why a text is no amount: `form` it is no number, `digits` too many before the point, `decimals` too many behind it, `day` no calendar day. */
export type AmountFault = 'form' | 'digits' | 'decimals' | 'day';
/** The amount in its plain form (`-1234.5`), null for nothing at all, or why the text is none. */
export type ReadAmount = { value: string | null } | { fault: AmountFault };

const plain = /^(-?)(\d+)(?:\.(\d*))?$/;
const grouped = /^-?[1-9]\d{0,2}(?:([, '])\d{3})(?:\1\d{3})*(?:\.\d*)?$/;

/** Marks of footnotes, which stand beside an amount and are none of its digits: raised, lowered and within circles or brackets. */
const marks = /[\u00b2\u00b3\u00b9\u2070-\u209c\u2460-\u24ff\u2776-\u2793\u3251-\u325f\u32b1-\u32bf]/;

/**
 * Reads what people type or copy from a spreadsheet: signs of thousands (`1,234.50`), brackets for negative amounts (`(1,234.50)`),
 * a sign of currency, full-width characters, `.5`, and the dash by which spreadsheets show a zero. `1,5` and `0,125` are no amounts:
 * whether the comma parts thousands or decimals cannot be known, or it parts decimals. (RULE-21)
 */
export function readAmount(text: string, { digits, decimals }: AmountLimits): ReadAmount {
  if (marks.test(text)) return { fault: 'form' };
  const normal = normalize(text).replace(/^(-?)\.(?=\d)/, '$10.');
  if (normal === '') return { value: null };
  if (normal === '-') return { value: '0' };
  const [, sign = '', whole = '', fraction = ''] = plain.exec(grouped.test(normal) ? normal.replaceAll(/[, ']/g, '') : normal) ?? [];
  if (whole === '') return { fault: 'form' };
  const integer = whole.replace(/^0+(?=\d)/, '');
  const rest = fraction.replace(/0+$/, '');
  if (integer.length > digits) return { fault: 'digits' };
  if (rest.length > decimals) return { fault: 'decimals' };
  const value = rest === '' ? integer : `${integer}.${rest}`;
  return { value: value === '0' ? '0' : sign + value };
}

function normalize(text: string): string {
  const signs = text
    .normalize('NFKC')
    .replaceAll(/[\s\u200B-\u200F\u2060\uFEFF]+/g, ' ')
    .replaceAll(/[\u2212\u2013\u2014]/g, '-')
    .replaceAll('\u2019', "'")
    .trim();
  const negative = /^\((.*)\)$/.exec(signs);
  const inner = (negative?.[1] ?? signs).replace(/^(-?) ?[¥\u5143] ?/, '$1').replace(/ ?\u5143$/, '');
  const bare = inner.trim().replace(/^- /, '-');
  if (!negative) return bare;
  // A sign within the brackets says the same twice or the opposite: nobody can know.
  return bare.startsWith('-') || bare === '' ? signs : `-${bare}`;
}

/** An amount in its plain form for readers: `-1,234.50`. */
export function formatAmount(value: string, decimals?: number): string {
  const [, sign = '', whole = '', fraction = ''] = plain.exec(value) ?? [];
  if (whole === '') return value;
  const shown = decimals === undefined ? fraction : fraction.padEnd(decimals, '0');
  return `${sign}${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}${shown === '' ? '' : `.${shown}`}`;
}

/** A calendar day (`2026-03-31`) as the timestamp of its midnight in UTC, in milliseconds and as text; null for an empty text. */
export function readDayStamp(text: string): ReadAmount {
  if (text.trim() === '') return { value: null };
  const stamp = String(Date.parse(`${readDay(text)}T00:00:00Z`));
  return isDayStamp(stamp) ? { value: stamp } : { fault: 'day' };
}
