import objectPlugin from '@jsep-plugin/object';
import jsep from 'jsep';
import { ExpressionError } from './errors.ts';
import { MAX_DEPTH } from './limits.ts';

/** A node of jsep's tree with the position where it starts and, for whole expressions, that of what follows. */
export interface SyntaxNode extends jsep.Expression {
  start?: number;
  end?: number;
}

interface Parser {
  readonly expr: string;
  readonly code: number;
  index: number;
  throwError(message: string): never;
  gobbleExpression(): SyntaxNode | false | undefined;
  gobbleArguments(termination: number): SyntaxNode[];
  parse(): SyntaxNode;
  gobbleSpaces(): void;
  gobbleToken(): SyntaxNode | false | undefined;
  gobbleIdentifier(): SyntaxNode;
}

// The dialect is smaller than what jsep reads: no bit operators, no powers, no unary plus.
for (const operator of ['|', '^', '&', '<<', '>>', '>>>', '**']) jsep.removeBinaryOp(operator);
for (const operator of ['~', '+']) jsep.removeUnaryOp(operator);
jsep.addLiteral('undefined', undefined);
jsep.plugins.register(objectPlugin as unknown as jsep.IPlugin);

// jsep exports its parser class on the function, which its type declarations leave out.
const JsepParser = (jsep as unknown as { Jsep: new (source: string) => Parser }).Jsep;

const COMMA = 44;

/** jsep's nodes carry no positions; errors of this dialect do. */
class PositionedParser extends JsepParser {
  override gobbleToken(): SyntaxNode | false | undefined {
    this.gobbleSpaces();
    const start = this.index;
    const node = super.gobbleToken();
    if (node && node.start === undefined) node.start = start;
    return node;
  }

  override gobbleExpression(): SyntaxNode | false | undefined {
    const node = super.gobbleExpression();
    if (node) node.end = this.index;
    return node;
  }

  /** jsep takes arguments and entries without commas between them. */
  override gobbleArguments(termination: number): SyntaxNode[] {
    const nodes: SyntaxNode[] = [];
    this.gobbleSpaces();
    while (this.code !== termination) {
      const node = this.gobbleExpression();
      if (!node) this.throwError('Expected a value');
      nodes.push(node);
      this.gobbleSpaces();
      if (this.code === termination) break;
      if (this.code !== COMMA) this.throwError('Expected comma');
      this.index += 1;
      this.gobbleSpaces();
      if (this.code === termination) this.throwError('Expected a value');
    }
    this.index += 1;
    return nodes;
  }

  override gobbleIdentifier(): SyntaxNode {
    const start = this.index;
    const node = super.gobbleIdentifier();
    node.start = start;
    return node;
  }
}

/** Where a node starts; nodes made inside a token start where their leftmost part does. */
export function startOf(node: SyntaxNode): number {
  for (let current: SyntaxNode | undefined = node; current; ) {
    if (current.start !== undefined) return current.start;
    current = (current.object ?? current.callee ?? current.left ?? current.test) as SyntaxNode | undefined;
  }
  return 0;
}

/** A node with every one below it, from the outside inwards, in the order of the text. */
export function nodesIn(tree: SyntaxNode): SyntaxNode[] {
  const nodes: SyntaxNode[] = [];
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    if (!Array.isArray(part)) nodes.push(part as SyntaxNode);
    for (const inner of Object.values(part)) visit(inner);
  };
  visit(tree);
  return nodes;
}

/**
 * Parses one expression. `offset` is its place in `source`, the text the author wrote; errors count from there.
 * Throws ExpressionError EXPRESSION_SYNTAX, or EXPRESSION_LIMIT for brackets nested too deep to hand to a recursive parser.
 */
export function parseExpression(text: string, offset: number, source: string): SyntaxNode {
  checkBrackets(text, offset, source);
  let node: SyntaxNode;
  try {
    node = new PositionedParser(text).parse();
  } catch (cause) {
    const { index, description } = cause as { index?: number; description?: string };
    if (index === undefined || description === undefined) {
      throw new ExpressionError('EXPRESSION_LIMIT', 'the expression is too deeply nested', offset, source);
    }
    throw new ExpressionError('EXPRESSION_SYNTAX', explain(description, text, index), offset + Math.min(index, text.length), source);
  }
  if (node.type !== 'Compound') return node;
  const second = (node.body as SyntaxNode[])[1];
  if (!second) throw new ExpressionError('EXPRESSION_SYNTAX', 'expected an expression between {{ and }}', offset, source);
  throw new ExpressionError('EXPRESSION_SYNTAX', 'expected an operator or the end', offset + startOf(second), source);
}

function explain(description: string, text: string, index: number): string {
  if (/^Unexpected "?=/.test(description) || /^Expected expression after =/.test(description)) {
    return 'assignments do not exist here; compare with ==';
  }
  if (text.slice(index).trim() === '' && /^(?:Unexpected|Expected (?:comma|a value))/.test(description))
    return 'expected more, but the expression ends here';
  if (description === 'Expected comma') return 'expected a comma or the closing bracket';
  return description.charAt(0).toLowerCase() + description.slice(1);
}

const CLOSERS: Record<string, string> = { '(': ')', '[': ']', '{': '}' };

/** Pairs brackets outside quotes before anything recursive runs, and says which one lacks its partner. */
function checkBrackets(text: string, offset: number, source: string): void {
  const open: { bracket: string; index: number }[] = [];
  const fault = (message: string, index: number) => new ExpressionError('EXPRESSION_SYNTAX', message, offset + index, source);
  let quote = '';
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (quote) {
      if (character === '\\') index += 1;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character in CLOSERS) {
      open.push({ bracket: character, index });
      if (open.length > MAX_DEPTH) {
        throw new ExpressionError('EXPRESSION_LIMIT', `brackets are nested deeper than ${MAX_DEPTH}`, offset + index, source);
      }
    } else if (character === ')' || character === ']' || character === '}') {
      const last = open.pop();
      if (!last) throw fault(`this ${character} closes nothing`, index);
      const wanted = CLOSERS[last.bracket];
      if (wanted !== character) throw fault(`expected ${wanted} before this ${character}`, index);
    }
  }
  const left = open.pop();
  if (left && !quote) throw fault(`expected ${CLOSERS[left.bracket]} that closes this ${left.bracket}`, left.index);
}

/** `a.b['c']` as a.b.c; undefined when a part is not written out. */
export function pathOf(node: SyntaxNode): string | undefined {
  if (node.type === 'Identifier') return node.name as string;
  if (node.type !== 'MemberExpression') return undefined;
  const owner = pathOf(node.object as SyntaxNode);
  const property = node.property as SyntaxNode;
  if (owner === undefined) return undefined;
  if (!node.computed) return `${owner}.${property.name as string}`;
  return property.type === 'Literal' ? `${owner}.${String(property.value)}` : undefined;
}
