import { getPath } from '../../../src/core/index.ts';

type Row = Record<string, unknown>;

/** An axis with round steps that holds all its figures. */
export interface Axis {
  low: number;
  high: number;
  steps: number[];
}

export interface Drawing {
  /** Places on the scale, and the figures of each line there; what is no figure is undefined. */
  places: number[];
  figures: (number | undefined)[][];
  across: Axis;
  up: Axis;
}

/** Rows as lines: those without a place on the scale are left out. Undefined where none is left. */
export function drawingOf(
  rows: readonly Row[],
  x: string,
  names: readonly string[],
  bounds: { min?: number | undefined; max?: number | undefined },
): Drawing | undefined {
  const placed = rows.flatMap((row) => {
    const place = figureOf(getPath(row, x));
    return place === undefined ? [] : [{ row, place }];
  });
  if (placed.length === 0) return undefined;
  const places = placed.map(({ place }) => place);
  const figures = names.map((name) => placed.map(({ row }) => figureOf(getPath(row, name))));
  const known = figures.flat().filter((figure) => figure !== undefined);
  const low = bounds.min ?? Math.min(0, leastOf(known));
  const high = bounds.max ?? Math.max(low, mostOf(known));
  const [first, last] = [leastOf(places), mostOf(places)];
  return { places, figures, across: axisOf(first, last, 6), up: axisOf(low, high, 5) };
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
    const left = (100 * (place - across.low)) / (across.high - across.low);
    const top = 100 - (100 * (figure - up.low)) / (up.high - up.low);
    parts.at(-1)?.push(`${round(left)},${round(top)}`);
  });
  return parts.filter((part) => part.length > 0).map((part) => part.join(' '));
}

// Spread out, as arguments of Math.min, more than some ten thousand figures are too many.
const leastOf = (figures: readonly number[]): number =>
  figures.reduce((least, figure) => Math.min(least, figure), Number.POSITIVE_INFINITY);
const mostOf = (figures: readonly number[]): number => figures.reduce((most, figure) => Math.max(most, figure), Number.NEGATIVE_INFINITY);

const round = (value: number): number => Math.round(value * 100) / 100;

function figureOf(value: unknown): number | undefined {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return undefined;
  const figure = Number(value);
  return Number.isFinite(figure) ? figure : undefined;
}
