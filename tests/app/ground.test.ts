// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { beforeEach, expect, it } from 'vitest';
import { applyTheme } from '../../renderers/shared/theme/tokens.ts';
import type { ThemeDocument } from '../../src/core/types.ts';

const folder = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
const first = { tone: 'dark', variables: { '--targus-page': '#010203' } };
const source = read('src/early/ground.js').replace('__DEFAULT_GROUND__', JSON.stringify(first)).replace('__START_TEXTS__', '{}');
const root = document.documentElement;
const run = (storage: unknown = localStorage) => runInNewContext(source, { document, localStorage: storage, window });

beforeEach(() => {
  localStorage.clear();
  root.removeAttribute('style');
  root.lang = 'zh-Hans';
});

it('[THEME-01] starts a first visit on the ground of the default theme', () => {
  run();
  expect(root.style.getPropertyValue('--targus-page')).toBe('#010203');
  expect(root.style.colorScheme).toBe('dark');
});

it('[THEME-01] starts the next visit on the ground of the theme that was shown last', () => {
  const theme = JSON.parse(read('schemas/themes/theme-mint.theme.json')) as ThemeDocument;
  applyTheme(theme, document.createElement('div'));
  run();
  expect(root.style.getPropertyValue('--targus-page')).toBe(theme.surfaces.page);
  expect(root.style.colorScheme).toBe(theme.tone);
});

it('[I18N-03] has the kept language before anything is shown, and no other word', () => {
  localStorage.setItem('language', 'en');
  run();
  expect(root.lang).toBe('en');
  localStorage.setItem('language', 'x" onload="');
  run();
  expect(root.lang).toBe('en');
});

it('stays on the default ground when what is kept cannot be read', () => {
  localStorage.setItem('targus-ground', '{broken');
  run();
  expect(root.style.getPropertyValue('--targus-page')).toBe('#010203');
  const closed = {
    getItem: () => {
      throw new Error('closed');
    },
  };
  root.removeAttribute('style');
  run(closed);
  expect(root.style.getPropertyValue('--targus-page')).toBe('#010203');
});
