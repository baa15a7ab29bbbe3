import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { problemCodes } from '../../src/core/index.ts';

const folder = new URL('../../src/core/', import.meta.url).pathname;
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && name !== 'problems.ts')
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n');

it('documents every code the core gives, and no other', () => {
  const given = [...sources.matchAll(/'([A-Z]+(?:_[A-Z]+)+)'/g)].map((match) => match[1] ?? '');
  expect([...new Set(given)].sort()).toEqual(Object.keys(problemCodes).sort());
});

it('says something about each', () => {
  for (const [code, summary] of Object.entries(problemCodes)) expect(summary, code).toMatch(/\.$/);
});
