import leven, { closestMatch } from 'leven';

/** The candidate an author probably meant, or undefined when none is near. Letter case counts as a small slip. */
export function suggest(word: string, candidates: Iterable<string>): string | undefined {
  const list = [...candidates];
  const folded = word.toLowerCase();
  const sameLetters = list.find((candidate) => candidate.toLowerCase() === folded);
  if (sameLetters !== undefined) return sameLetters;
  // Comparing costs length x length for every candidate: no real name is longer.
  if (word.length > 80) return undefined;
  return near(word, list) ?? onlyOneBegun(folded, list);
}

/** Two swapped letters are a distance of two. */
function near(word: string, list: readonly string[]): string | undefined {
  return closestMatch(word, list, { maxDistance: Math.max(word.length > 3 ? 2 : 1, Math.floor(word.length * 0.4)) });
}

/** The only candidate a word begins, such as `visible` that of `visible-text`: whole words, for a few letters begin many. */
function onlyOneBegun(word: string, list: readonly string[]): string | undefined {
  const begun = list.filter((candidate) => candidate.toLowerCase().startsWith(word) && /^[-_/.:]/.test(candidate.slice(word.length)));
  return word.length > 3 && begun.length === 1 ? begun[0] : undefined;
}

/** `did you mean "table"?`, or undefined. */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  const found = suggest(word, candidates);
  return found === undefined ? undefined : `did you mean "${found}"?`;
}

/** As many names as a line of a message takes. */
const listed = 12;

/**
 * What to write instead of a field that is not there: a name only a slip of the finger away (a letter, two letters swapped, or two letters in a
 * name of more than six), otherwise the fields there are. Data have many short names, and one that merely resembles another means something else.
 */
export function fieldHint(word: string, known: readonly string[]): string | undefined {
  const found = suggest(word, known);
  if (found !== undefined && isSlip(word.toLowerCase(), found.toLowerCase())) return `did you mean "${found}"?`;
  if (known.length === 0) return undefined;
  const rest = known.length - listed;
  return `it has ${known.slice(0, listed).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** Whether two names are a slip of the finger apart. */
export function isSlip(word: string, found: string): boolean {
  const letters = (text: string): string => [...text].sort().join('');
  const distance = leven(word, found);
  return distance < word.length && distance <= (word.length > 6 || letters(word) === letters(found) ? 2 : 1);
}
