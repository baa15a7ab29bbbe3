import { localizedText } from '../../../src/core/index.ts';
import type { Language } from '../../../src/core/types.ts';
import { personName } from '../../database/values.ts';
import type { Documents } from '../../documents.ts';

/** The mails of the product: texts `letter.<name>Subject` and `letter.<name>Text` of schemas/locales. */
export type LetterName =
  | 'forgot'
  | 'confirm'
  | 'known'
  | 'approved'
  | 'rejected'
  | 'paper'
  | 'evidence'
  | 'evidenceRejected'
  | 'messages'
  | 'told';

/** What somebody wrote in several lines, such as a reason: they stay lines, with one empty one between them at most. */
export function linesIn(text: string): string[] {
  return text
    .trim()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\S\n]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .split('\n');
}

/** What a letter calls whom it is to, in its language. */
export const calledIn = (language: Language, person: { name: string; nameEn: string | null }): string =>
  localizedText(personName(person), language);

/** A mail in a language, its `{{names}}` filled in; of a list each entry is a line. Line breaks in values become spaces: a name writes no lines of its own. */
export function letter(
  documents: Documents,
  language: Language,
  name: LetterName,
  values: Readonly<Record<string, string | number | readonly string[]>>,
): { subject: string; text: string } {
  const all: Record<string, string | number | readonly string[]> = { ...values, system: localizedText(documents.app().name, language) };
  const say = (part: 'Subject' | 'Text') => {
    const text = documents.text(language, `letter.${name}${part}`) ?? `letter.${name}${part}`;
    return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, key: string) => linesOf(all[key]).join('\n'));
  };
  return { subject: say('Subject'), text: say('Text') };
}

function linesOf(value: string | number | readonly string[] = ''): string[] {
  const lines = typeof value === 'object' ? value : [String(value)];
  return lines.map((line) => line.replaceAll(/\s+/g, ' '));
}
