import type { Page } from '@playwright/test';
import { expect } from '../support/browser.ts';
import { menuOf, type Overlay, published, test } from './overlay.ts';
import { enter } from './world.ts';

test.use({ serverEnv: { CAPTCHA: 'off' } });

const NAMES = [
  'Financial risks',
  'Interruptions of the supply of electricity, water and telecommunication at production sites',
  'Legal risks',
];
const rows = [
  { id: '1', name: NAMES[0], below: [{ id: '2', name: NAMES[1] }] },
  { id: '3', name: NAMES[2] },
];

/** A page of one table over a tree. */
async function show(page: Page, screens: Overlay, server: Parameters<typeof enter>[1], id: string, table: object, more: object[] = []) {
  await enter(page, server, { language: 'en' });
  screens.write(`menus/${id}.menu.json`, menuOf(id, id, `main#${id}`));
  screens.write(`pages/${id}.page.json`, {
    version: 1,
    title: { en: id },
    state: { chosen: { initial: null } },
    body: [
      {
        widget: 'table',
        name: 'tree',
        title: { en: 'Risks' },
        rows,
        childrenField: 'below',
        expandAll: true,
        columns: [
          { name: 'name', title: { en: 'Risk' } },
          { name: 'id', title: { en: 'No.' } },
        ],
        ...table,
      },
      ...more,
    ],
  });
  await published(server, id);
  await page.goto(`/${id}`);
  await expect(page.locator('tr[data-row]')).toHaveCount(3);
}

test('the lines of a long name in a tree whose rows move stand below each other on a phone', async ({ page, screens, server }) => {
  await show(page, screens, server, 'tree-names', { move: { onMove: [{ notify: 'common.saved' }] } });
  await page.setViewportSize({ width: 390, height: 800 });
  const lines = page.getByText(NAMES[1] ?? '').evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return [...range.getClientRects()].map(({ left }) => Math.round(left));
  });
  const lefts = await lines;
  expect(lefts.length).toBeGreaterThan(1);
  expect(new Set(lefts).size).toBe(1);
});
