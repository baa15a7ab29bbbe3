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

const shapeOf = (path: (string | number)[]) => path.map((key) => (typeof key === 'number' ? '*' : key)).join('/');

it('nothing that is wrong anywhere in a register throws where its documents are made', () => {
  // Every place there is in one of them, once.
  const shapes = new Map<string, { document: unknown; path: (string | number)[] }>();
  for (const file of readdirSync(folder)) {
    const document: unknown = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'));
    for (const path of places(document)) shapes.set(shapeOf(path), { document, path });
  }
  expect(shapes.size).toBeGreaterThan(60);
  const faults: string[] = [];
  for (const [shape, { document, path }] of shapes) {
    for (const value of values) {
      try {
        derivedDocuments('x', put(document, path, value));
      } catch (error) {
        faults.push(`${shape} = ${JSON.stringify(value)}: ${error}`);
      }
    }
  }
  expect(faults).toEqual([]);
});
