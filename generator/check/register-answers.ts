import type { RegisterDocument } from '../../src/core/register/document.ts';
import { formerNames } from '../../src/core/register/names.ts';
import { isObject, type JsonSchema, objectAt } from '../json.ts';
import type { Call } from '../read/calls.ts';
import type { Resolve } from '../read/references.ts';

type Find = (id: string) => RegisterDocument | undefined;

/**
 * What a call about the records of a register answers with, where the register is written out: in place of any values there are its fields.
 * Undefined where nothing more is known than the contract says.
 */
export function answerOfRegister(call: Call, holder: JsonSchema, find: Find, resolve: Resolve): JsonSchema | undefined {
  if (call.service !== 'register' || call.rightsBy === undefined) return undefined;
  const given = [objectAt(holder, 'body'), objectAt(holder, 'with')].find((part) => call.rightsBy !== undefined && call.rightsBy in part);
  const register = typeof given?.[call.rightsBy] === 'string' ? find(String(given[call.rightsBy])) : undefined;
  if (!given || !register || !isObject(call.response)) return undefined;
  const record = recordOf(register);
  const specialised = (schema: unknown): unknown => {
    if (!isObject(schema)) return schema;
    const target = typeof schema.$ref === 'string' ? resolve(call.document.source.path, schema.$ref)?.schema : undefined;
    if (isObject(target) && target.title === 'RegisterRecord') return record(target);
    if (schema.title === 'RegisterCount') return countOf(schema, given.by, register);
    return schema;
  };
  const whole = specialised(call.response);
  if (whole !== call.response) return isObject(whole) ? whole : undefined;
  const content = objectAt(objectAt(call.response, 'properties'), 'content');
  const items = specialised(content.items);
  if (items === content.items) return undefined;
  return { ...call.response, properties: { ...objectAt(call.response, 'properties'), content: { ...content, items } } };
}

const closed = (names: readonly string[]): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(names.map((name) => [name, {}])),
});

/** A record as its entity describes it, with the fields of a register by the names they have and had. */
function recordOf(register: RegisterDocument): (schema: JsonSchema) => JsonSchema {
  const values = closed([...register.fields.map(({ name }) => name), ...formerNames(register).keys()]);
  const { states, moves } = register;
  const own = {
    ...{ values, names: values, chosen: values },
    ...(states && { state: oneOf(states) }),
    ...(moves && { moves: { type: 'array', items: oneOf(moves) } }),
  };
  return (schema) => ({ ...schema, properties: { ...objectAt(schema, 'properties'), ...own } });
}

const oneOf = (named: readonly { name: string }[]): JsonSchema => ({ type: 'string', enum: named.map(({ name }) => name) });

/** A row of counts has what is counted by, and no other field. */
function countOf(schema: JsonSchema, by: unknown, { states }: RegisterDocument): JsonSchema {
  if (!Array.isArray(by) || !by.every((name) => typeof name === 'string' && !name.includes('{{'))) return schema;
  const names = closed(by);
  const state = states && by.includes('state') && { state: oneOf(states) };
  const properties = { ...objectAt(names, 'properties'), ...objectAt(schema, 'properties'), names, ...state };
  return { ...schema, additionalProperties: false, properties };
}
