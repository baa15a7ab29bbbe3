import { expect, test, tokenOf } from '../support/browser.ts';
import { call } from './screens/screen.ts';
import { enter } from './world.ts';

interface Kept {
  id: string;
  version: number;
  values: Record<string, unknown>;
}

test.use({ expectedErrors: [/status of 404|NOT_FOUND/] });

test('[PERM-02] the contact of a department sees the findings of it and of the one below it, is told so, and finds no others', async ({
  page,
  server,
}) => {
  const admin = await tokenOf(server);
  const choice = async (field: string, keyword: string) => {
    const path = `register/choices?register=finding&field=${field}&keyword=${keyword}`;
    return (await call<{ content: { value: string }[] }>(server, path, { token: admin })).content[0]?.value;
  };
  const add = async (title: string, code: string) => {
    const values = {
      title,
      severity: '1',
      department: await choice('department', code),
      owner: await choice('owner', 'auditor'),
      due: '2099-12-31',
    };
    return await call<Kept>(server, 'register/save', { token: admin, body: { register: 'finding', values } });
  };
  const [below, foreign] = [await add('Copies kept too long', 'D08'), await add('Payroll seen by others', 'D06')];
  try {
    const contact = await enter(page, server, { user: 'contact', language: 'en' });
    await page.goto('/control/findings');
    await expect(page.getByText(/yours by: Department \(and those below it\) \/ Owner \/ Created by/)).toBeVisible();
    const row = page.getByRole('row', { name: /Copies kept too long/ });
    await expect(row).toBeVisible();
    await expect(page.getByRole('row', { name: /Payroll seen by others/ })).toHaveCount(0);
    await page.getByRole('textbox', { name: 'Keyword' }).fill('Payroll seen by others');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Nothing matches the filters')).toBeVisible();
    await page.goto('/task/list');
    await expect(page.getByText('Nothing here is yours yet')).toBeVisible();

    await page.goto(`/control/findings?record=${foreign.id}`);
    // Whether it was deleted or is none of theirs: the page says so, and stays.
    await expect(page.getByText('The record this link leads to is not here for you')).toBeVisible();
    await expect(page.getByText('This no longer exists')).toHaveCount(0);
    await expect(page.getByRole('row', { name: /Copies kept too long/ })).toBeVisible();
    await expect(page.getByText('Payroll seen by others')).toHaveCount(0);

    // What is handed on leaves the list.
    const values = { ...below.values, department: foreign.values.department };
    await call(server, 'register/save', { token: contact, body: { register: 'finding', id: below.id, version: below.version, values } });
    await page.goto('/control/findings');
    await expect(page.getByRole('row', { name: /F-\d+/ }).first()).toBeVisible();
    await expect(row).toHaveCount(0);
  } finally {
    for (const { id } of [below, foreign]) {
      const { version } = await call<Kept>(server, `register/get?register=finding&id=${id}`, { token: admin });
      await call(server, 'register/remove', { token: admin, body: { register: 'finding', id, version } });
    }
  }
});
