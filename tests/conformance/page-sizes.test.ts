import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { isObject } from '../../src/core/json-object.ts';
import { projectRoot } from '../support/project.ts';

/** Every node below that is a table and says with how many rows it begins. */
function sizesIn(value: unknown, isTable = false): unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => sizesIn(one));
  if (!isObject(value)) return [];
  const own = (isTable || value.widget === 'table') && value.pageSize !== undefined ? [value.pageSize] : [];
  return [...own, ...Object.values(value).flatMap((one) => sizesIn(one))];
}

it('[CONST-04] every shipped table begins with 10 rows a page', () => {
  const folder = join(projectRoot, 'schemas');
  const files = ['pages', 'tables', 'layouts', 'forms'].flatMap((kind) =>
    readdirSync(join(folder, kind), { recursive: true, withFileTypes: true }).filter((file) => file.name.endsWith('.json')),
  );
  expect(files.length).toBeGreaterThan(150);
  const others = files.flatMap((file) => {
    const path = join(file.parentPath, file.name);
    const sizes = sizesIn(JSON.parse(readFileSync(path, 'utf8')), file.name.endsWith('.table.json')).filter((size) => size !== 10);
    return sizes.map((size) => `${relative(folder, path)}: ${size}`);
  });
  expect(others).toEqual([]);
});
