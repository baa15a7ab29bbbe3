import { amountOf } from './amounts.ts';
import { dayOf } from './days.ts';

export type ValueName = 'text' | 'digits' | 'compact' | 'lower' | 'phone' | 'day' | 'amount' | 'percentage';

/** How the value of a place is written, from what stands there with wide signs made narrow. What cannot be read so stays as it stands. */
export const values: Readonly<Record<ValueName, (text: string) => string>> = {
  text: plain,
  digits: (text) => text.replaceAll(/\D/g, ''),
  compact: (text) => text.replaceAll(/[\s-]/g, '').toUpperCase(),
  lower: (text) => plain(text).toLowerCase(),
  phone: (text) => `${/^\s*\+/.test(text) ? '+' : ''}${text.replaceAll(/\D/g, '')}`,
  day: (text) => dayOf(text) ?? plain(text),
  amount: (text) => amountOf(text) ?? plain(text),
  percentage: (text) => {
    const number = text.replaceAll(/[^\d.+-]/g, '');
    return `${number}${text.includes('‰') ? '‰' : '%'}`;
  },
};

function plain(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
