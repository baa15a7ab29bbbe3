import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compileTemplate, createScope } from '../../src/core/expression/index.ts';
import { projectRoot } from '../support/project.ts';

it('[DATA-04] after the last picture of a page was taken out the page before it is shown', () => {
  const text = readFileSync(join(projectRoot, 'schemas/pages/ai/image-model.page.json'), 'utf8');
  const { actions } = JSON.parse(text) as { actions: { takeOut: { steps: { set?: Record<string, string> }[] } } };
  const shown = compileTemplate(actions.takeOut.steps[1]?.set?.['state.page'] ?? '');
  const pageAfter = (page: number, total: number) => shown.evaluate(createScope({ state: { page }, data: { samples: { total } } }));
  expect(pageAfter(2, 25)).toBe(1);
  expect(pageAfter(2, 26)).toBe(2);
  expect(pageAfter(1, 1)).toBe(1);
  expect(pageAfter(1, 60)).toBe(1);
});
