import type { SyntaxNode } from '../../../src/core/expression/parse.ts';
import { functionFacts } from '../../functions/index.ts';
import type { ValueKind } from '../../json.ts';
import { kindOfValue } from './misfits.ts';

const numeric: readonly unknown[] = ['-', '*', '/', '%'];
const deciding: readonly unknown[] = ['==', '!=', '===', '!==', '<', '<=', '>', '>='];

/** Of what kind the value of an expression is, if it has any; undefined where that depends on what is read. */
export function kindOf(node: SyntaxNode | undefined): ValueKind | undefined {
  if (!node) return undefined;
  const of = (word: string) => kindOf(node[word] as SyntaxNode | undefined);
  switch (node.type) {
    case 'Literal':
      return kindOfValue(node.value);
    case 'ArrayExpression':
      return 'array';
    case 'ObjectExpression':
      return 'object';
    case 'UnaryExpression':
      return node.operator === '!' ? 'boolean' : 'number';
    case 'ConditionalExpression':
      return same(node.consequent as SyntaxNode, node.alternate as SyntaxNode);
    case 'CallExpression':
      return functionFacts[String((node.callee as SyntaxNode).name)]?.gives;
    case 'BinaryExpression':
      if (deciding.includes(node.operator)) return 'boolean';
      if (numeric.includes(node.operator)) return 'number';
      if (node.operator === '??' || node.operator === '||') return same(node.left as SyntaxNode, node.right as SyntaxNode);
      if (node.operator !== '+') return undefined;
      if (of('left') === 'string' || of('right') === 'string') return 'string';
      return of('left') === 'number' && of('right') === 'number' ? 'number' : undefined;
    default:
      return undefined;
  }
}

/** The kind two branches share; one that gives nothing says nothing. */
function same(...branches: SyntaxNode[]): ValueKind | undefined {
  const kinds = new Set(branches.flatMap((branch) => (isNothing(branch) ? [] : [kindOf(branch)])));
  const [kind] = kinds;
  return kinds.size === 1 ? kind : undefined;
}

function isNothing({ type, value }: SyntaxNode): boolean {
  return type === 'Literal' && (value === undefined || value === null);
}
