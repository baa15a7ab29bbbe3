import { expectAccessible } from '../support/accessibility.ts';
import { expect, test, tokenOf } from '../support/browser.ts';
import { call } from './screens/screen.ts';
import { enter } from './world.ts';

test('[WS-08] [PERM-06] the work plan of a workspace is reached from its header, written, seen along time, and read again', async ({
  page,
  server,
}) => {
  const token = await tokenOf(server);
  const { bizId } = await call<{ bizId: string }>(server, 'workspace/saveOrUpdate', { token, body: { name: 'Planning' } });
  await enter(page, server, { language: 'en' });
  await page.goto(`/workbench/${bizId}/index`);
  await page.getByRole('link', { name: 'Work plan', exact: true }).click();
  await expect(page.getByText('No tasks yet')).toBeVisible();
  await page.getByRole('button', { name: 'New task' }).click();
  const dialog = page.getByRole('dialog', { name: 'New task' });
  // People are called in the language of the window.
  await expect(dialog.getByText('Administrator')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Task' }).fill('Collect the ledgers');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved successfully')).toBeVisible();
  const bar = page.getByRole('button', { name: /^Collect the ledgers, Administrator, 2/ });
  await expect(bar).toBeVisible();
  await expectAccessible(page);
  await bar.click();
  const edit = page.getByRole('dialog', { name: 'Edit task' });
  await edit.getByRole('spinbutton', { name: 'Progress' }).fill('60');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: /^Collect the ledgers.*60%/ })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Collect the ledgers' })).toContainText('Planned');
});
