import { type LocalizedText, localizedText } from '../src/core/index.ts';
import type { TextSource } from '../src/core/types.ts';
import type { Reading } from './context.ts';
import { type LabelValue, personName } from './database/values.ts';
import type { Documents } from './documents.ts';
import { languageOf } from './language.ts';
import { markedName } from './wording.ts';

export type Say = (label: LabelValue) => string;

/** Who reads: language and time zone. */
export interface Reader {
  say: Say;
  /** What somebody is called; null where there is nobody. */
  nameOf: (person: MaybePerson) => string | null;
  timeZone: string;
}

/** What somebody is called, as `person` and `account_person` have it. */
export interface CalledPerson {
  name: string;
  nameEn: string | null;
  /** The account was deleted. */
  hasLeft?: boolean | null;
}
type MaybePerson = Omit<CalledPerson, 'name'> & { name: string | null };

export function readerOf(context: Reading): Reader {
  return { say: speaker(context), nameOf: (person) => nameIn(context, person), timeZone: context.services.settings.timeZone };
}

/** Texts of records in the language of the reader: `say(row.name)`. */
export function speaker(context: Reading): Say {
  const language = languageOf(context);
  return (label) => localizedText(label, language);
}

/** What to call a person, in every language; of who has no account any more it says so. */
export function calledPerson(documents: Pick<Documents, 'text'>, { hasLeft, ...names }: CalledPerson): LabelValue {
  return hasLeft ? markedName(documents, 'common.hasLeft', personName(names)) : personName(names);
}

/** What somebody is called in the language of the reader; null where there is nobody. */
export function nameIn(context: Reading, { name, ...rest }: MaybePerson): string | null {
  return name === null ? null : speaker(context)(calledPerson(context.services.documents, { name, ...rest }));
}

/** Texts of documents in the language of the reader: keys, and texts in several languages. */
export function wordsOf(context: Reading): (text: TextSource | undefined) => string {
  const language = languageOf(context);
  const { documents } = context.services;
  return (text) => {
    if (text === undefined) return '';
    return typeof text === 'string' ? (documents.text(language, text) ?? text) : localizedText(text as LocalizedText, language);
  };
}

/** Texts of an area in the language of the reader, with what their placeholders stand for; `textOf` gives the key of a text, which stands where there is none. */
export function wordsOfArea(
  context: Reading,
  textOf: (key: string) => string,
): (key: string, values?: Record<string, string | number>) => string {
  const language = languageOf(context);
  const { documents } = context.services;
  return (key, values = {}) => {
    const text = documents.text(language, textOf(key)) ?? key;
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => String(values[name] ?? ''));
  };
}
