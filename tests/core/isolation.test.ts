import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';

const { absent } = vi.hoisted(() => ({
  absent: (name: string) => () => {
    throw new Error(`the core must not load ${name}`);
  },
}));
vi.mock('react', absent('react'));
vi.mock('react-dom', absent('react-dom'));
vi.mock('antd', absent('antd'));
vi.mock('@formily/core', absent('@formily/core'));
vi.mock('@formily/react', absent('@formily/react'));
vi.mock('@formily/reactive', absent('@formily/reactive'));
vi.mock('swr', absent('swr'));

const folder = new URL('../../src/core/', import.meta.url).pathname;
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));

it('works without React, DOM, Formily and a network', async () => {
  await expect(import('react')).rejects.toThrow();
  vi.stubGlobal('fetch', undefined);
  expect(globalThis).not.toHaveProperty('document');
  const core = await import('../../src/core/index.ts');
  const scope = core.createScope({ rows: [{ n: 1 }, { n: 2 }] });
  expect(core.compileTemplate("{{ sum(rows, 'n') }}").evaluate(scope)).toBe(3);
  const menu = core.compileMenu([{ menuId: '1', parentId: '0', type: '1', name: 'A', url: 'a', component: 'a' }], {
    document: 'menus/x',
    mainLayout: 'main',
    externalRoute: '/external-link',
  });
  expect(menu.routes).toHaveLength(1);
});

it('imports its own files, jsep, its object plugin, leven and big.js only', () => {
  expect(files.length).toBeGreaterThan(30);
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8');
    for (const [, from = ''] of text.matchAll(/(?:^|[\s}])(?:from|import)\s*\(?\s*'([^']+)'/gm)) {
      expect(from.startsWith('.') || ['jsep', '@jsep-plugin/object', 'leven', 'big.js'].includes(from), `${file} imports ${from}`).toBe(
        true,
      );
    }
  }
});

it('holds no code from strings', () => {
  for (const file of files) {
    expect(readFileSync(join(folder, file), 'utf8'), file).not.toMatch(/\beval\s*\(|new Function\b|Function\s*\(['"`]/);
  }
});
