import { closestMatch } from 'leven';

/** The candidate an author probably meant, or undefined when none is near. Letter case counts as a small slip. */
export function suggest(word: string, candidates: Iterable<string>): string | undefined {
  const list = [...candidates];
  const folded = word.toLowerCase();
  const sameLetters = list.find((candidate) => candidate.toLowerCase() === folded);
  if (sameLetters !== undefined) return sameLetters;
  // Comparing costs length x length for every candidate: no real name is longer.
  if (word.length > 80) return undefined;
  // Two swapped letters are a distance of two.
  return closestMatch(word, list, { maxDistance: Math.max(word.length > 3 ? 2 : 1, Math.floor(word.length * 0.4)) });
}

/** `did you mean "table"?`, or undefined. */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  const found = suggest(word, candidates);
  return found === undefined ? undefined : `did you mean "${found}"?`;
}
