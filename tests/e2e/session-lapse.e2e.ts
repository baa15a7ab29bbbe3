import { expect, signIn, test } from '../support/browser.ts';
import { loginForm, PASSWORD, prefer } from './world.ts';

test.use({
  expectedErrors: [/status of (401|500|503)|UNAUTHENTICATED|SESSION_ENDED|could not be loaded|onSubmit|Failed to load resource/],
});

test('[ERR-02] what is typed survives a session the server ended: signing in again over the page, then saving works', async ({
  page,
  server,
}) => {
  await prefer(page, { language: 'en' });
  const token = await signIn(page, server, 'admin');
  await page.goto('/system/dict');
  await expect(page.getByRole('table')).toBeVisible();
  await page
    .getByRole('button', { name: 'Add entry' })
    .or(page.getByRole('button', { name: 'Add', exact: true }))
    .first()
    .click();
  const editor = page.getByRole('dialog').first();
  await editor.getByRole('textbox').first().fill('lapse-test');
  await editor.getByRole('textbox', { name: /value/i }).fill('kept');
  const wordings = editor.getByRole('textbox', { name: /label|Chinese|English/i });
  for (const wording of await wordings.all()) await wording.fill('Kept text');

  await fetch(`${server.address}/api/login/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  const save = editor
    .getByRole('button', { name: 'Save' })
    .or(editor.getByRole('button', { name: 'OK' }))
    .first();
  // Any call of the page may be the first to notice: its question stands over the button then.
  await save.dispatchEvent('click');
  const notice = page.getByRole('dialog').filter({ hasText: 'click Confirm to log in again' });
  await expect(notice).toHaveCount(1);
  await notice.getByRole('button', { name: 'Confirm' }).click();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(again).toBeVisible();
  await expect(loginForm(page).account).toHaveValue('admin');
  await loginForm(page).password.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(again).toBeHidden();
  await expect(page.getByText('You are signed in again')).toBeVisible();

  await expect(editor.getByRole('textbox', { name: /value/i })).toHaveValue('kept');
  await save.click();
  await expect(editor).toBeHidden();
  await expect(page).toHaveURL(/\/system\/dict/);
});

test('[STATE-02] a server that is down at a reload keeps the session, and another try goes on in the same place', async ({
  page,
  server,
}) => {
  await prefer(page, { language: 'en' });
  await signIn(page, server, 'admin');
  await page.goto('/system/dict');
  await expect(page.getByRole('table')).toBeVisible();
  await page.route('**/api/login/stats*', (route) => route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', msg: 'down' } }));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'The server cannot be reached' })).toBeVisible();
  await page.unroute('**/api/login/stats*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page).toHaveURL(/\/system\/dict/);
});

test('[ERR-08] an expiring credential is told in a dialog after signing in', async ({ page, server }) => {
  await prefer(page, { language: 'en' });
  await page.route('**/api/login/stats*', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    if (answer.data.login) answer.data.principal.remind = 'Your password runs out in 3 days';
    await route.fulfill({ response, json: answer });
  });
  await page.goto(`${server.address}/login`);
  const form = loginForm(page);
  await form.account.fill('auditor');
  await form.password.fill(PASSWORD);
  await form.submit.click();
  const reminder = page.getByRole('dialog').filter({ hasText: 'Your password runs out in 3 days' });
  await expect(reminder).toHaveCount(1);
  await reminder.getByRole('button').click();
  await expect(reminder).toBeHidden();
});
