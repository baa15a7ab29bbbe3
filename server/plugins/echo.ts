import { isObject } from '../../src/core/json-object.ts';
import type { ContractSchemas } from '../../src/generated/contract-schemas.ts';

/**
 * [API-02] What was read is sent back whole by clients that change one thing of it: takes away what the answer holds and the call does not take.
 * Anything else the call does not know is left for the validation to refuse.
 * @returns undefined for calls without `echo`
 */
export function echoRemover({ echo, body, response }: ContractSchemas): ((body: unknown) => void) | undefined {
  if (!echo) return undefined;
  const taken = namesOf(body);
  const known = [...namesOf(response)].filter((name) => !taken.has(name));
  return (given) => {
    if (isObject(given)) for (const name of known) Reflect.deleteProperty(given, name);
  };
}

/** Names of the properties of an object, of those in a list, or of any of several. */
function namesOf(schema: unknown): Set<string> {
  if (!isObject(schema)) return new Set();
  const parts = [
    schema.items,
    ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((branches) => (Array.isArray(branches) ? branches : [])),
  ];
  const own = isObject(schema.properties) ? Object.keys(schema.properties) : [];
  return new Set([...own, ...parts.flatMap((part) => [...namesOf(part)])]);
}
