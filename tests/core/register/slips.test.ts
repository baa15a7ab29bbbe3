import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { derivedDocuments } from '../../../src/core/register/derive.ts';

const folder = 'schemas/registers';
/** One of each kind of value. */
const values: readonly unknown[] = [null, 5, 'x', [], [null], {}, undefined];

/** Everything below a value, with what it takes to put something else there. */
function* places(value: unknown, path: (string | number)[] = []): Generator<(string | number)[]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    const place = [...path, Array.isArray(value) ? Number(key) : key];
    yield place;
    yield* places(part, place);
  }
}

function put(document: unknown, path: (string | number)[], value: unknown): unknown {
  const copy = structuredClone(document);
  const holder = path.slice(0, -1).reduce((part, key) => Reflect.get(Object(part), key), copy);
  Reflect.set(Object(holder), path.at(-1) ?? '', value);
  return copy;
}

it('nothing that is wrong anywhere in a register throws where its documents are made', () => {
  const faults = new Set<string>();
  for (const file of readdirSync(folder)) {
    const document: unknown = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'));
    for (const path of places(document)) {
      for (const value of values) {
        const broken = put(document, path, value);
        try {
          derivedDocuments('x', broken);
        } catch (error) {
          faults.add(`${path.map((key) => (typeof key === 'number' ? '*' : key)).join('/')} = ${JSON.stringify(value)}: ${error}`);
        }
      }
    }
  }
  expect([...faults]).toEqual([]);
});
