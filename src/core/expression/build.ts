import { didYouMean } from '../suggest.ts';
import { asData, isForbiddenName, readMember, readName } from './access.ts';
import { ExpressionError, type ExpressionErrorCode } from './errors.ts';
import { functionNames, hostFunctions, pureFunctions } from './functions/index.ts';
import { MAX_DEPTH } from './limits.ts';
import { BINARY, UNARY } from './operators.ts';
import { pathOf, type SyntaxNode, startOf } from './parse.ts';
import { hostOf } from './scope.ts';
import { costOf, type Evaluator, located, type Origin, spend } from './walker.ts';

/** What the plan needs to know about an expression besides its value. */
export interface Findings {
  /** Root names with the place of their first use. */
  names: Map<string, number>;
  /** Paths as far as they are written out: `values.total`, `form.values.amount`. */
  paths: Set<string>;
  /** Those of the paths that are read as they are somewhere, and not only on the way to a longer one: `form.values.amount`, not `form`. */
  whole: Set<string>;
  /** The first two parts of every path that has them, each once and by their text: `values.total`, `form.values`. */
  heads: Map<string, Head>;
  /** Calls whose first argument is a text: dictionaries, text keys, permissions. */
  literalCalls: { name: string; argument: string }[];
  /** Functions of the host that are called. */
  hostCalls: Set<string>;
}

/** What a path starts with: `values` and `total` of `values.total.sum`. */
export interface Head {
  section: string;
  name: string;
  /** Place of its first use. */
  position: number;
}

export function noFindings(): Findings {
  return { names: new Map(), paths: new Set(), whole: new Set(), heads: new Map(), literalCalls: [], hostCalls: new Set() };
}

/** Turns syntax nodes into closures. One builder builds one text, so that findings add up over the parts of a template. */
export class Builder {
  readonly findings = noFindings();
  readonly #source: string;
  #offset = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** `offset` is where the expression starts in the source. Throws ExpressionError. */
  build(node: SyntaxNode, offset: number): Evaluator {
    this.#offset = offset;
    return this.#node(node, 0);
  }

  #node(node: SyntaxNode, depth: number): Evaluator {
    if (depth > MAX_DEPTH) throw this.#error('EXPRESSION_LIMIT', `nested deeper than ${MAX_DEPTH}`, node);
    switch (node.type) {
      case 'Literal':
        return constant(node.value);
      case 'Identifier':
        return this.#name(node);
      case 'MemberExpression':
        return this.#member(node, depth);
      case 'ConditionalExpression':
        return this.#conditional(node, depth);
      case 'BinaryExpression':
        return this.#binary(node, depth);
      case 'UnaryExpression':
        return this.#unary(node, depth);
      case 'ArrayExpression':
        return this.#array(node, depth);
      case 'ObjectExpression':
        return this.#object(node, depth);
      case 'CallExpression':
        return this.#call(node, depth);
      case 'ThisExpression':
        throw this.#error('EXPRESSION_FORBIDDEN', '"this" does not exist here', node);
      case 'SequenceExpression':
        throw this.#error('EXPRESSION_SYNTAX', 'expected one expression in the brackets', node);
      default:
        throw this.#error('EXPRESSION_SYNTAX', `${node.type} is not part of the dialect`, node);
    }
  }

  #name(node: SyntaxNode): Evaluator {
    const name = node.name as string;
    this.#refuseForbidden(name, node);
    if (!this.findings.names.has(name)) this.findings.names.set(name, this.#origin(node).position);
    this.findings.paths.add(name);
    this.findings.whole.add(name);
    const origin = this.#origin(node);
    return (run) => {
      spend(run, 1, origin);
      try {
        return readName(run.scope, name);
      } catch (cause) {
        throw located(cause, origin);
      }
    };
  }

  #member(node: SyntaxNode, depth: number): Evaluator {
    if (node.optional === true) throw this.#error('EXPRESSION_SYNTAX', 'write "." instead of "?.": missing parts give undefined', node);
    const property = node.property as SyntaxNode;
    const way = pathOf(node.object as SyntaxNode);
    const isWhole = way !== undefined && this.findings.whole.has(way);
    const owner = this.#node(node.object as SyntaxNode, depth);
    const key = node.computed ? this.#node(property, depth + 1) : constant(property.name);
    const literal = node.computed ? (property.type === 'Literal' ? String(property.value) : undefined) : (property.name as string);
    if (literal !== undefined) {
      this.#refuseForbidden(literal, property);
      const path = pathOf(node);
      if (path !== undefined) {
        this.findings.paths.add(path);
        this.findings.whole.add(path);
        if (way !== undefined && !isWhole) this.findings.whole.delete(way);
        const section = (node.object as SyntaxNode).name;
        // Longer paths hold this one, which was found before them.
        if (typeof section === 'string' && !this.findings.heads.has(path))
          this.findings.heads.set(path, { section, name: literal, position: this.#origin(node.object as SyntaxNode).position });
      }
    }
    const origin = this.#origin(property);
    return (run) => {
      spend(run, 1, origin);
      const from = owner(run);
      const name = key(run);
      try {
        return readMember(from, name);
      } catch (cause) {
        throw located(cause, origin);
      }
    };
  }

  #conditional(node: SyntaxNode, depth: number): Evaluator {
    const test = this.#node(node.test as SyntaxNode, depth + 1);
    const consequent = this.#node(node.consequent as SyntaxNode, depth + 1);
    // A chain of else-ifs is a list to its author, not a nesting.
    const alternate = this.#node(node.alternate as SyntaxNode, depth);
    const origin = this.#origin(node);
    return (run) => {
      spend(run, 1, origin);
      return test(run) ? consequent(run) : alternate(run);
    };
  }

  #binary(node: SyntaxNode, depth: number): Evaluator {
    const operator = node.operator as string;
    // a + b + c leans to the left; that is no nesting either.
    const left = this.#node(node.left as SyntaxNode, depth);
    const right = this.#node(node.right as SyntaxNode, depth + 1);
    const origin = this.#origin(node);
    const counted: Evaluator = (run) => {
      spend(run, 1, origin);
      return left(run);
    };
    if (operator === '&&') return (run) => counted(run) && right(run);
    if (operator === '||') return (run) => counted(run) || right(run);
    if (operator === '??') return (run) => counted(run) ?? right(run);
    const compute = BINARY[operator];
    if (!compute) throw this.#error('EXPRESSION_SYNTAX', `the operator ${operator} is not part of the dialect`, node);
    return (run) => {
      spend(run, 1, origin);
      const first = left(run);
      const second = right(run);
      try {
        return compute(first, second);
      } catch (cause) {
        throw located(cause, origin);
      }
    };
  }

  #unary(node: SyntaxNode, depth: number): Evaluator {
    const compute = UNARY[node.operator as string];
    if (!compute) throw this.#error('EXPRESSION_SYNTAX', `the operator ${String(node.operator)} is not part of the dialect`, node);
    const argument = this.#node(node.argument as SyntaxNode, depth + 1);
    const origin = this.#origin(node);
    return (run) => {
      spend(run, 1, origin);
      const value = argument(run);
      try {
        return compute(value);
      } catch (cause) {
        throw located(cause, origin);
      }
    };
  }

  #array(node: SyntaxNode, depth: number): Evaluator {
    const elements = (node.elements as SyntaxNode[]).map((element) => this.#node(element, depth + 1));
    const origin = this.#origin(node);
    return (run) => {
      spend(run, 1, origin);
      return elements.map((element) => element(run));
    };
  }

  #object(node: SyntaxNode, depth: number): Evaluator {
    const entries = (node.properties as SyntaxNode[]).map((property) => {
      const key = property.key as SyntaxNode | undefined;
      const value = property.value as SyntaxNode | undefined;
      const name = property.computed ? undefined : key?.type === 'Literal' ? String(key.value) : (key?.name as string | undefined);
      if (property.type !== 'Property' || !key || !value || name === undefined) {
        throw this.#error('EXPRESSION_SYNTAX', 'expected "name: value" in the object', key ?? node);
      }
      // The object plugin takes entries without commas between them.
      if (value.end !== undefined && !',}'.includes(this.#source.charAt(this.#offset + value.end))) {
        throw this.#error('EXPRESSION_SYNTAX', 'expected a comma or } after this value', value);
      }
      this.#refuseForbidden(name, key);
      return { name, value: this.#node(value, depth + 1) };
    });
    const origin = this.#origin(node);
    return (run) => {
      spend(run, 1, origin);
      const result: Record<string, unknown> = {};
      for (const { name, value } of entries) result[name] = value(run);
      return result;
    };
  }

  #call(node: SyntaxNode, depth: number): Evaluator {
    const callee = node.callee as SyntaxNode;
    if (callee.type !== 'Identifier') {
      throw this.#error('EXPRESSION_FORBIDDEN', 'only the functions of the dialect can be called, by their name', node);
    }
    const name = callee.name as string;
    const limits = pureFunctions.get(name) ?? hostFunctions.get(name);
    if (!limits) throw this.#error('UNKNOWN_FUNCTION', `there is no function "${name}"`, node, didYouMean(name, functionNames));
    const nodes = node.arguments as SyntaxNode[];
    if (nodes.length < limits.min || nodes.length > limits.max) {
      const wanted = limits.min === limits.max ? `${limits.min}` : `${limits.min} to ${limits.max}`;
      throw this.#error('FUNCTION_ARGUMENTS', `${name} takes ${wanted} arguments, got ${nodes.length}`, node);
    }
    const first = nodes[0];
    if (first?.type === 'Literal' && typeof first.value === 'string') this.findings.literalCalls.push({ name, argument: first.value });
    const args = nodes.map((argument) => this.#node(argument, depth + 1));
    const origin = this.#origin(node);
    const run = pureFunctions.get(name)?.run;
    return run ? callPure(name, run, args, origin) : this.#callHost(name, args, origin);
  }

  #callHost(name: string, args: Evaluator[], origin: Origin): Evaluator {
    this.findings.hostCalls.add(name);
    return (run) => {
      const values = args.map((argument) => argument(run));
      spend(run, costOf(values), origin);
      const functions = hostOf(run.scope)?.functions;
      const call = functions && Object.hasOwn(functions, name) ? functions[name] : undefined;
      if (!call) throw new ExpressionError('FUNCTION_FAILED', `${name} is not available here`, origin.position, origin.source);
      return guarded(name, () => call(...values), origin);
    };
  }

  #refuseForbidden(name: string, node: SyntaxNode): void {
    if (isForbiddenName(name)) throw this.#error('EXPRESSION_FORBIDDEN', `"${name}" cannot be read`, node);
  }

  #origin(node: SyntaxNode): Origin {
    return { position: this.#offset + startOf(node), source: this.#source };
  }

  #error(code: ExpressionErrorCode, message: string, node: SyntaxNode, hint?: string): ExpressionError {
    const { position, source } = this.#origin(node);
    return new ExpressionError(code, message, position, source, hint);
  }
}

function constant(value: unknown): Evaluator {
  return () => value;
}

function callPure(name: string, call: (...args: unknown[]) => unknown, args: Evaluator[], origin: Origin): Evaluator {
  return (run) => {
    const values = args.map((argument) => argument(run));
    spend(run, costOf(values), origin);
    return guarded(name, () => call(...values), origin);
  };
}

function guarded(name: string, call: () => unknown, origin: Origin): unknown {
  try {
    return asData(call(), `the result of ${name}`);
  } catch (cause) {
    const error = located(cause, origin);
    if (error instanceof ExpressionError) {
      if (error === cause) throw error;
      throw new ExpressionError(error.code, `${name}: ${(cause as Error).message}`, origin.position, origin.source);
    }
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ExpressionError('FUNCTION_FAILED', `${name}: ${reason}`, origin.position, origin.source);
  }
}
