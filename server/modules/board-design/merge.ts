import { isDeepStrictEqual } from 'node:util';
import type { BoardContent } from './tables.ts';

interface Part {
  id: string;
}
export interface Merged {
  content: BoardContent;
  /** Cards both changed: they stand twice. */
  twice: number;
}

/**
 * Puts together what two people made of the same board: `mine` of the board as it was (`base`), and what it is by now (`theirs`). What one of them changed is as they
 * made it; what one took off and the other changed stays; a card both changed stands twice, so that nothing is lost. Of a filter both changed the later one counts.
 */
export function mergeBoards(base: BoardContent, mine: BoardContent, theirs: BoardContent, newId: () => string): Merged {
  const cards = mergeParts(base.cards, mine.cards, theirs.cards);
  const copies = cards.both.map((card) => ({ ...card, id: newId() }));
  const filters = mergeParts(base.filters, mine.filters, theirs.filters);
  return { content: { cards: [...cards.parts, ...copies], filters: filters.parts }, twice: copies.length };
}

/** In the order of whoever saves last, with what only the other one has behind it. */
function mergeParts<P extends Part>(base: readonly P[], mine: readonly P[], theirs: readonly P[]): { parts: P[]; both: P[] } {
  const before = byId(base);
  const now = byId(theirs);
  const own = byId(mine);
  const both: P[] = [];
  const kept = mine.flatMap((part): P[] => {
    const was = before.get(part.id);
    const is = now.get(part.id);
    if (!is) return was && isDeepStrictEqual(was, part) ? [] : [part];
    if (was && isDeepStrictEqual(was, part)) return [is];
    if (!isDeepStrictEqual(is, was) && !isDeepStrictEqual(is, part)) both.push(is);
    return [part];
  });
  const added = theirs.filter((part) => !own.has(part.id) && !isDeepStrictEqual(part, before.get(part.id)));
  return { parts: [...kept, ...added], both };
}

const byId = <P extends Part>(parts: readonly P[]) => new Map(parts.map((part) => [part.id, part]));
