import type { JsonObject } from '../../src/core/types.ts';
import { isObject } from '../json.ts';
import type { Call } from '../read/calls.ts';
import { inlineReferences, type Resolve } from '../read/references.ts';

/** Files and redirects have no answer to look at. */
export function hasResponse(call: Call): boolean {
  return !['file', 'redirect'].includes(call.contract.envelope);
}

/** An answer may carry more than its contract says: newer servers add properties. */
export function tolerant(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(tolerant);
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, part]) => !(key === 'additionalProperties' && part === false))
      .map(([key, part]) => [key, tolerant(part)]),
  );
}

/** Words for people: a browser that judges an answer does not read them. A property of that name holds a schema and stays. */
const notes = new Set(['title', 'description', '$comment']);

/** What an answer of the call is judged by, as a schema that travels: tolerant, without references, without words for people. */
export function answerSchema(call: Call, resolve: Resolve): JsonObject {
  const schema = withoutNotes(tolerant(inlineReferences(call.response, call.document.source.path, resolve)));
  return isObject(schema) ? (schema as JsonObject) : {};
}

/** Values in `enum`, `const` and `default` are data and stay as they are. */
function withoutNotes(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutNotes);
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, part]) => !(notes.has(key) && typeof part === 'string'))
      .map(([key, part]) => [key, ['enum', 'const', 'default', 'examples'].includes(key) && !isObject(part) ? part : withoutNotes(part)]),
  );
}
