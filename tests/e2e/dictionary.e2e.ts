import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { enter, hold, refuse } from './world.ts';

interface Entry {
  id: string;
  version: number;
  dictValue: string;
}
let count = 0;
/** A dictionary type no other test uses. */
const ownType = () => `e2e-${process.pid}-${++count}`;

const table = (page: Page) => page.getByRole('table', { name: 'Dictionaries' });
const row = (page: Page, text: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: text, exact: true }) });
const found = (filters: Record<string, string>) => `/system/dict?entries.filters=${encodeURIComponent(JSON.stringify(filters))}`;
const dialog = (page: Page) => page.getByRole('dialog', { name: /entry/ });

async function send(server: ServerProcess, token: string, method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(server.address + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function create(server: ServerProcess, token: string, dictType: string, dictValue: string, sort = 0): Promise<Entry> {
  const label = [
    { l: 'en', t: `Label ${dictValue}`, d: true },
    { l: 'zh-Hans', t: `名称 ${dictValue}` },
  ];
  const response = await send(server, token, 'POST', '/api/system/dict/data', { dictType, dictLabel: label, dictValue, sort });
  const { data }: { data: Entry } = await response.json();
  return data;
}

test('[DICT-01] [API-21] [API-24] [API-25] [API-26] [ERR-09] an entry is added, changed and deleted', async ({ page, server }) => {
  const type = ownType();
  await enter(page, server);
  await page.goto('/system/dict');
  await page.getByRole('button', { name: 'Add entry' }).click();
  await dialog(page).getByRole('textbox', { name: 'Type' }).fill(type);
  await dialog(page).getByRole('textbox', { name: 'Label (English)' }).fill('Amber');
  await dialog(page).getByRole('textbox', { name: 'Label (简体中文)' }).fill('琥珀');
  await dialog(page).getByRole('textbox', { name: 'Value' }).fill('amber');
  const [created] = await Promise.all([
    page.waitForRequest('**/api/system/dict/data'),
    dialog(page).getByRole('button', { name: 'Save' }).click(),
  ]);
  expect(created.method()).toBe('POST');
  expect(created.postDataJSON()).toMatchObject({ dictType: type, dictValue: 'amber', status: '0' });
  const labels: { l: string; t: string }[] = created.postDataJSON().dictLabel;
  expect(labels.map(({ l, t }) => `${l} ${t}`).sort()).toEqual(['en Amber', 'zh-Hans 琥珀']);
  await expect(page.getByText('Saved successfully')).toBeVisible();
  await expect(dialog(page)).toBeHidden();

  await page.goto(found({ dictType: type }));
  await expect(row(page, 'amber')).toContainText('Amber');
  await row(page, 'amber').getByRole('button', { name: 'Edit' }).click();
  await expect(dialog(page).getByRole('textbox', { name: 'Type' })).not.toBeEditable();
  await expect(dialog(page).getByRole('textbox', { name: 'Label (简体中文)' })).toHaveValue('琥珀');
  await dialog(page).getByRole('textbox', { name: 'Label (English)' }).fill('Dark amber');
  await dialog(page).getByText('Disabled', { exact: true }).click();
  const [updated] = await Promise.all([
    page.waitForRequest('**/api/system/dict/data'),
    dialog(page).getByRole('button', { name: 'Save' }).click(),
  ]);
  expect(updated.method()).toBe('PUT');
  await expect(row(page, 'amber')).toContainText('Dark amber');
  await expect(row(page, 'amber')).toContainText('Disabled');

  await row(page, 'amber').getByRole('button', { name: 'View' }).click();
  const drawer = page.getByRole('dialog', { name: 'Entry' });
  await expect(drawer).toContainText('Dark amber');
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();

  await row(page, 'amber').getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog').filter({ hasText: /confirm delete\?/i });
  await expect(question).toContainText('Dark amber');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, 'amber')).toBeVisible();
  await row(page, 'amber').getByRole('button', { name: 'Delete' }).click();
  const [removed] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'DELETE'),
    question.getByRole('button', { name: 'Delete' }).click(),
  ]);
  expect(removed.ok()).toBe(true);
  await expect(page.getByText('Deleted', { exact: true })).toBeVisible();
  await expect(row(page, 'amber')).toHaveCount(0);
});

test('[DICT-01] labels show in the language of the window', async ({ page, server }) => {
  const token = await enter(page, server);
  const type = ownType();
  await create(server, token, type, 'two-tongues');
  await page.goto(found({ keyword: 'two-tongues' }));
  await expect(row(page, 'two-tongues')).toContainText('Label two-tongues');
  await page.getByRole('button', { name: /Language/ }).click();
  await page.getByRole('menuitemradio', { name: '简体中文' }).click();
  await expect(page.getByRole('cell', { name: '名称 two-tongues' })).toBeVisible();
});

test('[CONST-04] [API-21] pages of 10, 20 and 50, sorted by the server', async ({ page, server }) => {
  await enter(page, server);
  const asked: URLSearchParams[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/system/dict/data/list') asked.push(url.searchParams);
  });
  await page.goto('/system/dict');
  const rows = table(page).locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(10);
  expect(asked.at(-1)?.get('size')).toBe('10');
  const size = page.getByRole('combobox', { name: 'Rows per page' });
  await expect(size.getByRole('option')).toHaveText(['10 / page', '20 / page', '50 / page']);
  const first = await rows.first().textContent();
  await page.getByRole('button', { name: 'Next page' }).click();
  // The labels of the first page may come as late as the second page.
  await expect.poll(() => asked.at(-1)?.get('current')).toBe('2');
  await expect(rows.first()).not.toHaveText(first ?? '');
  await expect(page.getByText(/^11–20 of \d+$/)).toBeVisible();
  await size.selectOption('50');
  await expect(rows).toHaveCount(50);
  expect(asked.at(-1)?.get('current')).toBe('1');
  await size.selectOption('20');
  await expect(rows).toHaveCount(20);

  const heading = page.getByRole('columnheader', { name: 'Value' });
  await heading.getByRole('button').click();
  await expect(heading).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(() => asked.at(-1)?.get('sort')).toBe('dictValue');
  expect(asked.at(-1)?.get('order')).toBe('asc');
  await heading.getByRole('button').click();
  await expect(heading).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => asked.at(-1)?.get('order')).toBe('desc');
  // The address holds it all, so that a reload and a link show the same.
  await page.reload();
  await expect(heading).toHaveAttribute('aria-sort', 'descending');
  await expect(rows).toHaveCount(20);
});

test('[API-21] search by type, keyword and status, and reset', async ({ page, server }) => {
  const token = await enter(page, server);
  const type = ownType();
  await create(server, token, type, 'needle-one', 1);
  await create(server, token, type, 'needle-two', 2);
  await page.goto('/system/dict');
  const rows = table(page).locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(10);
  await page.getByRole('textbox', { name: 'Keyword' }).fill('needle');
  await page.getByRole('textbox', { name: 'Keyword' }).press('Enter');
  await expect(rows).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByText('Disabled', { exact: true }).last().click();
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('Nothing matches the filters')).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(rows).toHaveCount(10);
  await expect(page.getByRole('textbox', { name: 'Keyword' })).toHaveValue('');

  const kind = page.getByRole('combobox', { name: 'Type' });
  await kind.click();
  await kind.fill('risk');
  await page.locator('[role="listbox"] ~ * [title], .ant-select-item-option').filter({ hasText: /risk/i }).first().click();
  await page.getByRole('button', { name: 'Search' }).click();
  await expect.poll(async () => new Set(await table(page).locator('tbody tr td:nth-child(2)').allTextContents()).size).toBe(1);
  await expect(page).toHaveURL(/dictType/);
});

test('[API-24] [RULE-01] wrong input is told at its field, nothing is sent, and leaving asks first', async ({ page, server }) => {
  await enter(page, server);
  await page.goto('/system/dict');
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/dict/data')) sent += 1;
  });
  await page.getByRole('button', { name: 'Add entry' }).click();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  const type = dialog(page).getByRole('textbox', { name: 'Type' });
  const value = dialog(page).getByRole('textbox', { name: 'Value' });
  await expect(type).toHaveAccessibleDescription(/Type is required/);
  await expect(type).toBeFocused();
  await expect(value).toHaveAccessibleDescription(/Value is required/);
  await expect(dialog(page).getByText('Label is required')).toBeVisible();
  await type.fill('Wrong Type');
  await expect(type).toHaveAccessibleDescription(/Lower-case letters, digits, underscores and hyphens/);
  await type.fill('right-type');
  await expect(type).not.toHaveAttribute('aria-invalid', 'true');
  expect(sent).toBe(0);
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog').filter({ hasText: 'What you changed has not been saved.' }).last();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  // A key pressed while the question is still closing belongs to it.
  await expect(question).toHaveCount(0);
  await expect(type).toHaveValue('right-type');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog(page)).toBeHidden();
});

test.describe('refusals of the server', () => {
  test.use({ expectedErrors: [/status of (409|500)|CONFLICT|DUPLICATE|INTERNAL|onSubmit/] });

  test('[API-25] a change that somebody else made first is not overwritten', async ({ page, server }) => {
    const token = await enter(page, server);
    const type = ownType();
    const entry = await create(server, token, type, `conflict-${type}`);
    await page.goto(found({ keyword: `conflict-${type}` }));
    await row(page, entry.dictValue).getByRole('button', { name: 'Edit' }).click();
    await dialog(page).getByRole('textbox', { name: 'Remark' }).fill('mine');
    const other = await send(server, token, 'PUT', '/api/system/dict/data', { id: entry.id, version: entry.version, remark: 'theirs' });
    expect(other.status).toBe(200);
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Somebody else changed this in the meantime', { exact: false }).last()).toBeVisible();
    await expect(dialog(page).getByRole('textbox', { name: 'Remark' })).toHaveValue('mine');
    const kept: { data: { remark: string } } = await (await send(server, token, 'GET', `/api/system/dict/data/${entry.id}`)).json();
    expect(kept.data.remark).toBe('theirs');
  });

  test('[API-24] a value that exists already is refused and the form keeps what was typed', async ({ page, server }) => {
    const token = await enter(page, server);
    const type = ownType();
    await create(server, token, type, 'twice');
    await page.goto('/system/dict');
    await page.getByRole('button', { name: 'Add entry' }).click();
    await dialog(page).getByRole('textbox', { name: 'Type' }).fill(type);
    await dialog(page).getByRole('textbox', { name: 'Label (English)' }).fill('Twice');
    await dialog(page).getByRole('textbox', { name: 'Value' }).fill('twice');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('This exists already', { exact: false }).first()).toBeVisible();
    await expect(dialog(page).getByRole('textbox', { name: 'Value' })).toHaveValue('twice');
  });

  test('[API-21] a failing list says why and can be tried again', async ({ page, server }) => {
    await enter(page, server);
    await page.route('**/api/system/dict/data/list*', (route) => refuse(route, 500, 'INTERNAL', 'broken'));
    await page.goto('/system/dict');
    await expect(page.getByText(/The data could not be loaded/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add entry' })).toBeEnabled();
    await page.unroute('**/api/system/dict/data/list*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(table(page).locator('tbody').getByRole('row')).toHaveCount(10);
  });
});

test('[API-21] an empty list and a list on its way say so', async ({ page, server }) => {
  await enter(page, server);
  const list = '**/api/system/dict/data/list*';
  await page.route(list, (route) => route.fulfill({ json: { code: '000000', msg: 'success', data: { content: [], total: 0 } } }));
  const held = await hold(page, list);
  await page.goto('/system/dict');
  await expect(page.getByText('Loading…').first()).toBeVisible();
  held.release();
  await expect(page.getByText('No entries yet')).toBeVisible();
});

test('[API-26] [ERR-09] selected entries are deleted together after a question', async ({ page, server }) => {
  const token = await enter(page, server);
  const type = ownType();
  for (const value of ['bulk-a', 'bulk-b', 'bulk-c']) await create(server, token, type, value);
  await page.goto(found({ keyword: 'bulk-' }));
  const rows = table(page).locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(3);
  await row(page, 'bulk-a').getByRole('checkbox').check();
  await row(page, 'bulk-c').getByRole('checkbox').check();
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.locator('.tg-table-bulk').getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog').filter({ hasText: 'Confirm delete? 2 entries are selected.' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(rows).toHaveCount(1);
  await expect(row(page, 'bulk-b')).toBeVisible();
  await expect(page.getByText('2 selected')).toHaveCount(0);
});

test('Escape closes a window also before the focus is in it', async ({ page, server }) => {
  await enter(page, server, { language: 'en' });
  await page.goto('/system/dict');
  await expect(page.getByRole('button', { name: 'View' }).first()).toBeVisible();
  await page.evaluate(() => {
    HTMLElement.prototype.focus = () => undefined;
  });
  for (const [opener, name] of [
    ['View', 'Entry'],
    ['Add entry', 'Add entry'],
  ] as const) {
    await page.getByRole('button', { name: opener }).first().click();
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name })).toBeHidden();
  }
});

test('columns are chosen and restored', async ({ page, server }) => {
  await enter(page, server);
  await page.goto('/system/dict');
  await expect(page.getByRole('columnheader', { name: 'Order' })).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  const panel = page.getByRole('group', { name: 'Columns' });
  await panel.getByRole('checkbox', { name: 'Order' }).uncheck();
  await expect(page.getByRole('columnheader', { name: 'Order' })).toHaveCount(0);
  await panel.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('columnheader', { name: 'Order' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
});

test('[PERM-03] an auditor looks but does not touch, and the server refuses too', async ({ page, server }) => {
  const token = await enter(page, server, { user: 'auditor' });
  await page.goto('/system/dict');
  await expect(table(page).locator('tbody').getByRole('row')).toHaveCount(10);
  await expect(page.getByRole('button', { name: 'View' }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Add entry|Edit|Delete)$/ })).toHaveCount(0);
  const body = { dictType: 'x-y', dictLabel: 'X', dictValue: 'x' };
  for (const [method, path, sent] of [
    ['POST', '/api/system/dict/data', body],
    ['PUT', '/api/system/dict/data', { id: '1', version: 1, remark: 'x' }],
    ['DELETE', '/api/system/dict/data/1', undefined],
  ] as const) {
    expect((await send(server, token, method, path, sent)).status, method).toBe(403);
  }
});

test('[PERM-03] [MISC-01] somebody without the permission sees neither the page nor the data', async ({ page, server }) => {
  const token = await enter(page, server, { user: 'riskmanager' });
  await page.goto('/system/dict');
  await expect(page.getByRole('heading', { name: /No permission to access|Page not found/ })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  expect((await send(server, token, 'GET', '/api/system/dict/data/list')).status).toBe(403);
});

test('[DICT-02] [DICT-03] [DICT-04] [API-23] dictionaries by type: several at once, unknown and missing ones are refused', async ({
  page,
  server,
}) => {
  const token = await enter(page, server);
  const several = await send(server, token, 'GET', '/api/system/dict/data/type/sys_status,tag-tone');
  expect(several.status).toBe(200);
  const unknown = await send(server, token, 'GET', '/api/system/dict/data/type/no-such-type');
  expect(await unknown.json()).toMatchObject({ code: 'DICT_META_NOT_FOUND' });
  const none = await send(server, token, 'GET', '/api/system/dict/data/type/%2C');
  expect(await none.json()).toMatchObject({ code: 'NEED_DICT_TYPES' });

  // The list of entries may come wrapped in `content`.
  await page.route('**/api/system/dict/data/type/*', async (route) => {
    const response = await route.fetch();
    const answer: { data: unknown } = await response.json();
    await route.fulfill({ response, json: { ...answer, data: Array.isArray(answer.data) ? { content: answer.data } : answer.data } });
  });
  await page.goto('/system/dict');
  await expect(table(page).getByText('Enabled').first()).toBeVisible();
});

test('a round by keyboard alone: open the page, add an entry, delete it', async ({ page, server }) => {
  await enter(page, server);
  const type = ownType();
  await page.goto('/portal/todo');
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** Tab until the wanted element has the focus. */
  const tabTo = async (name: RegExp) => {
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press('Tab');
      const label = await page.evaluate(() => {
        const element = document.activeElement;
        const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])].map((label) => label.textContent) : [];
        return [element?.getAttribute('aria-label'), ...labels, element?.textContent].filter(Boolean).join(' ');
      });
      if (name.test(label)) return;
    }
    throw new Error(`the Tab key never reached ${name}`);
  };
  await expect(page.getByRole('heading', { name: 'My to-dos' })).toBeVisible();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await tabTo(/^Portal/);
  await press('ArrowDown');
  await expect(page.locator('.tg-top-panel').getByRole('link').first()).toBeFocused();
  for (let step = 0; step < 30; step += 1) {
    if ((await page.evaluate(() => document.activeElement?.textContent)) === 'Dictionaries') break;
    await press('ArrowDown');
  }
  await press('Enter');
  await expect(table(page).locator('tbody').getByRole('row')).toHaveCount(10);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await tabTo(/^Add entry/);
  await press('Enter');
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page).getByRole('combobox', { name: 'Type' }).or(dialog(page).getByLabel('Type')).first()).toBeFocused();
  await page.keyboard.type(type);
  await tabTo(/^Label \(English\)/);
  await page.keyboard.type('By keyboard');
  await tabTo(/^Value/);
  await page.keyboard.type(`keys-${type}`);
  await press('Enter');
  await expect(page.getByText('Saved successfully')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Add entry' })).toBeFocused();

  await page.goto(found({ keyword: `keys-${type}` }));
  await expect(row(page, `keys-${type}`)).toBeVisible();
  await tabTo(/^Delete/);
  await press('Enter');
  const question = page.getByRole('dialog').filter({ hasText: /confirm delete\?/i });
  // The focus is on what loses nothing.
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await tabTo(/^Delete/);
  await press('Enter');
  await expect(page.getByText('Deleted', { exact: true })).toBeVisible();
  await expect(row(page, `keys-${type}`)).toHaveCount(0);
});

test.describe('a server that is away for a moment', () => {
  test.use({ expectedErrors: [/status of 503|BUSY/] });

  test('[DICT-01] labels and choices come by themselves once it is back, or by another try', async ({ page, server }) => {
    await enter(page, server);
    const line = { isAway: true, asked: 0 };
    await page.route('**/api/system/dict/data/type/*', async (route) => {
      line.asked += 1;
      await (line.isAway ? refuse(route, 503, 'BUSY', 'Too much to do') : route.continue());
    });
    await page.goto('/system/dict');
    await expect(table(page).locator('tbody').getByRole('row')).toHaveCount(10);
    await expect(table(page).getByText('Enabled')).toHaveCount(0);
    const again = page.getByRole('form', { name: 'Filters' }).getByRole('button', { name: 'Try again' });
    await again.first().click();
    await expect.poll(() => line.asked).toBeGreaterThan(1);
    line.isAway = false;
    await expect(table(page).getByText('Enabled').first()).toBeVisible();
    await expect(again).toHaveCount(0);
  });
});

test('[DICT-01] [API-25] what is cleared of an entry is gone: its order is the first, and it has no tag style', async ({
  page,
  server,
}) => {
  const type = ownType();
  const token = await enter(page, server);
  const { id, version } = await create(server, token, type, 'cleared', 50);
  await send(server, token, 'PUT', '/api/system/dict/data', { id, version, tone: 'danger', remark: 'Away' });
  await page.goto(found({ dictType: type }));
  await row(page, 'cleared').getByRole('button', { name: 'Edit' }).click();
  const edit = dialog(page);
  await expect(edit.getByRole('textbox', { name: 'Remark' })).toHaveValue('Away');
  await edit.getByRole('spinbutton', { name: 'Order' }).fill('');
  await edit.getByRole('textbox', { name: 'Remark' }).fill('');
  await edit.locator('.ant-select', { has: page.getByRole('combobox', { name: 'Tag style' }) }).hover();
  await edit.locator('.ant-select-clear').click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toBeHidden();
  const kept = await send(server, token, 'GET', `/api/system/dict/data/${id}`);
  expect(((await kept.json()) as { data: object }).data).toMatchObject({ sort: 0, tone: null, remark: '' });
});
