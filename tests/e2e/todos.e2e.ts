import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/browser.ts';
import { enter, openList } from './world.ts';

test('[API-28] My to-dos gathers what waits for somebody, is narrowed by kind and module, and leads to the place', async ({
  page,
  server,
}) => {
  await enter(page, server, { user: 'riskmanager', language: 'en' });
  await page.goto('/portal/todo');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expectAccessible(page);
  await openList(page.getByRole('combobox', { name: 'Kind' }));
  await page.locator('.ant-select-dropdown:visible').getByText('My record', { exact: true }).click();
  // A list that was chosen from takes the focus once more a moment later, and another one that is open closes then.
  await page.evaluate(() => new Promise((later) => setTimeout(later)));
  await openList(page.getByRole('combobox', { name: 'Module' }));
  await page.locator('.ant-select-dropdown:visible').getByText('Remediation tracking', { exact: true }).click();
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'To be decided' })).toHaveCount(0);
  const link = page.getByRole('row').nth(1).getByRole('link');
  const [code = ''] = ((await link.textContent()) ?? '').split(' ');
  await link.click();
  await expect(page).toHaveURL(/\/control\/[a-z]+\?record=\d+$/);
  await expect(page.getByRole('dialog', { name: new RegExp(`^${code}`) })).toBeVisible();
});

test('[API-28] in a narrow window My to-dos counts what there is, and the list is seen at once', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, server, { user: 'riskmanager', language: 'en' });
  await page.goto('/portal/todo');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const figures = page.locator('.tg-statistic-value:visible');
  expect(await figures.count()).toBeGreaterThan(0);
  for (const figure of await figures.allTextContents()) expect(figure).not.toBe('0');
  await expectAccessible(page);
  // Paper is no narrow window.
  await page.emulateMedia({ media: 'print' });
  await expect(figures).toHaveCount(10);
  await page.emulateMedia({ media: null });
  await page.setViewportSize({ width: 1280, height: 844 });
  await expect(figures).toHaveCount(10);
});
