import type { Language } from '../../src/core/types.ts';
import { formatNumber } from './format.ts';

/** Digits after the point; without them as many as there are, up to ten. `fitting`: two, and of figures below 1 as many that three digits count. */
export type Digits = number | 'fitting' | undefined;

const usual = 2;
const counting = 3;
/** What is smaller than these digits show is what computing leaves over. */
const most = 15;

/** A figure as people of the language write it; a text that is no number stays as it is. */
export function figureText(value: unknown, language: Language, digits: Digits): string {
  return formatNumber(value, language, placesOf(Number(value), digits));
}

/** How many digits after the point a figure is shown with. */
export function placesOf(figure: number, digits: Digits): number | undefined {
  if (digits !== 'fitting') return digits;
  if (!(Math.abs(figure) < 1)) return usual;
  const kept = Number(figure.toPrecision(counting));
  for (let places = usual; places <= most; places += 1) if (Number(figure.toFixed(places)) === kept) return places;
  return usual;
}
