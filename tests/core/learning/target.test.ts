import { expect, it } from 'vitest';
import { truthWords } from '../../../src/core/index.ts';
import { lacksPositive, targetOf } from '../../../src/core/learning/index.ts';

const words = truthWords([(key) => (key === 'field.wordsChecked' ? '对、oui' : '错')]);
const classesOf = (texts: readonly string[], positive?: string) => {
  const { task } = targetOf({ name: 'bad', analysis: 'category', texts }, { positive, words });
  return task.kind === 'classes' ? task.classes : [];
};

it('[DATA-04] of two classes the one that says yes is asked about, by whichever word, else the rarer one', () => {
  expect(classesOf(['对', '对', '错'])).toEqual(['错', '对']);
  expect(classesOf(['Oui', 'Oui', 'non'])).toEqual(['non', 'Oui']);
  expect(classesOf(['good', 'good', 'bad'])).toEqual(['good', 'bad']);
  expect(classesOf(['对', '对', '错'], '错')).toEqual(['对', '错']);
  expect(classesOf(['对', '对', ' 错'], '错')).toEqual(['对', ' 错']);
});

it('[DATA-02] of two classes a wished one that is not there is told; of more it makes no difference', () => {
  const lacks = (texts: readonly string[], positive?: string) =>
    lacksPositive(targetOf({ name: 'bad', analysis: 'category', texts }, { positive, words }).task, positive);
  expect(lacks(['Yes', 'Yes', 'No'], 'no')).toBe(true);
  expect(lacks(['Yes', 'Yes', ' No'], 'No')).toBe(false);
  expect(lacks(['Yes', 'Yes', 'No'])).toBe(false);
  expect(lacks(['Yes', 'Maybe', 'No'], 'no')).toBe(false);
});

it('[DATA-02] the thirty most frequent classes are learned; rows of rarer ones are counted apart from rows without a target', () => {
  const texts = [
    ...Array.from({ length: 40 }, (_, at) => `city ${String(at).padStart(2, '0')}`),
    ...Array.from({ length: 30 }, (_, at) => `city ${at + 10}`),
  ];
  const found = targetOf({ name: 'city', analysis: 'category', texts: [...texts, null, ''] }, {});
  expect(found).toMatchObject({ missing: 2, rare: { rows: 10, classes: 10 } });
  expect(found.task).toMatchObject({ classes: expect.objectContaining({ length: 30 }) });
  expect(found.rows).toHaveLength(60);
  const numbers = targetOf({ name: 'cost', analysis: 'numeric', numbers: Float64Array.of(1, 2, 3, Number.NaN) }, {});
  expect(numbers).toMatchObject({ missing: 1, rare: { rows: 0, classes: 0 } });
});
