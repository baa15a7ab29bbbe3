import type { WordedContext } from '../../context.ts';
import { languageOf } from '../../language.ts';
import { wordsOfArea } from '../../reader.ts';

/** Texts and numbers in the language of a reader. */
export interface ReaderWords {
  text(key: string, values?: Record<string, string | number>): string;
  number(value: number, digits?: number): string;
}

export function wordsFor(context: WordedContext): ReaderWords {
  const text = wordsOfArea(context, (key) => key);
  const language = languageOf(context);
  return { text, number: (value, digits = 0) => value.toLocaleString(language, { maximumFractionDigits: digits }) };
}
