import type { Rows } from './algebra.ts';
import { type Effect, estimate, intervalOf } from './effect.ts';
import type { Random } from './random.ts';
import type { Clock } from './table.ts';

export type Refuter = 'placebo' | 'randomCause' | 'subset';

/** An attempt to refute the effect: what it was expected to be, what came out. */
export interface Refutation {
  refuter: Refuter;
  effect: number;
  low: number;
  high: number;
  /** Whether the effect held. */
  isPassed: boolean;
}

const refuterDraws = 40;

/** Tries to refute an effect: by a treatment dealt by chance, by one more cause that is pure chance, by four fifths of the rows. */
export function refute(
  refuter: Refuter,
  given: {
    design: Rows;
    treatment: Float64Array;
    outcome: Float64Array;
    point: Effect;
    random: Random;
    clock: Clock;
    end: number;
  },
): Refutation {
  const { design, treatment, outcome, point, random, clock, end } = given;
  const effects: number[] = [];
  for (let draw = 0; draw < refuterDraws && (clock() < end || draw < 2); draw += 1) {
    const all = Int32Array.from(treatment, (_, row) => row);
    if (refuter === 'placebo') {
      const dealt = random.shuffle(all.slice());
      const other = Float64Array.from(dealt, (row) => treatment[row] as number);
      effects.push(estimate(design, other, outcome, all).doublyRobust);
    } else if (refuter === 'randomCause') effects.push(estimate(withNoise(design, random), treatment, outcome, all).doublyRobust);
    else effects.push(estimate(design, treatment, outcome, random.choose(all.length, Math.round(0.8 * all.length))).doublyRobust);
  }
  const effect = effects.reduce((sum, value) => sum + value, 0) / effects.length;
  const interval = intervalOf(effects);
  const width = (point.high - point.low) / 2;
  // A treatment dealt by chance has no effect; the other two must leave the effect where it was.
  const isPassed =
    refuter === 'placebo' ? interval.low <= 0 && interval.high >= 0 : Math.abs(effect - point.effect) <= Math.max(width, 1e-12);
  return { refuter, effect, ...interval, isPassed };
}

function withNoise({ width, values }: Rows, random: Random): Rows {
  const rows = values.length / width;
  const wider = new Float64Array((width + 1) * rows);
  for (let row = 0; row < rows; row += 1) {
    wider.set(values.subarray(row * width, (row + 1) * width), row * (width + 1));
    wider[row * (width + 1) + width] = random.normal();
  }
  return { width: width + 1, values: wider };
}
