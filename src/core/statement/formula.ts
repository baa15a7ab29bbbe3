import { ExpressionError, type ExpressionErrorCode } from '../expression/errors.ts';
import { MAX_DEPTH, MAX_LENGTH } from '../expression/limits.ts';
import { parseExpression, pathOf, type SyntaxNode, startOf } from '../expression/parse.ts';
import { didYouMean } from '../suggest.ts';
import { Exact } from './exact.ts';
import { type Condition, formulaFunctions, type Known, operators } from './operators.ts';

/** What a formula reads a name as: an exact decimal, or null where nothing is known. */
export type ReadName = (path: string) => Known;

export interface Formula {
  /** Names it reads (`end.cash`) with the character of their first use. */
  reads: ReadonlyMap<string, number>;
  /** Null when something it needs is missing, and where it divides by zero. */
  evaluate: (read: ReadName) => Known;
}

type Part = { is: 'number'; run: (read: ReadName) => Known } | { is: 'condition'; run: (read: ReadName) => Condition };

/**
 * Compiles a formula: an expression of the dialect over exact decimals. It has names, members, numbers, `+ - * / %`, comparisons,
 * `&& || !`, `? :`, `??` and the functions sum, average, min, max, abs, round. Throws ExpressionError.
 */
export function compileFormula(source: string): Formula {
  if (source.length > MAX_LENGTH) {
    throw new ExpressionError('EXPRESSION_LIMIT', `longer than ${MAX_LENGTH} characters`, MAX_LENGTH, source);
  }
  const builder = new FormulaBuilder(source);
  const evaluate = builder.number(parseExpression(source, 0, source), 0);
  return { reads: builder.reads, evaluate };
}

class FormulaBuilder {
  readonly reads = new Map<string, number>();
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  number(node: SyntaxNode, depth: number): (read: ReadName) => Known {
    const part = this.#part(node, depth);
    if (part.is === 'number') return part.run;
    throw this.#error('EXPRESSION_TYPE', 'expected a number, this is a condition', node);
  }

  #condition(node: SyntaxNode, depth: number): (read: ReadName) => Condition {
    const part = this.#part(node, depth);
    if (part.is === 'condition') return part.run;
    throw this.#error('EXPRESSION_TYPE', 'expected a condition, this is a number', node);
  }

  #part(node: SyntaxNode, depth: number): Part {
    if (depth > MAX_DEPTH) throw this.#error('EXPRESSION_LIMIT', `nested deeper than ${MAX_DEPTH}`, node);
    switch (node.type) {
      case 'Literal':
        return this.#literal(node);
      case 'Identifier':
      case 'MemberExpression':
        return this.#name(node);
      case 'UnaryExpression':
        return this.#unary(node, depth);
      case 'BinaryExpression':
        return this.#binary(node, depth);
      case 'ConditionalExpression':
        return this.#conditional(node, depth);
      case 'CallExpression':
        return this.#call(node, depth);
      default:
        throw this.#error('EXPRESSION_SYNTAX', 'formulas have numbers, names, operators and functions only', node);
    }
  }

  #literal(node: SyntaxNode): Part {
    const raw = String(node.raw);
    if (typeof node.value !== 'number' || !/^\d+(\.\d+)?$/.test(raw)) {
      throw this.#error('EXPRESSION_TYPE', 'the only values of a formula are plain decimals such as 0.25', node);
    }
    const value = new Exact(raw);
    return { is: 'number', run: () => value };
  }

  #name(node: SyntaxNode): Part {
    const path = pathOf(node);
    if (path === undefined) throw this.#error('EXPRESSION_SYNTAX', 'write the name out: end.cash', node);
    if (!this.reads.has(path)) this.reads.set(path, startOf(node));
    return { is: 'number', run: (read) => read(path) };
  }

  #unary(node: SyntaxNode, depth: number): Part {
    const argument = node.argument as SyntaxNode;
    if (node.operator === '!') {
      const test = this.#condition(argument, depth + 1);
      return { is: 'condition', run: (read) => not(test(read)) };
    }
    const value = this.number(argument, depth + 1);
    return { is: 'number', run: (read) => value(read)?.neg() ?? null };
  }

  #binary(node: SyntaxNode, depth: number): Part {
    const operator = node.operator as string;
    const [leftNode, rightNode] = [node.left as SyntaxNode, node.right as SyntaxNode];
    if (operator === '&&' || operator === '||') {
      const [left, right] = [this.#condition(leftNode, depth), this.#condition(rightNode, depth + 1)];
      const decides = operator === '||';
      return { is: 'condition', run: (read) => connect(left(read), () => right(read), decides) };
    }
    const [left, right] = [this.number(leftNode, depth), this.number(rightNode, depth + 1)];
    if (operator === '??') return { is: 'number', run: (read) => left(read) ?? right(read) };
    const compute = operators.numbers[operator];
    if (compute) return { is: 'number', run: (read) => both(left(read), right(read), compute) };
    const compare = operators.conditions[operator];
    if (compare) return { is: 'condition', run: (read) => both(left(read), right(read), compare) };
    throw this.#error('EXPRESSION_SYNTAX', `formulas have no operator ${operator}`, node);
  }

  #conditional(node: SyntaxNode, depth: number): Part {
    const test = this.#condition(node.test as SyntaxNode, depth + 1);
    const [yes, no] = [this.number(node.consequent as SyntaxNode, depth + 1), this.number(node.alternate as SyntaxNode, depth)];
    return {
      is: 'number',
      run: (read) => {
        const result = test(read);
        if (result === null) return null;
        return result ? yes(read) : no(read);
      },
    };
  }

  #call(node: SyntaxNode, depth: number): Part {
    const name = String((node.callee as SyntaxNode).name ?? '');
    const found = Object.hasOwn(formulaFunctions, name) ? formulaFunctions[name] : undefined;
    if (!found) {
      const hint = didYouMean(name, Object.keys(formulaFunctions));
      throw this.#error('UNKNOWN_FUNCTION', `formulas have no function "${name}"`, node, hint);
    }
    const nodes = node.arguments as SyntaxNode[];
    if (nodes.length < found.min || nodes.length > found.max) {
      const wanted = found.max === Number.POSITIVE_INFINITY ? `${found.min} or more` : String(found.max);
      throw this.#error('FUNCTION_ARGUMENTS', `${name} takes ${wanted} arguments, got ${nodes.length}`, node);
    }
    if (name === 'round') this.#requireDigits(nodes[1], node);
    const args = nodes.map((argument) => this.number(argument, depth + 1));
    return {
      is: 'number',
      run: (read) => {
        const values: Exact[] = [];
        for (const argument of args) {
          const value = argument(read);
          if (value === null) return null;
          values.push(value);
        }
        return found.run(values);
      },
    };
  }

  #requireDigits(digits: SyntaxNode | undefined, call: SyntaxNode): void {
    const raw = digits?.type === 'Literal' ? String(digits.raw) : '';
    if (!/^(?:[0-9]|1[0-9]|20)$/.test(raw)) {
      throw this.#error('FUNCTION_ARGUMENTS', 'round takes the decimals as its second argument, 0 to 20', call);
    }
  }

  #error(code: ExpressionErrorCode, message: string, node: SyntaxNode, hint?: string): ExpressionError {
    return new ExpressionError(code, message, startOf(node), this.#source, hint);
  }
}

function both<Result>(left: Known, right: Known, compute: (left: Exact, right: Exact) => Result): Result | null {
  return left === null || right === null ? null : compute(left, right);
}

function not(value: Condition): Condition {
  return value === null ? null : !value;
}

/** What is known decides: `false && missing` is false, `true || missing` true. */
function connect(left: Condition, right: () => Condition, decides: boolean): Condition {
  if (left === decides) return decides;
  const second = right();
  if (second === decides) return decides;
  return left === null || second === null ? null : !decides;
}
