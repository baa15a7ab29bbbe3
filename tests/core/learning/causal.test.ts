import { describe, expect, it } from 'vitest';
import { estimateEffect, type LearningColumn } from '../../../src/core/learning/index.ts';
import { Random } from '../../../src/core/learning/random.ts';

const clock = () => performance.now();

/** Who is ill is treated more often and fares worse: the plain difference is wrong. */
function patients(rows: number, effect: number, seed: number) {
  const random = new Random(seed);
  const illness = Float64Array.from({ length: rows }, () => random.normal());
  const place = Array.from({ length: rows }, () => (random.below(2) === 0 ? 'town' : 'country'));
  const treatment = illness.map((own, row) => (random.next() < 1 / (1 + Math.exp(-(own + (place[row] === 'town' ? 0.8 : -0.8)))) ? 1 : 0));
  const outcome = illness.map(
    (own, row) => 10 - 3 * own - (place[row] === 'town' ? 2 : 0) + effect * (treatment[row] as number) + random.normal(),
  );
  const confounders: LearningColumn[] = [
    { name: 'illness', analysis: 'numeric', numbers: illness },
    { name: 'place', analysis: 'category', texts: place },
  ];
  return { treatment, outcome, confounders };
}

describe('causal inference', () => {
  it('[DATA-03] finds the effect that confounders hide, with an interval around it, and withstands what tries to refute it', () => {
    const result = estimateEffect(patients(2_000, 2, 1), { seed: 1, deadline: clock() + 60_000, clock });
    expect(result.difference.effect).toBeLessThan(-0.5);
    for (const way of [result.regression, result.weighting, result.doublyRobust]) {
      expect(way.effect).toBeGreaterThan(1.7);
      expect(way.effect).toBeLessThan(2.3);
    }
    expect(result.doublyRobust.low).toBeLessThan(2);
    expect(result.doublyRobust.high).toBeGreaterThan(2);
    expect(result.doublyRobust.high - result.doublyRobust.low).toBeLessThan(0.5);
    expect(result.verdict).toBe('raises');
    expect(result.refutations.map(({ refuter, isPassed }) => ({ refuter, isPassed }))).toEqual([
      { refuter: 'placebo', isPassed: true },
      { refuter: 'randomCause', isPassed: true },
      { refuter: 'subset', isPassed: true },
    ]);
    expect(result.refutations[0]?.effect).toBeCloseTo(0, 0);
    expect(Math.abs(result.balance[0]?.before ?? 0)).toBeGreaterThan(0.5);
    expect(Math.max(...result.balance.map(({ after }) => Math.abs(after)))).toBeLessThan(0.1);
    expect(result.warnings).toEqual([]);
  });

  it('[DATA-03] says that there is none where there is none, and ends within its time', () => {
    const begun = clock();
    const result = estimateEffect(patients(1_500, 0, 2), { seed: 1, deadline: begun + 1_000, clock });
    expect(clock() - begun).toBeLessThan(2_000);
    expect(result.verdict).toBe('none');
    expect(estimateEffect({ ...patients(200, 1, 3), confounders: [] }, { seed: 1, deadline: clock() + 2_000, clock }).warnings).toContain(
      'noConfounder',
    );
  });

  it('[DATA-03] compares both sides in confounders with gaps, too, and says when there are too many values to take into account', () => {
    const { confounders, ...given } = patients(600, 2, 4);
    const effort = { seed: 1, deadline: clock() + 20_000, clock };
    const gaps: LearningColumn[] = confounders.map((column) =>
      'numbers' in column ? { ...column, numbers: column.numbers.map((value, row) => (row % 7 === 0 ? Number.NaN : value)) } : column,
    );
    const { balance, warnings } = estimateEffect({ ...given, confounders: gaps }, effort);
    expect(new Set(balance.map(({ feature }) => feature))).toEqual(new Set(['illness', 'place = town', 'place = country']));
    const distance = (name: string) => balance.find(({ feature }) => feature === name)?.before;
    expect(distance('illness')).toBeGreaterThan(0.5);
    expect(distance('place = town')).toBeGreaterThan(0.3);
    expect(distance('place = country')).toBeLessThan(-0.3);
    expect(Math.max(...balance.map(({ after }) => Math.abs(after)))).toBeLessThan(0.15);
    expect(warnings).not.toContain('tooManyFeatures');

    const many = Array.from({ length: 4 }, (_, at): LearningColumn => {
      const random = new Random(at);
      return { name: `c${at}`, analysis: 'category', texts: Array.from({ length: 600 }, () => `v${random.below(18)}`) };
    });
    const short = { ...effort, deadline: clock() + 300 };
    expect(estimateEffect({ ...given, confounders: many }, short).warnings).toContain('tooManyFeatures');
  });
});
