/** What is wrong with a pattern, as validators compile it (flag u), or undefined. */
export function patternFault(pattern: string): string | undefined {
  try {
    new RegExp(pattern, 'u');
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const group = endlessGroup(pattern);
  if (group === undefined) return undefined;
  return `${group} repeats what repeats by itself: a text of thirty characters that does not fit may take it minutes (leave one of the two out)`;
}

/** A part of an alternative of a pattern, with how often it stands there. */
interface Part {
  isOptional: boolean;
  repeats: boolean;
  /** Of a group. */
  alternatives?: Part[][];
  text: string;
}

/**
 * A group that repeats without end and holds an alternative of which nothing has to be there but what repeats without end itself, such as `([a-z]+ ?)+`:
 * a text can be parted into it in as many ways as a number of its length has subsets. Undefined: there is none.
 */
function endlessGroup(pattern: string): string | undefined {
  return endlessIn(readAlternatives(pattern, 0).alternatives);
}

function endlessIn(alternatives: readonly Part[][]): string | undefined {
  for (const part of alternatives.flat()) {
    if (!part.alternatives) continue;
    if (part.repeats && part.alternatives.some(isEndless)) return part.text;
    const inner = endlessIn(part.alternatives);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** Whether an alternative can be nothing but one part of it that repeats. */
function isEndless(parts: readonly Part[]): boolean {
  return parts.some((part) => isRepeating(part) && parts.every((other) => other === part || other.isOptional));
}

function isRepeating({ repeats, alternatives }: Part): boolean {
  return repeats || alternatives?.some(isEndless) === true;
}

/** The alternatives from a place of a pattern that compiles, to the end of their group. */
function readAlternatives(pattern: string, from: number): { alternatives: Part[][]; end: number } {
  const alternatives: Part[][] = [[]];
  let at = from;
  while (at < pattern.length && pattern[at] !== ')') {
    if (pattern[at] === '|') {
      alternatives.push([]);
      at += 1;
      continue;
    }
    const begin = at;
    let inner: Part[][] | undefined;
    if (pattern[at] === '(') {
      const [head = '('] = /^\((?:\?(?:[:=!]|<[=!]|<\w+>))?/.exec(pattern.slice(at)) ?? [];
      const group = readAlternatives(pattern, at + head.length);
      // What only looks ahead or back takes no signs.
      inner = /[=!]$/.test(head) ? undefined : group.alternatives;
      at = group.end + 1;
      if (!inner) continue;
    } else {
      const [sign = ''] = /^(?:\[(?:\\.|[^\]\\])*\]|\\[pPu]\{[^}]*\}|\\k<\w+>|\\.|[\s\S])/u.exec(pattern.slice(at)) ?? [];
      at += sign.length;
    }
    const [quantifier = ''] = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(pattern.slice(at)) ?? [];
    at += quantifier.length;
    const part = {
      isOptional: /^(?:[*?]|\{0)/.test(quantifier),
      repeats: /^(?:[*+]|\{\d+,\})/.test(quantifier),
      text: pattern.slice(begin, at),
    };
    alternatives.at(-1)?.push(inner ? { ...part, alternatives: inner } : part);
  }
  return { alternatives, end: at };
}
