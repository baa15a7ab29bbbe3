import { compileTemplate, createScope, ExpressionError } from './expression/index.ts';
import { localizedText } from './language.ts';
import type { Language, LocalizedText } from './types.ts';

/** Kind of a parameter of a notice; a wording has one text a language, as labels have. */
export type NoticeParameterKind = 'text' | 'number' | 'wording';
/** How much a notice matters: 1 normal, 2 important, 3 urgent on the wire (MSG-10). */
export type NoticeLevel = 'info' | 'warning' | 'urgent';
/** What a notice is about, by which people choose what comes by mail; in the order they are offered. */
export const noticeTopics = ['work', 'deadline', 'progress', 'warning', 'workspace', 'delegation', 'account', 'data'] as const;
export type NoticeTopic = (typeof noticeTopics)[number];

/** What the application tells people on one occasion, in every language (schemas/meta/notice.schema.json). */
export interface NoticeDocument {
  version: 1;
  description?: string;
  /** An entry of the dictionary notice-type. */
  type: string;
  topic: NoticeTopic;
  level?: NoticeLevel;
  parameters?: Readonly<Record<string, NoticeParameterKind>>;
  /** Path inside the application, with the parameters of the notice. */
  link?: string;
  /** always: a letter of its own says it at once, whatever people chose. */
  mail?: 'always';
  /** Of that letter. */
  subject?: LocalizedText & { en: string };
  body: LocalizedText & { en: string };
}

/** A wording is a plain text, `{en, zh-Hans, zh-Hant}` or a list of entries (I18N-04). */
export type NoticeParameters = Readonly<Record<string, unknown>>;

const languages: readonly Language[] = ['zh-Hans', 'zh-Hant', 'en'];

/** The text in every language the document has, filled with the parameters. @throws ExpressionError what `noticeFaults` reports. */
export function noticeBody(document: NoticeDocument, parameters: NoticeParameters): LocalizedText {
  return inLanguages(document, document.body, parameters);
}

/** The same of the subject of its letter; without one nothing in no language. */
export function noticeSubject(document: NoticeDocument, parameters: NoticeParameters): LocalizedText {
  return inLanguages(document, document.subject ?? {}, parameters);
}

function inLanguages(document: NoticeDocument, texts: LocalizedText, parameters: NoticeParameters): LocalizedText {
  const entries = languages.flatMap((language) => {
    const text = texts[language];
    return text === undefined ? [] : [[language, filled(text, inLanguage(document, parameters, language))] as const];
  });
  return Object.fromEntries(entries);
}

/** Where the notice leads, or nothing. */
export function noticeLink(document: Pick<NoticeDocument, 'link'>, parameters: NoticeParameters): string | undefined {
  return document.link === undefined ? undefined : filled(document.link, parameters);
}

function inLanguage({ parameters: kinds = {} }: NoticeDocument, parameters: NoticeParameters, language: Language): NoticeParameters {
  const entries = Object.entries(parameters).map(
    ([name, value]) => [name, kinds[name] === 'wording' ? localizedText(value, language) : value] as const,
  );
  return Object.fromEntries(entries);
}

function filled(template: string, parameters: NoticeParameters): string {
  return String(compileTemplate(template).evaluate(createScope({ ...parameters })) ?? '');
}

/**
 * What a meta-schema cannot say about a notice: expressions that cannot be read, names that are no parameters, parameters a language
 * leaves out. Takes a document that fits its meta-schema.
 */
export function noticeFaults(document: NoticeDocument): { pointer: string; message: string }[] {
  const known = Object.keys(document.parameters ?? {});
  const faults: { pointer: string; message: string }[] = [];
  const used = new Set<string>();
  const read = (text: string, pointer: string): Set<string> => {
    const names = namesIn(text);
    if (typeof names === 'string') faults.push({ pointer, message: names });
    else {
      for (const name of names) {
        used.add(name);
        if (!known.includes(name)) faults.push({ pointer, message: `"${name}" is no parameter of this notice` });
      }
      return names;
    }
    return new Set();
  };
  const english = read(document.body.en, '/body/en');
  for (const language of ['zh-Hans', 'zh-Hant'] as const) {
    const pointer = `/body/${language}`;
    const names = read(document.body[language] ?? '', pointer);
    for (const name of english) if (!names.has(name)) faults.push({ pointer, message: `"${name}" is told in English only` });
  }
  for (const [language, text] of Object.entries(document.subject ?? {})) read(text, `/subject/${language}`);
  if (document.link !== undefined) read(document.link, '/link');
  for (const name of known) if (!used.has(name)) faults.push({ pointer: `/parameters/${name}`, message: `nothing tells "${name}"` });
  return faults;
}

/** Names a text reads, or what is wrong with it. */
function namesIn(text: string): Set<string> | string {
  try {
    const { findings } = compileTemplate(text);
    return findings.hostCalls.size > 0
      ? 'a notice knows its parameters only: no texts, dictionaries, permissions or clock'
      : new Set(findings.names.keys());
  } catch (error) {
    if (error instanceof ExpressionError) return error.message;
    throw error;
  }
}
