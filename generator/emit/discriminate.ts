import { isObject, type JsonSchema, textsAt, valueAt } from '../json.ts';
import { metaId } from './meta.ts';

/**
 * Meta-schemas say `anyOf`. This says the same as a choice: the type of a value, or the first key of a step, selects the one
 * branch that is checked, so that one mistake is one error and not one a branch. The accepted documents stay the same.
 */
export function discriminate(schemas: Map<string, JsonSchema>): Map<string, JsonSchema> {
  const chosen = new Map<string, JsonSchema>();
  for (const [id, schema] of schemas) chosen.set(id, rewrite(schema, { schemas, root: schema }) as JsonSchema);
  const common = chosen.get(metaId('common.schema.json'));
  if (common && isObject(common.definitions) && isObject(common.definitions.step)) {
    common.definitions.step = choiceByKey(common.definitions.step, schemas.get(metaId('common.schema.json')) ?? {});
  }
  return chosen;
}

interface Reader {
  schemas: Map<string, JsonSchema>;
  root: JsonSchema;
}

const consequence = 'then';

function rewrite(schema: unknown, reader: Reader): unknown {
  if (Array.isArray(schema)) return schema.map((part) => rewrite(part, reader));
  if (!isObject(schema)) return schema;
  const result: JsonSchema = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, rewrite(part, reader)]));
  const branches = result.anyOf;
  if (!Array.isArray(branches) || result.allOf !== undefined) return result;
  const types = branches.map((branch) => typesOf(branch, reader, 0));
  const all = types.flatMap((list) => list ?? []);
  if (types.some((list) => list === undefined) || new Set(all).size !== all.length) return result;
  const { anyOf: _, ...rest } = result;
  const choices = branches.map((branch, index) => ({ if: { type: types[index] }, [consequence]: branch }));
  return { ...rest, allOf: [...(rest.type === undefined ? [{ type: all }] : []), ...choices] };
}

/** The JSON types a schema accepts, or undefined when it does not say. */
function typesOf(schema: unknown, reader: Reader, depth: number): string[] | undefined {
  if (!isObject(schema) || depth > 8) return undefined;
  if (typeof schema.type === 'string') return [schema.type];
  if (Array.isArray(schema.type)) return textsAt(schema, 'type');
  if (Array.isArray(schema.enum)) return [...new Set(schema.enum.map(typeOfValue))];
  if (schema.const !== undefined) return [typeOfValue(schema.const)];
  if (typeof schema.$ref === 'string') {
    const [file, pointer = ''] = schema.$ref.split('#');
    const root = file ? reader.schemas.get(file) : reader.root;
    return root && typesOf(valueAt(root, pointer), { ...reader, root }, depth + 1);
  }
  if (Array.isArray(schema.anyOf)) {
    const inner = schema.anyOf.map((branch) => typesOf(branch, reader, depth + 1));
    return inner.every((list) => list !== undefined) ? [...new Set(inner.flatMap((list) => list ?? []))] : undefined;
  }
  return undefined;
}

function typeOfValue(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** The step definitions by the key each cannot do without. */
function choiceByKey(step: JsonSchema, common: JsonSchema): JsonSchema {
  const branches = Array.isArray(step.anyOf) ? step.anyOf : [];
  let chain: JsonSchema = { not: {}, 'x-steps': stepKeys(common) };
  for (const branch of [...branches].reverse()) {
    const key = keyOf(branch, common);
    if (key) chain = { if: { required: [key] }, [consequence]: branch, else: chain };
  }
  const { anyOf: _, ...rest } = step;
  // `required` says nothing about values that are no objects, and those have failed already.
  return { ...rest, allOf: [{ if: { type: 'object' }, [consequence]: chain }] };
}

/** Key of every step, in the order of the meta-schema: call, set, confirm ... */
export function stepKeys(common: JsonSchema): string[] {
  const branches = valueAt(common, '/definitions/step/anyOf');
  return Array.isArray(branches) ? branches.map((branch) => keyOf(branch, common)).filter((key) => key !== undefined) : [];
}

function keyOf(branch: unknown, common: JsonSchema): string | undefined {
  const reference = isObject(branch) && typeof branch.$ref === 'string' ? branch.$ref.replace(/^.*#/, '') : '';
  return textsAt(valueAt(common, reference), 'required')[0];
}
