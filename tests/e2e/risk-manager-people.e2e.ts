import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { enter } from './world.ts';

// A refused request stands in the console of every browser.
test.use({ expectedErrors: [/40[09] \((Bad Request|Conflict)\)/] });

const field = (page: Page, name: string) => page.getByRole('dialog').getByLabel(name);

const call = async (server: ServerProcess, token: string, method: string, path: string, body?: object) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${server.address}/api/risk/evaluate${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await answer.json()).data;
};

test('[API-69] of two managers who change one questionnaire neither undoes what the other did, in its business domains too', async ({
  page,
  server,
}) => {
  const token = await enter(page, server, { user: 'riskmanager', language: 'en' });
  const { id: projectId } = await call(server, token, 'POST', '', { name: 'Two managers', templateId: '1', endTime: '2099-12-31' });
  await call(server, token, 'POST', '/items', { projectId, outsiders: [{ outUserName: 'Ms Shared' }] });
  const paper = async () => (await call(server, token, 'POST', '/item/page', { projectId, pageNo: 1, pageSize: 10 })).content[0];
  const { id, version, businessDomain } = await paper();
  expect(businessDomain.split(',')).toHaveLength(3);
  await page.goto(`/risk/questionnaire/${projectId}`);
  await page
    .getByRole('row', { name: /Ms Shared/ })
    .getByRole('button', { name: 'More actions' })
    .click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const left = businessDomain.split(',').slice(0, 2).join(',');
  await call(server, token, 'PUT', '/item', { id, version, businessDomain: left, sendDepartment: 'Theirs' });
  await field(page, 'Company').fill('Mine');
  await page.getByRole('button', { name: 'Save' }).click();
  const told = page.getByRole('dialog', { name: 'Somebody else changed this in the meantime' });
  await expect(told).toContainText('Department: Theirs');
  await expect(told).toContainText('Business domains');
  await told.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved successfully')).toBeVisible();
  expect(await paper()).toMatchObject({ businessDomain: left, sendCompany: 'Mine', sendDepartment: 'Theirs' });
});

test('[API-68] a list of names that is cut says how many it leaves out', async ({ page, server }) => {
  const token = await enter(page, server, { user: 'riskmanager', language: 'en' });
  const { id: projectId } = await call(server, token, 'POST', '', { name: 'Many outside', templateId: '1', endTime: '2099-12-31' });
  const outsiders = Array.from({ length: 12 }, (_, index) => ({ outUserName: `Guest ${index + 1}` }));
  await call(server, token, 'POST', '/items', { projectId, outsiders });
  await page.goto(`/risk/questionnaire/${projectId}`);
  await page.getByRole('button', { name: 'Remind all' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remind' }).click();
  await expect(page.getByText('Guest 9, Guest 10 and 2 more')).toBeVisible();
});

test('[API-68] of people outside whose data are wrong the first is told with their row, and a narrow window shows what is typed', async ({
  page,
  server,
}) => {
  const token = await enter(page, server, { user: 'riskmanager', language: 'en' });
  const { id: projectId } = await call(server, token, 'POST', '', { name: 'Typed wrong', templateId: '1', endTime: '2099-12-31' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/risk/questionnaire/${projectId}`);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Send questionnaires' });
  for (const [index, mail] of ['ann@example.com', 'bob at example.com', 'nobody'].entries()) {
    await drawer.getByText('Add person').click();
    await drawer.getByRole('textbox', { name: `Name, row ${index + 1}` }).fill(`Guest ${index + 1}`);
    await drawer.getByRole('textbox', { name: `E-mail, row ${index + 1}` }).fill(mail);
  }
  const name = await drawer.getByRole('textbox', { name: 'Name, row 1' }).boundingBox();
  expect(name?.width).toBeGreaterThanOrEqual(120);
  await drawer.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(drawer.getByText(/^Row 2: .*e-mail/)).toBeVisible();
  await expect(page.getByText('some values are missing or wrong')).toBeHidden();
  await drawer.getByRole('textbox', { name: 'E-mail, row 2' }).fill('bob@example.com');
  await expect(drawer.getByText(/^Row 2:/)).toBeHidden();
  await drawer.getByRole('button', { name: 'Remove row 3' }).click();
  await drawer.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('2 questionnaires sent')).toBeVisible();
});

for (const [language, send, mail, told] of [
  ['en', 'Send', 'E-mail, row', 'Row 3: E-mail is the same as in row 1'],
  ['zh-Hans', '发送', '邮箱，第', '第 3 行：邮箱与第 1 行相同'],
  ['zh-Hant', '發送', '電子郵件，第', '第 3 列：電子郵件與第 1 列相同'],
] as const)
  test(`[API-68] an address that stands in a row above is told at its row before anything is sent (${language})`, async ({
    page,
    server,
  }) => {
    const token = await enter(page, server, { user: 'riskmanager', language });
    const evaluation = { name: `One mailbox ${language}`, templateId: '1', endTime: '2099-12-31' };
    const { id: projectId } = await call(server, token, 'POST', '', evaluation);
    const sent: string[] = [];
    page.on('request', (request) => void (request.url().endsWith('/api/risk/evaluate/items') && sent.push(request.url())));
    await page.goto(`/risk/questionnaire/${projectId}`);
    await page.getByRole('button', { name: send, exact: true }).click();
    const drawer = page.getByRole('dialog');
    const cells = drawer.getByRole('table').getByRole('textbox');
    for (const [index, address] of ['ann@example.com', '', ' Ann@Example.com'].entries()) {
      await drawer.locator('.tg-array-table-foot button').first().click();
      await cells.nth(4 * index).fill(`Guest ${index + 1}`);
      await cells.nth(4 * index + 3).fill(address);
    }
    const third = cells.nth(11);
    await expect(third).toHaveAccessibleName(new RegExp(`^${mail} 3`));
    await third.press('Tab');
    await expect(drawer.getByText(told)).toBeVisible();
    await expect(third).toHaveAttribute('aria-invalid', 'true');
    await drawer.getByRole('button', { name: send, exact: true }).press('Enter');
    await expect(drawer.getByText(told)).toBeVisible();
    expect(sent).toEqual([]);
    await third.fill('bob@example.com');
    await expect(drawer.getByText(told)).toBeHidden();
    await drawer.getByRole('button', { name: send, exact: true }).press('Enter');
    await expect(drawer).toBeHidden();
    expect(sent).toHaveLength(1);
  });

test('[API-64] where two managers changed an evaluation the question names what is asked and what was taken over, in the language of the window', async ({
  page,
  server,
}) => {
  const token = await enter(page, server, { user: 'riskmanager', language: 'en' });
  const made = await call(server, token, 'POST', '', { name: 'Asked twice', templateId: '1', endTime: '2099-12-30' });
  await page.goto('/risk/questionnaire');
  await page
    .getByRole('row', { name: /Asked twice/ })
    .getByRole('button', { name: 'Edit' })
    .click();
  await call(server, token, 'POST', '', { id: made.id, version: made.version, name: 'Theirs', endTime: '2099-12-31' });
  await field(page, 'Evaluation').fill('Mine');
  await page.getByRole('button', { name: 'Save' }).click();
  const asked = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Keep mine' }) });
  await expect(asked).toContainText('Evaluation: Theirs');
  await expect(asked).toContainText('They changed these, too');
  await expect(asked).toContainText('Last day: 2099-12-31');
  // Another window of the same person chose another language.
  await page.evaluate(() => {
    localStorage.setItem('language', 'zh-Hant');
    window.dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: 'zh-Hant', storageArea: localStorage }));
  });
  const inChinese = page.getByRole('dialog').filter({ hasText: '你們修改了相同的欄位' });
  await expect(inChinese).toContainText('評估專案：Theirs');
  await expect(inChinese).not.toContainText('Evaluation');
});
