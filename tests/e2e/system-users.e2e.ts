import type { Locator } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, signIn, test } from '../support/browser.ts';
import { enter, overflow } from './world.ts';

test('[RULE-01] [RULE-23] [ERR-09] [ERR-10] a user is found, added, changed, disabled and deleted', async ({ page, server }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  await signIn(page, server);
  await page.goto('/system/user');
  await expect(page.getByText(/^1–10 of \d+$/)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Keyword').fill('riskmanager');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toBe('Users.xlsx');
  await expect(page.getByRole('columnheader', { name: 'Last sign-in' })).toBeVisible();
  await page.getByRole('button', { name: 'Reset', exact: true }).click();

  await page.getByRole('button', { name: 'Add user' }).click();
  const editor = page.getByRole('dialog', { name: 'Add user' });
  await editor.getByLabel('Account').fill('no good');
  await editor.getByLabel('User code').fill('N00001');
  await editor.getByRole('textbox', { name: /^Name( \*)?$/ }).fill('New Person');
  const password = editor.getByRole('textbox', { name: 'Password' });
  await password.fill('Weak12');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor.getByText('Others try this password first')).toBeVisible();
  await expect(editor.getByText('letters and digits only')).toBeVisible();
  await password.fill('Person-26');
  await expect(editor.getByText('made of the account, the name or the product')).toBeVisible();
  await password.fill('secret-1');
  await editor.getByLabel('Account').fill('newperson');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved successfully')).toBeVisible();
  await expect(editor).toBeHidden();

  await page.getByLabel('Keyword').fill('newperson');
  await page.getByRole('button', { name: 'Search' }).click();
  // The rows of before go away below the pointer.
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  const row = page.getByRole('row', { name: /newperson/ });
  await row.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await expect(row.getByText('Disabled')).toBeVisible();
  await row.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('dialog');
  await expect(question.getByText('Confirm delete?')).toBeVisible();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Nothing matches the filters')).toBeVisible();
});

test('[PERM-01] what is open in somebody’s name is shown before they are disabled, and leads to a list to give it to others', async ({
  page,
  server,
}) => {
  await enter(page, server);
  await page.goto('/system/user');
  const find = async (keyword: string) => {
    await page.getByLabel('Keyword').fill(keyword);
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page.getByText('1–1 of 1')).toBeVisible();
    const row = page.getByRole('row', { name: new RegExp(keyword) });
    await row.getByRole('button', { name: 'More actions' }).click();
  };
  await find('auditor');
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  const question = page.getByRole('dialog', { name: 'Disable Chen Jing' });
  await expect(question).toContainText('Open in the name of Chen Jing');
  const work = question.getByRole('row', { name: /^Audit universe Owner/ });
  const count = Number(await work.getByRole('cell').last().textContent());
  expect(count).toBeGreaterThan(0);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('row', { name: /auditor/ })).toContainText('Enabled');

  await page
    .getByRole('row', { name: /auditor/ })
    .getByRole('button', { name: 'More actions' })
    .click();
  await page.getByRole('menuitem', { name: 'Open work' }).click();
  const shown = page.getByRole('dialog', { name: 'Open in the name of Chen Jing' });
  await shown
    .getByRole('row', { name: /^Audit universe Owner/ })
    .getByRole('link')
    .click();
  await expect(page.getByText(`1–${count} of ${count}`)).toBeVisible();
});

test('[PERM-01] what is open in somebody’s name is handed over at once, and what stays is told', async ({ page, server }) => {
  const token = await enter(page, server);
  const send = async (path: string, body: object) => {
    const answer = await fetch(`${server.address}/api/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { data, msg } = (await answer.json()) as { data: { id: string }; msg: string };
    if (!answer.ok) throw new Error(msg);
    return data;
  };
  const person = { password: 'secret-1', roleIds: [] };
  const leaver = await send('system/user', { ...person, username: 'goesaway', name: 'Goes Away', userCode: 'GA1' });
  await send('system/user', { ...person, username: 'takesover', name: 'Takes Over', userCode: 'TO1' });
  for (const title of ['One', 'Two'])
    await send('register/save', {
      ...{ register: 'task', key: crypto.randomUUID() },
      values: { title: `Handed ${title}`, owner: leaver.id, due: '2030-01-01', priority: '1' },
    });
  // A list that is narrowed to somebody names them, however many people there are.
  await page.goto(`/task/list?records.filters=${encodeURIComponent(JSON.stringify({ owner: leaver.id }))}`);
  await expect(page.getByText('1–2 of 2')).toBeVisible();
  // The filter, and the owner of both.
  await expect(page.getByText('Goes Away', { exact: true })).toHaveCount(3);
  await page.goto(`/system/user?users.filters=${encodeURIComponent(JSON.stringify({ keyword: 'goesaway' }))}`);
  const row = page.getByRole('row', { name: /goesaway/ });
  await row.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Goes Away' });
  await expect(question.getByRole('row', { name: 'Tasks Owner 2' })).toBeVisible();
  await question.getByRole('button', { name: 'Hand over' }).click();
  const work = page.getByRole('dialog', { name: 'Open in the name of Goes Away' });
  await expect(question).toBeHidden();
  await expectAccessible(page);
  // Nobody is chosen yet.
  await work.getByRole('button', { name: 'Hand over' }).click();
  await expect(work.getByText('Successor is required')).toBeVisible();
  await work.getByRole('combobox', { name: 'Successor' }).fill('takesover');
  await page.getByRole('option', { name: /Takes Over/ }).click();
  await work.getByRole('button', { name: 'Hand over' }).click();
  await expect(page.getByText('Handed over: 2')).toBeVisible();
  await expect(work.getByText('Nothing is open in this person’s name.')).toBeVisible();
  await expect(work.getByRole('button', { name: 'Hand over' })).toBeDisabled();
  await work.getByRole('button', { name: 'Close' }).last().click();
  await expect(work).toBeHidden();
});

test.describe('two people at one record', () => {
  test.use({ expectedErrors: [/409 \(Conflict\)/] });

  test('a conflict shows the current value, keeps what was typed, and saves what the user decides', async ({ page, server }) => {
    await page.addInitScript(() => localStorage.setItem('language', 'en'));
    const token = await signIn(page, server);
    await page.goto('/system/user');
    await page
      .getByRole('row', { name: /T00007/ })
      .getByRole('button', { name: 'Edit' })
      .click();
    const editor = page.getByRole('dialog', { name: 'Edit user' });
    await editor.getByLabel('Name in English').fill('Mine');
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const found = await (await fetch(`${server.address}/api/system/user/list?keyword=T00007`, { headers })).json();
    const { id, version } = found.data.content[0];
    const body = JSON.stringify({ id, version, nameEn: 'Theirs', phone: '4711' });
    await fetch(`${server.address}/api/system/user`, { method: 'PUT', headers, body });

    await editor.getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('dialog', { name: /Somebody else changed/ });
    await expect(question.getByText('Name in English: Theirs')).toBeVisible();
    await question.getByRole('button', { name: 'Keep mine' }).click();
    await expect(editor.getByLabel('Name in English')).toHaveValue('Mine');
    await expect(editor.getByLabel('Phone')).toHaveValue('4711');
    await editor.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('row', { name: /T00007/ }).getByText('Mine')).toBeVisible();
  });
});

test('[PERM-02] who lacks the permission sees no such page', async ({ page, server }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  await signIn(page, server, 'auditor');
  await page.goto('/system/user');
  await expect(page.getByText(/No permission to access|Page not found/).first()).toBeVisible();
});

test('[CONST-04] the head of a long table stays in sight while the page scrolls; in a narrow window neither the page nor a tree is wider than it', async ({
  page,
  server,
}) => {
  await enter(page, server, { language: 'en' });
  await page.goto('/system/user');
  await page.getByLabel('Rows per page').selectOption('50');
  const rows = page.getByRole('table').locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(50);
  const head = page.getByRole('columnheader', { name: 'Account' });
  const [header, row] = [page.getByRole('banner'), rows.nth(30)];
  await row.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const bottomOf = async (part: Locator) => {
    const box = await part.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  await expect.poll(async () => Math.round((await head.boundingBox())?.y ?? 0)).toBe(Math.round(await bottomOf(header)));
  // Going up by keyboard brings no row below it.
  await row.focus();
  for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowUp');
  expect((await rows.nth(18).boundingBox())?.y).toBeGreaterThanOrEqual((await bottomOf(head)) - 1);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => overflow(page)).toBe(0);
  await page.goto('/system/menu');
  await expect(page.getByRole('treegrid')).toBeVisible();
  await expect.poll(() => overflow(page)).toBe(0);
  await expect.poll(() => page.locator('.tg-table-scroll').evaluate((part) => part.scrollWidth - part.clientWidth)).toBe(0);
});

test('Escape in an open list or tree closes it, and not the window around it', async ({ page, server }) => {
  await enter(page, server, { language: 'en' });
  await page.goto('/system/user');
  await page.getByRole('button', { name: 'Add user' }).click();
  const editor = page.getByRole('dialog', { name: 'Add user' });
  for (const name of ['Department', 'Roles']) {
    const field = editor.getByRole('combobox', { name });
    await field.click();
    await expect(field).toHaveAttribute('aria-expanded', 'true');
    await field.press('Escape');
    await expect(field).toHaveAttribute('aria-expanded', 'false');
    await expect(editor).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await expect(editor).toBeHidden();
});

test('[PERM-01] [API-08] a program gets a key to an account, shown once, and is signed out as it is taken away', async ({
  page,
  server,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(page, server);
  await page.goto('/system/user');
  await page.getByLabel('Keyword').fill('contact');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await page
    .getByRole('row', { name: /contact/ })
    .getByRole('button', { name: 'More actions' })
    .click();
  await page.getByRole('menuitem', { name: 'Access keys' }).click();
  const keys = page.getByRole('dialog', { name: /^Access keys of/ });
  await expect(keys.getByText('No keys yet')).toBeVisible();
  await expectAccessible(page);
  await keys.getByRole('button', { name: 'Make a key' }).click();
  const form = page.getByRole('dialog', { name: 'Make a key' });
  await form.getByLabel('Name').fill('Payments on rack 4');
  await form.getByRole('button', { name: 'Make a key' }).click();
  const shown = page.getByRole('dialog', { name: 'The key “Payments on rack 4”' });
  await expect(shown.getByText('It is shown this once')).toBeVisible();
  await shown.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Copied').first()).toBeVisible();
  const key = await page.evaluate(() => navigator.clipboard.readText());
  await expect(shown.getByText(key)).toBeVisible();
  await expectAccessible(page);
  await shown.getByRole('button', { name: 'Close' }).last().click();
  await expect(shown).toBeHidden();
  await expect(keys.getByRole('row', { name: /Payments on rack 4.*Never/ })).toBeVisible();
  await expect(page.getByText(key)).toHaveCount(0);

  const headers = { authorization: `Basic ${btoa('targus:targus')}` };
  const enterByKey = async (): Promise<{ access_token?: string; code?: string }> => {
    const body = new URLSearchParams({ grant_type: 'access_key', username: 'contact', password: key });
    return await (await fetch(`${server.address}/api/login/token`, { method: 'POST', headers, body })).json();
  };
  const { access_token: token = '' } = await enterByKey();
  const read = async () => (await fetch(`${server.address}/api/login/user_info`, { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await read()).toBe(200);
  await keys.getByRole('button', { name: 'Take away' }).click();
  const question = page.getByRole('dialog').filter({ hasText: 'Take away “Payments on rack 4”?' });
  await question.getByRole('button', { name: /^(OK|Take away|Confirm)$/ }).click();
  await expect(keys.getByText('No keys yet')).toBeVisible();
  expect(await read()).toBe(401);
  expect((await enterByKey()).code).toBe('LOGIN_FAILED');
});
