import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { bend, bendConfig, bendStats, enter, overflow } from './world.ts';

const tiles = (page: Page) => page.getByRole('list', { name: 'Modules' }).getByRole('button');
const tile = (page: Page, name: string) => tiles(page).filter({ has: page.getByText(name, { exact: true }) });

const counts = (page: Page, of: Record<string, number>) =>
  page.route('**/api/todo/home/count*', (route) => {
    const area = new URL(route.request().url()).searchParams.get('mainSource') ?? '';
    return route.fulfill({ json: { code: '000000', msg: 'success', data: { total: of[area] ?? 0 } } });
  });

test('[HOME-02] [HOME-04] [HOME-05] every module of the applications is a tile with icon, name and details on hover', async ({
  page,
  server,
}) => {
  await enter(page, server);
  await page.goto('/');
  const names = [
    'System management',
    'Risk operations',
    'Risk screening',
    'Compliance',
    'Conformance',
    'Remediation tracking',
    'Audit',
    'Supervision',
    'Data workbench',
    'AI toolbox',
    'Risk cockpit',
    'Task management',
    'Cost management',
  ];
  await expect(page.locator('.tg-tile-title')).toHaveText(names);
  for (const one of await tiles(page).all()) await expect(one.locator('.tg-tile-icon svg')).toBeVisible();

  const details = tile(page, 'Data workbench').locator('.tg-tile-details');
  await expect(details).toHaveCSS('opacity', '0');
  await tile(page, 'Data workbench').hover();
  await expect(details).toHaveCSS('opacity', '1');
  await expect(details.locator('.tg-tile-detail')).toHaveText([
    'Data mart and data access',
    'Rule engine and AI model engine',
    'Exploration and task scheduling',
  ]);
});

test('[HOME-03] [HOME-02] a tile is drawn from its fields; of the details at most three lines are shown', async ({ page, server }) => {
  await enter(page, server);
  await bendStats(page, (stats) => {
    stats.applications = [
      {
        menuId: 'risk',
        name: '风险',
        nameHans: '风险',
        nameEn: 'Risks',
        status: '0',
        userHomeIcon: 'warning',
        description: 'What may happen',
        descriptionDetails: 'one\ntwo\nthree\nfour',
      },
    ];
  });
  await page.goto('/home');
  await expect(tiles(page)).toHaveCount(1);
  await expect(tile(page, 'Risks')).toContainText('What may happen');
  await expect(page.locator('.tg-tile-detail')).toHaveText(['one', 'two', 'three']);
});

test('[HOME-06] [I18N-01] remediation tracking has its name in each language', async ({ page, server }) => {
  await enter(page, server, { language: 'zh-Hans' });
  await page.goto('/');
  const control = page.locator('.tg-tile[data-key="control"] .tg-tile-title');
  await expect(control).toHaveText('整改跟踪');
  await page.getByRole('button', { name: /简体中文/ }).click();
  await page.getByRole('menuitemradio', { name: '繁體中文' }).click();
  await expect(control).toHaveText('改善追蹤');
  await page.getByRole('button', { name: /繁體中文/ }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await expect(control).toHaveText('Remediation tracking');
});

test('[HOME-06] remediation tracking has its name where a back end calls the module control, and a module without a name its id', async ({
  page,
  server,
}) => {
  await enter(page, server);
  await bendStats(page, (stats) => {
    stats.applications = [
      { menuId: 'control', name: 'control', nameHans: '内控', nameEn: 'Control', status: '0' },
      { menuId: 'risk', status: '0' },
    ];
  });
  await page.goto('/home');
  await expect(page.locator('.tg-tile-title')).toHaveText(['Remediation tracking', 'risk']);
});

test('[HOME-07] [API-29] audit and supervise carry the number of open tasks, at most 99+', async ({ page, server }) => {
  await enter(page, server);
  await counts(page, { audit: 100, supervise: 99 });
  await page.goto('/');
  await expect(page.locator('.tg-tile[data-key="audit"] .tg-count')).toHaveText(/^99\+/);
  await expect(page.locator('.tg-tile[data-key="supervise"] .tg-count')).toHaveText(/^99 /);
  await expect(page.locator('.tg-tile .tg-count')).toHaveCount(2);
  await page.unroute('**/api/todo/home/count*');
  await counts(page, { audit: 0, supervise: 1 });
  await page.reload();
  await expect(page.locator('.tg-tile .tg-count')).toHaveText([/^1 /]);
  await expect(page.locator('.tg-tile[data-key="audit"]')).toBeVisible();
});

test('[HOME-07] [API-29] the count of a tile is that of records that wait: above 99 once so many are given to somebody, and gone with them', async ({
  page,
  server,
}) => {
  const headers = { authorization: `Bearer ${await enter(page, server)}` };
  const badge = page.locator('.tg-tile[data-key="supervise"] .tg-count');
  const shown = async () => {
    await page.goto('/home');
    await expect(page.locator('.tg-tile[data-key="supervise"]')).toBeVisible();
    return await badge.textContent();
  };
  const before = await shown();
  const rows = Array.from({ length: 120 }, (_, index) => `Clue ${index},2026-01-05,admin,Heard of`);
  const file = { name: 'clues.csv', mimeType: 'text/csv', buffer: Buffer.from(['title,received,owner,content', ...rows].join('\n')) };
  const key = 'clues-of-the-home-page';
  const imported = await page.request.post(`/api/register/import?register=clue&mode=all&key=${key}`, { headers, multipart: { file } });
  expect(await imported.json()).toMatchObject({ data: { saved: true, count: 120 } });
  expect(await shown()).toMatch(/^99\+/);
  await page.request.post('/api/register/undo-import', { headers, data: { register: 'clue', key } });
  expect(await shown()).toBe(before);
});

test('[HOME-08] [LOGIN-21] a tile opens its module in a new window that is signed in and shows its first page', async ({
  page,
  server,
  context,
}) => {
  await enter(page, server);
  await page.goto('/');
  const [system] = await Promise.all([context.waitForEvent('page'), tile(page, 'System management').click()]);
  await system.waitForURL(`${server.address}/system/dict`);
  await expect(system.getByRole('table', { name: 'Dictionaries' })).toBeVisible();
  expect(await system.evaluate(() => sessionStorage.getItem('access_token'))).toMatch(/\S/);

  const asked: string[] = [];
  context.on('request', (request) => request.isNavigationRequest() && asked.push(request.url()));
  const [risk] = await Promise.all([context.waitForEvent('page'), tile(page, 'Risk operations').click()]);
  await risk.waitForURL(`${server.address}/risk/register`);
  await expect(risk.getByRole('heading', { level: 1, name: 'Risk register' })).toBeVisible();
  expect(asked[0]).toBe(`${server.address}/risk/`);
  await expect(page).toHaveURL(`${server.address}/`);
});

test('[HOME-09] a module with status 1 is shown as disabled and opens nothing', async ({ page, server, context }) => {
  await enter(page, server);
  await page.goto('/');
  const cost = tile(page, 'Cost management');
  await expect(cost).toHaveAttribute('aria-disabled', 'true');
  await expect(cost).toContainText('Not available');
  let opened = 0;
  context.on('page', () => {
    opened += 1;
  });
  await cost.click({ force: true });
  await cost.press('Enter');
  await page.waitForTimeout(300);
  expect(opened).toBe(0);
});

test.describe('the time of day', () => {
  // A faked clock stays faked.
  test.use({ isolated: true });

  test('[HOME-10] the greeting follows the clock of the browser in six bands', async ({ page, server }) => {
    await enter(page, server);
    await page.clock.install({ time: new Date('2026-03-02T00:00:00+08:00') });
    const greetings: [number, string][] = [
      [0, 'It is late'],
      [4, 'It is late'],
      [5, 'Good early morning'],
      [7, 'Good early morning'],
      [8, 'Good morning'],
      [11, 'Good morning'],
      [12, 'Good day'],
      [13, 'Good afternoon'],
      [18, 'Good afternoon'],
      [19, 'Good evening'],
      [23, 'Good evening'],
    ];
    for (const [hour, greeting] of greetings) {
      const minutes = hour === 4 || hour === 7 || hour === 11 || hour === 18 ? '59:30' : '00:00';
      await page.clock.setFixedTime(new Date(`2026-03-02T${String(hour).padStart(2, '0')}:${minutes}+08:00`));
      await page.goto('/');
      await expect(page.getByRole('heading', { level: 2 }), `at ${hour}`).toHaveText(new RegExp(`^${greeting},`));
    }
  });
});

test('[HOME-11] authorizations and the training entry can be reached from home', async ({ page, server }) => {
  await enter(page, server);
  await page.goto('/');
  for (const [name, href] of [
    ['My authorizations', '/author'],
    ['My agencies', '/author?tab=agent'],
    ['Authorization management', '/author'],
  ] as const) {
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
  }
  await page.getByRole('link', { name: 'Authorization management' }).click();
  await expect(page).toHaveURL(`${server.address}/author`);
  await expect(page.getByRole('main').getByRole('heading', { name: 'Authorization management' })).toBeVisible();
});

test('[HOME-12] [LAYOUT-01] one logo variant shows a watermark, the default none', async ({ page, server }) => {
  await enter(page, server);
  await page.goto('/');
  await expect(tiles(page).first()).toBeVisible();
  await expect(page.locator('.tg-watermark')).toHaveCount(0);
  await bendConfig(page, (config) => ({ ...config, sysLogo: 'huayou' }));
  await page.reload();
  await expect(page.locator('.tg-watermark')).toHaveCount(1);
  await page.goto('/messages');
  await expect(page.locator('.tg-watermark')).toHaveCount(1);
});

test('[HOME-01] /user/home leads to the first visible page of the left menu, and home when there is none', async ({ page, server }) => {
  await enter(page, server);
  let menus: Record<string, unknown>[] = [];
  await bendStats(page, (stats) => {
    stats.menus = menus;
  });
  await page.goto('/user/home');
  await expect(page).toHaveURL(`${server.address}/home`);
  menus = [
    { menuId: 'a', parentId: '0', type: '0', name: 'A', visible: '0' },
    { menuId: 'hidden', parentId: 'a', type: '1', name: 'Hidden', url: '/hidden', component: 'later', visible: '1', sort: 1 },
    { menuId: 'shown', parentId: 'a', type: '1', name: 'Shown', url: '/shown', component: 'later', visible: '0', sort: 2 },
  ];
  await page.goto('/user/home');
  await expect(page).toHaveURL(`${server.address}/shown`);
  menus = [
    { menuId: 'a', parentId: '0', type: '0', name: 'A', visible: '0' },
    { menuId: 'self', parentId: 'a', type: '1', name: 'Self', url: '/user/home', visible: '0' },
  ];
  await page.goto('/user/home');
  await expect(page).toHaveURL(`${server.address}/home`);
});

test('[LAYOUT-07] [LAYOUT-08] [CONST-03] the home frame: title, typed description, user info by setting, scaled to its design', async ({
  page,
  server,
}) => {
  await enter(page, server);
  let userInfo = true;
  await bendConfig(page, (config) => ({ ...config, sysHomeLayoutUserInfo: userInfo }));
  await page.goto('/layout35');
  await expect(page).toHaveURL(`${server.address}/`);
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Targus risk and compliance platform');
  await expect(title).toHaveCSS('font-size', '45px');
  for (const [from, to, size] of [
    ['English', '简体中文', '36px'],
    ['简体中文', '繁體中文', '36px'],
    ['繁體中文', 'English', '45px'],
  ] as const) {
    await page.getByRole('button', { name: from }).click();
    await page.getByRole('menuitemradio', { name: to }).click();
    await expect(title).toHaveCSS('font-size', size);
  }
  await expect(page.locator('.tg-typing')).toBeVisible();
  await expect(page.locator('[data-design]')).toHaveAttribute('data-design', '1920x1354');
  await expect(page.getByRole('button', { name: /^Menu of/ })).toBeVisible();
  const width = (await tiles(page).first().boundingBox())?.width ?? 0;
  await page.setViewportSize({ width: 1920, height: 1200 });
  await expect.poll(async () => ((await tiles(page).first().boundingBox())?.width ?? 0) / width).toBeCloseTo(1920 / 1440, 1);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  userInfo = false;
  await page.reload();
  await expect(tiles(page).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Menu of/ })).toHaveCount(0);
});

test('[HOME-08] the launcher works by keyboard', async ({ page, server, context }) => {
  await enter(page, server);
  await page.goto('/');
  await tiles(page).first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(tiles(page).nth(1)).toBeFocused();
  await page.keyboard.press('End');
  await expect(tiles(page).last()).toBeFocused();
  await page.keyboard.press('Home');
  await expect(tiles(page).first()).toBeFocused();
  await expect(tiles(page).first().locator('.tg-tile-details')).toHaveCSS('opacity', '1');
  const [opened] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Enter')]);
  await opened.waitForURL(`${server.address}/system/dict`);
});

test.describe('counts that fail', () => {
  test.use({ expectedErrors: [/500|INTERNAL|broken/] });

  test('[HOME-07] a failing count costs its badge only', async ({ page, server, complaints }) => {
    await enter(page, server);
    await page.route('**/api/todo/home/count*', (route) => route.fulfill({ status: 500, json: { code: 'INTERNAL', msg: 'broken' } }));
    await page.goto('/');
    await expect(tile(page, 'Audit')).toBeVisible();
    // Each of the two has failed by then, and the page knows.
    await expect.poll(() => complaints.filter((text) => /INTERNAL|broken/.test(text)).length).toBeGreaterThanOrEqual(2);
    await expect(page.locator('.tg-tile .tg-count')).toHaveCount(0);
  });
});

test('[HOME-05] somebody without modules is told so', async ({ page, server }) => {
  await enter(page, server);
  await bend<{ applications?: unknown }>(page, '**/api/login/stats*', (stats) => ({ ...stats, applications: [] }));
  await page.goto('/');
  await expect(page.getByText('No module is open to you', { exact: false })).toBeVisible();
});
