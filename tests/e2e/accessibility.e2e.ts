import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/browser.ts';
import { bendStats, enter, overflow, prefer, untranslated } from './world.ts';

interface Screen {
  name: string;
  open(page: Page): Promise<void>;
}

const until = (page: Page, selector: string) => page.locator(selector).first().waitFor();

const signedIn: Screen[] = [
  {
    name: 'home',
    async open(page) {
      await page.goto('/');
      await until(page, '.tg-tile');
    },
  },
  {
    name: 'dictionaries',
    async open(page) {
      await page.goto('/system/dict');
      await until(page, 'tbody tr');
    },
  },
  {
    name: 'the open top menu',
    async open(page) {
      await page.locator('.tg-top-entry').first().click();
      await until(page, '.tg-top-panel');
    },
  },
  {
    name: 'a dialog with errors',
    async open(page) {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^(Add entry|新增字典项)$/ }).click();
      await page.getByRole('button', { name: /^(Save|保\s?存)$/ }).click();
      await until(page, '[role="dialog"] [aria-invalid="true"]');
    },
  },
  {
    name: 'a question',
    async open(page) {
      await page.goto('/system/dict');
      await until(page, 'tbody tr');
      await page.locator('tbody tr').first().getByRole('button').last().click();
      await until(page, '[role="dialog"]');
    },
  },
  {
    name: 'later',
    async open(page) {
      await page.goto('/system/role');
      await until(page, 'main h1, main h2');
    },
  },
  {
    name: 'not found',
    async open(page) {
      await page.goto('/no/such/page');
      await until(page, 'main h1, main h2');
    },
  },
  {
    name: 'external',
    async open(page) {
      await page.goto(`/external-link?url=${encodeURIComponent('https://example.test/')}`);
      await until(page, 'iframe');
    },
  },
  {
    name: 'no permission',
    async open(page) {
      await bendStats(page, (stats) => {
        stats.menus = (stats.menus ?? []).map((row) => ({ ...row, perms: '' }));
        stats.principal = { ...stats.principal, roles: [{ roleCode: 'nobody' }], roleList: [] };
        stats.menuStyle = '1';
      });
      await page.goto('/system/dict');
      await until(page, 'main h1, main h2');
    },
  },
];

for (const [theme, language] of [
  ['theme-tw', 'en'],
  ['theme-huayou', 'zh-Hans'],
] as const) {
  test(`[I18N-01] the login page in ${theme}, ${language}: no violation, nothing untranslated, no overflow`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await prefer(page, { theme, language });
    await page.goto('/login');
    await until(page, 'form input, .tg-form input');
    await expectAccessible(page);
    await page.locator('.tg-command[data-type="primary"]').click();
    await until(page, '[aria-invalid="true"]');
    await expectAccessible(page);
    expect(await untranslated(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.waitForTimeout(400);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  });

  test(`[I18N-01] every screen in ${theme}, ${language}: no violation, nothing untranslated, no overflow`, async ({ page, server }) => {
    test.setTimeout(90_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.route('https://example.test/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><html lang="en"><title>x</title><h1>x</h1></html>' }),
    );
    await page.setViewportSize({ width: 1280, height: 800 });
    await enter(page, server, { theme, language });
    for (const { name, open } of signedIn) {
      await test.step(name, async () => {
        await open(page);
        await expectAccessible(page, { exclude: ['iframe'] });
        expect(await untranslated(page), name).toEqual([]);
        expect(await overflow(page), `${name} is wider than the window`).toBeLessThanOrEqual(0);
      });
    }
  });
}
