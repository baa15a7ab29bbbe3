import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../../support/project.ts';

it('[MISC-04] every form of a node counts for what is not applied yet: the process is not saved without it', () => {
  const text = readFileSync(join(projectRoot, 'schemas/pages/data/process.page.json'), 'utf8');
  const forms = [...text.matchAll(/"form": "data\/node-[a-z]+"/g)];
  const { unapplied } = (JSON.parse(text) as { values: { unapplied: string } }).values;
  const named = [...text.matchAll(/"name": "(node[A-Za-z]+)"/g)].map(([, name]) => name);
  expect(named).toHaveLength(forms.length);
  expect([...unapplied.matchAll(/(\w+)\.dirty/g)].map(([, name]) => name)).toEqual(named);
});
