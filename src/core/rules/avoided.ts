import type { AvoidedWords, IsListed } from '../types/documents.ts';

/** Longer texts are no words people think of first. */
const longest = 100;
/** Parts of a run that are shorter stand in many words. */
const shortestPart = 3;
/** What has to be left of a text besides a word of its owner, or besides runs, so that it is not made of them. */
const leastBesides = { words: 4, runs: 3 };

/**
 * Why a text is one that others think of first: `common`, or `own` where it is made of words beside it, such as the account of a password.
 * Capitals make no difference. `isListed`: what knows the `lists`; browsers have none, and leave them to the server.
 */
export function brokenWords(
  { texts = [], lists = [], runs = [], words = [], values = [] }: AvoidedWords,
  text: string,
  beside: Readonly<Record<string, unknown>>,
  isListed: IsListed = () => false,
): 'common' | 'own' | undefined {
  const word = folded(text);
  if (word.length > longest) return undefined;
  const parts = [...words, ...values.map((name) => beside[name])].flatMap(partsOf);
  const besides = parts.reduce((left, part) => left.replaceAll(part, ' '), word);
  if (besides !== word && lettersOf(withoutRuns(besides, runs)) < leastBesides.words) return 'own';
  const isKnown = coresOf(word).some((one) => texts.includes(one) || lists.some((list) => isListed(list, one)));
  return isKnown || isRepeated(word) || withoutRuns(word, runs).length < leastBesides.runs ? 'common' : undefined;
}

/** The word, and what is left of it without some or all of the digits and signs it begins and ends with: `blink182!` is `blink182`. */
function coresOf(word: string): string[] {
  const before = /^[\d!?.@#$%&*]*/.exec(word)?.[0].length ?? 0;
  const after = /[\d!?.@#$%&*]*$/.exec(word)?.[0].length ?? 0;
  if (before === word.length) return [word];
  const cores: string[] = [];
  for (let start = 0; start <= before; start += 1) {
    for (let end = word.length; end >= word.length - after; end -= 1) cores.push(word.slice(start, end));
  }
  return cores;
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** Words of a name; what is too short stands in too many others: two letters, but two Chinese characters are a name. */
function partsOf(value: unknown): string[] {
  if (typeof value !== 'string') return [];
  return folded(value)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part.length >= 3 || /\p{Script=Han}{2}/u.test(part));
}

function lettersOf(text: string): number {
  return text.replace(/\P{L}/gu, '').length;
}

/** `abcabc`, `777777`: one piece, several times. */
function isRepeated(word: string): boolean {
  return (word + word).indexOf(word, 1) < word.length;
}

/** The text without the parts of runs in it, forwards and backwards, and without signs that stand three times in a row. */
function withoutRuns(text: string, runs: readonly string[]): string {
  const both = runs.flatMap((run) => [run, [...run].reverse().join('')]);
  let left = '';
  for (let at = 0; at < text.length; ) {
    let length = 0;
    const fits = (part: string) => both.some((run) => run.includes(part)) || part === part.charAt(0).repeat(part.length);
    while (at + length < text.length && fits(text.slice(at, at + length + 1))) length += 1;
    if (length < shortestPart) left += text.charAt(at);
    at += length < shortestPart ? 1 : length;
  }
  return left;
}
