import type { Frame, Locator, Page } from '@playwright/test';
import { expect, signIn, test } from '../support/browser.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { endElsewhere, loginForm, PASSWORD, prefer } from './world.ts';

// A session that ended is refused; calls of the page a frame is taken from are cut off.
test.use({ expectedErrors: [/status of 401|NETWORK_ERROR/] });

/** A window with a sub-app of this build in it, in which an entry of a dictionary is typed. */
async function typedInFrame(page: Page, server: ServerProcess, value: string): Promise<{ frame: Frame; editor: Locator }> {
  await page.goto('/workbench/none');
  await expect(page.frameLocator('iframe').getByText('Page not found').first()).toBeVisible();
  const frame = page.frames().find((one) => one.url().includes('/targus-data/'));
  if (!frame) throw new Error('There is no sub-app');
  await frame.goto(`${server.address}/targus-data/system/dict`);
  await frame.getByRole('button', { name: 'Add entry' }).click();
  const editor = frame.getByRole('dialog');
  await editor.getByRole('textbox').first().fill('framed-test');
  await editor.getByRole('textbox', { name: /value/i }).fill(value);
  for (const wording of await editor.getByRole('textbox', { name: /label|Chinese|English/i }).all()) await wording.fill('Kept text');
  return { frame, editor };
}

test('[WS-12] [EMBED-02] a window asks before it leaves what is typed in its sub-app, and not once that is saved', async ({
  page,
  server,
}) => {
  await prefer(page, { language: 'en' });
  await signIn(page, server, 'admin');
  const { frame, editor } = await typedInFrame(page, server, 'framed');
  const home = page.getByRole('banner').getByRole('link').first();
  await home.click();
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(editor.getByRole('textbox', { name: /value/i })).toHaveValue('framed');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor).toBeHidden();
  await expect(frame.getByText('Saved successfully')).toBeVisible();
  await home.click();
  await expect(page.locator('iframe')).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('[WS-12] [EMBED-02] a window does not ask for what was typed on a page its sub-app has left', async ({ page, server }) => {
  await prefer(page, { language: 'en' });
  await signIn(page, server, 'admin');
  const { frame } = await typedInFrame(page, server, 'framed-left');
  const home = page.getByRole('banner').getByRole('link').first();
  await home.click();
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  // A page that says nothing.
  await frame.goto('about:blank');
  await home.click();
  await expect(page.locator('iframe')).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('[ERR-02] a window goes on as whoever signed in again in its sub-app, with nothing of the person before', async ({ page, server }) => {
  await prefer(page, { language: 'en' });
  const token = await signIn(page, server, 'admin');
  const { frame, editor } = await typedInFrame(page, server, 'framed-other');
  await expect(page.getByRole('banner')).toContainText('Administrator');
  await fetch(`${server.address}/api/login/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  // A call of the sub-app is the first to notice.
  await editor.getByRole('button', { name: 'Save' }).dispatchEvent('click');
  await frame.getByRole('button', { name: 'Confirm' }).click();
  const again = frame.getByRole('dialog', { name: 'Sign in again' });
  await again.getByRole('textbox', { name: 'Account' }).fill('riskmanager');
  await again.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.locator('iframe')).toHaveCount(0);
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('banner')).not.toContainText('Administrator');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('[STATE-09] [ERR-02] what is typed in a sub-app survives a session ended elsewhere: the window alone asks for the sign-in, and both go on', async ({
  page,
  server,
}) => {
  await prefer(page, { language: 'en' });
  const token = await signIn(page, server, 'admin');
  const { frame, editor } = await typedInFrame(page, server, 'framed-again');
  await endElsewhere(page, token);
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(again).toBeVisible();
  await expect(frame.getByRole('dialog', { name: 'Sign in again' })).toHaveCount(0);
  // The sub-app looks again once the window has the new token.
  const followed = page.waitForResponse((answer) => answer.url().includes('/api/login/stats') && answer.request().frame() === frame);
  await loginForm(page).password.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(again).toBeHidden();
  await followed;
  await expect(editor.getByRole('textbox', { name: /value/i })).toHaveValue('framed-again');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor).toBeHidden();
  // Its next page is the one that was asked for.
  await frame.evaluate(() => {
    history.pushState({ key: 'next', idx: 1 }, '', '/targus-data/system/role');
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  });
  await expect(frame.getByRole('heading', { name: 'Roles' })).toBeVisible();
});
