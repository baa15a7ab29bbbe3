import type { Page } from '@playwright/test';
import { invoicePicture } from '../../server/database/demo/ticket-pictures.ts';
import { expect, test, tokenOf } from '../support/browser.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { call } from './screens/screen.ts';
import { enter, hold, openList, refuse } from './world.ts';

// What is refused because something else was looked at.
test.use({ expectedErrors: [/(updateDataProcess|updateStatusByIds|flow-bill-collect\/save).*status of 409|assign.*status of 400/] });

interface Process {
  id: string;
  fileType: string;
}

/** Sends a file as somebody else's window does. */
async function send(server: ServerProcess, path: string, token: string, fields: Record<string, string>, file: File): Promise<unknown> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  const answer = await fetch(`${server.address}/api/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { data: unknown }).data;
}

test('[FLOW-05] [API-128] a mapping and a name are for the file that was looked at, and not for one somebody else uploaded meanwhile', async ({
  page,
  server,
}) => {
  const token = await tokenOf(server);
  const projects = await call<{ content: { id: string }[] }>(server, 'flow-audit-project/projectPageList', {
    token,
    body: { clientCode: 'LANFENG' },
  });
  const batch = { projectId: projects.content[0]?.id ?? '', reviewBatchNo: 'B2' };
  await call(server, `flow-audit-data-process/initDataProcessByReviewBatchNo?${new URLSearchParams(batch)}`, { token });
  const { content } = await call<{ content: Process[] }>(server, 'flow-audit-data-process/pageList', { token, body: batch });
  const id = content.find(({ fileType }) => fileType === 'dealer-stock')?.id ?? '';
  const upload = async (...lines: string[]) =>
    await send(server, `flow-audit-data-process/dataEidtedUploadMinIO?id=${id}`, token, {}, new File([lines.join('\n')], 'stock.csv'));
  await upload('Good;Here;Worth', 'Alpha;10;99', 'Beta;20;88');

  await enter(page, server, { language: 'en' });
  await page.goto(`/flow/process/${id}`);
  const pick = async (field: string, option: string) => {
    await openList(page.getByRole('combobox', { name: field }));
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option-content', { hasText: option }).first().click();
  };
  await pick('Product name', 'A · Good');
  await pick('Quantity', 'B · Here');
  // The columns stand in another order there.
  await upload('Good;Worth;Here', 'Alpha;99;10', 'Beta;88;20');
  await page.getByRole('button', { name: 'Apply mapping' }).click();
  await expect(page.getByText('Another file, or another row of headings, came in the meantime').first()).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'B · Worth' })).toBeVisible();
  await expect(page.locator('.ant-select-selection-item')).toHaveCount(0);
  await pick('Product name', 'A · Good');
  await pick('Quantity', 'C · Here');
  // What they say of the process themselves is nobody else's change of its columns.
  await page.getByRole('button', { name: 'Edit remark' }).click();
  const note = page.getByRole('dialog');
  await note.getByRole('textbox').fill('Sent once more');
  await note.getByRole('button', { name: 'Save' }).click();
  await expect(note).toBeHidden();
  await expect(page.getByText('Sent once more')).toBeVisible();
  await page.getByRole('button', { name: 'Apply mapping' }).click();
  await expect(page.getByText('2 rows read: 0 rejected, 2 unmatched').first()).toBeVisible();

  await page.getByRole('tab', { name: 'Names' }).click();
  await page.getByRole('row', { name: /Alpha/ }).getByRole('button', { name: 'Assign' }).click();
  const dialog = page.getByRole('dialog');
  await upload('Good;Worth;Here', 'Gamma;99;10', 'Delta;88;20');
  await dialog.getByRole('combobox', { name: 'Product or dealer' }).fill('LFP001');
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option-content', { hasText: 'LFP001' }).click();
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await expect(dialog.getByText('there is no such name any more')).toBeVisible();
  const names = await call<{ content: { name: string; targetCode: string | null }[] }>(server, 'flow-audit-data-process/names', {
    token,
    body: { id },
  });
  expect(names.content.map(({ name, targetCode }) => [name, targetCode])).toEqual([
    ['Gamma', null],
    ['Delta', null],
  ]);
  await call(server, 'flow-audit-data-process/deleteByIds', { token, body: { ids: content.map((process) => process.id) } });
});

/** Until what was found stands alone: rows that come while a button is pressed move it away. */
async function search(page: Page, taskName: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Keyword' }).fill(taskName);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/bills\.filters=/);
  await expect(page.locator('[data-row]').filter({ hasNotText: taskName })).toHaveCount(0);
}

/** A bill task under audit with one ticket of 700.00, whose drawer is open; and what changes that amount elsewhere. */
async function openAudited(page: Page, server: ServerProcess, taskName: string) {
  const token = await tokenOf(server);
  const links = await call<{ list: { reviewObjectId: string }[] }>(server, 'flow-ticket-url/queryPage', { token, body: {} });
  const body = { reviewObjectId: links.list[0]?.reviewObjectId, taskName, ticketTypes: ['vat-special'] };
  const { id } = await call<{ id: string }>(server, 'flow-bill-collect/save', { token, body });
  const picture = await invoicePicture({
    kind: '01',
    code: '044002600111',
    number: '11559933',
    amount: '700.00',
    date: '2026-01-15',
    check: '',
  });
  const file = new File([new Uint8Array(picture)], 'invoice.png', { type: 'image/png' });
  const sent = (await send(server, 'flow-bill-collect/uploadFile', token, { id, ticketTypeCode: 'vat-special' }, file)) as {
    filePath: string;
  };
  const ticket = { id, ticketTypeCode: 'vat-special', filePath: sent.filePath, ticketAmount: '700.00' };
  const made = await call<{ id: string; version: number }>(server, 'flow-bill-ticket/create', { token, body: ticket });

  await enter(page, server, { language: 'en' });
  await page.goto('/flow/evidence');
  await search(page, taskName);
  await page.getByRole('row', { name: taskName }).getByRole('button', { name: 'Tickets' }).click();
  const drawer = page.getByRole('dialog', { name: `Tickets of ${taskName}` });
  const amount = drawer.getByRole('textbox', { name: 'Amount before tax' });
  await expect(amount).toHaveValue('700.00');
  const change = { id: made.id, version: made.version, ticketAmount: '7000000.00' };
  await call(server, 'flow-bill-ticket/update', { token, body: change });
  const isRefused = async () => {
    await expect(page.getByText(`“${taskName}” or its tickets changed in the meantime`).first()).toBeVisible();
    await expect(amount).toHaveValue('7000000.00');
    await expect(drawer.getByText('Auditing')).toBeVisible();
  };
  return { drawer, isRefused };
}

test('[FLOW-07] [API-155] [EVID-11] a bill task is approved for the tickets on the screen: what the dealer changed meanwhile is shown first', async ({
  page,
  server,
}) => {
  const { drawer, isRefused } = await openAudited(page, server, 'Changed while it was approved');
  const approve = async () => {
    await drawer.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('dialog').last().getByRole('button', { name: 'OK' }).click();
  };
  await approve();
  await isRefused();
  await approve();
  await expect(drawer.getByText('Completed', { exact: true })).toBeVisible();
});

test('[FLOW-07] [API-155] [EVID-11] a rejection of tickets the dealer changed meanwhile is given again with its reason, once they were looked at', async ({
  page,
  server,
}) => {
  const { drawer, isRefused } = await openAudited(page, server, 'Changed while it was rejected');
  const rejecter = page.getByRole('dialog', { name: /^Reject Changed/ });
  const reason = rejecter.getByRole('textbox', { name: 'Reason' });
  await drawer.getByRole('button', { name: 'Reject' }).click();
  await reason.fill('The amount cannot be right');
  await rejecter.getByRole('button', { name: 'Reject' }).click();
  await expect(rejecter).toBeHidden();
  await isRefused();
  await drawer.getByRole('button', { name: 'Reject' }).click();
  await expect(reason).toHaveValue('The amount cannot be right');
  await rejecter.getByRole('button', { name: 'Reject' }).click();
  await expect(rejecter).toBeHidden();
  await expect(drawer.getByText('Rejected: The amount cannot be right')).toBeVisible();
});

test('[FLOW-07] [API-157] whoever edits a bill task keeps the flow type somebody else gave it meanwhile', async ({ page, server }) => {
  const token = await tokenOf(server);
  const links = await call<{ list: { reviewObjectId: string }[] }>(server, 'flow-ticket-url/queryPage', { token, body: {} });
  const task = { reviewObjectId: links.list[0]?.reviewObjectId, taskName: 'Edited by two', flowType: 'sale' };
  const { id, version } = await call<{ id: string; version: number }>(server, 'flow-bill-collect/save', { token, body: task });

  await enter(page, server, { language: 'en' });
  await page.goto('/flow/evidence');
  await search(page, task.taskName);
  await page.getByRole('row', { name: task.taskName }).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const editor = page.getByRole('dialog', { name: 'Change task' });
  await editor.getByRole('textbox', { name: 'Product name' }).fill('Milk');
  await call(server, 'flow-bill-collect/save', { token, body: { id, version, taskName: task.taskName, flowType: 'return' } });
  await editor.getByRole('button', { name: 'Save' }).click();
  const told = page.getByRole('dialog', { name: 'Somebody else changed this in the meantime' });
  await expect(told).toContainText('Flow type');
  await told.getByRole('button', { name: 'OK' }).click();
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor).toBeHidden();
  const { billInfo } = await call<{ billInfo: object }>(server, 'flow-bill-ticket/queryList', { token, body: { id } });
  expect(billInfo).toMatchObject({ flowTypeCode: 'return', productName: 'Milk' });
});

test.describe('tickets that do not come', () => {
  test.use({ expectedErrors: [/queryList.*status of 500|evidence#\/data\/tickets: INTERNAL/] });

  test('[FLOW-07] [EVID-11] are never those of the task that was looked at before, and a failure says so where they would stand', async ({
    page,
    server,
  }) => {
    const { drawer } = await openAudited(page, server, 'Looked at before');
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await page.getByRole('textbox', { name: 'Keyword' }).fill('');
    await page.getByRole('button', { name: 'Search' }).click();
    const address = '**/api/flow-bill-ticket/queryList';
    await page.route(address, (route) => refuse(route, 500, 'INTERNAL', 'broken'));
    const held = await hold(page, address);
    await page.locator('tr[data-row]').filter({ hasNotText: 'Looked at before' }).first().getByRole('button', { name: 'Tickets' }).click();
    const other = page.getByRole('dialog', { name: /^Tickets of/ });
    await expect(other.getByRole('button', { name: 'Approve' })).toBeDisabled();
    await expect(other.getByRole('textbox', { name: 'Amount before tax' })).toHaveCount(0);
    held.release();
    const again = other.getByRole('button', { name: 'Try again' });
    await expect(again).toBeVisible();
    await page.unroute(address);
    await again.click();
    await expect(again).toHaveCount(0);
    await expect(other.getByText('Review status')).toBeVisible();
  });
});
