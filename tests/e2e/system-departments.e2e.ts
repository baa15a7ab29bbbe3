import { expectAccessible } from '../support/accessibility.ts';
import { expect, signIn, test } from '../support/browser.ts';

test('[ERR-09] [ERR-10] [ERR-11] departments form a tree that is searched, extended, and cut only where nobody is', async ({
  page,
  server,
}) => {
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  const token = await signIn(page, server);
  await page.goto('/system/department');
  await expect(page.getByText('12 of 12')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Keyword').fill('data');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('3 of 3')).toBeVisible();
  const row = page.getByRole('row', { name: /Data management/ });
  await expect(row.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await row.getByRole('button', { name: 'Add below' }).click();
  const editor = page.getByRole('dialog', { name: 'Add department' });
  await editor.getByLabel('Code').fill('D08');
  await editor.getByRole('textbox', { name: /简体中文/ }).fill('data 质量组');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor.getByText('This exists already')).toBeVisible();
  const saved = page.waitForResponse((response) => response.url().endsWith('/api/system/department') && response.ok());
  await editor.getByLabel('Code').fill('D81');
  await editor.getByRole('button', { name: 'Save' }).click();
  const below = page.getByRole('row', { name: /D81/ });
  await expect(below).toHaveAttribute('aria-level', '4');
  const remove = async () => {
    await below.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  };
  // What cannot be deleted any more, as somebody put something below it meanwhile, says what failed and why.
  const call = async (method: string, path: string, data?: object) => {
    const response = await page.request.fetch(`${server.address}/api/system/department${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(data && { data }),
    });
    const answer: { data: { id: string } } = await response.json();
    return answer.data;
  };
  const made: { data: { id: string } } = await (await saved).json();
  const { id } = await call('POST', '', { code: 'D82', parentId: made.data.id, name: '质量二组' });
  await remove();
  await expect(page.getByText(/^Delete failed: Something stands below it/)).toBeVisible();
  await call('DELETE', `/${id}`);
  await page.reload();
  await remove();
  await expect(page.getByText('Deleted', { exact: true })).toBeVisible();
  await expect(below).toBeHidden();
});

test.use({ expectedErrors: [/409 \(Conflict\)/] });
