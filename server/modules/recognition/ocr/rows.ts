import type { Signs } from './read-line.ts';
import type { Line } from './read-print.ts';

/** Lines whose middles are nearer than this part of their height stand in one row. */
const nearness = 0.55;

/** The lines of a page as the rows a reader sees, from its top, each from the left, with a tab between lines. A page that is a little askew has level rows, too. */
export function rowsOf(lines: readonly Line[]): Signs[] {
  const slope = slopeOf(lines);
  const level = lines
    .map((line) => ({ line, across: line.box.y - slope * line.box.x, along: line.box.x + slope * line.box.y }))
    .toSorted((one, other) => one.across - other.across);
  const rows: (typeof level)[] = [];
  for (const next of level) {
    const row = rows.at(-1);
    if (row && isBeside(row, next)) row.push(next);
    else rows.push([next]);
  }
  return rows.map((row) => joined(row.toSorted((one, other) => one.along - other.along).map(({ line }) => line)));
}

interface Levelled {
  line: Line;
  across: number;
}

function isBeside(row: readonly Levelled[], { line, across }: Levelled): boolean {
  const middle = row.reduce((sum, one) => sum + one.across, 0) / row.length;
  const heights = [...row.map((one) => one.line.box.height), line.box.height].toSorted((one, other) => one - other);
  // What is written upwards or in large signs does not make a row higher.
  const usual = heights[Math.floor((heights.length - 1) / 2)] ?? 0;
  return Math.abs(across - middle) < usual * nearness;
}

/** How much lines go down to the right: the middle one of the long lines. */
function slopeOf(lines: readonly Line[]): number {
  const slopes = lines
    .filter(({ box }) => box.width > 4 * box.height)
    .map(({ box }) => Math.tan(box.angle))
    .toSorted((one, other) => one - other);
  return slopes[Math.floor(slopes.length / 2)] ?? 0;
}

function joined(lines: readonly Signs[]): Signs {
  const text = lines.map((line) => line.text).join('\t');
  const confidence = lines.flatMap((line, at) => (at === 0 ? line.confidence : [1, ...line.confidence]));
  return { text, confidence };
}

/** How sure the least sure letter or figure of a row is, 0 to 1. Other signs have wide and narrow forms the model is never sure of. */
export function certaintyOf({ text, confidence }: Signs): number {
  const counted = confidence.filter((_, at) => /[\p{L}\p{N}]/u.test(text.charAt(at)));
  return Math.min(...(counted.length > 0 ? counted : confidence));
}
