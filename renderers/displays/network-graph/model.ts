import type { NetworkGraphOptions } from '../../../src/generated/options.ts';
import { listOf } from '../../shared/list.ts';

export interface Point {
  key: string;
  name: string;
  kind: string;
  source: Record<string, unknown>;
}
export interface Line {
  /** Tells it from others between the same two. */
  key: string;
  from: string;
  to: string;
  /** -1, 0, 1 ...: how far it bends aside, so that lines between the same two do not cover each other. */
  bend: number;
  source: Record<string, unknown>;
}

type Shape = Pick<NetworkGraphOptions, 'nodes' | 'links' | 'nodeKey' | 'nodeName' | 'nodeKind' | 'from' | 'to'>;

/** Points and lines of the options. Of two points with one key the first counts; lines whose ends are missing are left out. */
export function readGraph(options: Shape): { points: Point[]; lines: Line[] } {
  const { nodeKey = 'id', nodeName = 'name', nodeKind = 'kind', from = 'from', to = 'to' } = options;
  const points = new Map<string, Point>();
  for (const source of listOf<Record<string, unknown>>(options.nodes)) {
    const key = textOf(source[nodeKey]);
    if (key === '' || points.has(key)) continue;
    points.set(key, { key, name: textOf(source[nodeName]) || key, kind: textOf(source[nodeKind]), source });
  }
  const between = new Map<string, number>();
  const lines = listOf<Record<string, unknown>>(options.links).flatMap((source, index): Line[] => {
    const ends = { from: textOf(source[from]), to: textOf(source[to]) };
    if (!points.has(ends.from) || !points.has(ends.to) || ends.from === ends.to) return [];
    const pair = [ends.from, ends.to].sort().join('\n');
    const before = between.get(pair) ?? 0;
    between.set(pair, before + 1);
    // 0, 1, -1, 2, -2 ...: as seen from the same end, whichever way the line points.
    const side = (before % 2 === 1 ? 1 : -1) * Math.ceil(before / 2);
    return [{ ...ends, key: `${index} ${pair}`, bend: ends.from < ends.to ? side : -side, source }];
  });
  return { points: [...points.values()], lines };
}

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** Keys of the points beside this one, and of itself. */
export function besideOf(key: string, lines: readonly Line[]): Set<string> {
  return new Set([key, ...lines.flatMap(({ from, to }) => (from === key ? [to] : to === key ? [from] : []))]);
}

/** Whether the line lies between neighbours of the way. */
export function isOnWay({ from, to }: Line, way: readonly string[]): boolean {
  return way.some((key, index) => (key === from && way[index + 1] === to) || (key === to && way[index + 1] === from));
}

/** Whether a point or a line says by this property of its own that it is marked. */
export function isMarked(source: Readonly<Record<string, unknown>>, property: string | undefined): boolean {
  return property !== undefined && Object.hasOwn(source, property) && source[property] === true;
}
