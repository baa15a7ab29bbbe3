import type { Language } from '../../../src/core/types.ts';
import type { LabelValue } from '../../database/values.ts';
import type { Documents } from '../../documents.ts';
import { folded, headingsOfFields } from '../spreadsheets/headings.ts';
import { cleanText } from './texts.ts';

const languages: readonly Language[] = ['zh-Hans', 'zh-Hant', 'en'];

/** The sheets of a template file, with their columns: texts `template.<name>` head them. */
export const parts = {
  criteria: { required: ['dimension', 'cause', 'subCause'], more: ['explanation', 'level1', 'level2', 'level3'] },
  domains: { required: ['business', 'firstKind', 'secondKind'], more: [] },
} as const satisfies Record<string, { required: readonly string[]; more: readonly string[] }>;
export type Part = keyof typeof parts;
export type Texts = Record<string, LabelValue>;

const fieldsOf = (part: Part): readonly string[] => [...parts[part].required, ...parts[part].more];

/** A column of a sheet: a field, in one language where its heading says so: `Dimension [en]`. */
export interface Column {
  field: string;
  language: Language | undefined;
}

const longestHeading = 200;

/** What headings are read as, for every language of the product and for the names of the fields themselves. */
export function headingReader(documents: Pick<Documents, 'text'>): (heading: string) => (Column & { part: Part }) | undefined {
  const known = new Map<string, { part: Part; field: string }>();
  for (const part of Object.keys(parts) as Part[]) {
    for (const [heading, field] of headingsOfFields(documents, 'template', fieldsOf(part))) known.set(heading, { part, field });
  }
  return (heading) => {
    if (heading.length > longestHeading) return undefined;
    const [, name = '', tag] = /^(.*?)(?:[[［](.*)[\]］])?$/s.exec(heading.normalize('NFKC').trim()) ?? [];
    const found = known.get(folded(name));
    const language = languages.find((code) => code.toLowerCase() === tag?.trim().toLowerCase());
    return found && (tag === undefined || language) ? { ...found, language } : undefined;
  };
}

/** The columns texts need: one a language for those that have languages, otherwise one a field. */
export function columnsFor(part: Part, rows: readonly Texts[]): Column[] {
  const used = languages.filter((language) =>
    rows.some((row) => fieldsOf(part).some((field) => Array.isArray(row[field]) && row[field].some(({ l }) => l === language))),
  );
  const wanted: readonly Column['language'][] = used.length === 0 ? [undefined] : used;
  return fieldsOf(part).flatMap((field) => wanted.map((language) => ({ field, language })));
}

/** What a row has in a column. A plain text stands in the columns of all languages. */
export function cellOf(row: Texts, { field, language }: Column): string {
  const text = row[field] ?? '';
  if (typeof text === 'string') return text;
  return text.find(({ l }) => l === language)?.t ?? '';
}

/** The text of a field in the cells of a row; one wording for all languages is a plain text. */
export function textOf(columns: readonly (Column | undefined)[], cells: readonly string[], field: string): LabelValue {
  const own = columns.flatMap((column, index) => (column?.field === field ? [{ l: column.language, t: cells[index] ?? '' }] : []));
  const plain = own.find(({ l }) => l === undefined)?.t.trim() ?? '';
  const tagged = own.flatMap(({ l, t }) => (l === undefined ? [] : [{ l, t }]));
  const text = cleanText(tagged);
  if (text === '') return plain;
  const [first] = text;
  const isOne = typeof text !== 'string' && text.length === tagged.length && tagged.length > 1 && text.every(({ t }) => t === text[0]?.t);
  return isOne && typeof first === 'object' ? first.t : text;
}
