import type { SyntaxNode } from '../../src/core/expression/parse.ts';
import { startOf } from '../../src/core/expression/parse.ts';
import type { RegisterDocument } from '../../src/core/register/document.ts';
import { didYouMean } from '../../src/core/suggest.ts';
import type { Source } from '../read/source.ts';
import { atCharacter } from './characters.ts';
import type { Finding } from './findings.ts';
import { literalText, nodesOf } from './scopes/infer.ts';

const comparisons = ['==', '!=', '===', '!=='];

/** States the expressions of a register compare with that it does not have: `state == 'plannd'` is never true. */
export function comparedStates(document: RegisterDocument, source: Source): Finding[] {
  const known = (document.states ?? []).map(({ name }) => name);
  const expressions = [
    ...(document.moves ?? []).map(({ require }, index) => [`/moves/${index}/require`, require] as const),
    ...(document.warnings ?? []).map(({ when }, index) => [`/warnings/${index}/when`, when] as const),
  ];
  return expressions.flatMap(([pointer, text = '']) =>
    nodesOf(text).flatMap(({ node, offset }) => {
      if (node.type !== 'BinaryExpression' || !comparisons.includes(String(node.operator))) return [];
      const sides = [node.left as SyntaxNode, node.right as SyntaxNode];
      const compared = sides.find((side) => literalText(side) !== undefined);
      const name = literalText(compared);
      if (!compared || name === undefined || known.includes(name) || !sides.some(isState)) return [];
      const report = { code: 'REGISTER', message: `there is no state "${name}"`, hint: didYouMean(name, known) };
      return [atCharacter(source, pointer, offset + startOf(compared), report)];
    }),
  );
}

function isState({ type, name }: SyntaxNode): boolean {
  return type === 'Identifier' && name === 'state';
}
