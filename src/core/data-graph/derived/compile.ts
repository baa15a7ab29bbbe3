import { ExpressionError } from '../../expression/errors.ts';
import { MAX_DEPTH, MAX_LENGTH } from '../../expression/limits.ts';
import { parseExpression, type SyntaxNode } from '../../expression/parse.ts';
import { didYouMean, fieldHint } from '../../suggest.ts';
import { type Parameters, quoted } from '../sql.ts';
import type { Column, FieldType } from '../types.ts';
import { functions } from './functions.ts';
import { alike, booleanOf, DerivedError, faultAt, numberOf, type Part, typeOf } from './parts.ts';

/**
 * Translates an expression of the dialect over the columns of a row into SQL that gives the same value: missing stays missing, a comparison with something missing is
 * false, a division by zero is missing. Only what gives the same is translated; dates have a few functions of their own.
 * @throws DerivedError with the place
 */
export function compileDerived(source: string, columns: readonly Column[], parameters: Parameters): { sql: string; type: FieldType } {
  if (source.length > MAX_LENGTH) throw new DerivedError(`longer than ${MAX_LENGTH} characters`, MAX_LENGTH);
  let syntax: SyntaxNode;
  try {
    syntax = parseExpression(source, 0, source);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new DerivedError(error.message.replace(/ \(character \d+ of .*$/su, ''), error.position, error.hint);
  }
  const { sql, type } = new Translator(columns, parameters).part(syntax, 0);
  if (type === 'null') throw new DerivedError('there is always nothing', 0);
  return { sql, type };
}

/** Names of the columns an expression reads; none where it is none. */
export function columnsRead(source: string): string[] {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) visit(one);
    else if (typeof node === 'object' && node !== null) {
      const { type, name, ...parts } = node as SyntaxNode;
      if (type === 'Identifier') names.add(String(name));
      for (const [key, part] of Object.entries(parts)) if (type !== 'CallExpression' || key === 'arguments') visit(part);
    }
  };
  try {
    visit(parseExpression(source, 0, source));
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
  }
  return [...names];
}

/** Characters an expression becomes at most: some functions need a value twice, and those within each other twice as often each time. */
const mostSql = 20_000;

class Translator {
  readonly #columns: readonly Column[];
  readonly #parameters: Parameters;

  constructor(columns: readonly Column[], parameters: Parameters) {
    this.#columns = columns;
    this.#parameters = parameters;
  }

  part(node: SyntaxNode, depth: number): Part {
    if (depth > MAX_DEPTH) throw faultAt(node, `nested deeper than ${MAX_DEPTH}`);
    const part = this.#translated(node, depth);
    if (part.literal === undefined && part.sql.length > mostSql)
      throw faultAt(node, 'this is more than a table can compute at once: derive parts of it first');
    return part;
  }

  #translated(node: SyntaxNode, depth: number): Part {
    const inner = (one: unknown) => this.part(one as SyntaxNode, depth + 1);
    switch (node.type) {
      case 'Literal':
        return this.#literal(node.value, node);
      case 'Identifier':
        return this.#column(String(node.name), node);
      case 'UnaryExpression':
        return this.#unary(String(node.operator), inner(node.argument), node);
      case 'BinaryExpression':
        if (node.operator === '&&') return this.#and(this.#operands(node, depth), node);
        return this.#binary(String(node.operator), inner(node.left), inner(node.right), node);
      case 'ConditionalExpression': {
        const test = booleanOf(inner(node.test), node.test as SyntaxNode);
        const [yes, no] = alike(inner(node.consequent), inner(node.alternate), node, this.#parameters);
        return { sql: `CASE WHEN coalesce(${test.sql}, false) THEN ${yes.sql} ELSE ${no.sql} END`, type: typeOf(yes, no) };
      }
      case 'CallExpression':
        return this.#call(node, depth);
      default:
        throw faultAt(node, 'lists, objects and members of values do not exist in a row of a table');
    }
  }

  #literal(value: unknown, node: SyntaxNode): Part {
    if (value === null || value === undefined) return { sql: 'NULL', type: 'null', literal: null };
    if (typeof value === 'boolean') return { sql: value ? 'true' : 'false', type: 'boolean', literal: value };
    const written = (type: FieldType, literal: string | number): Part => {
      const parameters = this.#parameters;
      return {
        get sql() {
          return parameters.typed(type, String(literal));
        },
        type,
        literal,
      };
    };
    if (typeof value === 'string') return written('string', value);
    if (typeof value !== 'number' || !Number.isFinite(value)) throw faultAt(node, 'this is no value of a field');
    const type: FieldType = Number.isSafeInteger(value) ? 'integer' : 'float';
    return written(type, value);
  }

  #column(name: string, node: SyntaxNode): Part {
    const column = this.#columns.find((one) => one.name === name);
    if (!column) {
      const names = () => this.#columns.map((one) => one.name);
      throw faultAt(node, `there is no field "${name}"`, () => fieldHint(name, names()));
    }
    return column.type === 'number'
      ? // Numbers are computed with as the language does: binary, with 15 digits.
        { sql: `CAST(${quoted(name)} AS DOUBLE)`, type: 'float' }
      : { sql: quoted(name), type: column.type };
  }

  #unary(operator: string, part: Part, node: SyntaxNode): Part {
    if (operator === '!') return { sql: `NOT coalesce(${booleanOf(part, node).sql}, false)`, type: 'boolean' };
    const { sql, type } = numberOf(part, node);
    return { sql: `(-${sql})`, type, ...(typeof part.literal === 'number' && { literal: -part.literal }) };
  }

  /** What stands between the `&&` of a chain, however it is bracketed. */
  #operands(node: SyntaxNode, depth: number): Part[] {
    const side = (one: SyntaxNode) => (one.operator === '&&' ? this.#operands(one, depth + 1) : [this.part(one, depth + 1)]);
    return [...side(node.left as SyntaxNode), ...side(node.right as SyntaxNode)];
  }

  /** The first that does not hold, otherwise the last: of a chain each stands there twice at most, and not twice as often as the one before. */
  #and(operands: readonly Part[], node: SyntaxNode): Part {
    const tests = operands.map((one) => booleanOf(one, node));
    const cases = tests.slice(0, -1).map((one) => `WHEN NOT coalesce(${one.sql}, false) THEN ${one.sql}`);
    return { sql: `CASE ${cases.join(' ')} ELSE ${tests.at(-1)?.sql} END`, type: 'boolean' };
  }

  #binary(operator: string, left: Part, right: Part, node: SyntaxNode): Part {
    switch (operator) {
      case '||': {
        const [one, other] = [booleanOf(left, node), booleanOf(right, node)];
        return { sql: `CASE ${one.sql} WHEN true THEN true ELSE ${other.sql} END`, type: 'boolean' };
      }
      case '??': {
        const [one, other] = alike(left, right, node, this.#parameters);
        return { sql: `coalesce(${one.sql}, ${other.sql})`, type: typeOf(one, other) };
      }
      case '==':
      case '===':
        return this.#compare(left, right, node, (one, other) => `(${one} IS NOT DISTINCT FROM ${other})`);
      case '!=':
      case '!==':
        return this.#compare(left, right, node, (one, other) => `(${one} IS DISTINCT FROM ${other})`);
      case '<':
      case '<=':
      case '>':
      case '>=':
        return this.#compare(left, right, node, (one, other) => `coalesce(${one} ${operator} ${other}, false)`);
      case '+':
        return this.#plus(left, right, node);
      default:
        return this.#arithmetic(operator, left, right, node);
    }
  }

  #plus(left: Part, right: Part, node: SyntaxNode): Part {
    if (left.type !== 'string' && right.type !== 'string') return this.#arithmetic('+', left, right, node);
    const strange = [left, right].find(({ type }) => !['string', 'integer', 'boolean', 'null'].includes(type));
    if (strange)
      throw faultAt(node, `a ${strange.type} cannot be joined to a text exactly: round it and make it a text in a cleaning step`);
    // Each side stands there once: of many joined one behind the other the first would stand there thousands of times.
    if (left.type === 'string' && right.type === 'string')
      return { sql: `list_aggregate([${left.sql}, ${right.sql}], 'string_agg', '')`, type: 'string' };
    const [one, other] = [left, right].map(({ sql, type }) => (type === 'string' ? sql : `coalesce(CAST(${sql} AS VARCHAR), '')`));
    return { sql: `(${one} || ${other})`, type: 'string' };
  }

  #arithmetic(operator: string, left: Part, right: Part, node: SyntaxNode): Part {
    const [one, other] = [numberOf(left, node), numberOf(right, node)];
    if (operator === '/') return { sql: `(CAST(${one.sql} AS DOUBLE) / ${notZero(`CAST(${other.sql} AS DOUBLE)`)})`, type: 'float' };
    if (operator === '%') {
      const type = one.type === 'integer' && other.type === 'integer' ? 'integer' : 'float';
      return { sql: `(${one.sql} % ${notZero(other.sql)})`, type };
    }
    const type: FieldType = one.type === 'integer' && other.type === 'integer' ? 'integer' : 'float';
    return { sql: `(${one.sql} ${operator} ${other.sql})`, type };
  }

  #compare(left: Part, right: Part, node: SyntaxNode, sql: (one: string, other: string) => string): Part {
    const [one, other] = alike(left, right, node, this.#parameters);
    return { sql: sql(one.sql, other.sql), type: 'boolean' };
  }

  #call(node: SyntaxNode, depth: number): Part {
    const callee = node.callee as SyntaxNode;
    const name = callee.type === 'Identifier' ? String(callee.name) : '';
    const found = functions.get(name);
    if (!found) throw faultAt(callee, `there is no function "${name}" for tables`, didYouMean(name, functions.keys()));
    const given = node.arguments as SyntaxNode[];
    if (given.length < found.min || given.length > found.max)
      throw faultAt(callee, `${name} takes ${found.min === found.max ? found.min : `${found.min} to ${found.max}`} values`);
    if (name === 'band') return this.#band(given, depth);
    return found.translate(
      given.map((one) => this.part(one, depth + 1)),
      node,
      this.#parameters,
    );
  }

  #band(given: SyntaxNode[], depth: number): Part {
    const [value, bounds, results] = given as [SyntaxNode, SyntaxNode, SyntaxNode];
    const listOf = (node: SyntaxNode) => {
      if (node.type !== 'ArrayExpression') throw faultAt(node, 'expected a list that is written out');
      return (node.elements as SyntaxNode[]).map((one) => this.part(one, depth + 1));
    };
    const number = numberOf(this.part(value, depth + 1), value);
    const [limits, choices] = [listOf(bounds).map((part) => numberOf(part, bounds)), listOf(results)];
    if (choices.length !== limits.length + 1) throw faultAt(results, 'band needs one result more than bounds');
    const [first] = choices as [Part];
    for (const choice of choices) alike(first, choice, results, this.#parameters);
    if (limits.length * number.sql.length > mostSql)
      throw faultAt(value, 'a value this long is derived first, and its field compared then');
    const cases = limits.map((limit, index) => `WHEN ${limit.sql} > ${number.sql} THEN ${choices[index]?.sql}`).join(' ');
    const type = choices.reduce((one, choice) => (one.type === 'null' ? choice : { sql: '', type: typeOf(one, choice) })).type;
    return { sql: `CASE WHEN ${number.sql} IS NULL THEN NULL ${cases} ELSE ${choices.at(-1)?.sql} END`, type };
  }
}

/**
 * A number, missing where it is zero. The engine works with the value of `nullif` twice: with what divides by something that divides by something, twice as often each time.
 * A long one is therefore given a name. No field can be called so (RULE-12).
 */
function notZero(number: string): string {
  return number.length < 100 ? `nullif(${number}, 0)` : `list_transform([${number}], lambda "%n": nullif("%n", 0))[1]`;
}
