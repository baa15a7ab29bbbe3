import type { Language } from '../../src/core/types.ts';
import { type Digits, figureText, placesOf } from './figure-text.ts';
import { formatBytes, formatDate, formatPercent, formatPlain } from './format.ts';

/** The formats every widget that shows values knows, under these names. */
export type ValueFormat = 'text' | 'number' | 'percent' | 'bytes' | 'date' | 'dateTime' | 'boolean' | 'multilingual' | 'list';
/** What formats need of the window. */
export interface Words {
  language: Language;
  yes: string;
  no: string;
  separator: string;
  localized: (value: unknown) => string;
}

/** A value as people read it; an empty text for nothing. */
export function valueText(value: unknown, format: ValueFormat, digits: Digits, words: Words): string {
  if (value === undefined || value === null || value === '') return '';
  switch (format) {
    case 'number':
      return figureText(value, words.language, digits);
    case 'percent':
      return formatPercent(value, words.language, placesOf(Number(value) * 100, digits));
    case 'bytes':
      return formatBytes(value, words.language);
    case 'date':
      return formatDate(value);
    case 'dateTime':
      return formatDate(value, true);
    case 'boolean':
      return value === true || value === 'true' || value === 1 || value === '1' ? words.yes : words.no;
    case 'multilingual':
      return words.localized(value);
    case 'list':
    case 'text':
      return formatPlain(value, words.localized, words.separator);
  }
}
