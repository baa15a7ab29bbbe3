import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../support/browser.ts';
import { askToSignOut, bend, bendConfig, bendStats, enter, hold, leaveEnded, prefer, untranslated } from './world.ts';

const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const withStyle = (page: Page, style: unknown) =>
  bendStats(page, (stats) => {
    stats.menuStyle = style;
  });

test('[LAYOUT-01] [LAYOUT-02] [LAYOUT-03] the main frame has a top menu by default, title, user and version; the title leads home', async ({
  page,
  server,
}) => {
  await enter(page, server);
  await page.goto('/system/dict');
  const banner = page.getByRole('banner');
  await expect(banner.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await expect(banner.getByRole('link', { name: 'Targus risk and compliance platform' })).toBeVisible();
  await expect(banner.locator('svg').first()).toBeVisible();
  await expect(banner.getByRole('button', { name: 'Menu of Administrator' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toHaveText(/Targus version \d+\.\d+\.\d+/);
  await expect(page.getByRole('button', { name: 'Collapse the menu' })).toHaveCount(0);
  await expect(page.locator('.tg-shell-side')).toHaveCount(0);
  await banner.getByRole('link', { name: 'Targus risk and compliance platform' }).click();
  await expect(page).toHaveURL(`${server.address}/`);
});

test('[LAYOUT-02] any style but 1 and 2 counts as 2', async ({ page, server }) => {
  await enter(page, server);
  await withStyle(page, '7');
  await page.goto('/system/dict');
  await expect(page.getByRole('banner').getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await expect(page.locator('.tg-shell-side')).toHaveCount(0);
});

test('[LAYOUT-01] [LAYOUT-04] [MENU-02] [MENU-08] the left menu: children of the first entry, one submenu open, collapse remembered', async ({
  page,
  server,
}) => {
  await enter(page, server);
  await withStyle(page, '1');
  await page.goto('/system/dict');
  const side = page.locator('.tg-shell-side').getByRole('navigation', { name: 'Main menu' });
  await expect(side).toBeVisible();
  // The first entry is the portal; the other modules stand beside it, not below.
  await expect(side.getByRole('link', { name: 'My to-dos' })).toBeVisible();
  await expect(side.getByText('Audit', { exact: true })).toHaveCount(0);
  const system = side.getByRole('button', { name: 'System management' });
  await expect(system).toHaveAttribute('aria-expanded', 'true');
  await expect(side.getByRole('link', { name: 'Dictionaries' })).toHaveAttribute('aria-current', 'page');
  await side.getByRole('link', { name: 'Roles' }).click();
  await expect(page).toHaveURL(/\/system\/role$/);

  await page.getByRole('button', { name: 'Collapse the menu' }).click();
  await expect(page.getByRole('button', { name: 'Expand the menu' })).toHaveAttribute('aria-expanded', 'false');
  expect(await page.evaluate(() => localStorage.getItem('menu-collapsed'))).toBe('1');
  const narrow = (await side.boundingBox())?.width ?? 999;
  expect(narrow).toBeLessThan(100);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Expand the menu' })).toBeVisible();
  await page.getByRole('button', { name: 'Expand the menu' }).click();
  expect(await page.evaluate(() => localStorage.getItem('menu-collapsed'))).toBe('0');
  await expect.poll(async () => (await side.boundingBox())?.width ?? 0).toBeGreaterThan(150);
});

test('[MENU-08] opening a submenu closes the one that was open', async ({ page, server }) => {
  await enter(page, server);
  await bendStats(page, (stats) => {
    const row = (menuId: string, parentId: string, type: string, url?: string) => ({
      menuId,
      parentId,
      type,
      name: menuId,
      visible: '0',
      ...(url && { url, component: 'later' }),
    });
    stats.menuStyle = '1';
    stats.menus = [
      row('root', '0', '0'),
      row('first', 'root', '0'),
      row('first-page', 'first', '1', '/first/page'),
      row('second', 'root', '0'),
      row('second-page', 'second', '1', '/second/page'),
      { ...row('secret-page', 'second', '1', '/second/secret'), visible: '1' },
    ];
  });
  await page.goto('/first/page');
  const side = page.locator('.tg-shell-side');
  await expect(side.getByRole('button', { name: 'first' })).toHaveAttribute('aria-expanded', 'true');
  await side.getByRole('button', { name: 'second' }).click();
  await expect(side.getByRole('button', { name: 'second' })).toHaveAttribute('aria-expanded', 'true');
  await expect(side.getByRole('button', { name: 'first' })).toHaveAttribute('aria-expanded', 'false');
  await expect(side.getByRole('link', { name: 'first-page' })).toHaveCount(0);
  await expect(side.getByText('secret-page')).toHaveCount(0);
  await page.goto('/second/secret');
  await expect(page.getByText('“secret-page” has its place', { exact: false })).toBeVisible();
});

test('[LAYOUT-11] [MENU-07] the top menu opens popovers on hover; more than ten children stand in two columns', async ({
  page,
  server,
}) => {
  await enter(page, server);
  await page.goto('/home');
  await page.goto('/risk/register');
  const menu = mainMenu(page);
  await menu.getByRole('button', { name: 'Risk operations' }).hover();
  const panel = page.locator('.tg-top-panel');
  await expect(panel).toBeVisible();
  await expect(panel).toHaveAttribute('data-columns', '1');
  await expect(panel.getByRole('link', { name: 'Risk register' })).toHaveAttribute('aria-current', 'page');
  await page.mouse.move(700, 850);
  await expect(panel).toHaveCount(0);
  // A long name of the product gives way to what leads to the other entries.
  await page.setViewportSize({ width: 900, height: 700 });
  const edge = (name: RegExp) => page.getByRole('banner').getByRole('button', { name }).boundingBox();
  await expect
    .poll(async () => {
      const [more, language] = [await edge(/^More/), await edge(/^Language/)];
      return more && language ? Math.round(language.x - more.x - more.width) : -1;
    })
    .toBeGreaterThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });

  await menu.getByRole('button', { name: 'Risk operations' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(panel.getByRole('link', { name: 'Risk register' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/risk\/controls$/);

  await bendStats(page, (stats) => {
    const children = Array.from({ length: 11 }, (_, index) => ({
      menuId: `entry-${index}`,
      parentId: 'many',
      type: '1',
      name: `Entry ${index}`,
      url: `/many/${index}`,
      component: 'later',
      visible: '0',
    }));
    stats.menus = [{ menuId: 'many', parentId: '0', type: '0', name: 'Many', visible: '0' }, ...children];
  });
  await page.goto('/many/3');
  await mainMenu(page).getByRole('button', { name: 'Many' }).hover();
  await expect(panel).toHaveAttribute('data-columns', '2');
  const left = new Set(
    await panel.getByRole('link').evaluateAll((links) => links.map((link) => Math.round(link.getBoundingClientRect().left))),
  );
  expect(left.size).toBe(2);
});

test('[LAYOUT-06] [LAYOUT-09] [LAYOUT-10] the tab view: parent paths lead to their index, tabs are the pages beside it and lead to them', async ({
  page,
  server,
}) => {
  await enter(page, server);
  const under = {
    supervision: ['creditBlacklist', 'fraud'],
    engineering: ['contract', 'project', 'finalization'],
    resources: ['program', 'problem', 'statute', 'system', 'rule', 'consulting', 'industry'],
  };
  await page.goto('/resources/program');
  await expect(page).toHaveURL(`${server.address}/resources/program/index`);
  const tabs = page.getByRole('navigation', { name: 'Pages here' });
  await expect(tabs.getByRole('link')).toHaveCount(7);
  await expect(tabs.locator('[aria-current="page"]')).toHaveAttribute('href', '/resources/program/index');
  await tabs.getByRole('link').nth(1).click();
  await expect(page).toHaveURL(/\/resources\/problem\/index$/);
  await expect(tabs.locator('[aria-current="page"]')).toHaveAttribute('href', '/resources/problem/index');
  for (const [parent, names] of Object.entries(under)) {
    for (const name of names) {
      // As a link inside the application does.
      await page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, `/${parent}/${name}`);
      await expect(page).toHaveURL(`${server.address}/${parent}/${name}/index`);
    }
  }
  await page.goto('/layout35');
  await expect(page).toHaveURL(`${server.address}/`);
});

test('[LAYOUT-05] with inIframe in the address there is no header and no menu', async ({ page, server }) => {
  await enter(page, server);
  for (const address of ['?inIframe=1', '?inIframe', '?from=inIframe', '#inIframe', '?dictType=audit-area#/inIframe']) {
    await page.goto('/api/health');
    await page.goto(`/system/dict${address}`);
    await expect(page.getByRole('table')).toBeVisible();
    await expect(page.getByRole('banner')).toHaveCount(0);
    await expect(mainMenu(page)).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
  }
  await page.goto('/system/dict?other=1');
  await expect(page.getByRole('banner')).toBeVisible();
});

test('[MENU-01] [MENU-09] names follow the language and fall back to the plain name', async ({ page, server }) => {
  await enter(page, server);
  await bendStats(page, (stats) => {
    stats.menuStyle = '1';
    stats.menus = [
      { menuId: 'r', parentId: '0', type: '0', name: 'R', visible: '0' },
      {
        menuId: 'both',
        parentId: 'r',
        type: '1',
        name: 'plain',
        nameHans: '双语',
        nameEn: 'Both',
        url: '/both',
        component: 'later',
        visible: '0',
      },
      { menuId: 'none', parentId: 'r', type: '1', name: 'just a name', url: '/none', component: 'later', visible: '0' },
    ];
  });
  await page.goto('/both');
  const side = page.locator('.tg-shell-side');
  await expect(side.getByRole('link')).toHaveText(['Both', 'just a name']);
  await page.getByRole('button', { name: /Language/ }).click();
  await page.getByRole('menuitemradio', { name: '简体中文' }).click();
  await expect(side.getByRole('link')).toHaveText(['双语', 'just a name']);
  await expect(page).toHaveTitle(/^双语 - /);
});

test('[MENU-10] a page of a workbench highlights the index entry of that workbench', async ({ page, server }) => {
  await enter(page, server);
  await bendStats(page, (stats) => {
    stats.menuStyle = '1';
    stats.menus = [
      { menuId: 'r', parentId: '0', type: '0', name: 'R', visible: '0' },
      { menuId: 'w7', parentId: 'r', type: '1', name: 'Seven', url: '/workbench/7/index', component: 'main#later', visible: '0' },
      { menuId: 'w8', parentId: 'r', type: '1', name: 'Eight', url: '/workbench/8/index', component: 'main#later', visible: '0' },
      {
        menuId: 'tables',
        parentId: 'r',
        type: '1',
        name: 'Tables',
        url: '/workbench/:id/tables',
        component: 'main#later',
        visible: '1',
      },
    ];
  });
  await page.goto('/workbench/7/tables');
  const side = page.locator('.tg-shell-side');
  await expect(side.getByRole('link', { name: 'Seven' })).toHaveClass(/tg-side-active/);
  await expect(side.getByRole('link', { name: 'Eight' })).not.toHaveClass(/tg-side-active/);
});

test('[ROUTE-13] [MENU-07] an external entry is shown in a frame inside the main layout; other schemes are refused', async ({
  page,
  server,
}) => {
  await enter(page, server);
  await page.route('https://example.test/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>x</title><h1>Elsewhere</h1>' }),
  );
  await bendStats(page, (stats) => {
    stats.menuStyle = '1';
    stats.menus = [
      { menuId: 'r', parentId: '0', type: '0', name: 'R', visible: '0' },
      { menuId: 'own', parentId: 'r', type: '1', name: 'Own', url: '/own', component: 'later', visible: '0' },
      { menuId: 'ext', parentId: 'r', type: '1', name: 'Outside', url: 'https://example.test/a?b=c&d=e', isFrame: '0', visible: '0' },
    ];
  });
  await page.goto('/own');
  await page.getByRole('link', { name: 'Outside' }).click();
  await expect(page).toHaveURL(`${server.address}/external-link?url=${encodeURIComponent('https://example.test/a?b=c&d=e')}`);
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Elsewhere' })).toBeVisible();
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', /.*/);
  await expect(page.getByRole('banner')).toBeVisible();
  for (const address of ['javascript:alert(1)', 'data:text/html,x', 'ftp://example.test/', 'file:///etc/passwd', '']) {
    await page.goto(`/external-link?url=${encodeURIComponent(address)}`);
    await expect(page.getByText('Only http and https addresses can be shown'), address).toBeVisible();
    await expect(page.locator('iframe'), address).toHaveCount(0);
  }
});

test('[MISC-01] [ROUTE-10] unknown pages, pages without permission and pages that come later say so inside the frame', async ({
  page,
  server,
}) => {
  await enter(page, server, { user: 'riskmanager' });
  await page.goto('/system/dict');
  await expect(page.getByRole('heading', { name: /Page not found|No permission/ })).toBeVisible();
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page.getByText('There is no page at /no/such/page, or it is not open to you.')).toBeVisible();
  await expect(page.locator('main svg').first()).toBeVisible();
  await expect(mainMenu(page)).toBeVisible();
  await bendStats(page, (stats) => {
    stats.menus = (stats.menus ?? []).map((row) => (row.menuId === 'risk-assessment' ? { ...row, component: 'main#later' } : row));
  });
  await page.goto('/risk/assessment');
  await expect(page.getByRole('heading', { name: 'This page comes later' })).toBeVisible();
  await expect(page).toHaveTitle(/^Assessments - /);
  await page.getByRole('button', { name: 'Back to home' }).click();
  await expect(page).toHaveURL(`${server.address}/`);
});

test('[MISC-01] [PERM-03] a page whose permission is missing shows the no-permission picture', async ({ page, server }) => {
  await enter(page, server);
  await bendStats(page, (stats) => {
    stats.menus = (stats.menus ?? []).map((row) => ({ ...row, perms: String(row.perms ?? '').replace('sys:dict:list', '') }));
    stats.principal = { ...stats.principal, roles: [{ roleCode: 'nobody' }], roleList: [] };
  });
  await page.goto('/system/dict');
  await expect(page.getByRole('heading', { name: 'No permission to access' })).toBeVisible();
  await expect(page.locator('main svg').first()).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
});

test('[I18N-01] [I18N-03] the language changes in place: nothing reloads, typed text and state stay', async ({ page, server }) => {
  await enter(page, server);
  await page.goto('/system/dict');
  await page.getByRole('textbox', { name: 'Keyword' }).fill('typed');
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  for (const [current, next, heading, keyword] of [
    ['English', '简体中文', '字典管理', '关键字'],
    ['简体中文', '繁體中文', '字典管理', '關鍵字'],
    ['繁體中文', 'English', 'Dictionaries', 'Keyword'],
  ] as const) {
    await page.getByRole('button', { name: current }).click();
    // Screen readers say each language in that language.
    await expect(page.locator('[role="menuitemradio"][lang="zh-Hant"]')).toHaveText('繁體中文');
    await expect(page.locator('[role="menuitemradio"][lang="en"]')).toHaveText('English');
    await page.getByRole('menuitemradio', { name: next }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole('textbox', { name: keyword })).toHaveValue('typed');
    expect(await untranslated(page)).toEqual([]);
  }
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
  await expect.poll(() => page.evaluate(() => [localStorage.getItem('language'), document.documentElement.lang])).toEqual(['en', 'en']);
});

test('[THEME-01] who asks the system for more contrast has secondary text and borders as strong as text, and others again have their theme', async ({
  page,
  server,
}) => {
  await enter(page, server);
  await page.goto('/system/dict');
  await expect(page.getByRole('table')).toBeVisible();
  const colours = () =>
    page.evaluate(() => {
      const { style } = document.documentElement;
      return ['--targus-text', '--targus-text-muted', '--targus-border'].map((name) => style.getPropertyValue(name));
    });
  const plain = await colours();
  expect(new Set(plain).size).toBe(3);
  await page.emulateMedia({ contrast: 'more' });
  await expect.poll(async () => new Set(await colours()).size).toBe(1);
  await page.emulateMedia({ contrast: null });
  await expect.poll(colours).toEqual(plain);
});

test('[THEME-01] the theme changes in place and is remembered', async ({ page, server }) => {
  await enter(page, server);
  await page.goto('/system/dict');
  await expect(page.getByRole('table')).toBeVisible();
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  const background = () => page.evaluate(() => getComputedStyle(document.querySelector('.tg-shell') ?? document.body).backgroundColor);
  const dark = await background();
  await page.getByRole('button', { name: /^Theme/ }).click();
  await expect(page.getByRole('menuitemradio')).toHaveCount(5);
  await page.getByRole('menuitemradio', { name: /Blue|Huayou/ }).click();
  await expect.poll(background).not.toBe(dark);
  expect(await page.evaluate(() => ['stayed' in window, localStorage.getItem('theme')])).toEqual([true, 'theme-huayou']);
  await page.reload();
  await expect(page.getByRole('table')).toBeVisible();
  await expect.poll(background).not.toBe(dark);
});

test('[THEME-02] the top bar offers the themes of the dictionary in its order; those of another status than 0 cannot be chosen', async ({
  page,
  server,
}) => {
  await enter(page, server, { language: 'en' });
  interface Entry {
    dictType: string;
    dictValue: string;
    status: unknown;
  }
  await bend<Entry[]>(page, '**/api/system/dict/data/type/**', (entries) => {
    for (const entry of entries) {
      if (entry.dictType === 'theme-list' && entry.dictValue === 'theme-mint') entry.status = '1';
    }
  });
  for (const address of ['/system/dict', '/home']) {
    await page.goto(address);
    await page.getByRole('button', { name: /^Theme/ }).click();
    const themes = page.getByRole('menuitemradio');
    await expect(themes).toHaveText(['Dark green', 'Yellow dark', 'Light yellow', 'Blue (Huayou)', 'Mint']);
    await expect(themes.nth(4)).toHaveAttribute('aria-disabled', 'true');
    await expect(themes.nth(3)).not.toHaveAttribute('aria-disabled', 'true');
    await themes.nth(4).click({ force: true });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'theme-tw');
  }
});

for (const [browser, title] of [
  ['zh-CN', '登录'],
  ['zh-TW', '登录'],
  ['zh-HK', '登录'],
  ['en-GB', 'Sign in'],
  ['fr-FR', '登录'],
] as const) {
  test.describe(`a browser that speaks ${browser}`, () => {
    test.use({ locale: browser });
    test(`[I18N-01] [I18N-02] [I18N-03] first sees ${title}`, async ({ page }) => {
      await page.goto('/login');
      await expect(page).toHaveTitle(new RegExp(`^${title} - `));
    });
  });
}

for (const [browser, language] of [
  [['zh-CN', 'zh', 'en'], 'zh-Hans'],
  [['zh-HK', 'zh', 'en-US', 'en'], 'zh-Hans'],
  [['en-GB', 'zh-CN'], 'en'],
] as const) {
  test(`[I18N-02] [I18N-03] a browser whose list begins with ${browser[0]} and goes on sees the first of it`, async ({ page }) => {
    await page.addInitScript((codes) => {
      Object.defineProperty(navigator, 'languages', { get: () => codes });
    }, browser);
    await page.goto('/login');
    await expect(page.locator('html')).toHaveAttribute('lang', language);
  });
}

for (const [kept, language] of [
  ['zh-CN', 'zh-Hans'],
  ['en-US', 'en'],
] as const) {
  test(`[I18N-02] [I18N-03] a browser that keeps the language ${kept} sees ${language}`, async ({ page }) => {
    await page.addInitScript((code) => localStorage.setItem('language', code), kept);
    await page.goto('/login');
    await expect(page.locator('html')).toHaveAttribute('lang', language);
  });
}

test('[I18N-02] Traditional Chinese can be chosen whatever the browser speaks', async ({ page }) => {
  await prefer(page, { language: 'zh-Hant' });
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('歡迎登入');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant');
});

test.describe('signing out', () => {
  // The look at the documents may be on its way then.
  test.use({ expectedErrors: [/\/api\/screens\/state .*401/] });

  test('[API-09] [STATE-09] asks first, ends the session everywhere and comes back to the login page', async ({
    page,
    server,
    context,
  }) => {
    const token = await signIn(page, server);
    await page.goto('/home');
    const [second] = await Promise.all([context.waitForEvent('page'), page.locator('.tg-tile[data-key="system"]').click()]);
    await expect(second.getByRole('table')).toBeVisible();
    await askToSignOut(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(/\/home$/);
    await (await askToSignOut(page)).click();
    await expect(page).toHaveURL(/\/login/);
    expect(await page.evaluate(() => sessionStorage.getItem('access_token'))).toBeNull();
    // STATE-09: the other window asks before it goes.
    await expect(second.getByRole('dialog').filter({ hasText: 'Leave this page?' })).toBeVisible();
    // Whoever comes by reads nothing of its page (STATE-09).
    await expect(second.getByRole('table')).toHaveCount(0);
    await expect(second.locator('table').first()).toBeHidden();
    await leaveEnded(second);
    await expect(second).toHaveURL(/\/login/);
    const answer = await fetch(`${server.address}/api/user/config/menus`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(401);
  });
});

test('[API-09] [EMBED-03] a sign-out shows the login page at once, and asks for nothing more of the session while the server takes its time', async ({
  page,
  server,
}) => {
  const token = await signIn(page, server);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.headers().authorization === `Bearer ${token}`) asked.push(new URL(request.url()).pathname);
  });
  // Later than the code that looks at the documents is there.
  await Promise.all([page.waitForResponse('**/api/screens/state'), page.goto('/home')]);
  await expect(page.getByRole('list', { name: 'Modules' })).toBeVisible();
  const answer = await hold(page, '**/api/login/logout');
  const yes = await askToSignOut(page);
  const [told] = await Promise.all([page.waitForRequest('**/api/login/logout'), yes.click()]);
  expect(told.headers().authorization).toBe(`Bearer ${token}`);
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => sessionStorage.getItem('access_token'))).toBeNull();
  asked.length = 0;
  // Who comes back to a window has it look at the documents.
  await Promise.all([page.waitForRequest('**/schemas/manifest.json'), page.evaluate(() => window.dispatchEvent(new Event('focus')))]);
  expect(asked).toEqual([]);
  await Promise.all([page.waitForResponse('**/api/login/logout'), answer.release()]);
  const after = await fetch(`${server.address}/api/user/config/menus`, { headers: { authorization: `Bearer ${token}` } });
  expect(after.status).toBe(401);
});

test('[THEME-03] a logo variant hides the language and theme switches', async ({ page, server }) => {
  await enter(page, server);
  await bendConfig(page, (config) => ({ ...config, sysLogo: 'huadian' }));
  await page.goto('/system/dict');
  await expect(page.getByRole('button', { name: /^Menu of/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Theme|Language)/ })).toHaveCount(0);
});

test('[LAYOUT-01] in a narrow window the menu is a drawer that keeps the focus', async ({ page, server }) => {
  await page.setViewportSize({ width: 700, height: 900 });
  await enter(page, server);
  await page.goto('/system/dict');
  await page.getByRole('button', { name: 'Open the menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Main menu' });
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Open the menu' })).toBeFocused();
});

test('the skip link and navigation move the focus to the content', async ({ page, server }) => {
  await enter(page, server);
  await withStyle(page, '1');
  await page.goto('/system/dict');
  await expect(page.getByRole('table')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await page.locator('.tg-shell-side').getByRole('link', { name: 'My to-dos' }).click();
  await expect(page.getByRole('heading', { name: 'My to-dos' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
});

test('navigation moves the focus to the content also where the page is there before what moves it', async ({ page, server }) => {
  await enter(page, server);
  await withStyle(page, '1');
  await page.goto('/system/dict');
  await expect(page.getByRole('table')).toBeVisible();
  const code = page.waitForRequest('**/assets/focus-page-*.js');
  const { release } = await hold(page, '**/assets/focus-page-*.js');
  await page.locator('.tg-shell-side').getByRole('link', { name: 'My to-dos' }).click();
  await expect(page.getByRole('heading', { name: 'My to-dos' })).toBeVisible();
  // Nothing on the page moves any more.
  await page.waitForTimeout(500);
  await code;
  release();
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
});
