import type { SyntaxNode } from '../../src/core/expression/parse.ts';
import { stringsIn } from '../read/values.ts';
import { atCharacter } from './characters.ts';
import type { Finding } from './findings.ts';
import type { Check } from './project.ts';
import { callsIn } from './scopes/infer.ts';

/** `band(value, bounds, results)` with both lists written out: it has a result below every bound, and one more above the last. */
export const checkBands: Check = ({ checked }) =>
  checked.all
    .filter(({ isDerived }) => !isDerived)
    .flatMap(({ source }) =>
      stringsIn(source).flatMap(([pointer, text]) => {
        if (!text.includes('{{') || !text.includes('band(')) return [];
        return callsIn(text).flatMap(({ name, args: [, bounds, results], position }): Finding[] => {
          const [limits, choices] = [lengthOf(bounds), lengthOf(results)];
          if (name !== 'band' || limits === undefined || choices === undefined || choices === limits + 1) return [];
          const message = `band needs one result more than bounds, got ${limits} bounds and ${choices} results`;
          const hint = `${limits} bounds make ${limits + 1} bands: below each, and from the last one on`;
          return [atCharacter(source, pointer, position, { code: 'FUNCTION_ARGUMENTS', message, hint })];
        });
      }),
    );

/** How many entries a list has that is written out. */
function lengthOf(node: SyntaxNode | undefined): number | undefined {
  return node?.type === 'ArrayExpression' ? (node.elements as unknown[]).length : undefined;
}
