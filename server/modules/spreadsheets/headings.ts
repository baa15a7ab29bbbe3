import type { Language } from '../../../src/core/types.ts';
import type { Documents } from '../../documents.ts';

const languages: readonly Language[] = ['zh-Hans', 'zh-Hant', 'en'];

/**
 * What heads the columns of fields: their names, and the texts `<area>.<field>` in every language of the product, each as `folded` gives it.
 * `synonyms`: an area whose texts list what else people write, with | between them.
 */
export function headingsOfFields(
  documents: Pick<Documents, 'text'>,
  area: string,
  fields: readonly string[],
  synonyms?: string,
): Map<string, string> {
  const known = new Map<string, string>();
  // What the product itself calls a field counts whatever another one is called elsewhere.
  for (const field of synonyms === undefined ? [] : fields) {
    for (const language of languages) {
      const listed = documents.text(language, `${synonyms}.${field}`)?.split('|') ?? [];
      for (const heading of listed) known.set(folded(heading), field);
    }
  }
  for (const field of fields) {
    known.set(folded(field), field);
    for (const language of languages) known.set(folded(documents.text(language, `${area}.${field}`) ?? field), field);
  }
  return known;
}

/** A heading without what people do not see a difference in: case, width, white space. */
export function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}
