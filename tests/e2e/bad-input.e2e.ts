import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, signIn } from '../support/browser.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { menuOf, published, test } from './overlay.ts';
import { bendStats, enter, prefer, refuse } from './world.ts';

// Unchecked: what the browser makes of documents no server should have accepted.
test.use({ serverEnv: { CAPTCHA: 'off', SCHEMAS_CHECK: 'off' } });

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });

/** The dictionary screen, standing for the rest of the product. */
async function restWorks(page: Page): Promise<void> {
  await page.goto('/system/dict');
  await expect(page.getByRole('table').locator('tbody').getByRole('row')).toHaveCount(10);
}
const add = (page: Page, ...rows: Record<string, unknown>[]) =>
  bendStats(page, (stats) => {
    stats.menus = [...rows, ...(stats.menus ?? [])];
  });

test('[MENU-01] a cycle, a missing parent and a repeated id cost their own rows only', async ({ page, server }) => {
  await enter(page, server);
  await add(
    page,
    { menuId: 'one', parentId: 'two', type: '0', name: 'One', visible: '0' },
    { menuId: 'two', parentId: 'one', type: '0', name: 'Two', visible: '0' },
    { menuId: 'below', parentId: 'two', type: '1', name: 'Below the cycle', url: '/below', component: 'later', visible: '0' },
    { menuId: 'orphan', parentId: 'nobody', type: '1', name: 'Orphan', url: '/orphan', component: 'later', visible: '0' },
    { menuId: 'system-dict', parentId: '0', type: '1', name: 'Twin', url: '/twin', component: 'later', visible: '0' },
    { menuId: 'self', parentId: 'self', type: '1', name: 'Self', url: '/self', component: 'later', visible: '0' },
  );
  await page.goto('/below');
  await expect(page.getByText('“Below the cycle” has its place', { exact: false })).toBeVisible();
  await page.goto('/orphan');
  await expect(page.getByText('“Orphan” has its place', { exact: false })).toBeVisible();
  await expect(menu(page).getByRole('button', { name: 'Portal' })).toBeVisible();
});

test('[ROUTE-11] [ROUTE-12] broken meta counts as empty; unknown layouts and pages explain themselves on their own route', async ({
  page,
  server,
}) => {
  await enter(page, server);
  await add(
    page,
    { menuId: 'm1', parentId: '0', type: '1', name: 'Meta', url: '/meta', component: 'later', visible: '0', meta: '{"menuDesc": ' },
    { menuId: 'm2', parentId: '0', type: '1', name: 'Layout', url: '/layout', component: 'mian#later', visible: '0' },
    { menuId: 'm3', parentId: '0', type: '1', name: 'Page', url: '/page', component: 'main#system/dictionray', visible: '0' },
    { menuId: 'm4', parentId: '0', type: '1', name: 'Grammar', url: '/grammar', component: 'main#../../etc/passwd', visible: '0' },
    { menuId: 'm5', parentId: '0', type: '1', name: 'Deep', url: '/deep', component: Array(12).fill('main').join('#'), visible: '0' },
  );
  await page.goto('/meta');
  await expect(page.getByText('“Meta” has its place', { exact: false })).toBeVisible();
  for (const [path, reason] of [
    ['/layout', /mian/],
    ['/page', /system\/dictionray/],
    ['/grammar', /passwd|component/],
    ['/deep', /8|layouts|parts/],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'This page cannot be opened' }), path).toBeVisible();
    await expect(page.locator('main'), path).toContainText(reason);
    await expect(menu(page), path).toBeVisible();
  }
  await restWorks(page);
});

test('[MENU-02] a menu of 10,000 rows works', async ({ page, server }) => {
  await enter(page, server);
  const rows = Array.from({ length: 10_000 }, (_, index) => ({
    menuId: `row-${index}`,
    parentId: index < 20 ? '0' : `row-${Math.floor(index / 20)}`,
    type: index < 500 ? '0' : '1',
    name: `Row ${index}`,
    visible: '0',
    ...(index >= 500 && { url: `/many/${index}`, component: 'later' }),
  }));
  await add(page, ...rows);
  const began = Date.now();
  await page.goto('/many/9999');
  await expect(page.getByText('“Row 9999” has its place', { exact: false })).toBeVisible();
  expect(Date.now() - began).toBeLessThan(20_000);
  await restWorks(page);
});

test('a widget with a typo explains itself: document, position, widget and what was meant; its neighbours work', async ({
  page,
  server,
  screens,
}) => {
  screens.write('menus/typo.menu.json', menuOf('typo', 'Typo', 'main#typo'));
  screens.write('pages/typo.page.json', {
    version: 1,
    title: { en: 'Typo' },
    body: [
      { widget: 'text', text: { en: 'before' } },
      { widget: 'tabel', source: { call: 'dictionary.list' } },
      { widget: 'text', text: '{{ 1 + }}' },
      { widget: 'text', text: { en: 'after' } },
      { widget: 'button', text: { en: 'Press' }, onClick: [{ notify: { en: 'pressed' } }] },
    ],
  });
  await published(server, 'typo');
  await enter(page, server);
  await page.goto('/typo');
  await expect(page.getByText('before', { exact: true })).toBeVisible();
  await expect(page.getByText('after', { exact: true })).toBeVisible();
  const explanation = page.getByRole('alert').filter({ hasText: 'tabel' });
  await expect(explanation).toContainText('pages/typo');
  await expect(explanation).toContainText('/body/1');
  await expect(explanation).toContainText(/table/);
  await expect(page.getByRole('alert').filter({ hasText: '/body/2' })).toBeVisible();
  await page.getByRole('button', { name: 'Press' }).click();
  await expect(page.getByText('pressed')).toBeVisible();
  await restWorks(page);
});

test.describe('answers and files that fail', () => {
  test.use({ expectedErrors: [/./] });

  test('a remote answer of the wrong shape shows in its place', async ({ page, server }) => {
    await enter(page, server);
    await page.route('**/api/system/dict/data/list*', (route) =>
      route.fulfill({ json: { code: '000000', msg: 'success', data: { content: 'many', total: '7' } } }),
    );
    await page.goto('/system/dict');
    await expect(page.getByText('The server answered in an unexpected form', { exact: false })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add entry' })).toBeVisible();
    for (const body of ['<html>proxy error</html>', '', 'null', '[]', '{"code":"000000"']) {
      await page.unroute('**/api/system/dict/data/list*');
      await page.route('**/api/system/dict/data/list*', (route) => route.fulfill({ contentType: 'application/json', body }));
      await page.reload();
      await expect(page.getByText(/The data could not be loaded/), body).toBeVisible();
    }
    await page.unroute('**/api/system/dict/data/list*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('table').locator('tbody').getByRole('row')).toHaveCount(10);
  });

  test('[STATE-01] stats of any shape never leave an empty window', async ({ page, server }) => {
    await enter(page, server);
    for (const data of [null, 'x', [], { login: true, menus: 'none', applications: 7, principal: [], userConfig: 'x' }, { login: 'yes' }]) {
      await page.route('**/api/login/stats*', (route) => route.fulfill({ json: { code: '000000', msg: 'success', data } }));
      await page.goto('/');
      await expect(page.getByRole('main').first(), JSON.stringify(data)).not.toBeEmpty();
      await expect(page.locator('body')).toContainText(/Welcome|No module is open to you|Good|late/);
      await page.unroute('**/api/login/stats*');
    }
  });

  test('without a manifest the start says so and can be tried again', async ({ page, server }) => {
    await enter(page, server);
    await page.route('**/schemas/manifest.json', (route) => refuse(route, 503, 'UNAVAILABLE'));
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'The application could not be loaded' })).toBeVisible();
    await page.screenshot({ path: test.info().outputPath('start.png') });
    await page.unroute('**/schemas/manifest.json');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('list', { name: 'Modules' })).toBeVisible();
  });

  test('[ERR-05] where the code of the application does not come, it is said in the language of the visitor and can be tried again', async ({
    page,
    server,
  }) => {
    await enter(page, server, { language: 'zh-Hant' });
    for (const part of ['index', 'rolldown-runtime']) {
      await page.route(`**/assets/${part}-*.js`, (route) => (part === 'index' ? route.fulfill({ status: 404 }) : route.abort()));
      await page.goto('/');
      await expect(page.getByRole('alert').getByRole('heading', { name: '應用程式未能載入' })).toBeVisible();
      await expectAccessible(page);
      await page.screenshot({ path: test.info().outputPath(`${part}.png`) });
      await page.unroute(`**/assets/${part}-*.js`);
      await page.getByRole('button', { name: '重試' }).click();
      await expect(page.locator('.tg-tile').first()).toBeVisible();
    }
  });

  test('a page document that does not come explains itself, keeps the frame and can be tried again', async ({ page, server }) => {
    await enter(page, server);
    await page.route('**/schemas/pages/system/dictionary.*.json', (route) => route.fulfill({ status: 404, body: 'gone' }));
    await page.goto('/system/dict');
    await expect(page.getByText('This page could not be loaded', { exact: false })).toBeVisible();
    await expect(menu(page)).toBeVisible();
    await page.unroute('**/schemas/pages/system/dictionary.*.json');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('table').locator('tbody').getByRole('row')).toHaveCount(10);
  });

  test('[ERR-01] a widget whose code does not come explains itself; the rest of the page works', async ({ page, server }) => {
    await enter(page, server);
    const chunk = await scriptOf(page, server, 'table');
    await page.route(`**/assets/${chunk}`, (route) => route.abort());
    await page.goto('/system/dict');
    await expect(page.getByRole('heading', { level: 1, name: 'Dictionaries' })).toBeVisible();
    await expect(page.getByText(/could not be loaded/).first()).toBeVisible();
    await expect(menu(page)).toBeVisible();
    await page.goto('/no/such/page');
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  });
});

/** File name of the script only the table needs. */
async function scriptOf(page: Page, server: ServerProcess, name: string): Promise<string> {
  const visit = async (path: string, last: Locator) => {
    const seen = new Set<string>();
    const note = (request: { url(): string }) => {
      const file = /\/assets\/([^/]+\.js)$/.exec(request.url())?.[1];
      if (file) seen.add(file);
    };
    page.on('request', note);
    await page.goto(server.address + path);
    // While it computes a page asks for nothing either.
    await expect(last).toBeVisible();
    await page.waitForLoadState('networkidle');
    page.off('request', note);
    return seen;
  };
  const other = await visit('/no/such/page', page.getByRole('heading', { name: 'Page not found' }));
  const dictionary = await visit('/system/dict', page.getByRole('row').nth(10));
  const only = [...dictionary].filter((file) => !other.has(file) && !file.startsWith('lib'));
  const found = only.find((file) => file.toLowerCase().includes(name)) ?? only[0];
  if (!found) throw new Error(`no script of ${name} among ${[...dictionary].join(', ')}`);
  return found;
}

test('an address with a broken escape is a page that is not there', async ({ page, server }) => {
  await prefer(page, { language: 'en' });
  await signIn(page, server, 'admin');
  const answer = await page.goto('/%E0%A4%A');
  expect(answer?.headers()['content-type']).toContain('text/html');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});
