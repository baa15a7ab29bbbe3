import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { isObject, type JsonSchema } from '../json.ts';

/**
 * TypeScript of a JSON Schema: `name` and the types of its definitions. Definitions keep their keys as names; titles are
 * ignored so that two schemas can never make the same name.
 */
export async function typesOf(name: string, schema: unknown, definitions: Record<string, unknown> = {}): Promise<string> {
  const root = { ...(prepare(schema) as JsonSchema), definitions: prepareAll(definitions) } as JSONSchema;
  const text = await compile(root, name, {
    bannerComment: '',
    format: false,
    additionalProperties: false,
    unknownAny: true,
    unreachableDefinitions: false,
  });
  return text.replaceAll(/\/\*\*\s*\* This interface was referenced by[\s\S]*?\*\//g, '').trim();
}

function prepareAll(schemas: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schemas).map(([key, part]) => [key, prepare(part)]));
}

const listsOfSchemas = ['anyOf', 'oneOf', 'allOf'];
const mapsOfSchemas = ['properties', 'patternProperties', 'definitions'];

/** Says in the words of json-schema-to-typescript what a contract means: {} is unknown, an object without properties any record. */
function prepare(schema: unknown): unknown {
  if (schema === true) return { tsType: 'unknown' };
  if (!isObject(schema)) return schema;
  if (typeof schema.tsType === 'string') return { tsType: schema.tsType, ...descriptionOf(schema) };
  const result: JsonSchema = {};
  for (const [key, part] of Object.entries(schema)) {
    if (key === 'title' || key === '$id' || key === '$schema' || key === 'default' || key === 'if' || key === 'then' || key === 'else')
      continue;
    // Tuples of bounded length read badly and hinder reading by index.
    if (key === 'minItems' || key === 'maxItems') continue;
    if (listsOfSchemas.includes(key) && Array.isArray(part)) result[key] = part.map(prepare);
    else if (mapsOfSchemas.includes(key) && isObject(part)) result[key] = prepareAll(part);
    else if (key === 'items' || (key === 'additionalProperties' && isObject(part))) result[key] = prepare(part);
    else result[key] = part;
  }
  const says = Object.keys(result).filter((key) => key !== 'description' && !key.startsWith('x-'));
  if (says.length === 0) return { tsType: 'unknown', ...descriptionOf(schema) };
  if (result.type === 'object' && result.properties === undefined && result.additionalProperties === undefined) {
    result.additionalProperties = true;
  }
  if (result.type === 'array' && result.items === undefined) result.items = { tsType: 'unknown' };
  return result;
}

function descriptionOf(schema: JsonSchema): JsonSchema {
  return typeof schema.description === 'string' ? { description: schema.description } : {};
}
