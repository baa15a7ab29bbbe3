import { formatDate as byPattern } from '../../src/core/dates.ts';
import { isLocalized } from '../../src/core/language.ts';
import type { Language } from '../../src/core/types.ts';

/** Tags of Intl for our languages. */
const locales: Record<Language, string> = { 'zh-Hans': 'zh-CN', 'zh-Hant': 'zh-TW', en: 'en' };

/**
 * Days by pattern: what Intl writes differs between versions of browsers. Year, month, day is the one order nobody mistakes in any of the languages, and
 * the one in which days are typed, exported and named in texts of the server.
 */
const day = 'YYYY-MM-DD';

function number(value: unknown): number | undefined {
  const result = typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  return Number.isFinite(result) ? result : undefined;
}

const numberFormats: Record<string, Intl.NumberFormat> = {};

/** Made once each: making one takes far longer than using it. */
function numberFormat(language: Language, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language + JSON.stringify(options);
  numberFormats[key] ??= new Intl.NumberFormat(locales[language], options);
  return numberFormats[key];
}

/** A number as people of the language write it; a text that is no number stays as it is. */
export function formatNumber(value: unknown, language: Language, digits?: number): string {
  const parsed = number(value);
  if (parsed === undefined) return String(value ?? '');
  const fraction = digits === undefined ? { maximumFractionDigits: 10 } : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  // A text keeps all its digits, of which a number has about 15.
  return numberFormat(language, fraction).format(typeof value === 'string' ? (value.trim() as Intl.StringNumericLiteral) : parsed);
}

/** A share (0.25) as per cent (25%). */
export function formatPercent(value: unknown, language: Language, digits = 0): string {
  const parsed = number(value);
  if (parsed === undefined) return String(value ?? '');
  return numberFormat(language, { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits }).format(parsed);
}

const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];
/** A size in bytes with the largest unit (of 1,024) that keeps it at 1 or more, at most one digit after the point. */
export function formatBytes(value: unknown, language: Language): string {
  const parsed = number(value);
  if (parsed === undefined || parsed < 0) return String(value ?? '');
  const power = parsed < 1 ? 0 : Math.min(Math.floor(Math.log2(parsed) / 10), units.length - 1);
  const shown = numberFormat(language, { maximumFractionDigits: 1 }).format(parsed / 1024 ** power);
  return `${shown} ${units[power]}`;
}

/** A day, or with `time` a moment, in the one form all languages share. Takes ISO texts, `2026-01-02 03:04:05`, milliseconds and dates. */
export function formatDate(value: unknown, time = false): string {
  if (value === undefined || value === null || value === '') return '';
  return byPattern(value, time ? `${day} HH:mm:ss` : day) || String(value);
}

/** A value no format was asked for: wordings in the language of the window (I18N-04), parts of lists one by one, other objects as JSON. */
export function formatPlain(value: unknown, localized: (value: unknown) => string, separator: string): string {
  if (value === undefined || value === null) return '';
  if (isLocalized(value)) return localized(value);
  if (Array.isArray(value)) return value.map((part) => formatPlain(part, localized, separator)).join(separator);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
