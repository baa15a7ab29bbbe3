import { isObject } from '../../src/core/json-object.ts';
import type { ContractSchemas } from '../../src/generated/contract-schemas.ts';

/**
 * [API-02] What was read is sent back whole by clients that change one thing of it: takes away what the answer holds and the call does not take, in
 * the body and in the things it lists. Anything else the call does not know is left for the validation to refuse.
 * @returns undefined for calls without `echo`
 */
export function echoRemover({ echo, body, response }: ContractSchemas): ((body: unknown) => void) | undefined {
  if (!echo) return undefined;
  const answered = namesOf(response);
  const clean = remover(body, answered);
  const lists = listsOf(body).map(([name, items]) => ({ name, clean: remover(items, answered) }));
  return (given) => {
    if (!isObject(given)) return;
    clean(given);
    for (const list of lists) {
      const things = given[list.name];
      if (Array.isArray(things)) for (const thing of things) if (isObject(thing)) list.clean(thing);
    }
  };
}

/** Takes away what the answer holds and things of this schema do not. */
function remover(schema: unknown, answered: ReadonlySet<string>): (thing: Record<string, unknown>) => void {
  const taken = namesOf(schema);
  const known = [...answered].filter((name) => !taken.has(name));
  return (thing) => {
    for (const name of known) Reflect.deleteProperty(thing, name);
  };
}

/** Properties that list closed things, with the schema of these. */
function listsOf(body: unknown): [string, unknown][] {
  if (!isObject(body) || !isObject(body.properties)) return [];
  return Object.entries(body.properties).flatMap(([name, schema]): [string, unknown][] =>
    isObject(schema) && isObject(schema.items) && schema.items.additionalProperties === false ? [[name, schema.items]] : [],
  );
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
