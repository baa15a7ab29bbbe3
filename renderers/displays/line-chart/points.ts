import { type Drawing, shareOn } from './lines.ts';

/** A figure of a line that can be pressed. */
export interface Point {
  /** Which line, and which place of the drawing. */
  line: number;
  at: number;
  value: number;
  /** In per cent of the drawing from its start and its lower edge. */
  across: number;
  up: number;
}

/** The points of all lines, line by line; of many places every few of them and the last. */
export function pointsOf({ places, figures, across, up }: Drawing, every: number): Point[] {
  return figures.flatMap((values, line) =>
    places.flatMap((place, at) => {
      const value = values[at];
      if (value === undefined || (at % every !== 0 && at !== places.length - 1)) return [];
      return [{ line, at, value, across: shareOn(across, place), up: shareOn(up, value) }];
    }),
  );
}

/** The point a key leads to from another one: along its line, or to the nearest of the next line that has one. Undefined for other keys. */
export function pointFrom(points: readonly Point[], from: Point, key: string): Point | undefined {
  const own = points.filter(({ line }) => line === from.line);
  const place = own.indexOf(from);
  switch (key) {
    case 'ArrowRight':
      return own[Math.min(place + 1, own.length - 1)];
    case 'ArrowLeft':
      return own[Math.max(place - 1, 0)];
    case 'Home':
      return own[0];
    case 'End':
      return own.at(-1);
    case 'ArrowDown':
      return nearest(points, from, 1);
    case 'ArrowUp':
      return nearest(points, from, -1);
    default:
      return undefined;
  }
}

function nearest(points: readonly Point[], from: Point, step: 1 | -1): Point {
  const lines = [...new Set(points.map(({ line }) => line))];
  const line = lines[lines.indexOf(from.line) + step];
  const there = points.filter((point) => point.line === line);
  return (
    there.reduce<Point | undefined>(
      (best, point) => (best === undefined || Math.abs(point.at - from.at) < Math.abs(best.at - from.at) ? point : best),
      undefined,
    ) ?? from
  );
}
