import type { Language } from '../../../src/core/types.ts';
import { formatBytes, formatDate, formatNumber, formatPercent, formatPlain } from '../../shared/format.ts';

export type Format = 'text' | 'number' | 'date' | 'date-time' | 'bytes' | 'percent' | 'boolean' | 'localized' | 'list';
export interface Words {
  language: Language;
  yes: string;
  no: string;
  separator: string;
  localized: (value: unknown) => string;
}

/** A value as people read it; an empty text for nothing. */
export function valueText(value: unknown, format: Format, digits: number | undefined, words: Words): string {
  if (value === undefined || value === null || value === '') return '';
  switch (format) {
    case 'number':
      return formatNumber(value, words.language, digits);
    case 'percent':
      return formatPercent(value, words.language, digits);
    case 'bytes':
      return formatBytes(value, words.language);
    case 'date':
      return formatDate(value, words.language);
    case 'date-time':
      return formatDate(value, words.language, true);
    case 'boolean':
      return value === true || value === 'true' || value === 1 || value === '1' ? words.yes : words.no;
    case 'localized':
      return words.localized(value);
    case 'list':
    case 'text':
      return formatPlain(value, words.localized, words.separator);
  }
}
