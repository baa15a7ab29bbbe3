import { expect, it } from 'vitest';
import { Tally } from '../../../server/modules/rule-sets/tally.ts';
import type { Rule } from '../../../src/core/rule-set/index.ts';

it('[RULE-17] a score on the edge of two bands of a back-test is in the lower one, which ends with it', () => {
  const rule: Rule = { id: '1', name: 'One', weight: 0.2, condition: { all: [] }, outcome: 'score' };
  const tally = new Tally({ rules: [rule], fields: [] });
  for (const score of [0, 0.07, 0.14, 0.2]) tally.add(String(score), null, undefined, { decision: 'approve', score, hits: [] });
  expect(tally.result().scores.filter(({ after }) => after > 0)).toMatchObject([
    { from: 0, to: 0, after: 1 },
    { from: 0.06, to: 0.08, after: 1 },
    { from: 0.12, to: 0.14, after: 1 },
    { from: 0.18, to: null, after: 1 },
  ]);
});
