import { addTo } from '../../../src/core/lists.ts';

/** A stretch of a graph that is not seen: what is seen before it and what is seen behind it. */
export interface Stretch<Key> {
  before: Key[];
  after: Key[];
  /** The nodes it stands for. */
  of: Key[];
}

/**
 * Takes the nodes out of a directed graph that are not seen, so that neither their number nor how they hang together is told, and what is seen still leads to what it leads
 * to: nodes with the same nearest seen ones before and behind them are one stretch, and a stretch that says no more than another one is left out. From one seen node a
 * stretch leads to another exactly where a way over nodes that are not seen does.
 */
export function withoutHidden<Key>(
  links: readonly { from: Key; to: Key }[],
  isSeen: (key: Key) => boolean,
): { links: { from: Key; to: Key }[]; stretches: Stretch<Key>[] } {
  const [before, after] = [new Map<Key, Key[]>(), new Map<Key, Key[]>()];
  const hidden = new Set<Key>();
  for (const { from, to } of links) {
    addTo(before, to, from);
    addTo(after, from, to);
    for (const key of [from, to]) if (!isSeen(key)) hidden.add(key);
  }
  const stretches = new Map<string, Stretch<Key>>();
  const numbers = new Map<Key, number>();
  const sign = (keys: readonly Key[]) =>
    keys
      .map((key) => {
        const number = numbers.get(key) ?? numbers.size;
        numbers.set(key, number);
        return number;
      })
      .sort((one, other) => one - other)
      .join();
  for (const key of hidden) {
    const [from, to] = [nearestSeen(key, before, isSeen), nearestSeen(key, after, isSeen)];
    const signs = `${sign(from)} ${sign(to)}`;
    const same = stretches.get(signs);
    if (same) same.of.push(key);
    else stretches.set(signs, { before: from, after: to, of: [key] });
  }
  const all = [...stretches.values()].filter((one) => one.before.length + one.after.length > 0);
  const isWithin = (some: readonly Key[], others: readonly Key[]) => some.every((key) => others.includes(key));
  const told = all.filter(
    (one) => !all.some((other) => other !== one && isWithin(one.before, other.before) && isWithin(one.after, other.after)),
  );
  return { links: links.filter(({ from, to }) => isSeen(from) && isSeen(to)), stretches: told };
}

/** The first seen nodes on every way that begins at a node. */
function nearestSeen<Key>(start: Key, next: ReadonlyMap<Key, Key[]>, isSeen: (key: Key) => boolean): Key[] {
  const [found, visited] = [new Set<Key>(), new Set([start])];
  const waiting = [start];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop())
    for (const one of next.get(key) ?? []) {
      if (isSeen(one)) found.add(one);
      else if (!visited.has(one)) {
        visited.add(one);
        waiting.push(one);
      }
    }
  return [...found];
}
