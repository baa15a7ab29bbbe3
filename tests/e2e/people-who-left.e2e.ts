import { expect, test, tokenOf } from '../support/browser.ts';
import { call } from './screens/screen.ts';
import { enter } from './world.ts';

interface Kept {
  id: string;
  code: string;
  version: number;
}

test('records of who left name them, are found by them and as those of nobody, and stay found when the page is opened again', async ({
  page,
  server,
}) => {
  const token = await tokenOf(server);
  const account = { username: 'leavingsoon', name: '秦离', nameEn: 'Li Qin', userCode: 'leaving-soon', password: 'Orchard-47-lamp' };
  const { id: leaver } = await call<{ id: string }>(server, 'system/user', { token, body: account });
  const choice = async (field: string, keyword: string) => {
    const path = `register/choices?register=finding&field=${field}&keyword=${keyword}`;
    return (await call<{ content: { value: string }[] }>(server, path, { token })).content[0]?.value ?? '';
  };
  const [stays, department] = [await choice('owner', 'auditor'), await choice('department', 'D08')];
  const add = async (title: string, owner: string) => {
    const values = { title, severity: '1', department, owner, due: '2099-12-31' };
    return await call<Kept>(server, 'register/save', { token, body: { register: 'finding', values } });
  };
  const made = [await add('Keys of who left', leaver), await add('Keys of who stays', stays)];
  try {
    await call(server, `system/user/${leaver}`, { token, method: 'DELETE' });
    await enter(page, server, { language: 'en' });
    await page.goto('/control/findings');
    await page.getByRole('textbox', { name: 'Keyword' }).fill('Keys of who');
    await page.keyboard.press('Enter');
    const [left, other] = [page.getByRole('row', { name: /Keys of who left/ }), page.getByRole('row', { name: /Keys of who stays/ })];
    await expect(left).toContainText('Li Qin (left)');
    await expect(other).toBeVisible();

    await page.getByRole('button', { name: 'More filters' }).click();
    // By keyboard: what is in front is not in the way of a search.
    const owner = page.getByRole('combobox', { name: 'Owner' });
    await owner.click();
    await expect(page.getByRole('option', { name: '(nobody, or somebody who left)' })).toBeVisible();
    await owner.fill('Li Qin');
    await expect(page.getByText('Li Qin (left)', { exact: true }).last()).toBeVisible();
    await expect(page.getByRole('option', { name: '(nobody, or somebody who left)' })).toHaveCount(0);
    await owner.fill('');
    await page.getByTitle('(nobody, or somebody who left)').click();
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(other).toHaveCount(0);
    await expect(left).toBeVisible();
    await expect(page).toHaveURL(/%28empty%29|\(empty\)/);
    await page.reload();
    await expect(left).toBeVisible();
    await expect(other).toHaveCount(0);
    await expect(page.getByText('(nobody, or somebody who left)')).toBeVisible();
  } finally {
    for (const { id } of made) {
      const { version } = await call<Kept>(server, `register/get?register=finding&id=${id}`, { token });
      await call(server, 'register/remove', { token, body: { register: 'finding', id, version } });
    }
  }
});
