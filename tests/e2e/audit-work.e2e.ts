import { expect, test, tokenOf } from '../support/browser.ts';
import { call } from './screens/screen.ts';
import { enter } from './world.ts';

interface Kept {
  id: string;
  code: string;
  version: number;
  state: string;
  values: Record<string, string>;
}
interface Found {
  content: Kept[];
  total: number;
}

test('the sheet of an audit report waits with printing until all of it is here, leaves dropped findings out, and says what it does not show', async ({
  page,
  server,
}) => {
  const token = await enter(page, server, { language: 'en' });
  const found = async (body: object) => (await call<Found>(server, 'register/page', { token, body })).content;
  const [report] = await found({ register: 'audit-report', state: 'issued', order: 'desc' });
  if (!report) throw new Error('The demo has no issued report');
  const of = { register: 'audit-finding', engagement: report.values.engagement };
  const [reported, dropped] = [await found({ ...of, state: 'reported' }), await found({ ...of, state: 'dropped' })];
  expect([reported.length, dropped.length]).toEqual([1, 1]);

  // More findings than the sheet shows, and what became of them late.
  let isMany = false;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/register/page', async (route) => {
    const { register } = route.request().postDataJSON() as { register: string };
    const isAction = register === 'finding';
    // Some finding stands in for that of the report, which has none.
    const response = await route.fetch(isAction ? { postData: { register, size: 1 } } : {});
    const answer = (await response.json()) as { data: Found };
    if (isAction) {
      await held;
      const own = { audit: reported[0]?.id ?? '', acceptedUntil: '2098-01-31' };
      answer.data.content = answer.data.content
        .slice(0, 1)
        .map((one) => ({ ...one, code: 'F-8000', state: 'accepted', overdue: false, values: own }));
    }
    if (register === 'audit-finding' && isMany) {
      const [one] = answer.data.content;
      answer.data.content = Array.from({ length: 51 }, (_, nth) => ({ ...(one as Kept), id: String(9_000 + nth) }));
      answer.data.total = 300;
    }
    await route.fulfill({ response, json: answer });
  });
  await page.goto(`/audit/report/${report.id}`);
  const print = page.getByRole('button', { name: 'Print' });
  await expect(page.getByText(reported[0]?.values.title ?? '')).toBeVisible();
  await expect(print).toBeDisabled();
  release();
  await expect(print).toBeEnabled();
  await expect(page.getByText('F-8000 · risk accepted until')).toContainText('2098');
  await expect(page.getByText(dropped[0]?.values.title ?? '')).toHaveCount(0);
  await expect(page.getByText(/Shown of them|What became of the findings is/)).toHaveCount(0);

  isMany = true;
  await page.reload();
  await expect(page.getByText('Shown of them: 51')).toBeVisible();
  await expect(page.getByText('What became of the findings is shown for up to 50 of them, and not here.')).toBeVisible();
  // Those of each severity are counted where all of them are, by an answer of its own.
  const counted = async () =>
    (await page.locator('.tg-statistic').allInnerTexts()).map((text) => Number(/\d+/.exec(text)?.[0])).reduce((sum, one) => sum + one, 0);
  await expect.poll(counted).toBe(301);
});

test('[PERM-02] the department answers a report in the list and reads its sheet, with what it may see of it', async ({ page, server }) => {
  const token = await enter(page, server, { user: 'contact', language: 'en' });
  const body = { register: 'audit-report', state: ['comments'] };
  const [report] = (await call<Found>(server, 'register/page', { token, body })).content;
  if (!report) throw new Error('The demo has no report for the contact');
  await page.goto(`/audit/reports?record=${report.id}`);
  const drawer = page.getByRole('dialog').first();
  await expect(drawer).toContainText('Needs improvement');
  // The engagement is named, and opens nothing: they see none.
  await expect(drawer.getByText(/^A-\d+/)).toBeVisible();
  await expect(drawer.getByRole('button', { name: /^A-\d+/ })).toHaveCount(0);
  await drawer.getByRole('button', { name: 'Answer' }).click();
  const answer = page.getByRole('dialog', { name: `Answer · ${report.code}` });
  await answer.getByRole('textbox', { name: 'Answer of the department' }).fill('They are listed by May');
  await answer.getByRole('button', { name: 'Answer' }).click();
  await expect(answer).toBeHidden();
  await expect(page.getByRole('row', { name: new RegExp(report.code) })).toContainText('Answered by the department');
  await page.goto(`/audit/report/${report.id}`);
  await expect(page.getByText('They are listed by May')).toBeVisible();
  await expect(page.getByText('Of the findings those you may see are shown', { exact: false })).toBeVisible();
  await expect(page.getByText('Not in the report yet')).toHaveCount(1);
  // What only the engagement knows is no empty line.
  await expect(page.getByText('Lead auditor', { exact: true })).toHaveCount(0);

  // Issued: what it says of its engagement stands on it.
  const issued = {
    ...report,
    state: 'issued',
    values: {
      ...report.values,
      issuedOn: '2026-11-20',
      leadIssued: '2',
      scopeIssued: 'As it was that day',
      fromIssued: '2026-10-01',
      untilIssued: '2026-11-01',
    },
  };
  await page.route('**/api/register/get?register=audit-report*', async (route) => {
    const response = await route.fetch();
    const kept = (await response.json()) as { data: Kept };
    await route.fulfill({ response, json: { ...kept, data: { ...kept.data, ...issued, names: { leadIssued: 'Chen Jing' } } } });
  });
  await page.reload();
  await expect(page.getByText('As it was that day')).toBeVisible();
  const days = page.locator('dd', { hasText: '2026-10-01 – 2026-11-01' });
  await expect(days).toBeVisible();
  // However narrow, as in a column of a telephone, a day stays in one line.
  await page.setViewportSize({ width: 390, height: 800 });
  for (const width of ['auto', '100px', '60px']) {
    const lines = await days.evaluate((place, inlineSize) => {
      Object.assign((place as HTMLElement).style, { inlineSize, flex: 'none' });
      return [...place.querySelectorAll('span')].map((day) => day.getClientRects().length);
    }, width);
    expect(lines, width).toEqual([1, 1]);
  }
  await expect(page.getByText('Chen Jing')).toBeVisible();
});

test('a finding is added from its engagement with what that knows, and more time for one is granted by who reads why', async ({
  page,
  server,
}) => {
  const token = await enter(page, server, { language: 'en' });
  const send = <T = Kept>(path: string, body: object, by = token) => call<T>(server, `register/${path}`, { token: by, body });
  const { content } = await send<Found>('page', { register: 'engagement', state: 'fieldwork', size: 1 });
  const [engagement] = content;
  if (!engagement) throw new Error('The demo has no engagement at work');
  await page.goto(`/audit/projects?record=${engagement.id}`);
  const drawer = page.getByRole('dialog', { name: engagement.code });
  await drawer.getByRole('button', { name: 'Add audit finding' }).click();
  const editor = page.getByRole('dialog', { name: 'Add audit finding' });
  await expect(editor.getByText(`${engagement.code} ${engagement.values.title}`)).toBeVisible();
  await editor.getByRole('textbox', { name: 'Finding' }).fill('Keys are lent');
  await editor.getByRole('combobox', { name: 'Severity' }).click();
  await page.getByRole('option', { name: 'High' }).click();
  // Nothing that was typed is lost without a question.
  await editor.getByRole('button', { name: 'Cancel' }).click();
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(editor.getByRole('textbox', { name: 'Finding' })).toHaveValue('Keys are lent');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor).toBeHidden();
  // Back where it was added from, which shows it.
  await expect(drawer.getByRole('row', { name: /Keys are lent/ })).toContainText('Draft');
  const [added] = (await send<Found>('page', { register: 'audit-finding', keyword: 'Keys are lent' })).content;
  expect(added?.values).toMatchObject({ engagement: engagement.id, department: engagement.values.department });
  await send('remove', { register: 'audit-finding', id: added?.id, version: added?.version });

  const [sample] = (await send<Found>('page', { register: 'finding', size: 1 })).content;
  const { department, owner, severity } = sample?.values ?? {};
  const auditor = await tokenOf(server, 'auditor');
  const due = '2098-01-31';
  const made = await send('save', { register: 'finding', values: { title: 'Keys are gone', department, owner, severity, due } }, auditor);
  const asked = { action: 'Change the locks', moreTime: '2098-03-31', moreTimeWhy: 'The locksmith is ill' };
  await send('move', { register: 'finding', id: made.id, version: made.version, move: 'extend', values: asked }, auditor);
  await page.goto(`/control/findings?record=${made.id}`);
  await page.getByRole('dialog', { name: made.code }).getByRole('button', { name: 'Grant the extension' }).click();
  const grant = page.getByRole('dialog', { name: 'Grant the extension' });
  await expect(grant.getByText('The locksmith is ill')).toBeVisible();
  await expect(grant.getByText(due)).toBeVisible();
  await grant.getByRole('button', { name: 'Grant the extension' }).click();
  await expect(grant).toBeHidden();
  const now = (await send<Found>('page', { register: 'finding', keyword: 'Keys are gone' })).content[0];
  expect(now?.values).toMatchObject({ due: '2098-03-31', extensions: 1 });
  // What was agreed on is not typed over.
  await page.goto(`/control/findings?record=${made.id}`);
  await page.getByRole('dialog', { name: made.code }).getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit finding' }).getByRole('textbox', { name: 'Due' })).toBeDisabled();
  await send('remove', { register: 'finding', id: made.id, version: now?.version });
});

test('who is about to send a report to a department in which nobody may answer reads so beside its name', async ({ page, server }) => {
  const token = await enter(page, server, { language: 'en' });
  const [engagement] = (await call<Found>(server, 'register/page', { token, body: { register: 'engagement', size: 1 } })).content;
  const choice = async (field: string, keyword: string) => {
    const path = `register/choices?register=audit-report&field=${field}&keyword=${keyword}`;
    return (await call<{ content: { value: string }[] }>(server, path, { token })).content[0]?.value;
  };
  const values = {
    title: 'On nobody',
    engagement: engagement?.id,
    owner: await choice('owner', 'auditor'),
    due: '2099-04-30',
    recipient: await choice('recipient', 'D06'),
  };
  const { id } = await call<Kept>(server, 'register/save', { token, body: { register: 'audit-report', values } });
  await page.goto(`/audit/reports?record=${id}`);
  const record = page.getByRole('dialog', { name: /On nobody/ });
  await record.getByRole('button', { name: 'Send to the department' }).click();
  const sender = page.getByRole('dialog', { name: /Send to the department/ });
  await expect(sender.getByText('(nobody there may act on it)')).toBeVisible();
  await sender.getByRole('combobox', { name: 'Goes to' }).fill('D08');
  await page.getByTitle(/^Data management/).click();
  await expect(sender.getByText('(nobody there may act on it)')).toHaveCount(0);
  await page.keyboard.press('Escape');
  const { version } = await call<Kept>(server, `register/get?register=audit-report&id=${id}`, { token });
  await call(server, 'register/remove', { token, body: { register: 'audit-report', id, version } });
});
