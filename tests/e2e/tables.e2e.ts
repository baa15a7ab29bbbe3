import type { Page } from '@playwright/test';
import { expect } from '../support/browser.ts';
import { menuOf, type Overlay, published, test } from './overlay.ts';
import { enter } from './world.ts';

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
  const lines = () =>
    page.getByText(NAMES[1] ?? '').evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const lefts = [...range.getClientRects()].map(({ left }) => Math.round(left));
      return { areSeveral: lefts.length > 1, starts: new Set(lefts).size };
    });
  // The table draws itself anew for the narrower window.
  await expect.poll(lines).toEqual({ areSeveral: true, starts: 1 });
  // What the row begins with stands beside the first of them.
  const places = () =>
    page.locator('.tg-table-lead').evaluateAll((leads) =>
      leads.map((lead) => {
        const name = document.createRange();
        name.selectNodeContents(lead.lastElementChild ?? lead);
        const [line] = name.getClientRects();
        return [...lead.querySelectorAll('[data-grip], button')].map((part) => {
          const { top, bottom, right } = part.getBoundingClientRect();
          return line !== undefined && right <= line.left && Math.abs((top + bottom - line.top - line.bottom) / 2) <= 2;
        });
      }),
    );
  await expect.poll(places).toEqual([[true, true], [true], [true]]);
});

test('tags of narrow columns are whole words, those of the format tag one line', async ({ page, screens, server }) => {
  const words = "{{ 'Compliance officer' }}";
  const cell = [{ widget: 'stack', direction: 'horizontal', body: [{ widget: 'tag', text: words }] }];
  await show(page, screens, server, 'tags', {
    narrow: 'scroll',
    columns: [
      { name: 'tag', title: { en: 'Tag' }, format: 'tag', value: words, width: 60 },
      { name: 'state', title: { en: 'State' }, format: 'tag', value: words, width: 60 },
      { name: 'cell', title: { en: 'Cell' }, cell, width: 60, minWidth: 60 },
    ],
  });
  await page.setViewportSize({ width: 390, height: 800 });
  const lines = () =>
    page
      .locator('tr[data-row]')
      .first()
      .locator('.tg-tag')
      .evaluateAll((tags) =>
        tags.map((tag) => {
          const range = document.createRange();
          range.selectNodeContents(tag);
          return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
        }),
      );
  await expect.poll(lines).toEqual([1, 1, 2]);
});

test('the tone of a row is seen on all its cells, at its start, and below the pointer', async ({ page, screens, server }) => {
  await show(page, screens, server, 'toned', { rowTone: "{{ row.id == '1' ? 'danger' : '' }}" });
  const cells = (at: number) => page.locator('tr[data-row]').nth(at).locator('td');
  const ground = (at: number) =>
    cells(at).evaluateAll((all) =>
      all.map((cell) => {
        const { backgroundImage, backgroundColor, boxShadow } = getComputedStyle(cell);
        return { ground: `${backgroundImage} ${backgroundColor}`, edge: boxShadow };
      }),
    );
  const differs = async (): Promise<boolean[]> => {
    const [toned, plain] = [await ground(0), await ground(2)];
    return toned.map((cell, at) => cell.ground !== plain[at]?.ground);
  };
  for (const theme of ['theme-huayou', 'theme-yellow-dark']) {
    await page.evaluate((name) => localStorage.setItem('theme', name), theme);
    await page.reload();
    await expect(cells(0).first()).toBeVisible();
    await page.mouse.move(0, 0);
    expect(await differs(), theme).toEqual([true, true]);
    expect((await ground(0)).map(({ edge }) => edge !== 'none')).toEqual([true, false]);
    expect((await ground(2)).map(({ edge }) => edge !== 'none')).toEqual([false, false]);
    const resting = await ground(0);
    await cells(0).last().hover();
    const pointed = await ground(0);
    await cells(2).last().hover();
    const plain = await ground(2);
    for (const [at, cell] of pointed.entries()) {
      expect(cell.ground).not.toBe(resting[at]?.ground);
      expect(cell.ground).not.toBe(plain[at]?.ground);
    }
  }
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
