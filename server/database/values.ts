import { localizedText } from '../../src/core/index.ts';
import type { Language } from '../../src/core/types.ts';

/** A text in one language, as I18N-04 writes it: language, text, whether it is the default. */
interface LabelEntry {
  l: string;
  t: string;
  d?: boolean;
}
/** Plain text, or one entry a language (DICT-01). */
export type LabelValue = string | LabelEntry[];

export type DictionaryTone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';

/** One wording a language as documents write it, Simplified Chinese being the default of the product (I18N-01). */
export interface Wording {
  en: string;
  'zh-Hans'?: string | undefined;
  'zh-Hant'?: string | undefined;
}

/** The wire form of a wording: `{en, zh-Hans}` becomes `[{l: 'zh-Hans', t, d: true}, {l: 'en', t}]`. */
export function labelOf(wording: string | Wording): LabelValue {
  if (typeof wording === 'string') return wording;
  const languages = ['zh-Hans', 'zh-Hant', 'en'] as const;
  const entries: LabelEntry[] = [];
  for (const language of languages) {
    const text = wording[language];
    if (text !== undefined) entries.push(entries.length === 0 ? { l: language, t: text, d: true } : { l: language, t: text });
  }
  return entries;
}

/** Several names as one text in every language. */
export function listed(names: readonly LabelValue[]): LabelValue {
  const said = (language: Language) => names.map((name) => localizedText(name, language)).join(language === 'en' ? ', ' : '、');
  return labelOf({ 'zh-Hans': said('zh-Hans'), 'zh-Hant': said('zh-Hant'), en: said('en') });
}

/** A text without the space around it, as a column keeps it: null where nothing is left. */
export function textOrNull(text: string | null | undefined): string | null {
  return text?.trim() || null;
}

/** What to call a person, in every language: people with an English name by it in English, others by the name they have. */
export function personName({ name, nameEn }: { name: string; nameEn?: string | null | undefined }): LabelValue {
  return nameEn ? labelOf({ 'zh-Hans': name, en: nameEn }) : name;
}
