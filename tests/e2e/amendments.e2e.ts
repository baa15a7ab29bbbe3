import type { Locator, Page } from '@playwright/test';
import { expect } from '../support/browser.ts';
import { test } from './overlay.ts';
import { enter } from './world.ts';

const words = (text: string) => ({ en: text, 'zh-Hans': text, 'zh-Hant': text });

const before = ['', 'Type', 'Label', 'Value', 'Status', 'Order', 'Updated', 'Actions'];

test('a screen of the product is changed in part by a file, and is as before without it', async ({ page, server, screens }) => {
  await enter(page, server, { language: 'en' });
  await page.goto('/system/dict');
  const heads = page.getByRole('columnheader');
  await expect(heads).toHaveText(before);

  screens.write('amendments/tables/system/dictionary.amendment.json', {
    version: 1,
    changes: [
      { op: 'replace', path: '/columns/name=dictLabel/title', value: words('Meaning') },
      {
        op: 'add',
        path: '/columns/name=dictLabel',
        value: { name: 'both', title: words('Code'), value: "{{ row.dictType + '/' + row.dictValue }}" },
      },
    ],
  });
  screens.write('amendments/pages/system/dictionary.amendment.json', {
    version: 1,
    changes: [
      { op: 'add', path: '//widget=page-header', value: { widget: 'alert', text: words('Ask the data office before you change a code.') } },
    ],
  });
  await reloadedUntil(page, page.getByText('Ask the data office'));
  await expect(heads).toHaveText(['', 'Type', 'Code', 'Meaning', 'Value', 'Status', 'Order', 'Updated', 'Actions']);

  screens.remove('amendments/tables/system/dictionary.amendment.json');
  screens.remove('amendments/pages/system/dictionary.amendment.json');
  // The two are taken away one after the other: the server may look in between.
  const label = page.getByRole('columnheader', { name: 'Label' });
  await reloadedUntil(page, page.getByRole('main').filter({ has: label, hasNotText: 'Ask the data office' }));
  await expect(heads).toHaveText(before);
  await expect(page.getByText('Ask the data office')).toHaveCount(0);
});

async function reloadedUntil(page: Page, part: Locator): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(part).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
}
