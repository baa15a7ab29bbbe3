import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileTemplate, createScope, ExpressionError } from '../../src/core/index.ts';

interface Conformance {
  description: string;
  expression: string;
  scope: Record<string, unknown>;
  tests: {
    description: string;
    /** Names laid over those of the case. */
    scope?: Record<string, unknown>;
    /** Exactly one of the three. */
    result?: unknown;
    missing?: true;
    error?: string;
    position?: number;
  }[];
}

const folder = import.meta.dirname;
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));

/** JSON cannot say undefined: inside lists and objects it is written null. */
function asJson(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

describe.each(files)('%s', (file) => {
  const cases = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Conformance[];
  for (const { description, expression, scope, tests } of cases) {
    describe(description, () => {
      for (const test of tests) {
        it(test.description, () => {
          const names = { ...structuredClone(scope), ...structuredClone(test.scope) };
          const run = () => compileTemplate(expression).evaluate(createScope(names));
          if (test.error === undefined) {
            const result = run();
            if (test.missing) expect(result).toBeUndefined();
            else expect(asJson(result)).toEqual(test.result);
            return;
          }
          expect(run).toThrow(ExpressionError);
          try {
            run();
          } catch (error) {
            expect(error).toMatchObject({ code: test.error, source: expression });
            if (test.position !== undefined) expect(error).toMatchObject({ position: test.position });
          }
        });
      }
    });
  }
});

it('finds its cases', () => {
  expect(files.length).toBeGreaterThan(8);
});
