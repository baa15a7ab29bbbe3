import type { Candidate, Estimator } from './model.ts';
import { Random } from './random.ts';

/** Tries of an estimator besides its usual settings. */
const variations = 6;

/** What is tried, the usual settings of each estimator first and cheap before dear. The same seed gives the same list. */
export function candidatesOf(wanted: readonly Estimator[], seed: number): { first: Candidate[]; then: Candidate[] } {
  const order: Estimator[] = (['lrl1', 'lgbm', 'xgboost', 'rf'] as const).filter((one) => wanted.includes(one));
  const random = new Random(seed);
  const first = order.map((estimator) => usual(estimator));
  const then: Candidate[] = [];
  for (let round = 0; round < variations; round += 1) for (const estimator of order) then.push(varied(estimator, round, random));
  return { first, then };
}

function usual(estimator: Estimator): Candidate {
  switch (estimator) {
    case 'lrl1':
      return { estimator, settings: { penalty: 0.01 } };
    case 'rf':
      return { estimator, settings: { trees: 100, depth: 16, minRows: 2, featureShare: 0.35 } };
    case 'lgbm':
      return { estimator, settings: { ...leafWise, rounds: 300, rate: 0.1 } };
    case 'xgboost':
      return { estimator, settings: { ...levelWise, rounds: 300, rate: 0.1 } };
  }
}

const leafWise = {
  order: 'leaf',
  leaves: 31,
  depth: 12,
  minRows: 20,
  minWeight: 0.001,
  lambda: 0.01,
  gamma: 0,
  rowShare: 0.9,
  featureShare: 0.9,
} as const;
const levelWise = {
  order: 'level',
  leaves: 64,
  depth: 5,
  minRows: 1,
  minWeight: 1,
  lambda: 1,
  gamma: 0,
  rowShare: 0.9,
  featureShare: 0.9,
} as const;
const penalties = [0.1, 0.03, 0.003, 0.001, 0.0003, 0.3];

function varied(estimator: Estimator, round: number, random: Random): Candidate {
  const oneOf = <T>(list: readonly T[]): T => list[random.below(list.length)] as T;
  const boosting = { rounds: 600, rate: oneOf([0.03, 0.06, 0.1, 0.2]), rowShare: oneOf([0.6, 0.8, 1]), featureShare: oneOf([0.5, 0.7, 1]) };
  switch (estimator) {
    case 'lrl1':
      return { estimator, settings: { penalty: penalties[round] ?? 0.01 } };
    case 'rf':
      return {
        estimator,
        settings: { trees: 150, depth: oneOf([8, 12, 20]), minRows: oneOf([1, 3, 5, 10]), featureShare: oneOf([0.15, 0.35, 0.6, 1]) },
      };
    case 'lgbm': {
      const shape = { leaves: oneOf([4, 7, 15, 31, 63]), minRows: oneOf([5, 10, 20, 50]), lambda: oneOf([0, 0.1, 1, 5]) };
      return { estimator, settings: { ...leafWise, ...boosting, ...shape } };
    }
    case 'xgboost': {
      const shape = {
        depth: oneOf([2, 3, 4, 6, 8]),
        minWeight: oneOf([0.5, 1, 3, 8]),
        lambda: oneOf([0.3, 1, 3, 10]),
        gamma: oneOf([0, 0, 0.5, 1]),
      };
      return { estimator, settings: { ...levelWise, ...boosting, ...shape, leaves: 256 } };
    }
  }
}
