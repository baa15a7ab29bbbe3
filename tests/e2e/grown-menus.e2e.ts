import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, tokenOf } from '../support/browser.ts';
import { projectRoot } from '../support/project.ts';
import { published, test } from './overlay.ts';
import { call } from './screens/screen.ts';
import { bend, bendStats, enter } from './world.ts';

// Another call than that of the product: the roles, each with a page of an address with a parameter.
const app = JSON.parse(readFileSync(join(projectRoot, 'schemas/app/targus.app.json'), 'utf8'));
const grown = {
  ...app,
  grownMenus: [
    {
      under: { topType: 'DataBoard' },
      call: 'system-role.list',
      with: { size: 200 },
      rows: '{{ result.content }}',
      id: '{{ row.id }}',
      text: '{{ row.roleCode }}',
      url: '/data/workbench/{{ urlEncode(row.roleCode) }}/index',
    },
  ],
  embedding: { ...app.embedding, refresh: { refreshBoardMenus: ['message.unreadCount'] } },
};

type Row = Record<string, unknown>;
interface Manifest {
  app?: { grownMenus?: { call: string }[] };
}
const isGrown = (manifest: unknown) => (manifest as Manifest).app?.grownMenus?.some(({ call }) => call === 'system-role.list') === true;

const requestsOf = (page: Page, path: string): string[] => {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path && request.frame() === page.mainFrame()) seen.push(path);
  });
  return seen;
};

const roleCode = 'boardreaders';

// Other tests of this worker have the same folder and the same database.
test.afterAll(async ({ screens, server }) => {
  screens.remove('app/targus.app.json');
  const token = await tokenOf(server);
  const roles = await call<{ content: { id: string; roleCode: string }[] }>(server, 'system/role/list?size=200', { token });
  for (const { id } of roles.content.filter((role) => role.roleCode === roleCode))
    await call(server, `system/role/${id}`, { token, method: 'DELETE' });
  await published(server, 'the application as it was', (manifest) => !isGrown(manifest));
});

test('[EMBED-02] what a call lists stands in the menu of those who have the entry above it; a sub-app has it and other calls asked again', async ({
  page,
  server,
  screens,
}) => {
  screens.write('app/targus.app.json', grown);
  await published(server, 'an application with grown menus', isGrown);
  const token = await enter(page, server, { language: 'en' });
  // The left menu shows what stands below the first entry (MENU-02).
  const ofBoards = (rows: Row[] = []) => rows.filter(({ menuId, parentId }) => menuId === 'report' || parentId === 'report');
  await bendStats(page, (stats) => {
    stats.menuStyle = '1';
    stats.menus = ofBoards(stats.menus);
  });
  await bend<Row[]>(page, '**/api/user/config/menus', ofBoards);
  await page.goto('/workbench/none');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link', { name: 'auditor', exact: true }).click();
  await expect(page).toHaveURL(/\/data\/workbench\/auditor\/index$/);
  await expect(menu.getByRole('link', { name: 'auditor', exact: true })).toHaveAttribute('aria-current', 'page');

  await page.goto('/workbench/none');
  await expect(page.frameLocator('iframe').getByText('Page not found').first()).toBeVisible();
  await call(server, 'system/role', { token, body: { roleCode, name: [{ l: 'en', t: 'Board', d: true }] } });
  const [menus, counts] = [requestsOf(page, '/api/user/config/menus'), requestsOf(page, '/api/home-news/unReadNewsCount')];
  const tell = async (type: string) => {
    const frame = page.frames().find((one) => one.url().includes('/targus-data/'));
    await frame?.evaluate((name) => window.parent.postMessage({ type: name }, window.location.origin), type);
  };
  await tell('refreshBoards');
  await tell('refreshBoardMenus');
  await expect(menu.getByRole('link', { name: roleCode })).toBeVisible();
  const asked = () => [menus.length, counts.length];
  await expect.poll(asked).toEqual([1, 1]);
  // And not once more.
  await page.waitForTimeout(200);
  expect(asked()).toEqual([1, 1]);
});

test('nothing is asked for people without the entry above', async ({ page, server, screens }) => {
  screens.write('app/targus.app.json', grown);
  await published(server, 'an application with grown menus', isGrown);
  await enter(page, server, { language: 'en' });
  const asked = requestsOf(page, '/api/system/role/list');
  await bendStats(page, (stats) => {
    stats.menus = stats.menus?.filter(({ menuId }) => menuId !== 'report');
  });
  await page.goto('/home');
  await expect(page.locator('.tg-tile').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
});
