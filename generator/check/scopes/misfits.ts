import { isDay } from '../../../src/core/dates.ts';
import { didYouMean } from '../../../src/core/suggest.ts';
import { isObject, type JsonSchema, type ValueKind } from '../../json.ts';
import type { Report } from '../findings.ts';

/** What is wrong with a value; see Report. */
export type Misfit = Pick<Report, 'message' | 'hint' | 'severity'> & { code?: string };

/** How a value gets to the server: as JSON, or as text of an address or a form, which it reads as what the contract says. */
export type Travel = 'json' | 'text';

const typeTests: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: isObject,
  null: (value) => value === null,
};

/** Why a schema without references and choices refuses a value; undefined where it takes it. */
export function valueMisfit(schema: unknown, written: unknown, travel: Travel): Misfit | undefined {
  if (!isObject(schema)) return undefined;
  const value = travel === 'text' ? readAs(schema, written) : written;
  const shown = JSON.stringify(written);
  const choices = choicesIn(schema);
  if (choices && !choices.includes(value)) {
    const hint = typeof value === 'string' ? didYouMean(value, choices.map(String)) : undefined;
    return {
      message: `${shown} is not one of ${choices.filter((choice) => choice !== '').join(', ')}`,
      ...(hint !== undefined && { hint }),
    };
  }
  const types = typesIn(schema);
  if (types.length > 0 && types.every((type) => typeTests[type]?.(value) === false)) {
    return {
      message: `expected ${types.filter((type) => type !== 'null').join(' or ')}, got ${Array.isArray(value) ? 'a list' : isObject(value) ? 'an object' : shown}`,
    };
  }
  return sizeMisfit(schema, value, shown) ?? (typeof value === 'string' ? textMisfit(schema, value, shown) : undefined);
}

/** The same of a value of which only the kind is known. */
export function kindMisfit(schema: unknown, kind: ValueKind, travel: Travel): Misfit | undefined {
  if (!isObject(schema)) return undefined;
  const types = choicesIn(schema)?.flatMap((choice) => kindOfValue(choice) ?? []) ?? typesIn(schema);
  if (types.length === 0 || types.some((type) => becomes(kind, type === 'integer' ? 'number' : type, travel))) return undefined;
  const got = kind === 'array' ? 'a list' : kind === 'object' ? 'an object' : `a ${kind === 'string' ? 'text' : kind}`;
  return { message: `expected ${[...new Set(types)].join(' or ')}, got ${got}` };
}

/** Whether a value of a kind may be one of a type where it arrives. A text may hold anything. */
function becomes(kind: ValueKind, type: string, travel: Travel): boolean {
  if (kind === type) return true;
  if (travel === 'json') return false;
  return kind === 'string' || kind === 'array' || type === 'string' || type === 'array';
}

/** The kind of a value that is written out; undefined of nothing. */
export function kindOfValue(value: unknown): ValueKind | undefined {
  if (Array.isArray(value)) return 'array';
  const kind = typeof value;
  if (kind === 'object') return value === null ? undefined : 'object';
  return kind === 'string' || kind === 'number' || kind === 'boolean' ? kind : undefined;
}

function choicesIn(schema: JsonSchema): unknown[] | undefined {
  if (Array.isArray(schema.enum)) return schema.enum;
  return schema.const === undefined ? undefined : [schema.const];
}

function typesIn(schema: JsonSchema): string[] {
  return [schema.type].flat().filter((type) => typeof type === 'string');
}

function sizeMisfit(schema: JsonSchema, value: unknown, shown: string): Misfit | undefined {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  const [size, least, most, what] =
    typeof value === 'string'
      ? ([[...value].length, minLength, maxLength, ' characters'] as const)
      : Array.isArray(value)
        ? ([value.length, minItems, maxItems, ' entries'] as const)
        : ([value, minimum, maximum, ''] as const);
  if (typeof size !== 'number') return undefined;
  const [less, more] = Array.isArray(value)
    ? ['this list has fewer than', 'this list has more than']
    : [`${shown} is less than`, `${shown} is more than`];
  if (typeof least === 'number' && size < least) return { message: `${less} ${least}${what}` };
  return typeof most === 'number' && size > most ? { message: `${more} ${most}${what}` } : undefined;
}

function textMisfit({ pattern, format }: JsonSchema, value: string, shown: string): Misfit | undefined {
  if (format === 'date' && !isDay(value)) return { message: `${shown} is no day`, hint: 'a day is written YYYY-MM-DD' };
  const isFit = typeof pattern !== 'string' || (compiled(pattern)?.test(value) ?? true);
  return isFit ? undefined : { message: `${shown} does not have the form ${String(pattern)}` };
}

/** A pattern of a contract; undefined for one nobody can read, which is told of the contract. */
function compiled(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u');
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** What the server reads of a value that arrives as text. A list arrives as the same name again and again. */
function readAs(schema: JsonSchema, value: unknown): unknown {
  if (isObject(schema.items)) {
    const { items } = schema;
    return [value].flat().map((one) => readAs(items as JsonSchema, one));
  }
  if (Array.isArray(value)) return value.length === 1 ? readAs(schema, value[0]) : value;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const types = typesIn(schema);
  if (types.length === 0) return choicesIn(schema)?.find((choice) => String(choice) === text) ?? text;
  if (types.includes('string')) return text;
  if (types.includes('null') && text === '') return null;
  const isNumber = types.some((type) => type === 'integer' || type === 'number') && text !== '' && Number.isFinite(Number(text));
  if (isNumber) return Number(text);
  return types.includes('boolean') && ['true', 'false'].includes(text) ? text === 'true' : text;
}
