import { type SyntaxNode, startOf } from '../../src/core/expression/parse.ts';
import type { RegisterDocument } from '../../src/core/register/document.ts';
import { expressionsOf } from '../../src/core/register/expressions.ts';
import { didYouMean } from '../../src/core/suggest.ts';
import type { Source } from '../read/source.ts';
import { atCharacter } from './characters.ts';
import type { Finding } from './findings.ts';
import { comparisons, literalText, memberName, nodesOf } from './scopes/infer.ts';

/** Comparisons of an expression with a text that is written out. */
export function comparisonsIn(text: string): { literal: SyntaxNode; sides: SyntaxNode[]; offset: number }[] {
  return nodesOf(text).flatMap(({ node, offset }) => {
    if (node.type !== 'BinaryExpression' || !comparisons.includes(String(node.operator))) return [];
    const sides = [node.left as SyntaxNode, node.right as SyntaxNode];
    const literal = sides.find((side) => literalText(side) !== undefined);
    return literal ? [{ literal, sides, offset }] : [];
  });
}

/**
 * States the expressions of a register compare with that it, or the register it refers to, does not have: `state == 'plannd'` is never true.
 * `find` knows nothing of a register there is not.
 */
export function comparedStates(
  document: RegisterDocument,
  source: Source,
  find: (register: string) => RegisterDocument | undefined,
): Finding[] {
  const ownerOf = (node: SyntaxNode): RegisterDocument | undefined => {
    if (isNamed(node, 'state')) return document;
    const field = memberName(node) === 'state' ? referredBy(node.object as SyntaxNode) : undefined;
    const register = document.fields.find(({ name }) => name === field)?.register;
    return register === undefined ? undefined : find(register);
  };
  return expressionsOf(document).flatMap(({ pointer, text }) =>
    comparisonsIn(text).flatMap(({ literal, sides, offset }) => {
      const name = literalText(literal) ?? '';
      const owner = sides.map(ownerOf).find((one) => one !== undefined);
      if (!owner) return [];
      const known = (owner.states ?? []).map((state) => state.name);
      if (known.includes(name)) return [];
      const report = { code: 'REGISTER', message: `there is no state "${name}"`, hint: didYouMean(name, known) };
      return [atCharacter(source, pointer, offset + startOf(literal), report)];
    }),
  );
}

export const isNamed = (node: unknown, name: string): boolean => {
  const one = node as SyntaxNode | undefined;
  return one?.type === 'Identifier' && one.name === name;
};

/** The field of `records.<field>`. */
export function referredBy(node: SyntaxNode): string | undefined {
  return isNamed(node.object, 'records') ? memberName(node) : undefined;
}
