import { ExpressionError } from '../expression/errors.ts';
import { MAX_DEPTH, MAX_LENGTH } from '../expression/limits.ts';
import { parseExpression, type SyntaxNode, startOf } from '../expression/parse.ts';
import { didYouMean, fieldHint } from '../suggest.ts';
import { isNumeric, type Parameters, quoted, whiteSpace } from './sql.ts';
import type { Column, FieldType } from './types.ts';

/** A part of an expression as SQL. `null` is the type of null alone. */
interface Part {
  /** Of what is written out it becomes a parameter when it is read, so that a query has no parameter it does not use: read it only to use it, and spread no part. */
  readonly sql: string;
  type: FieldType | 'null';
  /** The value, where it is written out. */
  literal?: string | number | boolean | null;
}

/** An expression that cannot be translated. `position` counts its characters from 0. */
export class DerivedError extends Error {
  readonly position: number;
  readonly hint: string | undefined;

  constructor(message: string, position: number, hint?: string) {
    super(message);
    this.position = position;
    this.hint = hint;
  }
}

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

type Translate = (args: Part[], node: SyntaxNode) => Part;

class Translator {
  readonly #columns: readonly Column[];
  readonly #parameters: Parameters;
  readonly #functions: ReadonlyMap<string, { min: number; max: number; translate: Translate }>;

  constructor(columns: readonly Column[], parameters: Parameters) {
    this.#columns = columns;
    this.#parameters = parameters;
    this.#functions = this.#allFunctions();
  }

  part(node: SyntaxNode, depth: number): Part {
    if (depth > MAX_DEPTH) throw this.#error(`nested deeper than ${MAX_DEPTH}`, node);
    const inner = (one: unknown) => this.part(one as SyntaxNode, depth + 1);
    switch (node.type) {
      case 'Literal':
        return this.#literal(node.value, node);
      case 'Identifier':
        return this.#column(String(node.name), node);
      case 'UnaryExpression':
        return this.#unary(String(node.operator), inner(node.argument), node);
      case 'BinaryExpression':
        return this.#binary(String(node.operator), inner(node.left), inner(node.right), node);
      case 'ConditionalExpression': {
        const test = this.#boolean(inner(node.test), node.test as SyntaxNode);
        const [yes, no] = this.#alike(inner(node.consequent), inner(node.alternate), node);
        return { sql: `CASE WHEN coalesce(${test.sql}, false) THEN ${yes.sql} ELSE ${no.sql} END`, type: typeOf(yes, no) };
      }
      case 'CallExpression':
        return this.#call(node, depth);
      default:
        throw this.#error('lists, objects and members of values do not exist in a row of a table', node);
    }
  }

  #error(message: string, node: SyntaxNode, hint?: string): DerivedError {
    return new DerivedError(message, startOf(node), hint);
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
    if (typeof value !== 'number' || !Number.isFinite(value)) throw this.#error('this is no value of a field', node);
    const type: FieldType = Number.isSafeInteger(value) ? 'integer' : 'float';
    return written(type, value);
  }

  #column(name: string, node: SyntaxNode): Part {
    const column = this.#columns.find((one) => one.name === name);
    if (!column) {
      const names = this.#columns.map((one) => one.name);
      throw this.#error(`there is no field "${name}"`, node, fieldHint(name, names));
    }
    return column.type === 'number'
      ? // Numbers are computed with as the language does: binary, with 15 digits.
        { sql: `CAST(${quoted(name)} AS DOUBLE)`, type: 'float' }
      : { sql: quoted(name), type: column.type };
  }

  #unary(operator: string, part: Part, node: SyntaxNode): Part {
    if (operator === '!') return { sql: `NOT coalesce(${this.#boolean(part, node).sql}, false)`, type: 'boolean' };
    const { sql, type } = this.#number(part, node);
    return { sql: `(-${sql})`, type, ...(typeof part.literal === 'number' && { literal: -part.literal }) };
  }

  #binary(operator: string, left: Part, right: Part, node: SyntaxNode): Part {
    switch (operator) {
      case '&&': {
        const [one, other] = [this.#boolean(left, node), this.#boolean(right, node)];
        return { sql: `CASE WHEN coalesce(${one.sql}, false) THEN ${other.sql} ELSE ${one.sql} END`, type: 'boolean' };
      }
      case '||': {
        const [one, other] = [this.#boolean(left, node), this.#boolean(right, node)];
        return { sql: `CASE WHEN coalesce(${one.sql}, false) THEN ${one.sql} ELSE ${other.sql} END`, type: 'boolean' };
      }
      case '??': {
        const [one, other] = this.#alike(left, right, node);
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
    const joined = [left, right].map((side) => {
      if (!['string', 'integer', 'boolean', 'null'].includes(side.type))
        throw this.#error(`a ${side.type} cannot be joined to a text exactly: round it and make it a text in a cleaning step`, node);
      return `coalesce(CAST(${side.sql} AS VARCHAR), '')`;
    });
    const isMissing = [left, right].filter(({ type }) => type === 'string').map(({ sql }) => `${sql} IS NULL`);
    return { sql: `CASE WHEN ${isMissing.join(' AND ')} THEN NULL ELSE ${joined.join(' || ')} END`, type: 'string' };
  }

  #arithmetic(operator: string, left: Part, right: Part, node: SyntaxNode): Part {
    const [one, other] = [this.#number(left, node), this.#number(right, node)];
    if (operator === '/') return { sql: `(CAST(${one.sql} AS DOUBLE) / nullif(CAST(${other.sql} AS DOUBLE), 0))`, type: 'float' };
    if (operator === '%') {
      const type = one.type === 'integer' && other.type === 'integer' ? 'integer' : 'float';
      return { sql: `(${one.sql} % nullif(${other.sql}, 0))`, type };
    }
    const type: FieldType = one.type === 'integer' && other.type === 'integer' ? 'integer' : 'float';
    return { sql: `(${one.sql} ${operator} ${other.sql})`, type };
  }

  #compare(left: Part, right: Part, node: SyntaxNode, sql: (one: string, other: string) => string): Part {
    const [one, other] = this.#alike(left, right, node);
    return { sql: sql(one.sql, other.sql), type: 'boolean' };
  }

  /** Two parts of one type: numbers of any kind, or a moment beside a text that is written out as one. */
  #alike(left: Part, right: Part, node: SyntaxNode): [Part, Part] {
    if (left.type === right.type || left.type === 'null' || right.type === 'null') return [left, right];
    if (isNumeric(left.type) && isNumeric(right.type)) return [left, right];
    const written = (literal: Part, beside: Part): Part | undefined => {
      const { type } = beside;
      if (typeof literal.literal !== 'string' || (type !== 'date' && type !== 'timestamp' && type !== 'time')) return undefined;
      if (!isMoment(type, literal.literal)) throw this.#error(`"${literal.literal}" is no ${type}`, node, formats[type]);
      return { sql: this.#parameters.typed(type, literal.literal), type };
    };
    const [one, other] = [written(left, right), written(right, left)];
    if (one) return [one, right];
    if (other) return [left, other];
    throw this.#error(`a ${left.type} and a ${right.type} cannot stand here together`, node);
  }

  #boolean(part: Part, node: SyntaxNode): Part {
    if (part.type === 'boolean' || part.type === 'null') return part;
    throw this.#error(`expected yes or no, got a ${part.type}`, node, 'compare it: amount > 0');
  }

  #number(part: Part, node: SyntaxNode): { sql: string; type: FieldType } {
    if (part.type === 'null') return { sql: 'CAST(NULL AS DOUBLE)', type: 'float' };
    if (isNumeric(part.type)) return { sql: part.sql, type: part.type };
    throw this.#error(`expected a number, got a ${part.type}`, node, part.type === 'string' ? 'number(...) reads a text' : undefined);
  }

  #text(part: Part, node: SyntaxNode): string {
    if (part.type === 'string' || part.type === 'null') return `coalesce(CAST(${part.sql} AS VARCHAR), '')`;
    throw this.#error(`expected a text, got a ${part.type}`, node);
  }

  #call(node: SyntaxNode, depth: number): Part {
    const callee = node.callee as SyntaxNode;
    const name = callee.type === 'Identifier' ? String(callee.name) : '';
    const found = this.#functions.get(name);
    if (!found) throw this.#error(`there is no function "${name}" for tables`, callee, didYouMean(name, this.#functions.keys()));
    const given = node.arguments as SyntaxNode[];
    if (given.length < found.min || given.length > found.max)
      throw this.#error(`${name} takes ${found.min === found.max ? found.min : `${found.min} to ${found.max}`} values`, callee);
    if (name === 'band') return this.#band(given, depth);
    return found.translate(
      given.map((one) => this.part(one, depth + 1)),
      node,
    );
  }

  #band(given: SyntaxNode[], depth: number): Part {
    const [value, bounds, results] = given as [SyntaxNode, SyntaxNode, SyntaxNode];
    const listOf = (node: SyntaxNode) => {
      if (node.type !== 'ArrayExpression') throw this.#error('expected a list that is written out', node);
      return (node.elements as SyntaxNode[]).map((one) => this.part(one, depth + 1));
    };
    const number = this.#number(this.part(value, depth + 1), value);
    const [limits, choices] = [listOf(bounds).map((part) => this.#number(part, bounds)), listOf(results)];
    if (choices.length !== limits.length + 1) throw this.#error('band needs one result more than bounds', results);
    const [first] = choices as [Part];
    for (const choice of choices) this.#alike(first, choice, results);
    const cases = limits.map((limit, index) => `WHEN ${limit.sql} > ${number.sql} THEN ${choices[index]?.sql}`).join(' ');
    const type = choices.reduce((one, choice) => (one.type === 'null' ? choice : { sql: '', type: typeOf(one, choice) })).type;
    return { sql: `CASE WHEN ${number.sql} IS NULL THEN NULL ${cases} ELSE ${choices.at(-1)?.sql} END`, type };
  }

  #allFunctions() {
    const all = new Map<string, { min: number; max: number; translate: Translate }>();
    const add = (name: string, min: number, max: number, translate: Translate) => all.set(name, { min, max, translate });
    const texts = (args: Part[], node: SyntaxNode) => args.map((part) => this.#text(part, node));
    const onText = (name: string, type: FieldType, sql: (...args: string[]) => string, count = 1) =>
      add(name, count, count, (args, node) => ({ sql: sql(...texts(args, node)), type }));
    onText('lower', 'string', (text) => `lower(${text})`);
    onText('upper', 'string', (text) => `upper(${text})`);
    onText('trim', 'string', (text) => `trim(${text}, ${this.#parameters.text(whiteSpace)})`);
    onText('contains', 'boolean', (text, part) => `contains(${text}, ${part})`, 2);
    onText('startsWith', 'boolean', (text, part) => `starts_with(${text}, ${part})`, 2);
    onText('endsWith', 'boolean', (text, part) => `ends_with(${text}, ${part})`, 2);
    onText('replace', 'string', (text, part, by) => `CASE WHEN ${part} = '' THEN ${text} ELSE replace(${text}, ${part}, ${by}) END`, 3);
    // As the language counts: signs beyond the basic plane are two.
    onText('len', 'integer', (text) => `(length(${text}) + length(regexp_replace(${text}, '[^\\x{10000}-\\x{10FFFF}]', '', 'g')))`);
    add('isEmpty', 1, 1, ([part], node) => {
      const { type } = part as Part;
      if (type === 'string')
        return { sql: `(trim(${this.#text(part as Part, node)}, ${this.#parameters.text(whiteSpace)}) = '')`, type: 'boolean' };
      return { sql: `(${(part as Part).sql} IS NULL)`, type: 'boolean' };
    });
    add('number', 1, 1, ([part], node) => {
      const { type } = part as Part;
      if (isNumeric(type as FieldType)) return part as Part;
      if (type === 'boolean') return { sql: `CAST(${(part as Part).sql} AS BIGINT)`, type: 'integer' };
      const text = `trim(${this.#text(part as Part, node)}, ${this.#parameters.text(whiteSpace)})`;
      return {
        sql: `CASE WHEN regexp_full_match(${text}, '[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?') THEN TRY_CAST(${text} AS DOUBLE) END`,
        type: 'float',
      };
    });
    add('text', 1, 1, ([part], node) => {
      const { sql, type } = part as Part;
      if (type === 'float') throw this.#error('a float has no exact text: round it and make it a text in a cleaning step', node);
      if (type === 'timestamp') return { sql: `coalesce(strftime(${sql}, '%Y-%m-%d %H:%M:%S'), '')`, type: 'string' };
      return { sql: `coalesce(CAST(${sql} AS VARCHAR), '')`, type: 'string' };
    });
    for (const [name, sql] of [
      ['min', 'least'],
      ['max', 'greatest'],
    ] as const)
      add(name, 1, 20, (args, node) => {
        const numbers = args.map((part) => this.#number(part, node));
        const type = numbers.every((one) => one.type === 'integer') ? 'integer' : 'float';
        return { sql: `${sql}(${numbers.map((one) => one.sql).join(', ')})`, type };
      });
    for (const name of ['abs', 'floor', 'ceil'])
      add(name, 1, 1, ([part], node) => {
        const { sql, type } = this.#number(part as Part, node);
        return { sql: type === 'integer' && name !== 'abs' ? sql : `${name}(${sql})`, type };
      });
    add('round', 1, 2, ([part, digits], node) => {
      const { sql, type } = this.#number(part as Part, node);
      const places = digits === undefined ? 0 : digits.literal;
      if (typeof places !== 'number' || !Number.isInteger(places) || places < 0 || places > 12)
        throw this.#error('the digits are a whole number from 0 to 12 that is written out', node);
      if (type === 'integer') return { sql, type };
      // By decimal digits, half away from zero; what is too large for that has no decimals.
      return { sql: `coalesce(CAST(round(TRY_CAST(${sql} AS DECIMAL(38, 15)), ${places}) AS DOUBLE), ${sql})`, type };
    });
    add('band', 3, 3, ([part]) => part as Part);
    for (const name of ['year', 'quarter', 'month', 'day', 'weekday'])
      add(name, 1, 1, ([part], node) => {
        const moment = this.#day(part as Part, node);
        return { sql: name === 'weekday' ? `isodow(${moment})` : `${name}(${moment})`, type: 'integer' };
      });
    add('monthText', 1, 1, ([part], node) => ({ sql: `strftime(${this.#day(part as Part, node)}, '%Y-%m')`, type: 'string' }));
    add('daysBetween', 2, 2, ([from, to], node) => {
      const [first, second] = [from, to].map((part) => `CAST(${this.#day(part as Part, node)} AS DATE)`);
      return { sql: `(${second} - ${first})`, type: 'integer' };
    });
    return all;
  }

  #day(part: Part, node: SyntaxNode): string {
    if (part.type === 'date' || part.type === 'timestamp') return part.sql;
    throw this.#error(`expected a date, got a ${part.type}`, node);
  }
}

function typeOf(one: Part, other: Part): FieldType | 'null' {
  if (one.type === 'null') return other.type;
  if (other.type === 'null' || one.type === other.type) return one.type;
  return 'float';
}

const formats = { date: 'write 2026-01-31', timestamp: 'write 2026-01-31 13:30:00', time: 'write 13:30:00' } as const;
const patterns = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  timestamp: /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)?Z?$/,
  time: /^\d{2}:\d{2}(?::\d{2})?$/,
} as const;

/** Whether a text is a date, moment or time of day. */
export function isMoment(type: 'date' | 'timestamp' | 'time', text: string): boolean {
  if (!patterns[type].test(text)) return false;
  if (type === 'time') return /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/.test(text);
  const day = text.slice(0, 10);
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
