import type { Key, Place, Way } from './kinds.ts';

/** Where a column comes from and where it goes. */
export interface ColumnWay {
  /** The columns of each table on the way; of what is no table nothing is named. */
  columns: Map<Key, Set<string>>;
  /** Makers the way leads through, or ends at. */
  through: Set<Key>;
  /** Makers that read or fill a table on the way and of which nobody knows what they do with its columns. */
  unknown: Set<Key>;
  /** Links of the graph the way goes along, as `from to`. */
  along: Set<string>;
}

/** A maker with what it does with columns; undefined where that is not known. */
export interface WayMaker {
  key: Key;
  inputs: readonly Key[];
  outputs: readonly Key[];
  ways: readonly Way[] | undefined;
}

const placeKey = ({ key, column }: Place): string => `${key}\n${column}`;
export const linkKey = (from: Key, to: Key): string => `${from}>${to}`;

/** Follows a column through makers in both directions: only values, not what decides which rows there are. */
export function columnWay(start: Place, makers: readonly WayMaker[]): ColumnWay {
  const way: ColumnWay = { columns: new Map(), through: new Set(), unknown: new Set(), along: new Set() };
  for (const side of ['up', 'down'] as const) {
    const visited = new Set<string>();
    const waiting = [start];
    for (let place = waiting.pop(); place; place = waiting.pop()) {
      if (visited.has(placeKey(place))) continue;
      visited.add(placeKey(place));
      const { key, column } = place;
      way.columns.set(key, new Set([...(way.columns.get(key) ?? []), column]));
      for (const maker of makers) waiting.push(...nextPlaces(way, place, maker, side));
    }
  }
  return way;
}

/** Where a maker leads from a column: upwards to what it comes from, downwards to what comes from it. */
function nextPlaces(way: ColumnWay, place: Place, maker: WayMaker, side: 'up' | 'down'): Place[] {
  const { key, column } = place;
  const isBeside = side === 'up' ? maker.outputs.includes(key) || maker.key === key : maker.inputs.includes(key);
  if (!isBeside) return [];
  if (maker.ways === undefined) {
    way.unknown.add(maker.key);
    way.along.add(side === 'up' ? linkKey(maker.key, key) : linkKey(key, maker.key));
    return [];
  }
  const own = maker.ways.filter((one) => {
    const here = side === 'up' ? one.to : one.from;
    return here.key === key && here.column === column;
  });
  for (const { from, to } of own) {
    way.through.add(maker.key);
    way.along.add(linkKey(from.key, maker.key));
    if (to.key !== maker.key) way.along.add(linkKey(maker.key, to.key));
  }
  return own.map(({ from, to }) => (side === 'up' ? from : to));
}
