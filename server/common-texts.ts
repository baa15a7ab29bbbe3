import { createRequire } from 'node:module';
import type { IsListed, TextList } from '../src/core/types.ts';

/** Shorter passwords are none here (RULE-07), and stand with digits around them in too many good ones. */
const shortest = 6;

/** Each is read when it is first asked for, which takes some 0.1 s and 4 MB, and stays: it is part of no page. */
const readers: Record<TextList, () => string[]> = {
  // By how often they were found in what was stolen elsewhere; in small letters.
  'common-passwords': () => {
    const { dictionary } = createRequire(import.meta.url)('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common');
    return dictionary['passwords-common'].map(String).filter((password) => password.length >= shortest);
  },
};
const read = new Map<TextList, ReadonlySet<string>>();

/** Whether a list that rules name (`avoid.lists`) has a text. */
export const isCommonText: IsListed = (list, text) => textsOf(list).has(text);

function textsOf(list: TextList): ReadonlySet<string> {
  const known = read.get(list) ?? new Set(readers[list]());
  read.set(list, known);
  return known;
}
