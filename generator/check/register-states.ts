import type { SyntaxNode } from '../../src/core/expression/parse.ts';
import { startOf } from '../../src/core/expression/parse.ts';
import type { RegisterDocument } from '../../src/core/register/document.ts';
import { didYouMean } from '../../src/core/suggest.ts';
import type { Source } from '../read/source.ts';
import { atCharacter } from './characters.ts';
import type { Finding } from './findings.ts';
import { literalText, nodesOf } from './scopes/infer.ts';

const comparisons = ['==', '!=', '===', '!=='];

/**
 * States the expressions of a register compare with that it, or the register it refers to, does not have: `state == 'plannd'` is never true.
 * `find` knows nothing of a register there is not.
 */
export function comparedStates(
  document: RegisterDocument,
  source: Source,
  find: (register: string) => RegisterDocument | undefined,
): Finding[] {
  const expressions = [
    ...(document.moves ?? []).flatMap(({ require, makes }, index) => [
      [`/moves/${index}/require`, require] as const,
      [`/moves/${index}/makes/when`, makes?.when] as const,
      ...Object.entries(makes?.with ?? {}).flatMap(([name, value]) =>
        typeof value === 'string' ? [[`/moves/${index}/makes/with/${name}`, value] as const] : [],
      ),
    ]),
    ...(document.warnings ?? []).map(({ when }, index) => [`/warnings/${index}/when`, when] as const),
  ];
  const ownerOf = (node: SyntaxNode): RegisterDocument | undefined => {
    if (isNamed(node, 'state')) return document;
    const field = referredBy(node);
    const register = document.fields.find(({ name }) => name === field)?.register;
    return register === undefined ? undefined : find(register);
  };
  return expressions.flatMap(([pointer, text = '']) =>
    nodesOf(text).flatMap(({ node, offset }) => {
      if (node.type !== 'BinaryExpression' || !comparisons.includes(String(node.operator))) return [];
      const sides = [node.left as SyntaxNode, node.right as SyntaxNode];
      const compared = sides.find((side) => literalText(side) !== undefined);
      const name = literalText(compared);
      const owner = sides.map(ownerOf).find((one) => one !== undefined);
      if (!compared || name === undefined || !owner) return [];
      const known = (owner.states ?? []).map((state) => state.name);
      if (known.includes(name)) return [];
      const report = { code: 'REGISTER', message: `there is no state "${name}"`, hint: didYouMean(name, known) };
      return [atCharacter(source, pointer, offset + startOf(compared), report)];
    }),
  );
}

const isNamed = (node: unknown, name: string): boolean => {
  const one = node as SyntaxNode | undefined;
  return one?.type === 'Identifier' && one.name === name;
};

/** The field of `records.<field>.state`. */
function referredBy({ type, object, property }: SyntaxNode): string | undefined {
  if (type !== 'MemberExpression' || !isNamed(property, 'state')) return undefined;
  const record = object as SyntaxNode;
  if (record.type !== 'MemberExpression' || !isNamed(record.object, 'records')) return undefined;
  return (record.property as SyntaxNode).name as string | undefined;
}
