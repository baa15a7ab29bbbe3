import { expectAccessible } from '../support/accessibility.ts';
import { expect, test, tokenOf } from '../support/browser.ts';
import { call } from './screens/screen.ts';
import { enter, refuse } from './world.ts';

test('coverage says what share of the clauses that apply is complied with, by statute, and leads to them', async ({ page, server }) => {
  await enter(page, server, { user: 'riskmanager', language: 'en' });
  await page.goto('/compliance/coverage');
  const law = page.getByRole('row', { name: /个人信息保护法/ }).first();
  // Four of seven.
  await expect(law).toContainText('57%');
  await law.getByRole('button', { name: /个人信息保护法/ }).click();
  await expect(page).toHaveURL(/\/compliance\/clauses\?/);
  await expect(page.getByRole('row', { name: /CL-0004/ })).toContainText('Non-compliant');
  await expect(page.getByRole('row', { name: /CL-0008/ })).toHaveCount(0);

  // A figure of the map leads to the gaps behind it.
  await page.goBack();
  const figure = page.getByRole('button', { name: /^High, Being closed: \d/ });
  const count = Number(/\d+/.exec(await figure.innerText())?.[0]);
  await figure.click();
  await expect(page).toHaveURL(/\/compliance\/gaps\?/);
  const gaps = page.getByRole('row', { name: /GP-/ });
  await expect(gaps).toHaveCount(count);
  for (const gap of await gaps.all()) await expect(gap).toContainText(/High.*Being closed|Being closed.*High/);
});

test.describe('where a call of a board fails', () => {
  test.use({ expectedErrors: [/register\/counts|risk\/evaluate\/page|#\/data\/(unconfirmed|open):/] });

  test('nothing is told as a fact: what is to be confirmed is a dash, a heat map says why it is empty', async ({ page, server }) => {
    await enter(page, server, { user: 'riskmanager', language: 'en' });
    await page.route('**/api/register/counts', (route) =>
      route.request().postDataJSON().state === 'review' ? route.abort() : route.fallback(),
    );
    await page.goto('/compliance/coverage');
    await expect(page.getByText('Results to be confirmed: –')).toBeVisible();
    await expect(page.getByText('Statutes: –')).toBeHidden();

    await page.route('**/api/risk/evaluate/page', (route) => refuse(route, 503, 'UNAVAILABLE'));
    await page.goto('/report/cockpit?board=1');
    await expect(page.locator('.tg-heat-empty')).toContainText('not available at the moment');
    await expect(page.getByText('Nothing was submitted yet')).toBeHidden();
  });
});

test('[SCREEN-01] who is proposed for the blacklist is found by screening once a second person approved it, and the watch list says so', async ({
  page,
  server,
}) => {
  const record = { paymentNo: 'P-1', payer: 'East', payee: 'Quenlow Freight Ltd', payeeAccount: '6222021001112228888', amount: '100' };
  const auditor = await tokenOf(server, 'auditor');
  const { content } = await call<{ content: { value: string }[] }>(
    server,
    'register/choices?register=blacklist&field=owner&keyword=auditor',
    {
      token: auditor,
    },
  );
  const values = {
    title: record.payee,
    kind: 'company',
    severity: '3',
    from: '2026-01-05',
    owner: content[0]?.value,
    reason: 'Forged bills of lading',
  };
  await call(server, 'register/save', { token: auditor, body: { register: 'blacklist', values } });
  const decide = async (as: string) =>
    (await call<{ decision: string }>(server, 'risk/screening/execute', { token: as, body: { setCode: 'PAYMENT', record } })).decision;

  const admin = await enter(page, server, { language: 'en' });
  expect(await decide(admin)).toBe('approve');
  await page.goto('/supervision/creditBlacklist/index');
  const row = page.getByRole('row', { name: /Quenlow/ });
  await expect(row).toContainText('Proposed');
  await row.getByRole('button', { name: 'Put on the list' }).click();
  const reason = page.getByRole('dialog', { name: 'Put on the list' });
  await reason.getByRole('textbox', { name: 'Reason' }).fill('Proven');
  await reason.getByRole('button', { name: /OK|Save/ }).click();
  await expect(row).toContainText('In force');
  expect(await decide(admin)).toBe('block');

  await page.goto('/risk-screening/list');
  await page.getByRole('link', { name: 'Internal blacklist (demo)' }).click();
  await expect(page.getByText(/Records of the register Credit blacklist count on this list, too/)).toBeVisible();
});

test('a rolled-up figure of the risk heat map opens the risks it counts, and is no link where it could not', async ({ page, server }) => {
  await enter(page, server, { user: 'riskmanager', language: 'en' });
  await page.goto('/risk/heat-map');
  const rolled = page.getByRole('table', { name: 'Scores of open risks' });
  const figure = rolled.getByRole('button', { name: /^\d+$/ }).first();
  const shown = Number(await figure.textContent());
  await figure.click();
  await expect(page).toHaveURL(/\/risk\/register/);
  await expect(page.locator('tr[data-row]')).toHaveCount(shown);
  await page.goBack();
  // The list finds a category by a part of it.
  await page.getByRole('radio', { name: 'Category' }).check();
  await expect(rolled.getByRole('row', { name: /信息安全/ })).toContainText('1');
  await expect(rolled.getByRole('button', { name: /^\d+$/ })).toHaveCount(0);
});

test('a record is a link, and every chain of records is followed from its window', async ({ page, server }) => {
  const token = await enter(page, server, { language: 'en' });
  const { content } = await call<{ content: { id: string; code: string }[] }>(server, 'register/page', {
    token,
    body: { register: 'engagement', keyword: 'A-0001' },
  });
  await page.goto(`/audit/projects?record=${content[0]?.id}`);
  const engagement = page.getByRole('dialog', { name: /^A-0001/ });
  await expect(engagement.getByRole('row', { name: /WP-0001/ })).toContainText('Working papers');
  await engagement.getByRole('button', { name: 'WP-0001' }).click();
  const paper = page.getByRole('dialog', { name: /^WP-0001/ });
  await expect(paper).toContainText('Reviewed');
  // And back again, one window further.
  const goOn = async () => {
    await paper.getByRole('button', { name: /^A-0001/ }).click();
    await expect(page.getByRole('dialog', { name: /^A-0001/ })).toHaveCount(2);
  };
  await goOn();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(2);
  // One press is one window, also while the one above still goes away.
  await goOn();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  for (const _ of [1, 2]) await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(engagement).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a clue that is made a case asks what was found, and shows the case with all that is known of it', async ({ page, server }) => {
  const token = await enter(page, server, { language: 'en' });
  const { content } = await call<{ content: { value: string }[] }>(server, 'register/choices?register=clue&field=owner&keyword=auditor', {
    token,
  });
  const auditor = await tokenOf(server, 'auditor');
  const values = { title: 'Two prices for one crane', received: '2026-01-02', owner: content[0]?.value, content: 'A letter says so' };
  const clue = await call<{ id: string; version: number }>(server, 'register/save', { token: auditor, body: { register: 'clue', values } });
  const { id, version } = clue;
  await call(server, 'register/move', { token: auditor, body: { register: 'clue', id, version, move: 'check' } });
  await page.goto(`/supervision/clues?record=${id}`);
  const detail = page.getByRole('dialog', { name: /Two prices/ });
  await detail.getByRole('button', { name: 'Make it a case' }).click();
  const asked = page.getByRole('dialog', { name: 'Make it a case' });
  await asked.getByRole('textbox', { name: 'What was found' }).fill('The second one was paid');
  await expectAccessible(page);
  await asked.getByRole('button', { name: 'Make it a case' }).click();
  await expect(page.getByText(/^K-\d+ was made$/)).toBeVisible();
  const made = page.getByRole('dialog', { name: /^K-\d+/ });
  await expect(made).toContainText('The second one was paid');
  await expect(made.getByRole('button', { name: /Two prices for one crane/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row', { name: /Two prices/ })).toContainText('Became a case');
});

test('several people are chosen in one field, named in the list, kept when one is taken away, and found by each', async ({
  page,
  server,
}) => {
  const token = await enter(page, server, { language: 'en' });
  const pick = async (path: string) =>
    (await call<{ content: { value: string }[] }>(server, `register/choices?register=engagement&${path}`, { token })).content[0]?.value;
  const [entity, owner] = [await pick('field=entity'), await pick('field=owner&keyword=auditor')];
  const values = { title: 'Audit by a team', entity, owner, start: '2099-01-01', due: '2099-02-01' };
  const { id } = await call<{ id: string }>(server, 'register/save', { token, body: { register: 'engagement', values } });
  await page.goto(`/audit/projects?record=${id}`);
  const detail = page.getByRole('dialog', { name: /Audit by a team/ });
  await detail.getByRole('button', { name: 'Edit' }).click();
  const editor = page.getByRole('dialog', { name: /^Edit engagement/ });
  const team = editor.getByRole('combobox', { name: 'Team' });
  await team.click();
  for (const name of ['Chen Jing', 'Wang Wei']) {
    await team.fill(name);
    await page.getByRole('option', { name }).first().click();
  }
  await page.keyboard.press('Escape');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor).toBeHidden();
  await expect(detail).toContainText('Chen Jing, Wang Wei');
  await expectAccessible(page);
  // Opened again both are there by their names, and one goes.
  await detail.getByRole('button', { name: 'Edit' }).click();
  await expect(editor.getByText('Wang Wei')).toBeVisible();
  await team.click();
  await team.press('Backspace');
  await team.press('Escape');
  await expect(editor.getByText('Wang Wei')).toBeHidden();
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor).toBeHidden();
  await expect(detail).toContainText('Team: Chen Jing, Wang Wei → Chen Jing');
});

test('figures above a list narrow it to what they count, and an audit report is read, and printed, with all findings of its engagement', async ({
  page,
  server,
}) => {
  await enter(page, server, { language: 'en' });
  await page.goto('/audit/reports');
  await page.getByRole('button', { name: /^Issued/ }).click();
  const row = page.getByRole('row', { name: /AR-0004/ });
  await expect(page.getByRole('row', { name: /AR-/ })).toHaveCount(1);
  await page.reload();
  await expect(row).toBeVisible();
  await expect(page.getByRole('row', { name: /AR-0002/ })).toHaveCount(0);
  // An issued report is changed by nobody: that stands behind what can be done with it.
  await row.getByRole('button', { name: /^More/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: 'Report to print' }).click();
  await expect(page).toHaveURL(/\/audit\/report\/\d+$/);
  // The dropped one is none of them.
  await expect(page.getByRole('heading', { level: 2, name: /^AF-/ })).toHaveText(['AF-0005 返利支付对象不符']);
  const report = page.getByRole('main');
  for (const said of ['SJ-2025-17', '返利可能被侵占 9.6 万元', '付款前校验签约主体', '96,000.00']) await expect(report).toContainText(said);
  await expect(report).not.toContainText('not issued yet');
  await expect(report).toContainText('Put right as');
  await expectAccessible(page);
  // Back to the list as it was left.
  await page.goBack();
  await expect(row).toBeVisible();
  await expect(page.getByRole('row', { name: /AR-/ })).toHaveCount(1);
});
