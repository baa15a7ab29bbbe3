import { nodesIn, type SyntaxNode, startOf } from '../../../src/core/expression/parse.ts';
import { memberName, nodesOf, parseTemplate } from './infer.ts';

/** Where an expression of a text reads a path of members that are written out, such as `edit.values.code`, or what is below it; undefined where none does. */
export function positionOf(text: string, path: string): number | undefined {
  const found = text.includes('{{') ? nodesOf(text).find(({ node }) => pathOf(node) === path) : undefined;
  return found && found.offset + startOf(found.node);
}

/** The paths a text reads, each as far as it is written out: of `a.b.c + d[e]` a.b.c, d and e. */
export function pathsIn(text: string): string[] {
  return text.includes('{{') ? parseTemplate(text).flatMap(({ node }) => pathsOf(node)) : [];
}

/** The same of a syntax tree, from the left. */
export function pathsOf(tree: SyntaxNode): string[] {
  const nodes = nodesIn(tree);
  const parts = new Set(nodes.flatMap(partsOf));
  return nodes.flatMap((node) => (parts.has(node) ? [] : (pathOf(node) ?? [])));
}

/** What of a node is no name that is read by itself: members, what they are members of, keys and functions. */
function partsOf(node: SyntaxNode): unknown[] {
  if (node.type === 'MemberExpression')
    return [...(node.computed === true ? [] : [node.property]), ...(memberName(node) === undefined ? [] : [node.object])];
  if (node.type === 'CallExpression') return [node.callee];
  return node.key !== undefined && node.computed !== true && node.value ? [node.key] : [];
}

function pathOf(node: SyntaxNode): string | undefined {
  if (node.type === 'Identifier') return String(node.name);
  const name = memberName(node);
  const owner = name === undefined ? undefined : pathOf(node.object as SyntaxNode);
  return owner === undefined ? undefined : `${owner}.${name}`;
}
