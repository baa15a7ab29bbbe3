import { isDay } from '../../../../src/core/dates.ts';
import type { Recognised } from '../tables.ts';

export type Values = Omit<Recognised, 'source' | 'reason'>;

export const noValues: Values = {
  ocrCode: null,
  ocrNum: null,
  ocrDate: null,
  ocrCheckNum: null,
  ocrBuyer: null,
  ocrSeller: null,
  ocrAmount: null,
};

/**
 * What the QR code of a Chinese VAT invoice says: `01,type,code,number,amount,yyyymmdd,checkcode,crypto,`. The amount is before tax. Special
 * invoices have no check code, fully digital ones no invoice code and a number of 20 digits. Nothing where it is some other code.
 */
export function readInvoiceCode(text: string): Values | undefined {
  const [version, kind = '', code = '', number = '', amount = '', day = '', check = ''] = text.split(',').map((part) => part.trim());
  if (version !== '01' || !/^\d{2}$/.test(kind) || !/^(\d{8}|\d{20})$/.test(number)) return undefined;
  if (code !== '' && !/^\d{10,12}$/.test(code)) return undefined;
  return {
    ...noValues,
    ocrCode: code || null,
    ocrNum: number,
    ocrDate: dayOf(day.slice(0, 4), day.slice(4, 6), day.slice(6, 8)),
    ocrCheckNum: /^\d{1,20}$/.test(check) ? check : null,
    ocrAmount: amountOf(amount),
  };
}

/** A calendar day that exists, as YYYY-MM-DD. */
export function dayOf(year: string, month: string, day: string): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(text) ? text : null;
}

/** An amount as decimal text with two digits; null for what is none. */
export function amountOf(text: string): string | null {
  const [, sign = '', whole = '', digits = ''] = /^(-?)(\d{1,14})(?:\.(\d{1,2}))?$/.exec(text.replaceAll(/[,\s]/g, '')) ?? [];
  return whole === '' ? null : `${sign}${whole.replace(/^0+(?=\d)/, '')}.${digits.padEnd(2, '0')}`;
}
