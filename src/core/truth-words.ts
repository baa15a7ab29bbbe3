/** What people write for yes and for no, in small letters: lists, so that jobs of other threads and processes carry them. */
export interface TruthWords {
  yes: readonly string[];
  no: readonly string[];
}

/** What spreadsheets and other systems write, in any language. */
const signs: TruthWords = { yes: ['true', '1', '√', '✓', '✔', '☑'], no: ['false', '0', '×', '✗', '✘', '☐'] };

/**
 * The words of texts, which list them with commas between (`field.wordsChecked`, `field.wordsUnchecked`), and the signs everybody knows.
 * `texts`: one look-up for each language whose words count.
 */
export function truthWords(texts: readonly ((key: string) => string | undefined)[]): TruthWords {
  const listed = (key: string) => texts.flatMap((textOf) => wordsIn(textOf(key) ?? ''));
  return {
    yes: [...new Set([...signs.yes, ...listed('field.wordsChecked')])],
    no: [...new Set([...signs.no, ...listed('field.wordsUnchecked')])],
  };
}

/** Commas of any script stand between words. */
function wordsIn(list: string): string[] {
  return list
    .split(/[,，、]/)
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '');
}

/** Whether a text says yes or no, in any case; nothing where it says neither. */
export function truthIn(text: string, { yes, no }: TruthWords): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (yes.includes(word)) return true;
  return no.includes(word) ? false : undefined;
}
