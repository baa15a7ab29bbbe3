import type { AppDocument, Language, LocalizedText } from './types.ts';

const LANGUAGES: readonly Language[] = ['zh-Hans', 'zh-Hant', 'en'];

export function isLanguage(code: unknown): code is Language {
  return LANGUAGES.some((language) => language === code);
}

/** Which languages an application offers, and what other codes of them it knows. */
export type OfferedLanguages = Pick<AppDocument, 'languages' | 'languageAliases'>;

/**
 * Language of this browser (I18N-01 to I18N-03): the stored one, else the first browser language the application knows by itself, by its
 * aliases or by its main part (`en-GB` is `en`), else the default.
 */
export function detectLanguage(from: {
  stored?: string | null;
  browser?: readonly string[];
  app: OfferedLanguages & Pick<AppDocument, 'defaultLanguage'>;
}): Language {
  for (const code of [from.stored, ...(from.browser ?? [])]) {
    const found = offeredLanguage(code, from.app);
    if (found) return found;
  }
  return from.app.defaultLanguage;
}

/** The language a code stands for in this application: as it is, by an alias or by its main part, in this order. undefined: none of them. */
export function offeredLanguage(code: unknown, { languages, languageAliases = {} }: OfferedLanguages): Language | undefined {
  if (typeof code !== 'string' || code === '') return undefined;
  const offered = new Set<string>(languages.map((language) => language.code));
  const aliases = new Map(Object.entries(languageAliases).map(([from, to]) => [from.toLowerCase(), to]));
  const resolve = (wanted: string): Language | undefined => {
    // An alias may lead to another code of a language: zh-CN is no language of its own.
    const found = byOwnCode(wanted) ?? byAnyCode(aliases.get(wanted));
    return found !== undefined && offered.has(found) ? found : undefined;
  };
  // zh-Hant-HK, zh-Hant, zh
  const parts = code.toLowerCase().split(/[-_]/);
  for (let length = parts.length; length > 0; length -= 1) {
    const found = resolve(parts.slice(0, length).join('-'));
    if (found) return found;
  }
  return undefined;
}

function byOwnCode(code: string): Language | undefined {
  return LANGUAGES.find((language) => language.toLowerCase() === code.toLowerCase());
}

function byAnyCode(code: string | undefined): Language | undefined {
  if (code === undefined) return undefined;
  const isOf = (language: Language): boolean => SYNONYMS[language].some((synonym) => synonym.toLowerCase() === code.toLowerCase());
  return byOwnCode(code) ?? LANGUAGES.find(isOf);
}

/** An entry of a value of type i18n (I18N-04): language, text, default flag. */
export interface I18nEntry {
  l: string;
  t: string;
  d?: boolean | string | number;
}

/** Language codes data may use for ours. */
const SYNONYMS: Readonly<Record<Language, readonly string[]>> = {
  'zh-Hans': ['zh-Hans', 'zh-CN', 'zh', 'zh_CN'],
  'zh-Hant': ['zh-Hant', 'zh-TW', 'zh-HK', 'zh_TW', 'zh_HK'],
  en: ['en', 'en-US', 'en_US', 'en-GB'],
};

/**
 * Text of a localized value in a language (I18N-04): an i18n list (or its JSON text), an object with one wording a language, or plain
 * text. Lists: the entry of the language, else the default entry, else that of the fallback, else the first. Objects: the language, else
 * the fallback, else any. Missing gives ''.
 */
export function localizedText(value: unknown, language: Language, fallback: Language = 'en'): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return fromText(value, language, fallback);
  if (Array.isArray(value)) return fromList(value.filter(isEntry), language, fallback);
  return typeof value === 'object' ? fromObject(value as LocalizedText, language, fallback) : '';
}

/**
 * Whether a value is one wording in several languages (I18N-04): a list of entries, the JSON text of one, or an object whose properties are
 * languages. An empty list is none.
 */
export function isLocalized(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isEntry);
  if (typeof value === 'string') return fromText(value, 'en', 'en') !== value;
  if (typeof value !== 'object' || value === null) return false;
  const codes = Object.keys(value);
  return codes.length > 0 && codes.every((code) => LANGUAGES.some((language) => SYNONYMS[language].includes(code)));
}

/** What a person is called: in English by the English name where there is one, else by the name, else by the account; '' for nobody. */
export function personName(person: unknown, language: Language): string {
  if (typeof person !== 'object' || person === null) return '';
  const { nameEn, name, username } = person as Record<string, unknown>;
  return String((language === 'en' && nameEn) || name || username || '');
}

/** Dictionary labels arrive as plain text or as the JSON text of a list (DICT-01). */
function fromText(text: string, language: Language, fallback: Language): string {
  if (!/^\s*\[\s*\{/.test(text) || text.length > 20_000) return text;
  try {
    const parsed: unknown = JSON.parse(text);
    const entries = Array.isArray(parsed) ? parsed.filter(isEntry) : [];
    return entries.length > 0 ? fromList(entries, language, fallback) : text;
  } catch {
    // Text that merely looks like a list is shown as it is.
    return text;
  }
}

function isEntry(entry: unknown): entry is I18nEntry {
  return typeof entry === 'object' && entry !== null && 'l' in entry && 't' in entry && typeof entry.t === 'string';
}

function fromList(entries: readonly I18nEntry[], language: Language, fallback: Language): string {
  const of = (wanted: Language): I18nEntry | undefined => entries.find(({ l }) => SYNONYMS[wanted].includes(l));
  const isDefault = ({ d }: I18nEntry): boolean => d === true || d === 1 || d === '1' || d === 'true';
  return (of(language) ?? entries.find(isDefault) ?? of(fallback) ?? entries[0])?.t ?? '';
}

function fromObject(texts: LocalizedText, language: Language, fallback: Language): string {
  const of = (wanted: Language): string | undefined =>
    SYNONYMS[wanted]
      .map((code): unknown => (Object.hasOwn(texts, code) ? texts[code as Language] : undefined))
      .find((text) => typeof text === 'string') as string | undefined;
  return of(language) ?? of(fallback) ?? LANGUAGES.map(of).find((text) => text !== undefined) ?? '';
}
