import { didYouMean } from '../../src/core/suggest.ts';
import { isObject, type JsonSchema, objectAt, pointerPart } from '../json.ts';
import { keptFor } from '../read/kept-for.ts';
import type { Source } from '../read/source.ts';
import { entries } from '../read/values.ts';
import { type Finding, finding } from './findings.ts';
import { patternFault } from './patterns.ts';
import { type Check, isReadable } from './project.ts';

/** What a keyword of JSON Schema holds. `schemas` is a list of schemas, `map` schemas by name, `names` a list of names. */
type Content =
  | 'schema'
  | 'schemas'
  | 'map'
  | 'map by pattern'
  | 'pattern'
  | 'format'
  | 'names'
  | 'type'
  | 'text'
  | 'number'
  | 'flag'
  | 'list'
  | 'any'
  | 'schema or flag'
  | 'schema or list';

/** An object literal with `then` looks like a promise. */
const consequence = 'then';

/** Draft-07, as contracts and entities use it. A word JSON Schema does not know would check nothing, silently. */
const keywords: Record<string, Content> = {
  $ref: 'text',
  title: 'text',
  description: 'text',
  $comment: 'text',
  type: 'type',
  enum: 'list',
  const: 'any',
  default: 'any',
  examples: 'list',
  properties: 'map',
  patternProperties: 'map by pattern',
  definitions: 'map',
  additionalProperties: 'schema or flag',
  propertyNames: 'schema',
  required: 'names',
  minProperties: 'number',
  maxProperties: 'number',
  items: 'schema or list',
  contains: 'schema',
  minItems: 'number',
  maxItems: 'number',
  uniqueItems: 'flag',
  minLength: 'number',
  maxLength: 'number',
  pattern: 'pattern',
  format: 'format',
  minimum: 'number',
  maximum: 'number',
  exclusiveMinimum: 'number',
  exclusiveMaximum: 'number',
  multipleOf: 'number',
  anyOf: 'schemas',
  oneOf: 'schemas',
  allOf: 'schemas',
  not: 'schema',
  if: 'schema',
  [consequence]: 'schema',
  else: 'schema',
  readOnly: 'flag',
  writeOnly: 'flag',
};
/** Formats the server checks, and `binary` for a file of a form. */
const formats = [
  ...['date', 'leading-date', 'time', 'date-time', 'iso-time', 'iso-date-time', 'duration', 'uri', 'uri-reference', 'uri-template', 'url'],
  ...['email', 'hostname', 'ipv4', 'ipv6', 'regex', 'uuid', 'json-pointer', 'relative-json-pointer', 'byte', 'binary'],
];
const dayFormats: unknown[] = ['date', 'leading-date'];
const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

/** The JSON Schemas inside contracts and entities: known keywords with values of the right kind. */
export const checkJsonSchemas: Check = ({ documents }) => [
  ...documents.of('service').flatMap(({ source }) => ofContracts(source)),
  ...documents.of('entity').flatMap(({ source }) => ofEntity(source)),
];

/** Of what a call is given; that it is an object is told by the meta-schema. */
const schemaWords = ['params', 'query', 'body'];

const ofContracts = keptFor((source: Source) =>
  entries(objectAt(source.value, 'calls'), '/calls').flatMap(([pointer, call]) =>
    Object.entries(isObject(call) ? call : {}).flatMap(([word, schema]) =>
      word === 'response' || (schemaWords.includes(word) && isObject(schema)) ? schemaFindings(source, schema, `${pointer}/${word}`) : [],
    ),
  ),
);

const ofEntity = keptFor((source: Source) =>
  isReadable(source) && isObject(source.value) ? schemaFindings(source, source.value.schema, '/schema') : [],
);

function schemaFindings(source: Source, schema: unknown, pointer: string): Finding[] {
  if (!isObject(schema)) return typeof schema === 'boolean' ? [] : [wrong(source, pointer, 'a schema is an object')];
  return [...dayFindings(source, schema, pointer), ...wordFindings(source, schema, pointer)];
}

function wordFindings(source: Source, schema: JsonSchema, pointer: string): Finding[] {
  return Object.entries(schema).flatMap(([word, value]) => {
    const at = `${pointer}/${pointerPart(word)}`;
    if (word.startsWith('x-')) return [];
    const content = Object.hasOwn(keywords, word) ? keywords[word] : undefined;
    if (content !== undefined) return contentFindings(source, content, value, at);
    const hint = didYouMean(word, Object.keys(keywords)) ?? 'a property stands in "properties"';
    return [finding(source, at, { code: 'UNKNOWN_OPTION', message: `JSON Schema has no "${word}"`, hint, atKey: true })];
  });
}

function contentFindings(source: Source, content: Content, value: unknown, at: string): Finding[] {
  const list = (): Finding[] => entries(value, at).flatMap(([pointer, part]) => schemaFindings(source, part, pointer));
  const is = (fits: boolean, wanted: string): Finding[] => (fits ? [] : [wrong(source, at, `must be ${wanted}`)]);
  switch (content) {
    case 'schema':
    case 'schema or flag':
      return schemaFindings(source, value, at);
    case 'schema or list':
      return Array.isArray(value) ? list() : schemaFindings(source, value, at);
    case 'schemas':
      return Array.isArray(value) ? list() : is(false, 'a list of schemas');
    case 'map by pattern': {
      if (!isObject(value)) return is(false, 'schemas by pattern');
      return [...Object.keys(value).flatMap((pattern) => patternFindings(source, pattern, `${at}/${pointerPart(pattern)}`)), ...list()];
    }
    case 'pattern':
      return typeof value === 'string' ? patternFindings(source, value, at) : is(false, 'a text');
    case 'map':
      return isObject(value) ? list() : is(false, 'schemas by name');
    case 'names':
      return is(Array.isArray(value) && value.every((name) => typeof name === 'string'), 'a list of names');
    case 'type': {
      const strange = [value].flat().find((type) => typeof type !== 'string' || !types.includes(type));
      if (strange === undefined) return [];
      const message = `${JSON.stringify(strange)} is none of ${types.join(', ')}`;
      return [finding(source, at, { code: 'BAD_OPTION', message, hint: didYouMean(String(strange), types) })];
    }
    case 'format': {
      if (typeof value !== 'string' || formats.includes(value)) return is(typeof value === 'string', 'a text');
      const message = `nothing checks the format "${value}"`;
      return [finding(source, at, { code: 'BAD_OPTION', message, hint: didYouMean(value, formats) ?? `formats: ${formats.join(', ')}` })];
    }
    case 'text':
      return is(typeof value === 'string', 'a text');
    case 'number':
      return is(typeof value === 'number', 'a number');
    case 'flag':
      return is(typeof value === 'boolean', 'true or false');
    case 'list':
      return is(Array.isArray(value), 'a list');
    default:
      return [];
  }
}

/** Validators compile patterns with the flag u: one that does not compile would fail every answer. */
function patternFindings(source: Source, pattern: string, at: string): Finding[] {
  const fault = patternFault(pattern);
  return fault === undefined ? [] : [wrong(source, at, fault)];
}

/** A pattern of days takes days that do not exist, and what counts in days cannot go on with them. */
function dayFindings(source: Source, { pattern, format }: JsonSchema, pointer: string): Finding[] {
  if (typeof pattern !== 'string' || dayFormats.includes(format) || !takesNoDay(pattern)) return [];
  const message = 'this pattern takes days that do not exist, such as 2026-02-30';
  const hint = 'say "format": "date", or "leading-date" where more may follow the day';
  return [finding(source, `${pointer}/pattern`, { code: 'BAD_OPTION', message, hint })];
}

/** Whether a pattern is one of days, and takes 30 February. */
function takesNoDay(pattern: string): boolean {
  if (patternFault(pattern) !== undefined) return false;
  const takes = (text: string) => new RegExp(pattern, 'u').test(text);
  return takes('2026-02-30') && !takes('2026-x2-30') && !takes('20260230');
}

function wrong(source: Source, pointer: string, message: string): Finding {
  return finding(source, pointer, { code: 'BAD_OPTION', message });
}
