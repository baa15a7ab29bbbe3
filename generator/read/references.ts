import { posix } from 'node:path';
import { isObject, type JsonSchema, pascalCase, valueAt } from '../json.ts';
import type { Documents } from './documents.ts';

/** What a $ref of a contract leads to. */
export interface Reference {
  /** Canonical: schemas/entities/menu.entity.json#/schema */
  id: string;
  path: string;
  schema: JsonSchema;
  /** Name for types and OpenAPI components: Menu, or MenuItem for a part. */
  name: string;
}
export type Resolve = (path: string, ref: string) => Reference | undefined;

/** Resolves references between documents; `path` is the document a reference stands in. */
export function createResolver(documents: Documents): Resolve {
  return (path, ref) => {
    const [file = '', fragment = ''] = ref.split('#');
    const target = file === '' ? path : posix.normalize(posix.join(posix.dirname(path), file));
    const pointer = fragment === '/' ? '' : fragment;
    const document = documents.byPath.get(target);
    const schema = document && valueAt(document.source.value, pointer);
    if (!document || !isObject(schema)) return undefined;
    const part = pointer.replace(/^\/schema/, '').replace(/\/(properties|definitions|items)(?=\/|$)/g, '');
    const area = document.kind === 'entity' ? '' : document.kind;
    return { id: `${target}#${pointer}`, path: target, schema, name: pascalCase(`${document.id} ${area} ${part}`) };
  };
}

/** Levels a schema that contains itself is unrolled; below them anything is accepted. */
const unrolledLevels = 5;

/** The schema with every $ref replaced by what it leads to. An unknown reference accepts anything; `check` reports it. */
export function inlineReferences(schema: unknown, path: string, resolve: Resolve, open: readonly string[] = []): unknown {
  if (Array.isArray(schema)) return schema.map((part) => inlineReferences(part, path, resolve, open));
  if (!isObject(schema)) return schema;
  if (typeof schema.$ref === 'string') {
    const target = resolve(path, schema.$ref);
    if (!target || open.filter((id) => id === target.id).length >= unrolledLevels) return {};
    const { $ref: _, ...beside } = schema;
    const inlined = inlineReferences(target.schema, target.path, resolve, [...open, target.id]);
    return isObject(inlined) ? { ...inlined, ...beside } : inlined;
  }
  return mapSchema(schema, (part) => inlineReferences(part, path, resolve, open));
}

/**
 * The schema with every $ref pointing at `prefix + name`, and the schemas it needs collected in `definitions`.
 * Two targets with the same name get numbers.
 */
export function collectReferences(schema: unknown, path: string, resolve: Resolve, prefix: string, definitions: Definitions): unknown {
  if (Array.isArray(schema)) return schema.map((part) => collectReferences(part, path, resolve, prefix, definitions));
  if (!isObject(schema)) return schema;
  if (typeof schema.$ref === 'string') {
    const target = resolve(path, schema.$ref);
    if (!target) return {};
    let name = definitions.names.get(target.id);
    if (!name) {
      name = target.name;
      for (let number = 2; Object.hasOwn(definitions.schemas, name); number += 1) name = `${target.name}${number}`;
      definitions.names.set(target.id, name);
      definitions.schemas[name] = {};
      definitions.schemas[name] = collectReferences(target.schema, target.path, resolve, prefix, definitions);
    }
    const reference = { $ref: `${prefix}${name}` };
    return typeof schema.description === 'string' ? { description: schema.description, allOf: [reference] } : reference;
  }
  return mapSchema(schema, (part) => collectReferences(part, path, resolve, prefix, definitions));
}

export interface Definitions {
  names: Map<string, string>;
  schemas: Record<string, unknown>;
}
export function newDefinitions(): Definitions {
  return { names: new Map(), schemas: {} };
}

/** Words of JSON Schema whose value is data and never a schema. */
const data = new Set(['enum', 'const', 'default', 'examples', 'required']);

function mapSchema(schema: JsonSchema, change: (part: unknown) => unknown): JsonSchema {
  return Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, data.has(key) && !isObject(part) ? part : change(part)]));
}
