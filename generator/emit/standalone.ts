import { Ajv, type AnySchema, type Options } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { isObject } from '../json.ts';
import { codeHeader } from './output.ts';

/**
 * ESM code of validators, one export per entry of `exported` (name -> schema id), which runs without eval under a strict CSP. Left out, as
 * nobody reads it and browsers would load it: what schemas say to people, and where in the schema a refusal stands.
 * Errors: throws when a schema does not compile.
 */
export function standalone(schemas: Iterable<AnySchema>, exported: Record<string, string>, options: Options, runtime: string): string {
  const ajv = newAjv({ ...options, code: { source: true, esm: true, lines: true } });
  for (const schema of schemas) ajv.addSchema(withoutAnnotations(schema) as AnySchema);
  const code = rewriteRequires(standaloneCode(ajv, exported), runtime);
  return `${codeHeader}${code.replaceAll(/,schemaPath:"(?:[^"\\]|\\.)*"/g, '')}`;
}

/** Keywords whose value is no schema and no list of schemas. */
const values = ['const', 'enum', 'required', 'type'];
/** Keywords whose value has names of its own as keys. */
const named = ['properties', 'patternProperties', 'definitions', 'dependencies'];
const annotations = ['title', 'description', '$comment', 'default', 'examples'];

function withoutAnnotations(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutAnnotations);
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([word, value]) => {
      if (annotations.includes(word) || word.startsWith('x-')) return [];
      if (values.includes(word)) return [[word, value]];
      if (!named.includes(word) || !isObject(value)) return [[word, withoutAnnotations(value)]];
      return [[word, Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutAnnotations(part)]))]];
    }),
  );
}

/** Formats are not checked: no validator needs code beyond its own module. */
export function newAjv(options: Options): Ajv {
  return new Ajv({ allErrors: true, strict: false, validateFormats: false, ...options });
}

/** The helpers ajv's code asks for by `require`; src/generated/validators/runtime.js has them as ESM. */
const helpers: Record<string, string> = {
  'ajv/dist/runtime/ucs2length': 'textLength',
  'ajv/dist/runtime/equal': 'isEqual',
};

function rewriteRequires(code: string, runtime: string): string {
  const used = new Set<string>();
  const rewritten = code.replace(/^"use strict";/, '').replaceAll(/require\("([^"]+)"\)(?:\.default)?/g, (whole: string, name: string) => {
    const helper = helpers[name];
    if (!helper) throw new Error(`A validator asks for ${whole}, which has no ESM counterpart in generator/emit/standalone.ts`);
    used.add(helper);
    return helper;
  });
  const imports = used.size > 0 ? `import { ${[...used].sort().join(', ')} } from ${JSON.stringify(runtime)};\n` : '';
  return `${imports}${rewritten}\n`;
}

/** src/generated/validators/runtime.js */
export const runtimeModule = `${codeHeader}
/** Length in code points, as JSON Schema counts it. */
export function textLength(text) {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** Deep equality of JSON values. */
export function isEqual(a, b) {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]));
}
`;

/** src/generated/validators/runtime.d.ts */
export const runtimeTypes = `${codeHeader}
export function textLength(text: string): number;
export function isEqual(a: unknown, b: unknown): boolean;
`;
