import { type TruthWords, truthWords } from '../src/core/index.ts';
import type { Documents } from './documents.ts';

/** What people write for yes and no in every language there is: nobody tells whose words a file has. */
export function truthWordsOf(documents: Documents): TruthWords {
  return truthWords(
    documents.app().languages.map(
      ({ code }) =>
        (key) =>
          documents.text(code, key),
    ),
  );
}
