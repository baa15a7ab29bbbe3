import type { RegisterDocument } from '../../src/core/register/document.ts';
import { formerNames, presentName } from '../../src/core/register/names.ts';
import { isObject, type JsonSchema, objectAt } from '../json.ts';
import type { Call } from '../read/calls.ts';
import { keptFor } from '../read/kept-for.ts';
import type { Resolve } from '../read/references.ts';
import { schemaByEntries, schemaOfEntry } from './scopes/types.ts';

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
    if (schema.title === 'RegisterCount') return countOf(schema, given, register);
    return schema;
  };
  const whole = specialised(call.response);
  if (whole !== call.response) return isObject(whole) ? whole : undefined;
  const content = objectAt(objectAt(call.response, 'properties'), 'content');
  const items = specialised(content.items);
  if (items === content.items) return undefined;
  return { ...call.response, properties: { ...objectAt(call.response, 'properties'), content: { ...content, items } } };
}

/** An object with these names and no others; nothing is known of their values unless it is said. */
const closed = (names: readonly string[], schemaOf: (name: string) => JsonSchema = () => ({})): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(names.map((name) => [name, schemaOf(name)])),
});

/** What the value of a field is: one of its dictionary. */
const valueIn =
  (register: RegisterDocument) =>
  (name: string): JsonSchema => {
    const field = register.fields.find((one) => one.name === presentName(register, name));
    return field?.dictionary === undefined || field.multiple ? {} : schemaOfEntry(field.dictionary, false);
  };

/** A record as its entity describes it, with the fields of a register by the names they have and had. */
const recordOf = keptFor((register: RegisterDocument) => {
  const fields = [...register.fields.map(({ name }) => name), ...formerNames(register).keys()];
  const [values, named] = [closed(fields, valueIn(register)), closed(fields)];
  const { states, moves } = register;
  const own = {
    ...{ values, names: named, chosen: named },
    ...(states && { state: oneOf(states) }),
    ...(moves && { moves: { type: 'array', items: oneOf(moves) } }),
  };
  return keptFor((schema: JsonSchema): JsonSchema => ({ ...schema, properties: { ...objectAt(schema, 'properties'), ...own } }));
});

const oneOf = (named: readonly { name: string }[]): JsonSchema => ({ type: 'string', enum: named.map(({ name }) => name) });

/** A row of counts has what is counted by, and no other field. */
function countOf(schema: JsonSchema, { by, spread }: JsonSchema, register: RegisterDocument): JsonSchema {
  const { states } = register;
  if (!Array.isArray(by) || !by.every((name) => typeof name === 'string' && !name.includes('{{'))) return schema;
  const names = closed(by);
  const state = states && by.includes('state') && { state: oneOf(states) };
  const counts = spread === true ? countsBy(by[1], register) : undefined;
  const own = objectAt(closed(by, valueIn(register)), 'properties');
  const properties = { ...own, ...objectAt(schema, 'properties'), names, ...state, ...(counts && { counts }) };
  return { ...schema, additionalProperties: false, properties };
}

/** How many records have each value of the second name rows are counted by; `none` of those that have none. Undefined where its values are anything. */
function countsBy(name: string | undefined, register: RegisterDocument): JsonSchema | undefined {
  const figure = { type: 'integer' };
  const { states, fields } = register;
  if (name === 'state') return states && closed([...states.map((state) => state.name), 'none'], () => figure);
  const field = fields.find((one) => name !== undefined && one.name === presentName(register, name));
  return field?.dictionary === undefined ? undefined : schemaByEntries(field.dictionary, figure, 'none');
}
