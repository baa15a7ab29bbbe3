import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ExpressionError } from '../../../src/core/index.ts';
import { Exact } from '../../../src/core/statement/exact.ts';
import { compileFormula } from '../../../src/core/statement/formula.ts';

interface Case {
  formula: string;
  a?: string | null;
  b?: string | null;
  is?: string | null;
  error?: string;
}
const cases = JSON.parse(readFileSync(join(import.meta.dirname, '../../conformance/statement/formulas.json'), 'utf8')) as Case[];

describe('[FIN-05] [FIN-06] formulas over exact decimals', () => {
  for (const { formula, a = null, b = null, is, error } of cases) {
    it(`${formula} with ${a} and ${b} is ${error ?? String(is)}`, () => {
      if (error !== undefined) {
        expect(() => compileFormula(formula)).toThrow(expect.objectContaining({ code: error }));
        return;
      }
      const values: Record<string, string | null> = { a, b };
      const result = compileFormula(formula).evaluate((path) => {
        const text = values[path] ?? null;
        return text === null ? null : new Exact(text);
      });
      expect(result?.toFixed() ?? null).toBe(is);
    });
  }
});

it('a formula names what it reads, and an error where it stands', () => {
  expect([...compileFormula('end.a / sum(end.b, start.a) + end.a').reads.keys()]).toEqual(['end.a', 'end.b', 'start.a']);
  const fault = (() => {
    try {
      compileFormula('end.a / sqrt(2)');
    } catch (error) {
      return error;
    }
  })();
  expect(fault).toBeInstanceOf(ExpressionError);
  expect((fault as ExpressionError).position).toBe(8);
});

it('binary floating-point numbers neither go in nor come out', () => {
  expect(() => new Exact(0.1 as unknown as string)).toThrow();
  expect(() => Number(new Exact('0.1').valueOf())).toThrow();
});
