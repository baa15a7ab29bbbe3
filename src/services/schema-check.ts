import { isObject } from '../core/json-object.ts';
import { pointerPart } from '../core/json-pointer.ts';
import { isEqual, textLength } from '../generated/validators/runtime.js';
import type { Refusal } from './breach.ts';

// Who judges has to word what is found: one file for both.
export { breachOf } from './breach.ts';

type Schema = Readonly<Record<string, unknown>>;
/** Fault of `data` against one group of words of a schema. */
type Judge = (schema: Schema, data: unknown, at: string) => Refusal | undefined;

/**
 * The first fault of `data` against a JSON Schema (draft 07, without $ref: whoever hands it over has resolved them), undefined when it fits.
 * The schema is interpreted and never made into code, so it runs under a strict CSP. Like the generated validators it checks no `format`.
 */
export function schemaFault(schema: unknown, data: unknown, at = ''): Refusal | undefined {
  if (schema === false) return fault(at, 'false schema', 'nothing');
  if (!isObject(schema)) return undefined;
  for (const judge of judges) {
    const found = judge(schema, data, at);
    if (found) return found;
  }
  return undefined;
}

const typeTests: Readonly<Record<string, (data: unknown) => boolean>> = {
  array: Array.isArray,
  boolean: (data) => typeof data === 'boolean',
  integer: Number.isInteger,
  null: (data) => data === null,
  number: (data) => typeof data === 'number',
  object: isObject,
  string: (data) => typeof data === 'string',
};

const type: Judge = ({ type: wanted }, data, at) => {
  const names = texts([wanted].flat());
  if (names.length === 0 || names.some((name) => typeTests[name]?.(data) ?? true)) return undefined;
  return fault(at, 'type', `must be ${names.join(',')}`, { type: wanted });
};

const value: Judge = (schema, data, at) => {
  if (Array.isArray(schema.enum) && !schema.enum.some((allowed) => isEqual(allowed, data)))
    return fault(at, 'enum', 'must be equal to one of the allowed values', { allowedValues: schema.enum });
  if (Object.hasOwn(schema, 'const') && !isEqual(schema.const, data))
    return fault(at, 'enum', 'must be equal to constant', { allowedValues: [schema.const] });
  return undefined;
};

const number: Judge = (schema, data, at) => {
  if (typeof data !== 'number') return undefined;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (isNumber(minimum) && data < minimum) return fault(at, 'minimum', `must be >= ${minimum}`);
  if (isNumber(maximum) && data > maximum) return fault(at, 'maximum', `must be <= ${maximum}`);
  if (isNumber(exclusiveMinimum) && data <= exclusiveMinimum) return fault(at, 'exclusiveMinimum', `must be > ${exclusiveMinimum}`);
  if (isNumber(exclusiveMaximum) && data >= exclusiveMaximum) return fault(at, 'exclusiveMaximum', `must be < ${exclusiveMaximum}`);
  if (isNumber(multipleOf) && !Number.isInteger(data / multipleOf)) return fault(at, 'multipleOf', `must be multiple of ${multipleOf}`);
  return undefined;
};

const text: Judge = (schema, data, at) => {
  if (typeof data !== 'string') return undefined;
  const tooLong = sizeFault(schema, ['minLength', 'maxLength', 'characters'], () => textLength(data), at);
  if (tooLong || typeof schema.pattern !== 'string' || expression(schema.pattern).test(data)) return tooLong;
  return fault(at, 'pattern', `must match pattern "${schema.pattern}"`);
};

const list: Judge = (schema, data, at) => {
  if (!Array.isArray(data)) return undefined;
  const { items, contains } = schema;
  const found = sizeFault(schema, ['minItems', 'maxItems', 'items'], () => data.length, at);
  if (found) return found;
  if (schema.uniqueItems === true && data.some((item, index) => data.slice(0, index).some((earlier) => isEqual(earlier, item))))
    return fault(at, 'uniqueItems', 'must NOT have duplicate items');
  if (contains !== undefined && data.every((item) => schemaFault(contains, item)))
    return fault(at, 'contains', 'must contain at least 1 valid item');
  return first(data, (item, index) => schemaFault(Array.isArray(items) ? items[index] : items, item, `${at}/${index}`));
};

const object: Judge = (schema, data, at) => {
  if (!isObject(data)) return undefined;
  const missing = texts(schema.required).find((name) => !Object.hasOwn(data, name) || data[name] === undefined);
  if (missing !== undefined) return fault(at, 'required', 'must have the property', { missingProperty: missing });
  const found = sizeFault(schema, ['minProperties', 'maxProperties', 'properties'], () => Object.keys(data).length, at);
  return found ?? first(Object.keys(data), (name) => propertyFault(schema, name, data[name], at));
};

function propertyFault(schema: Schema, name: string, data: unknown, at: string): Refusal | undefined {
  const { properties, patternProperties, additionalProperties, propertyNames } = schema;
  if (schemaFault(propertyNames, name)) return fault(at, 'propertyNames', 'property name must be valid');
  const named = isObject(properties) && Object.hasOwn(properties, name) ? [properties[name]] : [];
  const patterns = isObject(patternProperties) ? Object.entries(patternProperties) : [];
  const known = [...named, ...patterns.filter(([pattern]) => expression(pattern).test(name)).map(([, part]) => part)];
  if (known.length === 0 && additionalProperties === false) return fault(at, 'additionalProperties', 'must NOT have additional properties');
  const pointer = `${at}/${pointerPart(name)}`;
  return first(known.length > 0 ? known : [additionalProperties], (part) => schemaFault(part, data, pointer));
}

const combined: Judge = (schema, data, at) => {
  const { anyOf, oneOf, allOf, not, if: condition } = schema;
  const judged = (part: unknown) => schemaFault(part, data, at);
  if (Array.isArray(allOf)) {
    const found = first(allOf, judged);
    if (found) return found;
  }
  for (const branches of [anyOf, oneOf]) {
    if (!Array.isArray(branches) || branches.some((branch) => !judged(branch))) continue;
    return first(branches, judged);
  }
  if (Array.isArray(oneOf) && oneOf.filter((branch) => !judged(branch)).length > 1)
    return fault(at, 'oneOf', 'must match exactly one schema in oneOf');
  if (not !== undefined && !judged(not)) return fault(at, 'not', 'must NOT be valid');
  return condition === undefined ? undefined : judged(judged(condition) ? schema.else : schema.then);
};

const judges: readonly Judge[] = [type, value, number, text, list, object, combined];

function sizeFault(schema: Schema, [least, most, what]: [string, string, string], size: () => number, at: string): Refusal | undefined {
  const [min, max] = [schema[least], schema[most]];
  if (isNumber(min) && size() < min) return fault(at, least, `must NOT have fewer than ${min} ${what}`);
  if (isNumber(max) && size() > max) return fault(at, most, `must NOT have more than ${max} ${what}`);
  return undefined;
}

function fault(instancePath: string, keyword: string, message: string, params: Record<string, unknown> = {}): Refusal {
  return { instancePath, keyword, message, params };
}

function first<Part>(parts: readonly Part[], judge: (part: Part, index: number) => Refusal | undefined): Refusal | undefined {
  for (const [index, part] of parts.entries()) {
    const found = judge(part, index);
    if (found) return found;
  }
  return undefined;
}

const expressions = new Map<string, RegExp>();
function expression(pattern: string): RegExp {
  const known = expressions.get(pattern) ?? new RegExp(pattern, 'u');
  expressions.set(pattern, known);
  return known;
}

function texts(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((entry): entry is string => typeof entry === 'string') : [];
}
function isNumber(data: unknown): data is number {
  return typeof data === 'number';
}
