import type { SyntaxNode } from '../../src/core/expression/parse.ts';
import { objectAt } from '../json.ts';
import type { Document } from '../read/documents.ts';
import { literalText, memberName, parseTemplate } from './scopes/infer.ts';

/** Texts an expression may give that stand written out in it: in a list, in either branch of a choice, or in `values` of its page (`{{ values.open }}`). */
export function writtenTexts(text: string, { source }: Document): string[] {
  const values = objectAt(source.value, 'values');
  const textsOf = (node: unknown, passed: readonly string[]): string[] => {
    const { type, elements, consequent, alternate, object } = node as SyntaxNode;
    if (type === 'ArrayExpression') return (elements as SyntaxNode[]).flatMap((one) => textsOf(one, passed));
    if (type === 'ConditionalExpression') return [consequent, alternate].flatMap((branch) => textsOf(branch, passed));
    if (type !== 'MemberExpression') return [literalText(node as SyntaxNode) ?? []].flat();
    const isValue = (object as SyntaxNode).name === 'values';
    const name = memberName(node as SyntaxNode);
    const value = isValue && name !== undefined && !passed.includes(name) && Object.hasOwn(values, name) ? values[name] : undefined;
    return name !== undefined && typeof value === 'string'
      ? parseTemplate(value).flatMap((part) => textsOf(part.node, [...passed, name]))
      : [];
  };
  return parseTemplate(text).flatMap(({ node }) => textsOf(node, []));
}
