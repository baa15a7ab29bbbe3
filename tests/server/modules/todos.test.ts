import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayIn } from '../../../server/days.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { call, tokenOf } from './client.ts';

const timeZone = 'Asia/Shanghai';
let app: TestApp;
const tokens = new Map<string, string>();
beforeAll(async () => {
  app = await startApp();
  for (const name of ['admin', 'auditor', 'riskmanager']) tokens.set(name, await tokenOf(app, name));
});
afterAll(async () => await app.close());

interface Todo {
  id: string;
  mainSource: string;
  source: string;
  title: string;
  detail: string;
  url: string | null;
  taskStatus: string;
  submitUserCode: string | null;
  submitUserName: string | null;
  submitDate: string;
  dueDate: string | null;
}
interface TodoPage {
  content: Todo[];
  total: number;
}
interface Made {
  id: string;
  code: string;
  version: number;
  state: string;
}
const page = async (as: string, body: object = {}) => {
  const headers = { 'accept-language': 'en' };
  const answer = await call(app, '/api/todo/home/page', { method: 'POST', token: tokens.get(as), body, headers });
  expect(answer.status).toBe(200);
  return answer.body.data as TodoPage;
};
const count = async (as: string, mainSource: string) =>
  ((await call(app, `/api/todo/home/count?mainSource=${mainSource}`, { token: tokens.get(as) })).body.data as { total: number }).total;
const register = async (as: string, path: string, body: object) => {
  const answer = await call(app, `/api/register/${path}`, { method: 'POST', token: tokens.get(as), body });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.data as Made;
};
const idOf = async (username: string) =>
  String((await app.db.selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id);
const titled = ({ content }: TodoPage, part: string) => content.filter(({ title }) => title.includes(part));

it('[API-28] a task of the register of tasks waits for its owner until it is done', async () => {
  const owner = await idOf('riskmanager');
  const values = { title: '盘点印章', owner, due: '2031-05-06' };
  const task = await register('admin', 'save', { register: 'task', values });
  const [found, ...more] = titled(await page('riskmanager', { mainSource: 'task', taskStatus: '0', pageNo: 1, pageSize: 200 }), '盘点印章');
  expect(more).toEqual([]);
  expect(found).toMatchObject({
    mainSource: 'task',
    source: 'task',
    title: `${task.code} 盘点印章`,
    taskStatus: '0',
    dueDate: '2031-05-06',
  });
  expect(found).toMatchObject({ url: `/task/list?record=${task.id}`, submitUserCode: 'T00001', detail: 'Tasks · To do' });
  expect(titled(await page('auditor'), '盘点印章')).toEqual([]);
  const doing = await register('riskmanager', 'move', { register: 'task', id: task.id, version: 1, move: 'start' });
  await register('riskmanager', 'move', { register: 'task', id: task.id, version: doing.version, move: 'finish' });
  expect(titled(await page('riskmanager'), '盘点印章')).toEqual([]);
});

it('[API-28] [API-29] what somebody else has to decide waits for whoever may, and not for who brought it there or wrote it', async () => {
  const department = String((await app.db.selectFrom('department').select('id').where('code', '=', 'D09').executeTakeFirstOrThrow()).id);
  const values = { title: '合同未归档', severity: '2', department, owner: await idOf('riskmanager'), due: '2031-01-31', action: '补归档' };
  const before = await count('admin', 'control');
  let finding = await register('auditor', 'save', { register: 'finding', values });
  const move = async (as: string, name: string, reason?: string) => {
    finding = await register(as, 'move', {
      register: 'finding',
      id: finding.id,
      version: finding.version,
      move: name,
      ...(reason && { reason }),
    });
  };
  await move('auditor', 'start');
  expect(await count('admin', 'control')).toBe(before);
  expect(titled(await page('riskmanager', { source: 'finding' }), '合同未归档')).toHaveLength(1);
  finding = await register('auditor', 'save', {
    ...{ register: 'finding', id: finding.id, version: finding.version, values: { ...values, evidence: '目录' } },
  });
  await move('auditor', 'submit');
  // Its owner has it no more, though they may verify others, and the auditor, who may as well, submitted it.
  expect(titled(await page('riskmanager'), '合同未归档')).toEqual([]);
  expect(titled(await page('auditor'), '合同未归档')).toEqual([]);
  expect(await count('admin', 'control')).toBe(before + 1);
  expect(titled(await page('admin', { mainSource: 'control' }), '合同未归档')).toMatchObject([
    { id: `approval-finding-${finding.id}`, detail: 'Findings · To be verified' },
  ]);
  await move('admin', 'return', '不完整');
  expect(await count('admin', 'control')).toBe(before);
  expect(titled(await page('riskmanager'), '合同未归档')).toMatchObject([{ id: `record-finding-${finding.id}` }]);
});

it('[API-28] to-dos are filtered by application, kind, submitter, day and words, and read page by page, due first', async () => {
  const all = await page('auditor', { mainSource: '', source: '', submitUserCode: '', submitDate: '', keyword: '', taskStatus: '0' });
  expect(all.total).toBe(all.content.length);
  expect(all.total).toBeGreaterThan(10);
  const dues = all.content.flatMap(({ dueDate }) => dueDate ?? []);
  expect(dues).toEqual([...dues].sort());
  expect(new Set(all.content.map(({ id }) => id)).size).toBe(all.total);
  const parts = [await page('auditor', { pageSize: 4 }), await page('auditor', { pageSize: 4, pageNo: 2 })];
  expect(parts.flatMap(({ content }) => content)).toEqual(all.content.slice(0, 8));
  const audit = all.content.filter(({ mainSource }) => mainSource === 'audit');
  expect(audit.length).toBeGreaterThan(0);
  expect(await count('auditor', 'audit')).toBe(audit.length);
  expect((await page('auditor', { mainSource: 'audit' })).content).toEqual(audit);
  const one = all.content.find(({ submitUserCode, source }) => submitUserCode !== null && source !== 'grant');
  const same = await page('auditor', { source: one?.source, submitUserCode: one?.submitUserCode });
  expect(same.content).toEqual(
    all.content.filter(({ source, submitUserCode }) => source === one?.source && submitUserCode === one?.submitUserCode),
  );
  const code = one?.title.split(' ')[0] ?? '';
  expect((await page('auditor', { keyword: code.toLowerCase() })).content.map(({ id }) => id)).toContain(one?.id);
  const day = dayIn(timeZone, new Date(one?.submitDate ?? 0));
  const onDay = await page('auditor', { submitDate: day });
  expect(onDay.content.map(({ id }) => id)).toContain(one?.id);
  expect(onDay.content).toEqual(all.content.filter(({ submitDate }) => dayIn(timeZone, new Date(submitDate)) === day));
  expect(onDay.total).toBe(onDay.content.length);
  expect(onDay.total).toBeLessThan(all.total);
  expect(await page('auditor', { keyword: '%' })).toMatchObject({ content: [], total: 0 });
  expect(await page('auditor', { taskStatus: '1' })).toMatchObject({ content: [], total: 0 });
  expect(await page('auditor', { mainSource: 'nothing' })).toMatchObject({ content: [], total: 0 });
});

it('[HOME-07] [API-29] more than 99 records are counted for the tile of their application', async () => {
  const before = await count('riskmanager', 'supervise');
  const owner = await idOf('auditor');
  const [shown, mine] = [await count('auditor', 'supervise'), await count('auditor', 'audit')];
  const rows = Array.from({ length: 20_000 }, (_, index) => ({
    ...{ register: 'clue', number: 1_000 + index, state: index < 120 ? 'checking' : 'closed' },
    data: JSON.stringify({ title: `线索 ${index}`, owner }),
  }));
  for (let from = 0; from < rows.length; from += 5_000)
    await app.db
      .insertInto('register_row')
      .values(rows.slice(from, from + 5_000))
      .execute();
  expect(await count('auditor', 'supervise')).toBe(shown + 120);
  expect(await count('auditor', 'audit')).toBe(mine);
  expect(await count('riskmanager', 'supervise')).toBe(before);
});

it('[API-28] questionnaires and evidence wait for who answers and looks through them', async () => {
  const all = await page('admin');
  const sources = new Set(all.content.map(({ source }) => source));
  expect([...sources]).toEqual(expect.arrayContaining(['evidence', 'screening']));
  const evidence = all.content.filter(({ source }) => source === 'evidence');
  expect(new Set(evidence.map(({ mainSource, url }) => `${mainSource} ${url}`))).toEqual(new Set(['audit /flow/evidence']));
  const paper = await app.db
    .selectFrom('risk_paper')
    .selectAll()
    .where('submitted_at', 'is', null)
    .where('closed_at', 'is', null)
    .where('user_code', 'is not', null)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const { user_code: code } = await app.db
    .selectFrom('app_user')
    .select('user_code')
    .where('username', '=', 'auditor')
    .executeTakeFirstOrThrow();
  await app.db.updateTable('risk_paper').set({ user_code: code, end_on: '2031-02-03' }).where('id', '=', paper.id).execute();
  const papers = async () => (await page('auditor', { source: 'paper' })).content;
  const waiting = await papers();
  expect(waiting.at(-1)).toMatchObject({ dueDate: '2031-02-03', url: expect.stringContaining(paper.uuid) });
  await app.db.updateTable('risk_paper').set({ state: 1, submitted_at: new Date() }).where('id', '=', paper.id).execute();
  expect(await papers()).toEqual(waiting.slice(0, -1));
});

it('[API-28] [EVID-11] of more bill tasks than are looked at together, those that are due first are among them, however old', async () => {
  const project = await app.db
    .selectFrom('flow_project')
    .innerJoin('flow_client', 'flow_client.id', 'flow_project.client_id')
    .select('flow_project.id')
    .where('flow_project.status', '<>', '2')
    .where('flow_client.status', '=', '0')
    .orderBy('flow_project.id')
    .executeTakeFirstOrThrow();
  /** A dealer with bill tasks that were brought and wait, until a day; without one there is no link either. */
  const dealer = async (dealer_code: string, end_date: string | null, tasks: number) => {
    const { id } = await app.db
      .insertInto('flow_review_object')
      .values({ project_id: project.id, review_batch_no: 'URGENT', dealer_code, dealer_name: dealer_code })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (end_date !== null)
      await app.db
        .insertInto('flow_ticket_url')
        .values({ review_object_id: id, end_date, ticket_types: ['vat-special'] })
        .execute();
    const task = (index: number) => ({ review_object_id: id, task_name: `${dealer_code} ${index}`, status: '0100' as const });
    await app.db
      .insertInto('flow_bill_collect')
      .values(Array.from({ length: tasks }, (_, index) => task(index)))
      .execute();
  };
  await dealer('URGENT-OLD', '2020-01-02', 2);
  await dealer('URGENT-LATER', '2099-12-31', 300);
  await dealer('URGENT-NEVER', null, 1);
  const { content, total } = await page('admin', { source: 'evidence' });
  expect(total).toBeGreaterThan(302);
  expect(content.slice(0, 2).map(({ title, dueDate }) => [title, dueDate])).toEqual([
    ['URGENT-OLD 0', '2020-01-02'],
    ['URGENT-OLD 1', '2020-01-02'],
  ]);
  expect(content.filter(({ dueDate }) => dueDate === null)).toEqual([]);
});

it('[API-28] pages lead to all the total counts, and what is looked for is found far behind the first page', async () => {
  const owner = Number(await idOf('riskmanager'));
  const before = (await page('riskmanager', { source: 'plan' })).total;
  const plan = async (tasks: number, first: number) => {
    // Twenty are due on a day, each came on another one.
    await sql`
      with made as (insert into workspace (name) values ('远期') returning id)
      insert into workspace_task (workspace_id, owner_id, title, state, progress, starts_on, ends_on, created_at)
        select made.id, ${owner}, 'Far task ' || lpad(number::text, 4, '0'), '1', 10, date '2031-01-01', date '2031-01-01' + number / 20, timestamptz '2020-01-01 12:00Z' + number % 20 * interval '1 day'
        from made, generate_series(${first}::integer, ${first + tasks - 1}::integer) as number`.execute(app.db);
  };
  await plan(1_000, 0);
  const pageNo = (number: number) => page('riskmanager', { source: 'plan', pageNo: number, pageSize: 200 });
  const pages: TodoPage[] = [];
  for (let number = 1; number <= Math.ceil((before + 1_000) / 200); number += 1) pages.push(await pageNo(number));
  expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([before + 1_000]));
  const found = pages.flatMap(({ content }) => content);
  expect(found).toHaveLength(before + 1_000);
  expect(new Set(found.map(({ id }) => id)).size).toBe(before + 1_000);
  const order = found.map(({ dueDate }) => dueDate ?? '');
  expect(order).toEqual([...order].sort());
  expect(titled(await page('riskmanager', { keyword: 'far task 0987' }), 'Far task 0987')).toHaveLength(1);
  expect(await page('riskmanager', { source: 'plan', submitDate: '2020-01-08' })).toMatchObject({ total: 50 });
  // Of more than pages lead to the total counts what can be read.
  await plan(4_200, 1_000);
  const last = await pageNo(25);
  expect([last.total, last.content.length, (await pageNo(26)).content.length]).toEqual([5_000, 200, 0]);
});
