import { expectAccessible } from '../support/accessibility.ts';
import { expect, test, tokenOf } from '../support/browser.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { call } from './screens/screen.ts';
import { enter, openList } from './world.ts';

test.use({ expectedErrors: [/409 \(Conflict\)|rule-set\/(try|draft\/settings) .*400/] });

async function screen(server: ServerProcess, setCode: string, record: object): Promise<{ id: string; decision: string }> {
  return await call(server, 'risk/screening/execute', { token: await tokenOf(server), body: { setCode, record } });
}

test('[SCREEN-01] [RULE-15] [RULE-16] [RULE-17] a rule set from nothing: fields, a rule by its tree, tried, back-tested, live, changed and put back', async ({
  page,
  server,
}) => {
  await enter(page, server, { language: 'en' });
  await page.goto('/data/rules');
  await expect(page.getByRole('link', { name: 'Payment screening' })).toBeVisible();
  await page.getByRole('button', { name: 'New rule set' }).click();
  const naming = page.getByRole('dialog', { name: 'New rule set' });
  await naming.getByLabel('Code').fill('E2E');
  await naming.getByRole('textbox', { name: 'Name (English)' }).fill('Try out');
  await naming.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Try out' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish and go live' })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('There are no fields yet').first()).toBeVisible();

  await page.getByRole('tab', { name: 'Fields and thresholds' }).click();
  for (const [name, label, type] of [
    ['payee', 'Payee', 'String'],
    ['amount', 'Amount', 'Number'],
  ] as const) {
    await page.getByRole('button', { name: 'Add field' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add field' });
    await dialog.getByLabel('Field name').fill('a-b');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByLabel('Field name')).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByLabel('Field name').fill(name);
    await dialog.getByRole('textbox', { name: 'Name (English)' }).fill(label);
    await openList(dialog.getByRole('combobox', { name: 'Type' }));
    await page.getByTitle(type, { exact: true }).last().click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('cell', { name: label, exact: true })).toBeVisible();
  }

  await page.getByLabel('Block from score').fill('40');
  await openList(page.getByRole('combobox', { name: 'Subject' }));
  await page.getByTitle('Payee', { exact: true }).last().click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Must be at least the score from which records are reviewed').first()).toBeVisible();
  await page.getByLabel('Block from score').fill('85');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved successfully').last()).toBeVisible();

  // The tree by keyboard: a group of two, one removed and back again, one moved.
  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.getByRole('button', { name: 'Add rule' }).click();
  const editor = page.getByRole('dialog', { name: 'Add rule' });
  await editor.getByRole('textbox', { name: 'Name (English)' }).fill('Large to Mallory');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor.getByRole('alert').filter({ hasText: 'Add at least one condition' })).toBeVisible();
  await editor.getByRole('button', { name: 'Add condition', exact: true }).press('Enter');
  const part = (number: string, what: string) => editor.getByLabel(`Condition ${number}, ${what}`, { exact: true });
  await expect(part('1', 'field')).toBeFocused();
  await part('1', 'field').selectOption('Amount');
  await part('1', 'comparison').selectOption('at least');
  await part('1', 'value').fill('ten');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(part('1', 'value')).toHaveAttribute('aria-invalid', 'true');
  await part('1', 'value').fill('1000.50');
  await editor.getByRole('button', { name: 'Add group' }).click();
  await expect(part('2.1', 'field')).toBeFocused();
  await part('2.1', 'field').selectOption('Payee');
  await part('2.1', 'comparison').selectOption('is one of');
  await part('2.1', 'values').fill('Mallory, Trudy');
  await editor.getByRole('button', { name: 'Remove Condition 1', exact: true }).click();
  await expect(editor.getByText('Condition 1 was removed.')).toBeVisible();
  await expect(part('1.1', 'values')).toHaveValue('Mallory, Trudy');
  await editor.getByRole('button', { name: 'Undo' }).click();
  await expect(part('1', 'value')).toHaveValue('1000.50');
  await part('1', 'field').press('Alt+ArrowDown');
  await expect(part('2', 'field')).toBeFocused();
  await expectAccessible(page);
  await editor.getByLabel('Weight').fill('60');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor).toBeHidden();
  await expect(page.getByRole('cell', { name: 'Payee is one of Mallory, Trudy and Amount at least 1000.50' })).toBeVisible();

  await page.getByRole('tab', { name: 'Try a record' }).click();
  await page.getByLabel('Value, row 1', { exact: true }).fill('mallory');
  await page.getByLabel('Value, row 2', { exact: true }).fill('2000');
  await page.getByRole('button', { name: 'Judge', exact: true }).click();
  await expect(page.getByText('Payee (mallory) is one of Mallory, Trudy')).toBeVisible();
  await page.getByLabel('Value, row 2', { exact: true }).fill('much');
  await page.getByRole('button', { name: 'Judge', exact: true }).click();
  await expect(page.getByText('Must be a number').first()).toBeVisible();

  const publish = async () => {
    await page.getByRole('button', { name: 'Publish and go live' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish and go live' });
    await dialog.getByLabel('What is new').fill('Tried');
    await dialog.getByRole('button', { name: 'Publish and go live' }).click();
    await expect(dialog).toBeHidden();
  };
  await publish();
  await expect(page.getByText('Version 1, live')).toBeVisible();
  expect((await screen(server, 'E2E', { payee: 'Trudy', amount: 5000 })).decision).toBe('review');

  await page.getByRole('button', { name: 'Start a draft' }).click();
  await page.getByRole('tab', { name: 'Rules' }).click();
  await page
    .getByRole('row', { name: /Large to Mallory/ })
    .getByRole('button', { name: 'Edit' })
    .click();
  const change = page.getByRole('dialog', { name: 'Change rule' });
  await expect(change.getByLabel('Condition 1.1, values')).toHaveValue('Mallory, Trudy');
  await change.getByLabel('Weight').fill('90');
  await change.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('tab', { name: 'Back-test' }).click();
  await page.getByRole('button', { name: 'Judge recorded requests' }).click();
  await expect(page.getByRole('row', { name: /Trudy/ })).toContainText('90');
  await expect(page.getByText('Decisions that would be others').first()).toBeVisible();
  await publish();
  expect((await screen(server, 'E2E', { payee: 'Trudy', amount: 5000 })).decision).toBe('block');
  await page.getByRole('tab', { name: 'Versions' }).click();
  await page.getByRole('row', { name: /^1/ }).getByRole('button', { name: 'Compare with the live version' }).click();
  await expect(page.getByRole('dialog').getByText(/weight 90/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('row', { name: /^1/ }).getByRole('button', { name: 'Put back' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Put back' }).click();
  // The notice of the first time may still be there.
  await expect(page.getByText('Version 1, live')).toBeVisible();
  expect((await screen(server, 'E2E', { payee: 'Trudy', amount: 5000 })).decision).toBe('review');
});

test('[SCREEN-01] a reviewer reads why, decides with a reason, and hears when somebody else was first; the log has it all', async ({
  page,
  server,
}) => {
  await enter(page, server, { user: 'riskmanager', language: 'en' });
  const record = { payer: 'Unit', payeeAccount: '6222021001112220011', amount: '120', country: 'KP', purpose: 'Goods' };
  const first = await screen(server, 'PAYMENT', { ...record, paymentNo: 'E1', payee: 'Alpha Reviewed' });
  const second = await screen(server, 'PAYMENT', { ...record, paymentNo: 'E2', payee: 'Beta Reviewed' });
  await page.goto('/risk-screening/review');
  await page.getByLabel('Keyword').fill('Reviewed');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('row')).toHaveCount(3);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Alpha Reviewed' }).click();
  const detail = page.getByRole('dialog', { name: `Decision ${first.id}` });
  await expect(detail.getByText('Country of the payee (KP) is one of IR, KP, MM, SY')).toBeVisible();
  await expectAccessible(page);
  await detail.getByRole('button', { name: 'Block' }).click();
  const verdict = page.getByRole('dialog', { name: 'Block Alpha Reviewed' });
  await verdict.getByRole('button', { name: 'Block' }).click();
  await expect(verdict.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true');
  await verdict.getByLabel('Reason').fill('No such goods');
  await verdict.getByRole('button', { name: 'Block' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(detail).toBeHidden();
  await call(server, 'risk/screening/review', {
    token: await tokenOf(server),
    body: { id: second.id, outcome: 'approve', reason: 'Known' },
  });
  await page.getByRole('row', { name: /Beta/ }).getByRole('button', { name: 'Block' }).click();
  const late = page.getByRole('dialog', { name: 'Block Beta Reviewed' });
  await late.getByLabel('Reason').fill('No');
  await late.getByRole('button', { name: 'Block' }).click();
  const told = page.getByRole('dialog', { name: 'admin has decided this already: Approved by review. Known' });
  await told.getByRole('button').last().click();
  await expect(told).toBeHidden();
  await expect(page.getByText('Nothing matches the filters')).toBeVisible();

  await page.goto('/risk-screening/log');
  await page.getByLabel('Keyword').fill('Reviewed');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('row', { name: /Alpha/ })).toContainText('Blocked by review');
  await expect(page.getByRole('row', { name: /Beta/ })).toContainText('Approved by review');
  await page.getByRole('row', { name: /Alpha/ }).getByRole('button', { name: 'View', exact: true }).click();
  await expect(page.getByRole('dialog').getByText('No such goods')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'CSV file' }).click()]);
  expect(file.suggestedFilename()).toMatch(/^Decision log \d{4}-\d\d-\d\d\.csv$/);
});

test('[SCREEN-01] [DATA-14] watch lists: a list, its entries, who a name is like, and a file with faults', async ({ page, server }) => {
  await enter(page, server, { language: 'en' });
  await page.goto('/risk-screening/list');
  await expect(page.getByRole('row', { name: /SANCTIONS/ }).getByRole('button', { name: 'Delete' })).toBeDisabled();
  await page.getByRole('button', { name: 'New watch list' }).click();
  const editor = page.getByRole('dialog', { name: 'New watch list' });
  await editor.getByLabel('Code').fill('E2E-LIST');
  await editor.getByRole('textbox', { name: 'Name (English)' }).fill('Tried list');
  await editor.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Tried list' }).click();
  await page.getByRole('button', { name: 'Add entry' }).click();
  const entry = page.getByRole('dialog', { name: 'Add entry' });
  await entry.getByLabel('Name').fill('Johnsson Trading Ltd.');
  await entry.getByLabel('Identifiers').fill('91-310\n\nA 7');
  await entry.getByLabel('Valid until').fill('2099-12-31');
  await entry.getByLabel('Reason').fill('fraud');
  await entry.getByRole('button', { name: 'Save' }).click();
  await expect(entry).toBeHidden();
  const row = page.getByRole('row', { name: /Johnsson/ });
  await expect(row).toContainText('91-310, A 7');
  await expect(row).toContainText('2099-12-31');
  await page.getByRole('button', { name: 'Look for a name' }).click();
  const matching = page.getByRole('dialog', { name: 'Look for a name' });
  await matching.getByLabel('Name').fill('jonsson trading gmbh');
  await matching.getByRole('button', { name: 'Look', exact: true }).click();
  await expect(matching.getByRole('cell', { name: 'Johnsson Trading Ltd.' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Import' }).click();
  const importer = page.getByRole('dialog', { name: 'Import entries' });
  await expect(importer).toBeVisible();
  await expectAccessible(page);
  const chooser = page.waitForEvent('filechooser');
  await importer.getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles({
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Name,Kind\r\nAcme,company\r\nZed,alien\r\n'),
  });
  const faults = page.getByRole('dialog', { name: 'list.csv was not imported' });
  await expect(faults.getByRole('row', { name: /alien/ })).toContainText('Use person, company, account or other');
  await faults.getByRole('button', { name: 'Import the rest' }).click();
  await expect(page.getByText('1 added, 0 changed, 0 as before, 0 deleted')).toBeVisible();
  await expect(page.getByRole('row', { name: /Acme/ })).toBeVisible();
  await page.getByRole('row', { name: /Acme/ }).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('row', { name: /Acme/ })).toBeHidden();

  // What the file does not have goes: that is asked first.
  await page.getByRole('button', { name: 'Import' }).click();
  await importer.getByRole('radio', { name: /gives way/ }).check();
  const another = page.waitForEvent('filechooser');
  await importer.getByRole('button', { name: 'Choose a file' }).click();
  await (await another).setFiles({ name: 'whole.csv', mimeType: 'text/csv', buffer: Buffer.from('Name\r\nOnly One\r\n') });
  const question = page.getByRole('dialog').filter({ hasText: '"whole.csv" does not have is deleted' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toBeVisible();
  const chosen = page.waitForEvent('filechooser');
  await importer.getByRole('button', { name: 'Choose a file' }).click();
  await (await chosen).setFiles({ name: 'whole.csv', mimeType: 'text/csv', buffer: Buffer.from('Name\r\nOnly One\r\n') });
  await question.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByRole('row', { name: /Only One/ })).toBeVisible();
  await expect(row).toBeHidden();
});
