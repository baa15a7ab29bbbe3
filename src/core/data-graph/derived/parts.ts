import { type SyntaxNode, startOf } from '../../expression/parse.ts';
import { formats, isMoment } from '../moments.ts';
import { isNumeric, type Parameters } from '../sql.ts';
import type { FieldType } from '../types.ts';

/** A part of an expression as SQL. `null` is the type of null alone. */
export interface Part {
  /** Of what is written out it becomes a parameter when it is read, so that a query has no parameter it does not use: read it only to use it, and spread no part. */
  readonly sql: string;
  type: FieldType | 'null';
  /** The value, where it is written out. */
  literal?: string | number | boolean | null;
}

/** What was probably meant, looked for once somebody asks. */
type Hint = string | undefined | (() => string | undefined);

/** An expression that cannot be translated. `position` counts its characters from 0. */
export class DerivedError extends Error {
  readonly position: number;
  readonly #hint: Hint;

  constructor(message: string, position: number, hint?: Hint) {
    super(message);
    this.position = position;
    this.#hint = hint;
  }

  get hint(): string | undefined {
    return typeof this.#hint === 'function' ? this.#hint() : this.#hint;
  }
}

export function faultAt(node: SyntaxNode, message: string, hint?: Hint): DerivedError {
  return new DerivedError(message, startOf(node), hint);
}

/** The type of what is one part or the other. */
export function typeOf(one: Part, other: Part): FieldType | 'null' {
  if (one.type === 'null') return other.type;
  if (other.type === 'null' || one.type === other.type) return one.type;
  return 'float';
}

/** Two parts of one type: numbers of any kind, or a moment beside a text that is written out as one. @throws DerivedError */
export function alike(left: Part, right: Part, node: SyntaxNode, parameters: Parameters): [Part, Part] {
  if (left.type === right.type || left.type === 'null' || right.type === 'null') return [left, right];
  if (isNumeric(left.type) && isNumeric(right.type)) return [left, right];
  const written = (literal: Part, beside: Part): Part | undefined => {
    const { type } = beside;
    if (typeof literal.literal !== 'string' || (type !== 'date' && type !== 'timestamp' && type !== 'time')) return undefined;
    if (!isMoment(type, literal.literal)) throw faultAt(node, `"${literal.literal}" is no ${type}`, formats[type]);
    return { sql: parameters.typed(type, literal.literal), type };
  };
  const [one, other] = [written(left, right), written(right, left)];
  if (one) return [one, right];
  if (other) return [left, other];
  throw faultAt(node, `a ${left.type} and a ${right.type} cannot stand here together`);
}

/** @throws DerivedError where it is no yes or no */
export function booleanOf(part: Part, node: SyntaxNode): Part {
  if (part.type === 'boolean' || part.type === 'null') return part;
  throw faultAt(node, `expected yes or no, got a ${part.type}`, 'compare it: amount > 0');
}

/** @throws DerivedError where it is no number */
export function numberOf(part: Part, node: SyntaxNode): { sql: string; type: FieldType } {
  if (part.type === 'null') return { sql: 'CAST(NULL AS DOUBLE)', type: 'float' };
  if (isNumeric(part.type)) return { sql: part.sql, type: part.type };
  throw faultAt(node, `expected a number, got a ${part.type}`, part.type === 'string' ? 'number(...) reads a text' : undefined);
}

/** Its text, empty where there is none. @throws DerivedError where it is no text */
export function textOf(part: Part, node: SyntaxNode): string {
  if (part.type === 'string' || part.type === 'null') return `coalesce(CAST(${part.sql} AS VARCHAR), '')`;
  throw faultAt(node, `expected a text, got a ${part.type}`);
}

/** @throws DerivedError where it is no date */
export function dayOf(part: Part, node: SyntaxNode): string {
  if (part.type === 'date' || part.type === 'timestamp') return part.sql;
  throw faultAt(node, `expected a date, got a ${part.type}`);
}
