import { localizedText } from '../../../src/core/index.ts';
import type { Language } from '../../../src/core/types.ts';
import type { Documents } from '../../documents.ts';

/** The mails of the product: texts `letter.<name>Subject` and `letter.<name>Text` of schemas/locales. */
export type LetterName =
  | 'forgot'
  | 'moved'
  | 'confirm'
  | 'known'
  | 'approved'
  | 'rejected'
  | 'paper'
  | 'evidence'
  | 'factorSet'
  | 'factorRemoved'
  | 'factorReset'
  | 'factorCodes'
  | 'factorUsed'
  | 'factorGuessed';

/** A mail in a language, its `{{names}}` filled in. Line breaks in values become spaces: a name writes no lines of its own. */
export function letter(
  documents: Documents,
  language: Language,
  name: LetterName,
  values: Readonly<Record<string, string | number>>,
): { subject: string; text: string } {
  const all: Record<string, string | number> = { ...values, system: localizedText(documents.app().name, language) };
  const say = (part: 'Subject' | 'Text') => {
    const text = documents.text(language, `letter.${name}${part}`) ?? `letter.${name}${part}`;
    return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, key: string) => String(all[key] ?? '').replaceAll(/\s+/g, ' '));
  };
  return { subject: say('Subject'), text: say('Text') };
}
