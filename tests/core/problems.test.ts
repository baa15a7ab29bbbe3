import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compileTemplate, createScope, ExpressionError, problemCodes } from '../../src/core/index.ts';

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
  for (const [code, { summary, wrong, right }] of Object.entries(problemCodes)) {
    expect(summary, code).toMatch(/\.$/);
    expect(wrong, code).not.toBe(right);
  }
});

it('shows wrong expressions that fail with their code and right ones that work', () => {
  const scope = createScope({ rows: [1], state: { text: '2' }, row: {}, data: {} }, undefined, {
    functions: {
      formatDate: (value) => {
        if (value === 'yesterday') throw new Error('no date');
        return String(value);
      },
      dict: () => 'x',
    },
  });
  for (const [code, { wrong, right }] of Object.entries(problemCodes)) {
    if (!/^(EXPRESSION|FUNCTION|UNKNOWN_FUNCTION)/.test(code)) continue;
    const run = (source: string): unknown => compileTemplate(source).evaluate(scope);
    if (code === 'EXPRESSION_LIMIT') continue;
    expect(() => run(wrong), code).toThrow(ExpressionError);
    try {
      run(wrong);
    } catch (error) {
      expect(error).toMatchObject({ code });
    }
    expect(() => run(right), code).not.toThrow();
  }
});
