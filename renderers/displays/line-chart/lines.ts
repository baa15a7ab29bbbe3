import { getPath } from '../../../src/core/index.ts';
import { figureOf } from '../../shared/figure.ts';

type Row = Record<string, unknown>;

/** An axis with round steps that holds all its figures. */
export interface Axis {
  low: number;
  high: number;
  steps: number[];
}

export interface Drawing {
  /** The rows that have a place, as they were given. */
  rows: Row[];
  /** Places on the scale, and the figures of each line there; what is no figure is undefined. */
  places: number[];
  /** What the places are called, where the scale is one of names. */
  names?: string[];
  figures: (number | undefined)[][];
  across: Axis;
  up: Axis;
}

/** A scale of numbers, or one of names: rows stand at equal distance in their order. */
export type Scale = { of: 'numbers' } | { of: 'names'; nameOf: (value: unknown) => string };

/** Rows as lines: on a scale of numbers those without a place are left out. Undefined where none is left. */
export function drawingOf(
  rows: readonly Row[],
  x: string,
  names: readonly string[],
  bounds: { min?: number | undefined; max?: number | undefined },
  scale: Scale = { of: 'numbers' },
): Drawing | undefined {
  const placed = rows.flatMap((row, index) => {
    const place = scale.of === 'names' ? index : figureOf(getPath(row, x));
    return place === undefined ? [] : [{ row, place }];
  });
  if (placed.length === 0) return undefined;
  const places = placed.map(({ place }) => place);
  const figures = names.map((name) => placed.map(({ row }) => figureOf(getPath(row, name))));
  const known = figures.flat().filter((figure) => figure !== undefined);
  const low = bounds.min ?? Math.min(0, leastOf(known));
  const high = bounds.max ?? Math.max(low, mostOf(known));
  const [first, last] = [leastOf(places), mostOf(places)];
  const drawn = { rows: placed.map(({ row }) => row), places, figures, up: axisOf(low, high, 5) };
  if (scale.of === 'numbers') return { ...drawn, across: axisOf(first, last, 6) };
  return { ...drawn, across: axisOfNames(places.length, 6), names: drawn.rows.map((row) => scale.nameOf(getPath(row, x))) };
}

/** Places of so many names, of which about `wanted` are written: the first and as many as follow at equal distance. */
export function axisOfNames(count: number, wanted: number): Axis {
  const every = Math.ceil(count / wanted);
  const steps = Array.from({ length: Math.ceil(count / every) }, (_, index) => index * every);
  return count === 1 ? { low: -1, high: 1, steps } : { low: 0, high: count - 1, steps };
}

/** Where something stands, in per cent of the length of an axis. */
export function shareOn({ low, high }: Axis, value: number): number {
  return (100 * (value - low)) / (high - low);
}

/** About `wanted` round steps from the lowest figure to the highest. */
export function axisOf(low: number, high: number, wanted: number): Axis {
  const span = high > low ? high - low : 1;
  const rough = span / wanted;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = size * ([1, 2, 5, 10].find((factor) => factor * size >= rough - 1e-12) ?? 10);
  const [from, to] = [Math.floor(low / step + 1e-9), Math.ceil((low + span) / step - 1e-9)];
  // Multiplied, not added up: 0.1 + 0.2 is not 0.3.
  const steps = Array.from({ length: to - from + 1 }, (_, index) => Number(((from + index) * step).toPrecision(12)));
  return { low: steps[0] ?? low, high: steps.at(-1) ?? high, steps };
}

/** The parts of a line between gaps, as points in per cent of the width and height from the upper start. */
export function pathsOf({ places, across, up }: Drawing, figures: readonly (number | undefined)[]): string[] {
  const parts: string[][] = [[]];
  places.forEach((place, index) => {
    const figure = figures[index];
    if (figure === undefined) {
      parts.push([]);
      return;
    }
    parts.at(-1)?.push(`${round(shareOn(across, place))},${round(100 - shareOn(up, figure))}`);
  });
  return parts.filter((part) => part.length > 0).map((part) => part.join(' '));
}

// Spread out, as arguments of Math.min, more than some ten thousand figures are too many.
const leastOf = (figures: readonly number[]): number =>
  figures.reduce((least, figure) => Math.min(least, figure), Number.POSITIVE_INFINITY);
const mostOf = (figures: readonly number[]): number => figures.reduce((most, figure) => Math.max(most, figure), Number.NEGATIVE_INFINITY);

const round = (value: number): number => Math.round(value * 100) / 100;
