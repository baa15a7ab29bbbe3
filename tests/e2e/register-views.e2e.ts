import { PNG } from 'pngjs';
import { monthsLater } from '../../renderers/widgets/calendar/month.ts';
import { expect } from '../support/browser.ts';
import { test } from './overlay.ts';
import { call } from './screens/screen.ts';
import { enter } from './world.ts';

test('a board moves cards by their menu, by keyboard and by dragging, as the list and the window of a record do; files are kept with it', async ({
  page,
  server,
}) => {
  await enter(page, server, { user: 'auditor', language: 'en' });
  await page.goto('/control/board');
  const lane = (name: string) => page.getByRole('region', { name, exact: true });
  const acting = lane('Action under way');
  await expect(acting.getByRole('listitem')).toHaveCount(2);
  await expect(lane('Open').getByRole('listitem').first()).toContainText('Overdue');

  // Arrows go from card to card; the menu makes the move, which asks first, and the card keeps the focus where it came to stand.
  const open = lane('Open').getByRole('button', { name: '离职人员系统权限未及时收回', exact: true });
  await lane('Open').getByRole('button', { name: '供应商银行账户变更未经双人复核', exact: true }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(open).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Start action' }).click();
  const start = page.getByRole('dialog', { name: 'Start action' });
  await expect(start.getByRole('textbox', { name: 'Action' })).toHaveValue(/收回权限的清单/);
  await start.getByRole('button', { name: 'Start action' }).click();
  await expect(page.getByText('Saved successfully')).toBeVisible();
  await expect(acting.getByRole('listitem')).toHaveCount(3);
  const moved = acting.getByRole('button', { name: '离职人员系统权限未及时收回', exact: true });
  await expect(moved).toBeFocused();

  // Evidence as files: uploaded in the form, opened from the window of the record.
  await page.keyboard.press('Enter');
  const detail = page.getByRole('dialog', { name: /F-0002/ });
  await detail.getByRole('button', { name: 'Edit' }).click();
  const editor = page.getByRole('dialog', { name: 'Edit finding F-0002' });
  const chooser = page.waitForEvent('filechooser');
  await editor.getByRole('button', { name: /Add files/ }).click();
  const buffer = PNG.sync.write(new PNG({ width: 8, height: 8 }));
  await (await chooser).setFiles(['proof.png', 'second.png'].map((name) => ({ name, mimeType: 'image/png', buffer })));
  for (const name of ['proof.png', 'second.png']) await expect(editor.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor).toBeHidden();
  // Whoever changes what they read reads on, with what they changed.
  await detail.getByRole('button', { name: /proof\.png/ }).click();
  const viewer = page.getByRole('dialog', { name: 'proof.png' });
  await expect(viewer.getByRole('button', { name: 'Download' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(detail).toContainText('Evidence files: + proof.png');
  await page.keyboard.press('Escape');
  await expect(detail).toBeHidden();

  // Dragged to the column a move leads to, and to no other.
  await moved.dragTo(lane('Closed'));
  await expect(page.getByRole('dialog')).toBeHidden();
  await moved.dragTo(lane('To be verified'));
  const submit = page.getByRole('dialog', { name: 'Submit for verification' });
  await expect(submit.getByRole('button', { name: 'Remove proof.png' })).toBeVisible();
  await submit.getByRole('button', { name: 'Submit for verification' }).click();
  await expect(lane('To be verified').getByRole('listitem')).toHaveCount(3);

  // A move that asks why asks here, too.
  const more = lane('Closed').getByRole('button', { name: /^More actions: 固定资产标签缺失/ });
  // A menu closes when what is below it scrolls.
  await more.hover();
  await more.click();
  await page.getByRole('menuitem', { name: 'Reopen' }).click();
  const reason = page.getByRole('dialog', { name: 'Reopen' });
  await reason.getByRole('textbox', { name: 'Reason' }).fill('The labels came off');
  await reason.getByRole('button', { name: 'OK' }).click();
  await expect(lane('Open').getByRole('listitem')).toHaveCount(2);

  await page.goto('/control/verify');
  await expect(page.getByRole('row', { name: /F-\d+/ })).toHaveCount(6);
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toHaveCount(0);
});

test('a register is looked at as list, board and calendar; the calendar goes from month to month and opens what is due', async ({
  page,
  server,
}) => {
  const token = await enter(page, server, { user: 'auditor', language: 'en' });
  const path = 'register/choices?register=task&field=owner&keyword=auditor';
  const { content } = await call<{ content: { value: string }[] }>(server, path, { token });
  const owner = content[0]?.value;
  // By the clock of the browser, where it may be another month than here.
  const today = await page.evaluate(() => new Intl.DateTimeFormat('sv-SE').format());
  const [now, before, earlier] = [0, 1, 2].map((count) => monthsLater(today.slice(0, 7), -count)) as [string, string, string];
  const headingOf = (month: string) =>
    page.getByRole('heading', { name: new Intl.DateTimeFormat('en', { year: 'numeric', month: 'long' }).format(new Date(`${month}-15`)) });
  for (const title of ['Late one', 'Second', 'Third', 'Fourth', 'Long ago'])
    await call(server, 'register/save', {
      token,
      body: { register: 'task', values: { title, owner, due: `${title === 'Long ago' ? earlier : before}-12` } },
    });
  await page.goto('/task/list');
  await expect(page.getByRole('row', { name: /T-\d+/ }).first()).toBeVisible();
  await page.getByRole('tab', { name: 'Calendar' }).click();
  await expect(headingOf(now)).toBeVisible();
  await page.getByRole('button', { name: 'Previous month' }).click();
  const day = page.getByRole('cell').filter({ has: page.getByRole('button', { name: /Fourth/ }) });
  await expect(day).toContainText('Overdue');
  await expect(day.getByRole('button')).toHaveCount(4);
  await day.getByRole('button', { name: '1 more' }).click();
  await expect(day.getByRole('listitem')).toHaveCount(4);

  await day.getByRole('button', { name: /Fourth/ }).focus();
  await page.keyboard.press('PageUp');
  await expect(headingOf(earlier)).toBeVisible();
  await page.getByRole('button', { name: /Long ago Overdue/ }).click();
  const detail = page.getByRole('dialog', { name: /Long ago/ });
  await detail.getByRole('button', { name: 'Start' }).click();
  await page.locator('.ant-modal-confirm').getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText('Saved successfully')).toBeVisible();
  await expect(detail).toBeHidden();
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(headingOf(now)).toBeVisible();
  // What was changed in one view is so in the others.
  await page.getByRole('tab', { name: 'Board' }).click();
  await expect(page.getByRole('region', { name: 'Under way', exact: true })).toContainText('Long ago');
  await page.getByRole('tab', { name: 'List' }).click();
  await expect(page.getByRole('row', { name: /Long ago/ })).toContainText('Under way');
});

test('rows of a file become records once somebody has seen which of them fit', async ({ page, server }) => {
  await enter(page, server, { user: 'auditor', language: 'en' });
  await page.goto('/task/list');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const importer = page.getByRole('dialog', { name: 'Import Tasks' });
  const download = page.waitForEvent('download');
  await importer.getByRole('button', { name: 'Empty workbook' }).click();
  expect((await download).suggestedFilename()).toBe('Tasks to fill in.xlsx');
  const chooser = page.waitForEvent('filechooser');
  await importer.getByRole('button', { name: 'Choose a file' }).click();
  const buffer = Buffer.from('Task,Owner,Due,Mood\nFrom a file,auditor,2031-01-05,fine\nNobody does it,nobody,2031-01-06,\n');
  await (await chooser).setFiles({ name: 'tasks.csv', mimeType: 'text/csv', buffer });
  const preview = page.getByRole('dialog', { name: 'tasks.csv' });
  await expect(preview).toContainText('Rows that fit: 1. Places that do not: 1.');
  await expect(preview).toContainText('These columns are not read: Mood');
  await expect(preview.getByRole('table', { name: 'What does not fit' }).getByRole('row').nth(1)).toHaveText(
    /3.*Owner.*There is no such choice/,
  );
  await expect(preview.getByRole('table', { name: 'The first rows' })).toContainText('From a file');
  await expect(preview.getByRole('button', { name: 'Save all rows' })).toBeDisabled();
  await preview.getByRole('button', { name: 'Save the rows that fit' }).click();
  await expect(page.getByText('1 record added')).toBeVisible();
  await expect(importer).toBeHidden();
  await expect(page.getByRole('row', { name: /From a file/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /Nobody does it/ })).toHaveCount(0);

  const last = page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: 'The last import brought 1 record.' });
  await last.getByRole('button', { name: 'Undo the import' }).click();
  await expect(page.getByText('1 record taken back')).toBeVisible();
  await expect(page.getByRole('row', { name: /From a file/ })).toHaveCount(0);
  await expect(last).toBeHidden();
});
