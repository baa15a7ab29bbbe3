import { expect, test } from '../support/browser.ts';
import { enter, fillAfterChoice, openList } from './world.ts';

test('[GRAPH-01] a supplier is looked at by keyboard: its points, what is worth a look, a way, and a relation that is added', async ({
  page,
  server,
}) => {
  await enter(page, server, { language: 'en' });
  await page.goto('/ai/relation-graph');
  await expect(page.getByText('Choose a supplier to see what it has to do with.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Supplier or party' }).fill('精密');
  await page.getByRole('option', { name: '江东精密机械有限公司' }).click();
  const graph = page.getByRole('region', { name: 'Supplier relationship graph' });
  await expect(graph.getByRole('button', { name: '021-5550 1001 Phone number' })).toBeVisible();
  await expect(page).toHaveURL(/supplierCode=S-001/);

  // The point in the middle is the stop of Tab; an arrow key leads on, Enter chooses.
  const middle = graph.getByRole('button', { name: '江东精密机械有限公司 Supplier' });
  await middle.focus();
  await page.keyboard.press('Enter');
  await expect(middle).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('row', { name: /周建业 · owns 15 % · 江东精密机械有限公司 工商登记信息/ })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(middle).not.toBeFocused();
  await page.keyboard.press('Enter');
  await expect(middle).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Choose a point in the graph to read about it.')).toBeVisible();

  await expect(page.getByRole('row', { name: /周建业 Person 15 % 57 % Yes/ })).toBeVisible();
  await page.getByRole('button', { name: /^Show.*021-5550 1001/ }).click();
  await expect(graph.locator('[data-way]')).toHaveCount(3);
  await page.getByText('3 steps', { exact: true }).click();
  await expect(page.getByText('沈立新（采购部） → 冯丽娟 → 周建业 → 江东精密机械有限公司')).toBeVisible();
  await openList(page.getByRole('combobox', { name: 'Way to' }));
  await page.getByRole('combobox', { name: 'Way to' }).fill('吴晓兰');
  await page.getByRole('option', { name: '吴晓兰' }).click();
  await expect(graph.locator('[data-way]')).toHaveCount(4);

  await page.getByRole('tab', { name: 'Parties and relations' }).click();
  await page.getByRole('textbox', { name: 'Keyword' }).fill('春晖');
  await page.keyboard.press('Enter');
  await page
    .getByRole('row', { name: /春晖办公用品有限公司/ })
    .getByRole('button', { name: 'Relations' })
    .click();
  await page.getByRole('button', { name: 'Add relation' }).click();
  const editor = page.getByRole('dialog', { name: 'Add relation' });
  await editor.getByRole('combobox', { name: 'To' }).fill('江东精密');
  await page.getByRole('option', { name: '江东精密机械有限公司' }).click();
  await openList(editor.getByRole('combobox', { name: 'Relation' }));
  await page.getByRole('option', { name: 'supplies' }).click();
  await fillAfterChoice(editor.getByRole('textbox', { name: 'Known from' }), 'Contract 2026-017');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /春晖办公用品有限公司 supplies 江东精密机械有限公司.*Contract 2026-017/ })).toBeVisible();
});

test('where the system gives the colours, all lines of the relationship graph have that of text', async ({ page, server }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await enter(page, server, { language: 'en' });
  await page.goto('/ai/relation-graph?supplierCode=S-001');
  const lines = page.locator('.tg-network-line');
  await page.getByRole('button', { name: '021-5550 1001 Phone number' }).focus();
  await page.keyboard.press('Enter');
  for (const look of ['near', 'far']) await expect(page.locator(`.tg-network-line[data-look="${look}"]`).first()).toBeAttached();
  const seen = await lines.evaluateAll((all) => [...new Set(all.map((line) => getComputedStyle(line).stroke))]);
  const text = await page.locator('body').evaluate((body) => {
    const probe = body.appendChild(document.createElement('span'));
    probe.style.color = 'CanvasText';
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
  expect(seen).toEqual([text]);
  await page.emulateMedia({ forcedColors: null });
});
