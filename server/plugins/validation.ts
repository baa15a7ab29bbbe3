import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import fastJson, { type Schema } from 'fast-json-stringify';
import type { FastifyRequest, FastifySchema, FastifySchemaCompiler } from 'fastify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import { isDay } from '../../src/core/dates.ts';
import { isObject } from '../../src/core/json-object.ts';
import type { JsonObject } from '../../src/core/types.ts';
import { wrong } from '../errors.ts';
import { digitsReader } from './digits.ts';

// Contracts are ours, and each is compiled once. Text from addresses and forms becomes numbers and lists where the
// contract says so; JSON has types of its own and is taken at its word, but for whole numbers and their digits.
// Tidier code would cost more to make than it saves.
const base = { useDefaults: true, strict: false, code: { optimize: false } } as const;
const exact = compilers(false);
const fromText = compilers('array');

/** A moment by RFC 3339. Of those no clock here has, such as leap seconds, `Date.parse` knows nothing. */
const dateTime = /^\d{4}-\d{2}-\d{2}[t ]\d{2}:\d{2}:\d{2}(\.\d+)?(z|[+-]\d{2}:?\d{2})$/i;

function compilers(coerceTypes: false | 'array'): { everyFault: Ajv; firstFault: Ajv } {
  const everyFault = new Ajv({ ...base, coerceTypes, allErrors: true });
  const firstFault = new Ajv({ ...base, coerceTypes });
  for (const ajv of [everyFault, firstFault]) {
    addFormats.default(ajv);
    ajv.addFormat('date', isDay);
    ajv.addFormat('leading-date', (text) => isDay(text.slice(0, 10)));
    ajv.addFormat('date-time', (text) => dateTime.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)));
  }
  return { everyFault, firstFault };
}

/** Values a request may hold for all of its faults to be told; of one with more, which could have a fault each, the first. */
const mostExplained = 1_000;

/**
 * Compiles the schemas of one route at its first request: compiling those of every call would be most of the time a start takes.
 * `body` says whether its body is JSON or text (form, multipart).
 */
export function bodyCompiler(body: 'exact' | 'text'): FastifySchemaCompiler<FastifySchema> {
  return ({ schema, httpPart }) => {
    const isExact = httpPart === 'body' && body === 'exact';
    const { everyFault, firstFault } = isExact ? exact : fromText;
    const readDigits = once(() => (isExact ? digitsReader(schema) : undefined));
    const explain = once(() => everyFault.compile(schema));
    const decide = once(() => firstFault.compile(schema));
    const validate: { (data: unknown): boolean; errors?: ValidateFunction['errors'] } = (data) => {
      readDigits()?.(data);
      const compiled = valuesLeft(data, mostExplained) < 0 ? decide() : explain();
      const isValid = compiled(data);
      validate.errors = compiled.errors ?? null;
      return isValid;
    };
    return validate;
  };
}

/** Writes the answers of one route by their schema, which is compiled at the first answer. */
export const answerCompiler: FastifySerializerCompiler<unknown> = ({ schema }) => {
  const write = once(() => fastJson(schema as Schema));
  return (data) => write()(data);
};

/**
 * [API-02] POST parameters may stand in the query as well: moves those the body's schema names and the body lacks.
 * A body that is no object stays as it is.
 */
export function queryIntoBody(schema: JsonObject): (request: FastifyRequest) => void {
  const properties = schema.properties;
  const isObjectSchema = isObject(properties);
  if (!isObjectSchema) return () => undefined;
  // Wrong values stay as they are and the body's own validation reports them.
  const coerce = once(() => fromText.everyFault.compile({ type: 'object', properties: withoutDefaults(properties) }));
  return (request) => {
    const body = request.body ?? {};
    const query = request.query;
    if (typeof body !== 'object' || Array.isArray(body) || typeof query !== 'object' || query === null) return;
    const moved = Object.entries(query).filter(([name]) => Object.hasOwn(properties, name) && !Object.hasOwn(body, name));
    const values = Object.fromEntries(moved);
    coerce()(values);
    for (const [name] of moved) Reflect.deleteProperty(query, name);
    request.body = { ...values, ...body };
  };
}

function withoutDefaults(properties: JsonObject): JsonObject {
  const strip = (schema: unknown) => {
    if (typeof schema !== 'object' || schema === null) return schema;
    const { default: _, ...rest } = schema as JsonObject;
    return rest;
  };
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, strip(schema)])) as JsonObject;
}

/** What is left of `allowance` after every value in it was counted; below zero, counting ends early. */
function valuesLeft(value: unknown, allowance: number): number {
  let left = allowance - 1;
  if (typeof value !== 'object' || value === null) return left;
  for (const part of Array.isArray(value) ? value : Object.values(value)) {
    if (left < 0) break;
    left = valuesLeft(part, left);
  }
  return left;
}

/** Levels of lists and objects a request may have: far more than any contract, far less than the stack. */
const mostDepth = 100;

/**
 * Where a value holds text the database cannot keep: a NUL, or half of a surrogate pair. Undefined when there is none.
 * @returns path of the value: `dictLabel.0.t`
 * @throws ApiError PARAMETER_ERROR for a value of more than `mostDepth` levels
 */
export function illFormedText(value: unknown): string | undefined {
  return illFormedPath(value, 0)?.join('.');
}

/** Made from the fault outwards: a body may have millions of values. */
function illFormedPath(value: unknown, depth: number): string[] | undefined {
  if (typeof value === 'string') return isIllFormed(value) ? [] : undefined;
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return undefined;
  if (depth > mostDepth) throw wrong('', `has more than ${mostDepth} levels`);
  const isList = Array.isArray(value);
  for (const name of isList ? value.keys() : Object.keys(value)) {
    const found = !isList && isIllFormed(String(name)) ? [] : illFormedPath(Reflect.get(value, name), depth + 1);
    if (found) return [String(name), ...found];
  }
  return undefined;
}

function isIllFormed(text: string): boolean {
  return text.includes('\0') || loneSurrogate.test(text);
}
const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
