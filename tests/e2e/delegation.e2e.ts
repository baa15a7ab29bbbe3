import type { Page } from '@playwright/test';
import { expect, signIn, test, tokenOf } from '../support/browser.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { prefer } from './world.ts';

/** An API call as a user, apart from the browser. */
async function ask(server: ServerProcess, token: string, path: string, body?: Record<string, unknown>): Promise<Record<string, unknown>> {
  const response = await fetch(`${server.address}/api/auth/delegate/${path}`, {
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return (await response.json()) as Record<string, unknown>;
}

async function idOf(server: ServerProcess, token: string): Promise<string> {
  const answer = await fetch(`${server.address}/api/login/stats`, { headers: { authorization: `Bearer ${token}` } });
  const { data }: { data: { principal: { id: string } } } = await answer.json();
  return data.principal.id;
}

async function timeZoneOf(server: ServerProcess): Promise<string> {
  const answer = await fetch(`${server.address}/api/login/login_config`, { headers: { authorization: `Basic ${btoa('targus:targus')}` } });
  const { data }: { data: { timeZone: string } } = await answer.json();
  return data.timeZone;
}

const banner = (page: Page) => page.getByRole('alert').filter({ hasText: 'You are acting for' });
const menuOf = (page: Page) => page.getByRole('button', { name: /^Menu of / });

test.describe('two windows at one delegation', () => {
  // A refused request stands in the console of every browser.
  test.use({ expectedErrors: [/409 \(Conflict\)/] });

  test('[DELEG-02] what was changed in the other one is merged, the agent as well, and can be saved', async ({ page, server }) => {
    await prefer(page, { language: 'en' });
    const token = await signIn(page, server, 'admin');
    await page.goto('/author');
    await page.getByRole('button', { name: 'Edit' }).first().click();
    const editor = page.getByRole('dialog', { name: 'Change delegation' });
    await editor.getByLabel('Remark').fill('Mine');
    const { data } = (await ask(server, token, 'authorized-list', { view: 'given' })) as { data: { content: Record<string, unknown>[] } };
    const { id, version, agentId: agent, startDate, endDate, permanent, authMenus } = data.content[0] ?? {};
    await ask(server, token, 'update', { id, version, agent, startDate, endDate, permanent, authMenus, remark: 'Theirs' });
    await editor.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await editor.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved successfully')).toBeVisible();
  });
});

test('[TOPBAR-04] [TOPBAR-05] [TOPBAR-06] [TOPBAR-08] [DELEG-05] acts for a colleague by keyboard alone: enters, switches, leaves', async ({
  page,
  server,
}) => {
  await prefer(page, { language: 'en' });
  await signIn(page, server, 'auditor');
  await page.goto('/system/dict');
  await expect(page.getByRole('heading', { name: 'Dictionaries' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add entry' })).toBeHidden();

  const choose = async (name: string | RegExp) => {
    await menuOf(page).focus();
    await page.keyboard.press('Enter');
    const entry = page.getByRole('menu').getByRole(/Leave|Authorization/.test(String(name)) ? 'menuitem' : 'menuitemradio', { name });
    await expect(entry).toBeVisible();
    for (let step = 0; step < 12 && !(await entry.evaluate((part) => part === document.activeElement)); step += 1)
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  };
  await choose('Administrator');
  await page.waitForURL(`${server.address}/`);
  await expect(banner(page)).toContainText('Administrator');
  await expect(menuOf(page)).toContainText('Agent');

  await page.goto('/system/dict');
  await expect(page.getByRole('button', { name: 'Add entry' })).toBeVisible();
  await page.goto('/system/user');
  await expect(page.getByText('You are acting for')).toBeVisible();
  await expect(page.getByRole('heading', { name: /No permission to access|Page not found/ })).toBeVisible();
  await expect(page.getByRole('table')).toBeHidden();
  await page.goto('/author');
  await expect(page.getByRole('heading', { name: 'You act for somebody else' })).toBeVisible();
  // Whose messages are they? Nobody is asked for any.
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/messages');
  await expect(page.getByRole('heading', { name: 'You act for somebody else' })).toBeVisible();
  expect(asked.filter((path) => path.startsWith('/api/home-news/'))).toEqual([]);

  await choose('Wang Wei');
  await page.waitForURL(`${server.address}/`);
  await expect(banner(page)).toContainText('Wang Wei');
  await choose('Leave delegate mode');
  await expect(banner(page)).toBeHidden();
  await expect(menuOf(page)).toHaveAccessibleName('Menu of Chen Jing');
  await expect(menuOf(page)).not.toContainText('Agent');
});

test.describe('another window of the session that began to act for a colleague', () => {
  test.use({ expectedErrors: [/401 \(Unauthorized\)/] });

  test('[ERR-02] [TOPBAR-08] says so, and that one logs in again to go on in it', async ({ page, server, context }) => {
    await prefer(page, { language: 'en' });
    await signIn(page, server, 'auditor');
    await page.goto('/system/dict');
    await expect(page.getByRole('table')).toBeVisible();
    const opened = context.waitForEvent('page');
    await page.evaluate(() => void window.open('/system/dict'));
    const other = await opened;
    await expect(other.getByRole('table')).toBeVisible();
    await other.waitForLoadState('networkidle');

    await menuOf(page).click();
    await page.getByRole('menuitemradio', { name: 'Administrator' }).click();
    await expect(banner(page)).toContainText('Administrator');

    await other.getByRole('button', { name: 'Refresh' }).click();
    const notice = other.getByRole('dialog').filter({ hasText: 'In another window you went on under another name' });
    await expect(notice).toBeVisible();
    await notice.getByRole('button', { name: 'Confirm' }).click();
    await expect(other).toHaveURL(/\/login/);
    // The window that acts goes on.
    await page.reload();
    await expect(banner(page)).toContainText('Administrator');
    await other.close();
    await menuOf(page).click();
    await page.getByRole('menuitem', { name: 'Leave delegate mode' }).click();
    await expect(banner(page)).toBeHidden();
  });
});

test.describe('a workspace while "My workspaces" was not delegated', () => {
  test.use({ expectedErrors: [/403|NOT_WHILE_ACTING/] });

  test('[DELEG-05] [WS-07] says that one acts for somebody else, and nothing of membership', async ({ page, server }) => {
    await prefer(page, { language: 'en' });
    await signIn(page, server, 'auditor');
    await page.goto('/system/dict');
    await menuOf(page).click();
    await page.getByRole('menuitemradio', { name: 'Administrator' }).click();
    await page.waitForURL(`${server.address}/`);
    await page.goto('/workbench/9007199254740993/index');
    await expect(page.getByRole('heading', { name: 'You act for somebody else' })).toBeVisible();
    await expect(page.getByText('This is not possible while you act for somebody else')).toBeVisible();
    await expect(page.getByText('You are not a member of this workspace')).toHaveCount(0);
    await page.getByRole('main').getByRole('button', { name: 'Leave delegate mode' }).click();
    await expect(banner(page)).toBeHidden();
  });
});

test('[DELEG-03] [DELEG-04] delegates, changes and terminates; the list follows', async ({ page, server }) => {
  await prefer(page, { language: 'en' });
  await signIn(page, server, 'riskmanager');
  await page.goto('/author');
  await page.getByRole('button', { name: 'Delegate', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Choose at least one module')).toBeVisible();
  const agent = dialog.getByRole('combobox', { name: 'Agent' });
  await Promise.all([page.waitForResponse((answer) => answer.url().includes('keyword=auditor')), agent.fill('auditor')]);
  // The list before the search is gone.
  await expect(page.getByRole('option', { name: /\(admin\)/ })).toHaveCount(0);
  await expect(page.getByRole('option', { name: 'Chen Jing (auditor)' })).toBeVisible();
  // The list marks its first entry a moment after it is drawn, which nobody's fingers outrun.
  await expect(page.locator('.ant-select-item-option-active')).toHaveText('Chen Jing (auditor)');
  await agent.press('Enter');
  await dialog.getByRole('switch', { name: 'Permanent' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Last day' })).toBeHidden();
  await dialog.getByRole('treeitem', { name: 'Compliance' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const rows = page.getByRole('row', { name: /auditor/ });
  await expect(rows).toHaveCount(2);
  const row = rows.filter({ hasText: 'In effect' }).filter({ hasText: 'clauses' }).or(rows.first()).first();
  await row.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByRole('textbox', { name: 'Remark' }).fill('Holiday cover');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await row.getByRole('button', { name: 'Terminate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Terminate' }).click();
  await expect(rows.filter({ hasText: 'Terminated' })).toHaveCount(1);
});

test.describe('what ended meanwhile', () => {
  // A refused request stands in the console of every browser.
  test.use({ expectedErrors: [/403 \(Forbidden\)/] });

  test('[TOPBAR-06] [DELEG-04] who cannot be acted for any more is offered nowhere, however that is found out', async ({
    page,
    server,
  }) => {
    await prefer(page, { language: 'en' });
    const tokens = await Promise.all(['jianguoli', 'xiaomeizhao', 'juanchen'].map((name) => tokenOf(server, name)));
    const agent = await idOf(server, await tokenOf(server, 'contact'));
    const startDate = new Intl.DateTimeFormat('sv-SE', { timeZone: await timeZoneOf(server) }).format();
    const given = await Promise.all(
      tokens.map(async (token) => {
        const { data: modules } = (await ask(server, token, 'menu-tree')) as { data: { id: string }[] };
        const body = { agent, startDate, permanent: true, authMenus: modules.slice(0, 1).map(({ id }) => id) };
        return ((await ask(server, token, 'update', body)) as { data: { id: string } }).data.id;
      }),
    );
    const end = async (index: number) => await ask(server, tokens[index] ?? '', `cancel?id=${given[index]}`, {});
    const offered = async () => {
      await menuOf(page).click();
      await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
      const others = await page.getByRole('menuitemradio').allTextContents();
      await page.keyboard.press('Escape');
      return ['Li Jianguo', 'Zhao Xiaomei', 'Chen Juan'].filter((name) => others.includes(name));
    };
    const row = (account: RegExp) => page.getByRole('row', { name: account });

    await signIn(page, server, 'contact');
    await page.goto('/author?tab=agent');
    await expect(row(/jianguoli/)).toContainText('In effect');
    await expect.poll(offered).toEqual(['Li Jianguo', 'Zhao Xiaomei', 'Chen Juan']);
    // Given back here.
    await row(/jianguoli/)
      .getByRole('button', { name: 'Give back' })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Give back' }).click();
    await expect(row(/jianguoli/)).toContainText('Terminated');
    await expect.poll(offered).toEqual(['Zhao Xiaomei', 'Chen Juan']);
    // Ended by the other side, and found out in the list.
    await end(1);
    await row(/xiaomeizhao/)
      .getByRole('button', { name: 'Act for' })
      .click();
    await expect(page.getByText('This user has delegated nothing to you that is in effect now')).toBeVisible();
    await expect(row(/xiaomeizhao/)).toContainText('Terminated');
    await expect.poll(offered).toEqual(['Chen Juan']);
    // And in the menu of the user.
    await end(2);
    await menuOf(page).click();
    await page.getByRole('menuitemradio', { name: 'Chen Juan' }).click();
    await expect.poll(offered).toEqual([]);
  });
});

test.describe('when it ends', () => {
  test.use({ expectedErrors: [/401/] });

  test('[DELEG-04] the next request of the agent is refused, says why, and the agent goes on in their own name', async ({
    page,
    server,
  }) => {
    await prefer(page, { language: 'en' });
    const authorizer = await tokenOf(server, 'admin');
    await signIn(page, server, 'auditor');
    await page.goto('/author?tab=agent');
    await page.getByRole('row', { name: /admin/ }).getByRole('button', { name: 'Act for' }).click();
    await page.waitForURL(`${server.address}/`);
    await page.goto('/system/dict');
    await expect(page.getByRole('button', { name: 'Add entry' })).toBeVisible();
    const list = await ask(server, authorizer, 'authorized-list', { keyword: 'auditor', authStatus: '2' });
    const [delegation] = (list.data as { content: { id: string }[] }).content;
    await ask(server, authorizer, `cancel?id=${delegation?.id}`, {});
    // Any call of the page may be the next request: if it was another one, its dialog stands over the button already.
    await page.getByRole('button', { name: 'Search' }).dispatchEvent('click');
    const said = page.getByRole('dialog');
    await expect(said).toContainText('The delegation has ended');
    await said.getByRole('button').first().press('Enter');
    await page.waitForURL(`${server.address}/`);
    await expect(menuOf(page)).toHaveAccessibleName('Menu of Chen Jing');
    await expect(banner(page)).toBeHidden();
  });
});

// Wherever the server is, it is another day in one of them.
for (const timezoneId of ['Pacific/Kiritimati', 'Etc/GMT+12'])
  test.describe(`in a browser of ${timezoneId}`, () => {
    test.use({ timezoneId, isolated: true });

    test('[DELEG-02] a delegation begins on the day it is for the server, which is the first that may be chosen', async ({
      page,
      server,
    }) => {
      await prefer(page, { language: 'en' });
      const timeZone = await timeZoneOf(server);
      const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone }).format();
      const before = today();
      await signIn(page, server, 'admin');
      await page.goto('/author');
      await page.getByRole('button', { name: 'Delegate', exact: true }).first().click();
      const start = page.getByRole('dialog').getByLabel('First day');
      await expect(start).toHaveValue(/^\d{4}-/);
      // Midnight may have been in between.
      expect([before, today()]).toContain(await start.inputValue());
      await start.press('ArrowDown');
      expect([before, today()]).toContain(await start.inputValue());
    });
  });
