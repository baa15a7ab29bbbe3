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

test('a press on a row selects it, Enter and Space do; its controls and marked text do not', async ({ page, screens, server }) => {
  const picked = {
    selection: 'single',
    selectBy: 'row',
    selectable: "{{ row.id != '3' }}",
    onSelect: [{ set: { 'state.chosen': '{{ row }}' } }],
    actions: [{ text: { en: 'Tell' }, onClick: [{ notify: '{{ row.name }}' }] }],
  };
  const detail = { widget: 'text', text: "{{ 'Shown: ' + (state.chosen.name ?? 'none') }}" };
  await show(page, screens, server, 'picked-rows', picked, [detail]);
  const rowOf = (name: string) => page.locator('tr[data-row]').filter({ hasText: name });
  const shown = page.getByText('Shown:');
  await rowOf('Financial').getByRole('button', { name: 'Tell' }).click();
  await expect(page.getByText('Financial risks', { exact: true })).toHaveCount(2);
  await rowOf('Legal')
    .locator('td')
    .last()
    .click({ position: { x: 2, y: 2 } });
  await expect(shown).toHaveText('Shown: none');
  await rowOf('Financial').getByText('1', { exact: true }).click();
  await expect(shown).toHaveText(`Shown: ${NAMES[0]}`);
  await expect(rowOf('Financial').getByRole('radio')).toBeChecked();
  await rowOf('Financial').getByText('1', { exact: true }).click();
  await expect(rowOf('Financial').getByRole('radio')).toBeChecked();
  await expect(page.getByRole('button', { name: 'Clear selection' })).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(shown).toHaveText(`Shown: ${NAMES[1]}`);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await expect(shown).toHaveText(`Shown: ${NAMES[0]}`);
  const name = page.getByRole('treegrid').getByText(NAMES[1] ?? '');
  const box = await name.boundingBox();
  if (!box) throw new Error('the name is not there');
  await page.mouse.move(box.x + 2, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + 90, box.y + 8);
  await page.mouse.up();
  await expect(shown).toHaveText(`Shown: ${NAMES[0]}`);
});

test('a step and a link lead to filtered rows of a table that keeps its filters in the address', async ({ page, screens, server }) => {
  const filters = [{ widget: 'input', name: 'name', label: { en: 'Keyword' } }];
  const query = { 'tree.filters': '{"name":"legal"}', 'tree.sort': 'name,desc' };
  const go = { widget: 'button', text: { en: 'Go' }, onClick: [{ navigate: '/led', query }] };
  const link = { widget: 'link', text: { en: 'Follow' }, href: "/led?tree.filters={{ urlEncode(text({name: 'financial'})) }}" };
  await show(page, screens, server, 'led', { filters, syncAddress: true });
  await show(page, screens, server, 'leading', {}, [go, link]);
  await page.getByRole('button', { name: 'Go' }).click();
  await expect(page.locator('tr[data-row]')).toHaveText([/Legal risks/]);
  await expect(page.getByLabel('Keyword')).toHaveValue('legal');
  expect(new URL(page.url()).searchParams.get('tree.sort')).toBe('name,desc');
  await page.goto('/leading');
  await page.getByRole('link', { name: 'Follow' }).click();
  await expect(page.locator('tr[data-row]')).toHaveText([/Financial risks/]);
});
