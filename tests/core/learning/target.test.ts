import { expect, it } from 'vitest';
import { truthWords } from '../../../src/core/index.ts';
import { targetOf } from '../../../src/core/learning/index.ts';

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
});
