import { getPath } from '../../../src/core/index.ts';
import { localizedText } from '../../../src/core/language.ts';
import type { Language } from '../../../src/core/types.ts';
import { figureOf } from '../../shared/figure.ts';

type Row = Record<string, unknown>;

export interface Slice {
  row: Row;
  /** Its place among the rows. */
  index: number;
  /** Empty where it has none. */
  name: string;
  value: number;
  /** Of the whole, 0 to 1. */
  share: number;
  /** Strength of its colour in per cent: the first is the strongest. */
  strength: number;
  /** The ring part as a path in a square of 100; empty for a share of 0. */
  path: string;
}

const outer = 48;
const inner = 30;
const weakest = 40;

/** Rows as parts of a ring, clockwise from above. Rows without a figure above 0 take no part and have share 0; those whose figure is none are left out. */
export function slicesOf(
  rows: readonly Row[],
  { rowName, value, language }: { rowName: string; value: string; language: Language },
): Slice[] {
  const found = rows.flatMap((row, index) => {
    const figure = figureOf(getPath(row, value));
    return figure === undefined ? [] : [{ row, index, name: localizedText(getPath(row, rowName), language), value: figure }];
  });
  const whole = found.reduce((sum, one) => sum + Math.max(one.value, 0), 0);
  let from = 0;
  return found.map((one, at) => {
    const share = whole > 0 ? Math.max(one.value, 0) / whole : 0;
    const path = share > 0 ? ringPart(from, from + share) : '';
    from += share;
    return { ...one, share, path, strength: Math.round(100 - ((100 - weakest) * at) / Math.max(found.length - 1, 1)) };
  });
}

/** A part of the ring between two shares of the turn. The whole ring is drawn as two halves: an arc that ends where it begins is none. */
function ringPart(from: number, to: number): string {
  if (to - from > 0.9999) return `${ringPart(from, from + 0.5)} ${ringPart(from + 0.5, from + 0.9998)}`;
  const isLarge = to - from > 0.5 ? 1 : 0;
  const [a, b, c, d] = [pointAt(from, outer), pointAt(to, outer), pointAt(to, inner), pointAt(from, inner)];
  return `M${a} A${outer} ${outer} 0 ${isLarge} 1 ${b} L${c} A${inner} ${inner} 0 ${isLarge} 0 ${d} Z`;
}

function pointAt(share: number, radius: number): string {
  const angle = 2 * Math.PI * share;
  return `${round(50 + radius * Math.sin(angle))} ${round(50 - radius * Math.cos(angle))}`;
}

const round = (value: number): number => Math.round(value * 1000) / 1000;
