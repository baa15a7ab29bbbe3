import { describe, expect, it } from 'vitest';
import { candidatesOf } from '../../../src/core/learning/candidates.ts';
import { estimators, fitAutomatically, type LearningColumn, predictColumns, targetOf } from '../../../src/core/learning/index.ts';
import { areaUnderCurve, measure, metricsOf } from '../../../src/core/learning/metrics.ts';
import { learn, predict } from '../../../src/core/learning/model.ts';
import { Random } from '../../../src/core/learning/random.ts';
import type { Task } from '../../../src/core/learning/table.ts';
import { warningsOfWorth } from '../../../src/core/learning/warnings.ts';
import { worthByMetrics, worthOf } from '../../../src/core/learning/worth.ts';

const clock = () => performance.now();
const soon = (seconds: number) => clock() + seconds * 1_000;

/** Claims whose chance is known: the best a model can reach is the area under the curve of that chance. */
function claims(rows: number, seed: number) {
  const random = new Random(seed);
  const amount = new Float64Array(rows);
  const age = new Float64Array(rows);
  const noise = new Float64Array(rows);
  const opened = new Float64Array(rows);
  const region: (string | null)[] = [];
  const number: string[] = [];
  const chance = new Float64Array(rows);
  const bad = new Float64Array(rows);
  for (let row = 0; row < rows; row += 1) {
    amount[row] = random.normal();
    age[row] = random.below(10) === 0 ? Number.NaN : random.next() * 20;
    noise[row] = random.normal();
    opened[row] = Date.UTC(2025, random.below(12), 1 + random.below(28));
    const where = ['north', 'south', 'east', 'west'][random.below(4)] as string;
    region.push(random.below(20) === 0 ? null : where);
    number.push(`C-${row}`);
    const isYoung = (age[row] as number) < 4 ? 1.5 : 0;
    const sum = 1.4 * (amount[row] as number) * (where === 'west' ? -1 : 1) + isYoung + (where === 'north' ? 1 : 0) - 1.2;
    chance[row] = 1 / (1 + Math.exp(-sum));
    bad[row] = random.next() < (chance[row] as number) ? 1 : 0;
  }
  const columns: LearningColumn[] = [
    { name: 'amount', analysis: 'numeric', numbers: amount },
    { name: 'age', analysis: 'numeric', numbers: age },
    { name: 'noise', analysis: 'numeric', numbers: noise },
    { name: 'opened', analysis: 'date', numbers: opened },
    { name: 'region', analysis: 'category', texts: region },
    { name: 'number', analysis: 'id', texts: number },
  ];
  const target: LearningColumn = { name: 'bad', analysis: 'boolean', numbers: bad };
  return { columns, chance, bad, ...targetOf(target, {}) };
}

function fitted(
  columns: readonly LearningColumn[],
  target: { task: ReturnType<typeof targetOf>['task']; targets: Float64Array },
  seconds: number,
) {
  return fitAutomatically(columns, target.targets, {
    target: 'bad',
    task: target.task,
    estimators,
    seed: 7,
    deadline: soon(seconds),
    clock,
  });
}

describe('automatic fitting', () => {
  it('[DATA-02] comes near the best a model can reach, says which columns count, and predicts the same after it was kept', () => {
    const known = claims(1_500, 1);
    const found = fitted(known.columns, known, 60);
    const best = areaUnderCurve(known.chance, (row) => known.bad[row] === 1);
    expect(found.metrics.auc).toBeGreaterThan(best - 0.1);
    expect(found.metrics.auc).toBeLessThan(best + 0.1);
    expect(found.baseline.auc).toBe(0.5);
    expect(found.metrics.logLoss).toBeLessThan((found.baseline.logLoss ?? 0) - 0.1);
    expect(
      found.importance
        .slice(0, 3)
        .map(({ column }) => column)
        .sort(),
    ).toEqual(['age', 'amount', 'region']);
    expect(found.importance.find(({ column }) => column === 'noise')?.loss).toBeLessThan(0.02);
    expect(found.warnings).toEqual([{ kind: 'leftOut', column: 'number', reason: 'identifier' }]);
    expect(new Set(found.leaderboard.map(({ candidate }) => candidate.estimator))).toEqual(new Set([...estimators, 'baseline']));
    expect(found.confusion?.flat().reduce((sum, count) => sum + count, 0)).toBe(300);
    expect(found.roc?.at(0)).toMatchObject({ falsePositive: 0, truePositive: 0 });
    expect(found.roc?.at(-1)).toMatchObject({ falsePositive: 1, truePositive: 1 });

    const again = claims(300, 2);
    const kept = JSON.parse(JSON.stringify(found.model));
    const outputs = predictColumns(kept, again.columns);
    expect(outputs).toEqual(predictColumns(found.model, again.columns));
    expect(metricsOf(outputs, again.targets, again.task).auc).toBeGreaterThan(best - 0.1);
    // Columns that are not there, labels nobody knows: still a prediction.
    const bare = predictColumns(kept, [{ name: 'region', analysis: 'category', texts: ['nowhere'] }]);
    expect(bare[1]?.[0]).toBeGreaterThan(0);
  });

  it('[DATA-21] every estimator beats the baseline by itself and agrees with the others, for classes and for numbers, and the same seed learns the same', () => {
    const random = new Random(3);
    const rows = 1_200;
    // The first function of Friedman (1991); its noise has deviation 1.
    const x = Array.from({ length: 10 }, () => Float64Array.from({ length: rows }, () => random.next()));
    const at = (column: number, row: number) => x[column]?.[row] as number;
    const y = Float64Array.from(
      { length: rows },
      (_, row) =>
        10 * Math.sin(Math.PI * at(0, row) * at(1, row)) +
        20 * (at(2, row) - 0.5) ** 2 +
        10 * at(3, row) +
        5 * at(4, row) +
        random.normal(),
    );
    const cut = 900;
    const train = { rows: cut, columns: x.map((column) => column.slice(0, cut)) };
    const test = { rows: rows - cut, columns: x.map((column) => column.slice(cut)) };
    // Values other implementations reach on 720 to 900 such rows: lasso 2.7, forest 1.9, boosting 1.5.
    const bounds = { lrl1: 3, rf: 2.3, lgbm: 1.9, xgboost: 1.9 };
    for (const candidate of candidatesOf(estimators, 1).first) {
      if (candidate.estimator === 'baseline') continue;
      const effort = { seed: 5, deadline: soon(60), clock };
      const learned = learn(candidate, train, y.slice(0, cut), { kind: 'number' }, effort);
      const { rmse, r2 } = metricsOf(predict(learned, test, { kind: 'number' }), y.slice(cut), { kind: 'number' });
      expect(rmse, candidate.estimator).toBeLessThan(bounds[candidate.estimator]);
      expect(r2, candidate.estimator).toBeGreaterThan(0.65);
      expect(learn(candidate, train, y.slice(0, cut), { kind: 'number' }, effort)).toEqual(learned);
      const three = y.map((value) => (value < 12 ? 0 : value < 17 ? 1 : 2));
      const task = { kind: 'classes', classes: ['low', 'middle', 'high'] } as const;
      const classes = learn(candidate, train, three.slice(0, cut), task, effort);
      expect(metricsOf(predict(classes, test, task), three.slice(cut), task).accuracy, candidate.estimator).toBeGreaterThan(0.65);
    }
  });

  it('[DATA-21] ends within its budget of seconds and has a model all the same', () => {
    const known = claims(30_000, 4);
    const begun = clock();
    const found = fitted(known.columns, known, 1);
    expect(clock() - begun).toBeLessThan(2_500);
    // How good it is in a second is a matter of the machine.
    expect(found.metrics.auc).toBeGreaterThanOrEqual(0.5);
    expect(found.warnings.map(({ kind }) => kind)).toContain('timeUp');
  });

  it('[DATA-02] warns of a column that tells the target, of few rows and of one class', () => {
    const known = claims(400, 5);
    const decided = known.bad.map((value) => value * 3 + 1);
    const leaking = fitted([...known.columns, { name: 'decided', analysis: 'numeric', numbers: decided }], known, 5);
    expect(leaking.warnings).toContainEqual({ kind: 'leak', column: 'decided', score: 1 });

    const few = fitted(
      known.columns.map((column) =>
        'numbers' in column ? { ...column, numbers: column.numbers.slice(0, 40) } : { ...column, texts: column.texts.slice(0, 40) },
      ),
      { task: { kind: 'classes', classes: ['false'] }, targets: new Float64Array(40) },
      5,
    );
    expect(few.warnings.slice(0, 2)).toEqual([
      { kind: 'fewRows', rows: 40 },
      { kind: 'oneClass', label: 'false' },
    ]);
    expect(few.model.estimator).toBe('baseline');
  });

  it('[DATA-02] warns of a model that is not better than the baseline, and of one that ranks better but says worse probabilities', () => {
    const pair = { kind: 'classes', classes: ['no', 'yes'] } as const;
    const baseline = { rows: 48, auc: 0.5, logLoss: 0.288 };
    const said = (auc: number, logLoss: number) => {
      const metrics = { rows: 48, auc, logLoss };
      const worth = worthByMetrics(metrics, baseline, pair);
      return [worth.verdict, ...warningsOfWorth(metrics, baseline, worth).map(({ kind }) => kind)];
    };
    expect([said(0.588, 0.297), said(0.588, 0.27), said(0.49, 0.297), said(0.5, 0.288)]).toEqual([
      ['better', 'poorChances'],
      ['better'],
      ['notBetter'],
      ['notBetter'],
    ]);
    const numbers = (rmse: number) => worthByMetrics({ rows: 9, rmse }, { rows: 9, rmse: 3 }, { kind: 'number' });
    expect([numbers(2), numbers(3)]).toEqual([
      { verdict: 'better', metric: 'rmse', gain: 1 },
      { verdict: 'notBetter', metric: 'rmse', gain: 0 },
    ]);

    // Nothing to be learned: what is found is no better, and says so by itself.
    const random = new Random(8);
    const columns: LearningColumn[] = [
      { name: 'x', analysis: 'numeric', numbers: Float64Array.from({ length: 300 }, () => random.next()) },
    ];
    const chance = Float64Array.from({ length: 300 }, () => random.below(2));
    const found = fitted(columns, targetOf({ name: 'bad', analysis: 'boolean', numbers: chance }, {}), 5);
    expect(found.worth.verdict !== 'better' || found.warnings.some(({ kind }) => kind === 'poorChances')).toBe(true);
    expect(found.leaderboard.every(({ baseline: beside }) => beside === 0.5)).toBe(true);
  });

  it('[DATA-02] tells a gain from what chance may make: by its standard error on the rows kept apart', () => {
    const pair = { kind: 'classes', classes: ['no', 'yes'] } as const;
    const worth = (outputs: Float64Array[], constant: Float64Array[], targets: Float64Array, task: Task) =>
      worthOf(metricsOf(outputs, targets, task), metricsOf(constant, targets, task), task, { outputs, constant, targets });
    const chances = (...values: number[]) => [Float64Array.from(values, (value) => 1 - value), Float64Array.from(values)];
    // Four pairs, three in order: 0.75, 0.25 above chance, whose error is the root of (4 + 1) / (12 * 2 * 2).
    const few = worth(chances(0.1, 0.6, 0.4, 0.8), chances(0.5, 0.5, 0.5, 0.5), Float64Array.of(0, 0, 1, 1), pair);
    expect(few).toMatchObject({ verdict: 'unsure', metric: 'auc', gain: 0.25 });
    expect(few.error).toBeCloseTo(Math.sqrt(5 / 48));
    // The same order twenty times over is no chance any more.
    const repeated = Array.from({ length: 20 }, () => [0.1, 0.6, 0.4, 0.8]).flat();
    const many = worth(
      chances(...repeated),
      chances(...repeated.map(() => 0.5)),
      Float64Array.from(repeated, (_, row) => Number(row % 4 > 1)),
      pair,
    );
    expect(many).toMatchObject({ verdict: 'better', gain: 0.25 });
    // Where one class is missing ranks say nothing: probabilities do.
    expect(worth(chances(0.4, 0.4), chances(0.5, 0.5), Float64Array.of(0, 0), pair)).toMatchObject({
      verdict: 'better',
      metric: 'logLoss',
    });

    // Squares of errors 1, 1, 1, 1 against 4, 0, 4, 0: the gain is the mean of the differences over the sum of both roots.
    const numbers = (rows: number[], model: number[]) =>
      worth([Float64Array.from(model)], [new Float64Array(rows.length)], Float64Array.from(rows), { kind: 'number' });
    const found = numbers([2, 0, 2, 0], [1, 1, 1, 1]);
    expect(found.gain).toBeCloseTo(Math.SQRT2 - 1);
    const differences = [3, -1, 3, -1].map((one) => one / (1 + Math.SQRT2));
    const middle = differences.reduce((sum, one) => sum + one, 0) / 4;
    expect(middle).toBeCloseTo(found.gain);
    expect(found.error).toBeCloseTo(Math.sqrt(differences.reduce((sum, one) => sum + (one - middle) ** 2, 0) / 3 / 4));
    expect(found.verdict).toBe('unsure');
    expect(numbers([2, 4, 3, 5], [2, 4, 3, 4.5]).verdict).toBe('better');
    expect(numbers([2], [1])).toMatchObject({ verdict: 'unsure' });
    expect(numbers([0, 0.1], [1, 1])).toMatchObject({ verdict: 'notBetter' });
  });

  it('[API-104] measures nothing of no rows, and draws no curve where one side is missing', () => {
    const pair = { kind: 'classes', classes: ['no', 'yes'] } as const;
    const outputs = [Float64Array.of(0.2, 0.6), Float64Array.of(0.8, 0.4)];
    expect(measure([new Float64Array(0), new Float64Array(0)], new Float64Array(0), pair).metrics).toEqual({ rows: 0 });
    const one = measure(outputs, Float64Array.of(1, 1), pair);
    expect(one).toMatchObject({ metrics: { rows: 2, accuracy: 0.5 }, roc: [] });
    expect(one.metrics.auc).toBeUndefined();
    expect(measure(outputs, Float64Array.of(1, 0), pair)).toMatchObject({
      metrics: { auc: 1, accuracy: 1 },
      confusion: [
        [1, 0],
        [0, 1],
      ],
      roc: [{ truePositive: 0 }, { truePositive: 1, falsePositive: 0 }, { falsePositive: 1 }],
    });
  });

  it('[API-104] classes that are not among the rows and are never said do not lower precision, recall and F1; without a row of the class asked about there are none', () => {
    const ten = { kind: 'classes', classes: Array.from('abcdefghij') } as const;
    const sayingOf = (count: number, said: readonly number[]) =>
      Array.from({ length: count }, (_, index) => Float64Array.from(said, (own) => (own === index ? 1 : 0)));
    const classes = Float64Array.of(0, 0, 1, 1, 2, 2);
    expect(metricsOf(sayingOf(10, [...classes]), classes, ten)).toMatchObject({ precision: 1, recall: 1, f1: 1, accuracy: 1 });
    // Class 2 is never said and has no precision; class 3 is said of a row of another one and has no recall.
    const mixed = metricsOf(sayingOf(10, [0, 0, 1, 1, 1, 3]), classes, ten);
    expect(mixed.precision).toBeCloseTo((1 + 2 / 3 + 0) / 3);
    expect(mixed.recall).toBeCloseTo((1 + 1 + 0) / 3);
    expect(mixed.f1).toBeCloseTo((1 + 0.8 + 0 + 0) / 4);

    const pair = { kind: 'classes', classes: ['no', 'yes'] } as const;
    const none = metricsOf(sayingOf(2, [0, 1]), Float64Array.of(0, 0), pair);
    expect(none).toEqual({ rows: 2, accuracy: 0.5, logLoss: expect.any(Number) });
    const never = metricsOf(sayingOf(2, [0, 0]), Float64Array.of(0, 1), pair);
    expect(never).toMatchObject({ recall: 0, f1: 0 });
    expect(never).not.toHaveProperty('precision');
  });
});
