import { hasExpression } from '../../src/core/expression/index.ts';
import { isObject, type JsonSchema, objectAt, textAt } from '../json.ts';
import type { Document } from '../read/documents.ts';
import { entries, objectsIn } from '../read/values.ts';
import { type Finding, finding } from './findings.ts';
import { type Check, isReadable } from './project.ts';

/** Parts of a widget that need a name of their own (`x-unique` of its options): tabs, steps, choices. */
export const checkPartDoubles: Check = ({ checked, widgets }) => {
  const schemas = new Map(widgets.map(({ key, schema }) => [key, schema]));
  const findings: Finding[] = [];
  for (const document of checked.all) {
    if (!isReadable(document.source)) continue;
    for (const [pointer, node, schema] of nodesIn(document, schemas)) {
      for (const [at, message] of doublesIn(schema, node, pointer))
        findings.push(
          finding(document.source, at, { code: 'DUPLICATE_NAME', message, hint: 'every one needs its own', severity: 'warning' }),
        );
    }
  }
  return findings;
};

function* nodesIn(
  { kind, source }: Document,
  schemas: ReadonlyMap<string, JsonSchema>,
): Generator<[pointer: string, node: JsonSchema, schema: JsonSchema]> {
  if (kind !== 'page' && kind !== 'layout' && kind !== 'form' && kind !== 'table') return;
  for (const [pointer, node] of objectsIn(source)) {
    const schema = schemas.get(textAt(node, 'widget') ?? '');
    if (schema) yield [pointer, node, schema];
  }
}

/** Follows an options schema and what stands there; nodes within a node are nodes of their own. */
function* doublesIn(schema: JsonSchema, value: unknown, pointer: string): Generator<[pointer: string, message: string]> {
  if (isObject(value)) {
    for (const [name, part] of Object.entries(objectAt(schema, 'properties'))) {
      if (isObject(part) && value[name] !== undefined) yield* doublesIn(part, value[name], `${pointer}/${name}`);
    }
  }
  if (!Array.isArray(value)) return;
  const word = textAt(schema, 'x-unique');
  const seen = new Set<string>();
  for (const [at, part] of entries(value, pointer)) {
    const name = word === undefined ? undefined : nameOf(part, word);
    if (name !== undefined && seen.has(name)) yield [`${at}/${word}`, `the ${word} "${name}" is given twice`];
    if (name !== undefined) seen.add(name);
    yield* doublesIn(objectAt(schema, 'items'), part, at);
  }
}

/** As fields compare it: 1 and "1" are one choice. None of what is computed, and of a part that is there at times: another of its name may be there at others. */
function nameOf(part: unknown, word: string): string | undefined {
  if (!isObject(part) || part.visible !== undefined) return undefined;
  const name = part[word];
  if (typeof name !== 'string' && typeof name !== 'number' && typeof name !== 'boolean') return undefined;
  return hasExpression(String(name)) ? undefined : String(name);
}
