import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LabelValue } from '../../../server/database/values.ts';
import { tellOverdue } from '../../../server/modules/registers/due-steps.ts';
import { localizedText } from '../../../src/core/index.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { readSheets } from '../../support/workbook.ts';
import { type Answer, call, tokenOf } from './client.ts';

let app: TestApp;
const tokens = new Map<string, string>();
beforeAll(async () => {
  app = await startApp();
  for (const name of ['admin', 'auditor', 'riskmanager']) tokens.set(name, await tokenOf(app, name));
});
afterAll(async () => await app.close());

interface Finding {
  id: string;
  code: string;
  version: number;
  state: string;
  values: Record<string, unknown>;
  names: Record<string, unknown>;
  moves: string[];
  editable: boolean;
  removable: boolean;
  overdue: boolean;
  warnings: string[];
}
const send = (path: string, body: object, as = 'auditor', headers: Record<string, string> = {}): Promise<Answer> =>
  call(app, `/api/register/${path}`, { method: 'POST', token: tokens.get(as), body: { register: 'finding', ...body }, headers });
const get = (path: string, as = 'auditor'): Promise<Answer> => call(app, `/api/register/${path}`, { token: tokens.get(as) });
const idOf = async (username: string) =>
  String((await app.db.selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id);
const code = ({ status, body }: Answer) => [status, body.code];

async function given(more: Record<string, unknown> = {}) {
  const { id } = await app.db.selectFrom('department').select('id').where('code', '=', 'D09').executeTakeFirstOrThrow();
  return { title: '采购未比价', severity: '2', department: String(id), owner: await idOf('riskmanager'), due: '2099-01-31', ...more };
}
async function made(more: Record<string, unknown> = {}): Promise<Finding> {
  const answer = await send('save', { values: await given(more) });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.data as Finding;
}
const move = (record: Finding, name: string, as = 'auditor', reason?: string) =>
  send('move', { id: record.id, version: record.version, move: name, ...(reason !== undefined && { reason }) }, as);

describe('records of a register', () => {
  it('find departments by what they are called in any language and by their code, not by how wordings are kept', async () => {
    const found = async (keyword: string) => {
      const { body } = await get(`choices?register=finding&field=department&filter=true&keyword=${encodeURIComponent(keyword)}`);
      return (body.data as { content: { value: string }[] }).content.map(({ value }) => value);
    };
    const department = String((await given()).department);
    const { name } = await app.db.selectFrom('department').select('name').where('id', '=', Number(department)).executeTakeFirstOrThrow();
    for (const language of ['zh-Hans', 'en'] as const) expect(await found(localizedText(name, language))).toContain(department);
    expect(await found('d09')).toEqual([department]);
    for (const kept of ['Hans', '"l"', '{', '%']) expect(await found(kept), kept).toEqual([]);
  });

  it('are kept as the document describes them: numbered, checked field by field, changed by version, made once', async () => {
    const finding = await made({ title: '  采购未比价 ', action: '' });
    expect(finding).toMatchObject({ code: 'F-0013', state: 'open', version: 1, editable: true, overdue: false, warnings: [] });
    expect(finding.values).toEqual(await given());
    expect(finding.names).toMatchObject({ owner: [{ t: '王伟' }, { t: 'Wang Wei' }] });
    // Who made it is named for the reader.
    expect(finding).toMatchObject({ createBy: 'auditor', createByName: '陈静' });
    const read = await send('page', { keyword: 'F-0013' }, 'auditor', { 'accept-language': 'en' });
    expect(read.body.data).toMatchObject({ content: [{ createBy: 'auditor', createByName: 'Chen Jing' }] });
    const wrong = await send('save', {
      values: { ...(await given()), title: ' ', severity: '9', owner: '999999', due: '2026-02-30', action: 7, stranger: 1 },
    });
    expect(code(wrong)).toEqual([400, 'PARAMETER_ERROR']);
    const fields = (wrong.body.details as { field: string }[]).map(({ field }) => field);
    expect(fields.sort()).toEqual(['action', 'due', 'owner', 'severity', 'stranger', 'title']);
    const change = { id: finding.id, version: 1, values: { ...(await given()), severity: '3' } };
    expect((await send('save', change)).body.data).toMatchObject({ version: 2, values: { severity: '3' }, warnings: [expect.any(String)] });
    // The shape forms are filled with, so that both changes can be merged.
    expect((await send('save', change)).body).toMatchObject({ code: 'CONFLICT', data: { id: finding.id, version: 2, severity: '3' } });
    const unseen = (language: string) =>
      given({ title: 'a\u200bb' }).then((values) => send('save', { values }, 'auditor', { 'accept-language': language }));
    const key = 'rule.visibleText';
    const values = { place: 'a[U+200B]b' };
    const toldAs = (message: string) => [{ field: 'title', message, key, values }];
    expect((await unseen('en')).body.details).toEqual(toldAs('No invisible characters, please: “a[U+200B]b”'));
    expect((await unseen('zh-Hans')).body.details).toEqual(toldAs('请勿使用不可见字符：“a[U+200B]b”'));
    const nul = await send('save', { values: { ...(await given()), title: 'a\u0000b' } });
    expect(nul.status).toBe(400);
    // Who is not there to be chosen is neither offered nor taken, and stays where they were.
    const offered = async () =>
      ((await get('choices?register=finding&field=owner&keyword=riskmanager')).body.data as { content: object[] }).content.length;
    expect(await offered()).toBe(1);
    const status = (value: string) => app.db.updateTable('app_user').set({ status: value }).where('username', '=', 'riskmanager').execute();
    await status('1');
    expect(await offered()).toBe(0);
    expect((await send('save', { values: await given() })).body).toMatchObject({ details: [{ field: 'owner' }] });
    const retitled = { ...change, version: 2, values: { ...change.values, title: '采购未比三家' } };
    expect((await send('save', retitled)).body.data).toMatchObject({ version: 3 });
    await status('0');
    const twice = { key: 'the same intent', values: await given({ title: '同一个' }) };
    const [one, other] = await Promise.all([send('save', twice), send('save', twice)]);
    expect((one.body.data as Finding).id).toBe((other.body.data as Finding).id);
  });

  it('saved as they are stay as they are: nothing is recorded, nobody told, and no version grows old, one by one and several at once', async () => {
    const finding = await made();
    const changed = { ...(await given()), owner: await idOf('auditor') };
    const { version } = (await send('save', { id: finding.id, version: 1, values: changed }, 'admin')).body.data as Finding;
    const traces = async () => ({
      row: await app.db.selectFrom('register_row').selectAll().where('id', '=', Number(finding.id)).executeTakeFirstOrThrow(),
      log: await app.db.selectFrom('audit_log').select('id').where('target_id', '=', finding.id).execute(),
      told: await app.db.selectFrom('message').select('id').where('source_id', '=', finding.id).execute(),
    });
    const before = await traces();
    // In another order of fields, with blanks around, and what is empty in words.
    const same = { action: '', ...Object.fromEntries(Object.entries(changed).reverse()), title: ` ${changed.title} ` };
    const saved = await send('save', { id: finding.id, version, values: same });
    expect(saved.body).toMatchObject({ code: '000000', data: { id: finding.id, version, values: changed } });
    const seen = [{ id: finding.id, version }];
    expect((await send('set-many', { field: 'severity', value: '2', records: seen })).body.data).toEqual({ count: 1, refused: [] });
    expect(await traces()).toEqual(before);
    // What others changed meanwhile is told all the same, and the next change is one.
    expect((await send('save', { id: finding.id, version: 1, values: same })).body.code).toBe('CONFLICT');
    const moved = await send('save', { id: finding.id, version, values: { ...changed, severity: '1' } });
    expect(moved.body.data).toMatchObject({ version: version + 1 });
  });

  it('move from state to state by who may: what is missing is said, a second person verifies, what is closed stays', async () => {
    let finding = await made();
    expect(finding.moves).toEqual(['start', 'extend', 'propose', 'correct']);
    const early = await move(finding, 'start');
    expect(early.body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'action', key: 'engine.required' }] });
    const values = { ...(await given()), action: '建立比价制度', evidence: '制度 V1', owner: await idOf('auditor') };
    finding = (await send('save', { id: finding.id, version: 1, values })).body.data as Finding;
    const [first, second] = await Promise.all([move(finding, 'start'), move(finding, 'start')]);
    expect([first.body.code, second.body.code].sort()).toEqual(['000000', 'CONFLICT']);
    finding = (await get(`get?register=finding&id=${finding.id}`)).body.data as Finding;
    finding = (await move(finding, 'submit')).body.data as Finding;
    // The auditor made the last move: somebody else looks at it.
    expect(finding.moves).toEqual([]);
    expect(code(await move(finding, 'verify', 'auditor', '看过了'))).toEqual([409, 'MOVE_REFUSED']);
    expect((await move(finding, 'verify', 'riskmanager')).body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'reason' }] });
    finding = (await move(finding, 'verify', 'riskmanager', '制度已发布')).body.data as Finding;
    expect(finding).toMatchObject({ state: 'closed', editable: false });
    expect((await send('save', { id: finding.id, version: finding.version, values })).body.code).toBe('RECORD_FINAL');
    expect((await send('remove', { id: finding.id, version: finding.version })).body.code).toBe('RECORD_FINAL');
    const history = (await get(`history?register=finding&id=${finding.id}`)).body.data as {
      content: { what: string; by: string; details: string[] }[];
    };
    expect(history.content).toHaveLength(5);
    expect(history.content[0]?.details).toContain('制度已发布');
    expect(history.content[3]).toMatchObject({
      by: '陈静',
      details: ['整改责任人: 王伟 → 陈静', '整改措施: – → 建立比价制度', '整改证据: – → 制度 V1'],
    });
  });

  it('stay as a second person agreed to them: nothing but what their state leaves open is changed, and nobody deletes them', async () => {
    const record = (register: string, path: string, body: object, as = 'admin') => send(path, { register, ...body }, as);
    // A second person with every right there is.
    const role = await app.db.selectFrom('role').select('id').where('role_code', '=', 'Administrator').executeTakeFirstOrThrow();
    const second = { user_id: Number(await idOf('riskmanager')), role_id: role.id };
    await app.db.insertInto('user_role').values(second).execute();
    const department = (await given()).department;
    const values = { title: '差旅', year: 2027, department, amount: 1000, owner: await idOf('admin') };
    let budget = (await record('budget', 'save', { values })).body.data as Finding;
    const turn = async (move: string, as: string, more: object = {}) =>
      (await record('budget', 'move', { id: budget.id, version: budget.version, move, ...more }, as)).body;
    budget = (await turn('approve', 'riskmanager')).data as Finding;
    expect(budget).toMatchObject({ state: 'approved', editable: false, removable: false });
    const same = () => ({ id: budget.id, version: budget.version });
    expect((await record('budget', 'save', { ...same(), values: { ...values, amount: 9_999 } })).body.code).toBe('RECORD_FINAL');
    expect((await record('budget', 'remove', same())).body.code).toBe('RECORD_FINAL');
    budget = (await turn('revise', 'admin', { reason: '追加预算' })).data as Finding;
    expect((await record('budget', 'save', { ...same(), values: { ...values, amount: 9_999 } })).body.code).toBe('000000');

    const suspicion = {
      title: '虚假报销',
      kind: 'expense',
      department,
      found: '2026-01-05',
      amount: 500,
      method: '假发票',
      owner: await idOf('admin'),
    };
    let fraud = (await record('fraud', 'save', { values: suspicion })).body.data as Finding;
    const proof = { id: fraud.id, version: fraud.version, move: 'confirm', reason: '查实' };
    fraud = (await record('fraud', 'move', proof, 'riskmanager')).body.data as Finding;
    expect(fraud).toMatchObject({ state: 'confirmed', editable: true, removable: false });
    const change = (more: object) => record('fraud', 'save', { id: fraud.id, version: fraud.version, values: more });
    expect((await change({ ...fraud.values, amount: 1 })).body).toMatchObject({
      code: 'PARAMETER_ERROR',
      details: [{ field: 'amount', key: 'register.isFinal' }],
    });
    // A rule that came since is none for what nobody may change.
    const without = JSON.stringify({ ...fraud.values, method: undefined });
    await app.db.updateTable('register_row').set({ data: without }).where('id', '=', Number(fraud.id)).execute();
    // What is not changed need not be said.
    const { method: _, ...kept } = suspicion;
    expect((await change({ owner: fraud.values.owner, recovered: 200 })).body.data).toMatchObject({ values: { ...kept, recovered: 200 } });
    await app.db.deleteFrom('user_role').where('user_id', '=', second.user_id).where('role_id', '=', second.role_id).execute();
  });

  it('have figures over the records that point at them, found when they are read: in lists, warnings, moves and exports', async () => {
    const save = (register: string, values: object, more: object = {}) => send('save', { register, values, ...more }, 'admin');
    const department = (await given()).department;
    const own = { title: '培训', year: 2028, department, amount: 100, owner: await idOf('admin') };
    const budget = (await save('budget', own)).body.data as Finding;
    const now = async () => (await get(`get?register=budget&id=${budget.id}`, 'admin')).body.data as Finding;
    expect(budget.values).toEqual({ ...own, spent: 0, left: 100, bookings: 0 });
    const book = async (amount: number, voucher: string) =>
      (await save('booking', { title: '教室', budget: budget.id, day: '2028-03-01', amount, voucher })).body.data as Finding;
    const first = await book(60.25, 'K-1');
    expect(first.warnings).toEqual([]);
    expect(await now()).toMatchObject({ version: 1, values: { spent: 60.25, left: 39.75, bookings: 1 }, warnings: [] });
    // What points there and what is pointed at both say that it is too much.
    const second = await book(60.25, 'K-2');
    expect(second.warnings).toHaveLength(1);
    expect(await now()).toMatchObject({
      values: { spent: 120.5, left: -20.5, bookings: 2 },
      warnings: [expect.stringMatching(/超|exceed|more/i)],
    });
    const related = await call(app, `/api/register/related?register=budget&id=${budget.id}`, {
      token: tokens.get('admin'),
      headers: { 'accept-language': 'en' },
    });
    expect(related.body.data).toMatchObject({
      content: [
        { id: second.id, code: second.code, name: '教室', register: 'booking', registerName: 'Bookings', by: 'Budget' },
        { id: first.id },
      ],
    });
    expect(code(await get('related?register=budget&id=999999', 'admin'))).toEqual([404, 'NOT_FOUND']);
    const page = (await send('page', { register: 'budget', keyword: '培训' }, 'admin')).body.data as { content: Finding[] };
    expect(page.content[0]).toMatchObject({ id: budget.id, values: { left: -20.5 } });
    // They are nobody's to say, and nothing is kept of them.
    const same = { id: budget.id, version: 1 };
    expect((await save('budget', { ...own, spent: 0 }, same)).body.code).toBe('000000');
    const kept = await app.db.selectFrom('register_row').select('data').where('id', '=', Number(budget.id)).executeTakeFirstOrThrow();
    expect(kept.data).toEqual(own);
    await send('remove', { register: 'booking', id: second.id, version: second.version }, 'admin');
    expect(await now()).toMatchObject({ values: { spent: 60.25, left: 39.75, bookings: 1 }, warnings: [] });
    for (const [path, body] of [
      ['page', { sort: 'left' }],
      ['page', { spent: 60.25 }],
      ['counts', { by: ['spent'] }],
      ['counts', { by: ['state'], sum: 'left' }],
    ] as const)
      expect(code(await send(path, { register: 'budget', ...body }, 'admin'))).toEqual([400, 'PARAMETER_ERROR']);
    const file = await app.http.inject({
      ...{ method: 'POST', url: '/api/register/export', payload: { register: 'budget', keyword: '培训' } },
      headers: { authorization: `Bearer ${tokens.get('admin')}` },
    });
    const [sheet] = Object.values(await readSheets(file.rawPayload));
    expect(sheet?.[1]).toEqual(expect.arrayContaining([60.25, 39.75]));
    await send('remove', { register: 'booking', id: first.id, version: first.version }, 'admin');
  });

  it('refer to records of other registers, which stay; values that are to be unique are; computed ones follow; a move is told', async () => {
    const save = (register: string, values: object, more: object = {}) => send('save', { register, values, ...more }, 'admin');
    const department = (await given()).department;
    const budget = (await save('budget', { title: '差旅', year: 2026, department, amount: 1000 })).body.data as Finding;
    const booking = { title: '机票', budget: budget.id, day: '2026-03-01', amount: 12.345, voucher: 'Pz-1' };
    const booked = (await save('booking', booking)).body.data as Finding;
    expect(booked).toMatchObject({ state: '', names: { budget: `${budget.code} 差旅` }, values: { amount: 12.35 } });
    expect((await save('booking', { ...booking, voucher: 'pZ-1' })).body).toMatchObject({
      code: 'DUPLICATE',
      details: [{ field: 'voucher' }],
    });
    const same = { id: booked.id, version: booked.version };
    expect((await save('booking', { ...booking, title: '机票和酒店' }, same)).body.data).toMatchObject({ version: 2 });
    const gone = await send('remove', { register: 'budget', id: budget.id, version: budget.version }, 'admin');
    expect(gone.body).toMatchObject({ code: 'IN_USE', details: [{ values: { code: booked.code } }] });
    expect((await save('booking', { ...booking, budget: booked.id, voucher: 'Pz-2' })).body).toMatchObject({
      details: [{ field: 'budget' }],
    });

    const contract = { title: '厂房', supplier: '甲', owner: await idOf('auditor'), amount: 200 };
    const running = (await save('contract', contract)).body.data as Finding;
    expect(running.values).not.toHaveProperty('variance');
    const settled = await save('contract', { ...contract, settlement: 230 }, { id: running.id, version: 1 });
    expect(settled.body.data).toMatchObject({ values: { variance: 30, variancePercent: 15 }, warnings: [expect.stringContaining('10')] });

    // What is true on some days only is asked for on the day somebody looks.
    const day = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);
    const policy = { title: '保密制度', number: 'Z-1', edition: '1', department, owner: await idOf('auditor'), summary: '保密' };
    const kept = (await save('policy', { ...policy, effective: '2026-01-01', review: day(20) })).body.data as Finding;
    const inForce = async (review: string) => {
      const data = JSON.stringify({ ...kept.values, review });
      await app.db.updateTable('register_row').set({ state: 'inForce', data }).where('id', '=', Number(kept.id)).execute();
      return ((await get(`get?register=policy&id=${kept.id}`, 'admin')).body.data as Finding).warnings;
    };
    expect(kept.warnings).toEqual([]);
    expect([await inForce(day(20)), await inForce(day(-2)), await inForce(day(40))]).toEqual([['30 天内须复审'], ['30 天内须复审'], []]);

    const task = (await save('task', { title: '写报告', owner: await idOf('auditor'), due: '2099-01-01' })).body.data as Finding;
    const start = { register: 'task', id: task.id, version: 1, move: 'start' };
    const told = () =>
      app.db.selectFrom('message').select('id').where('source_id', '=', task.id).where('template', '=', 'register/moved').execute();
    expect(await told()).toHaveLength(0);
    expect((await send('move', start, 'admin')).body.data).toMatchObject({ state: 'doing' });
    expect(await told()).toHaveLength(1);
    const own = (await save('task', { title: '自己的', owner: await idOf('admin'), due: '2099-01-01' })).body.data as Finding;
    await send('move', { ...start, id: own.id }, 'admin');
    expect(
      await app.db.selectFrom('message').select('id').where('source_id', '=', own.id).where('template', '=', 'register/moved').execute(),
    ).toEqual([]);
    const late = await send('move', { ...start, version: 2 }, 'admin');
    expect(code(late)).toEqual([409, 'MOVE_REFUSED']);
  });

  it('are listed by keyword, state, field, date and lateness, ordered by fields, counted by two fields, and exported', async () => {
    await made({ title: '逾期的问题', due: '2026-01-05' });
    const page = async (body: object) => (await send('page', { size: 50, ...body })).body.data as { content: Finding[]; total: number };
    expect((await page({ keyword: '逾期' })).content).toMatchObject([{ overdue: true }]);
    expect((await page({ keyword: 'f-0002' })).content.map((row) => row.code)).toEqual(['F-0002']);
    expect((await page({ keyword: '%' })).total).toBe(0);
    expect((await page({ keyword: 'F-99999999999' })).total).toBe(0);
    expect((await send('page', { sort: 'stranger' })).body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'sort' }] });
    expect(
      (await page({ state: 'closed', severity: ['1'] })).content.every((row) => row.state === 'closed' && row.values.severity === '1'),
    ).toBe(true);
    expect((await page({ state: 'closed' })).content.map((row) => row.overdue)).toContain(false);
    expect((await page({ state: 'closed' })).content.map((row) => row.overdue)).not.toContain(true);
    expect((await page({ due: ['2026-01-01', '2026-01-31'] })).total).toBe(1);
    const dates = (await page({ sort: 'due', order: 'asc' })).content.map((row) => String(row.values.due));
    expect(dates).toEqual(dates.toSorted());
    expect((await send('page', { stranger: 'x' })).body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'stranger' }] });
    const { total } = await page({ overdue: true });
    expect((await page({ overdue: true })).content.filter((row) => row.overdue)).toHaveLength(total);
    const counts = (await send('counts', { by: ['state', 'severity'] })).body.data as { content: { state: string; count: number }[] };
    expect(counts.content.reduce((sum, { count }) => sum + count, 0)).toBe((await page({})).total);
    const summed = { register: 'risk', by: ['department'], sum: 'residual' };
    const rolled = (await send('counts', summed, 'admin')).body.data as {
      content: { department: string | null; count: number; sum: number | null; average: number | null; maximum: number | null }[];
    };
    const risks = (await send('page', { register: 'risk', size: 200 }, 'admin')).body.data as { content: Finding[] };
    expect(rolled.content.length).toBeGreaterThan(1);
    for (const { department, count, sum, average, maximum } of rolled.content) {
      const own = risks.content.filter(({ values }) => (values.department ?? null) === department);
      const scores = own.flatMap(({ values }) => (values.residual === undefined ? [] : [Number(values.residual)]));
      const total = scores.reduce((all, score) => all + score, 0);
      expect(count).toBe(own.length);
      expect({ sum, maximum }).toEqual(scores.length === 0 ? { sum: null, maximum: null } : { sum: total, maximum: Math.max(...scores) });
      if (average !== null) expect(average).toBeCloseTo(total / scores.length, 9);
      else expect(scores).toEqual([]);
    }
    // The workbook holds what the list is asked for.
    const exported = async (filter: object) => {
      const headers = { authorization: `Bearer ${tokens.get('auditor')}` };
      const payload = { register: 'finding', ...filter };
      const file = await app.http.inject({ method: 'POST', url: '/api/register/export', headers, payload });
      return Object.values(await readSheets(file.rawPayload))[0]?.slice(1);
    };
    for (const filter of [
      {},
      { severity: ['3'] },
      { state: 'closed', sort: 'due', order: 'asc' },
      { overdue: true },
      { keyword: '比价' },
    ]) {
      const { content } = await page(filter);
      expect((await exported(filter))?.map(([number]) => number).toSorted()).toEqual(content.map((row) => row.code).toSorted());
    }
    expect((await send('export', { stranger: 'x' })).body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'stranger' }] });
  });

  it('are exported with whole texts, days that spreadsheets sort by, and what is late', async () => {
    const description = '逐笔核对。'.repeat(100);
    const late = await made({ title: '导出的问题', due: '2026-01-06', description });
    await made({ title: '导出的问题二', due: '2099-01-06' });
    // Spreadsheets have no days before March 1900.
    await made({ title: '导出的问题三', due: '1900-02-28' });
    const headers = { authorization: `Bearer ${tokens.get('auditor')}`, 'accept-language': 'en' };
    const payload = { register: 'finding', keyword: '导出的问题' };
    const file = await app.http.inject({ method: 'POST', url: '/api/register/export', headers, payload });
    const [[heads, ...rows] = []] = Object.values(await readSheets(file.rawPayload));
    const column = (title: string) => rows.map((row) => row[heads?.indexOf(title) ?? -1]);
    expect(column('No.')[0]).toBe(late.code);
    expect(column('Description')[0]).toBe(description);
    expect(column('Due')).toEqual([new Date('2026-01-06T00:00:00Z'), new Date('2099-01-06T00:00:00Z'), '1900-02-28']);
    expect(column('Overdue')).toEqual(['Yes', null, 'Yes']);
    expect(column('Created (Asia/Shanghai)')).toEqual([expect.any(Date), expect.any(Date), expect.any(Date)]);
  });

  it('are listed, ordered and counted though a field was of another type when they were saved', async () => {
    const finding = await made({ title: '旧记录' });
    const data = JSON.stringify({ ...finding.values, owner: 'Somebody' });
    await app.db.updateTable('register_row').set({ data }).where('id', '=', Number(finding.id)).execute();
    expect((await send('page', { keyword: '旧记录' })).body.data).toMatchObject({ content: [{ values: { owner: 'Somebody' } }] });
    expect(code(await send('counts', { by: ['owner'] }))).toEqual([200, '000000']);
    const budget = { title: '旧预算', year: 2026, department: (await given()).department, amount: 5 };
    const { id } = (await send('save', { register: 'budget', values: budget }, 'admin')).body.data as Finding;
    const old = JSON.stringify({ ...budget, amount: 'five' });
    await app.db.updateTable('register_row').set({ data: old }).where('id', '=', Number(id)).execute();
    expect(code(await send('page', { register: 'budget', sort: 'amount' }, 'admin'))).toEqual([200, '000000']);
    expect(code(await send('counts', { register: 'budget', by: ['year'], sum: 'amount' }, 'admin'))).toEqual([200, '000000']);
  });

  it('stand in columns by their state or a dictionary: the first of each, those due first on top, with how many there are', async () => {
    interface Board {
      columns: { key: string; total: number }[];
      content: Finding[];
    }
    for (const due of ['2031-01-03', '2031-01-01', '2031-01-02'])
      await made({ title: '看板', due, severity: due.endsWith('1') ? '1' : '2' });
    const board = async (body: object) => (await send('board', { keyword: '看板', ...body })).body.data as Board;
    const byState = await board({ size: 2 });
    expect(byState.columns).toEqual([{ key: 'open', total: 3 }]);
    expect(byState.content.map(({ values, moves }) => [values.due, moves])).toEqual([
      ['2031-01-01', ['start', 'extend', 'propose', 'correct']],
      ['2031-01-02', ['start', 'extend', 'propose', 'correct']],
    ]);
    const bySeverity = await board({ by: 'severity', size: 1 });
    expect(bySeverity.columns).toEqual([
      { key: '1', total: 1 },
      { key: '2', total: 2 },
    ]);
    expect(bySeverity.content.map(({ values }) => values.due)).toEqual(['2031-01-01', '2031-01-02']);
    const { total } = (await send('page', { state: ['open', 'closed'] })).body.data as { total: number };
    const whole = (await send('board', { state: ['open', 'closed'], size: 100 })).body.data as Board;
    expect(whole.content).toHaveLength(total);
    expect(whole.columns.map(({ key }) => key)).toEqual(['closed', 'open']);
    expect((await send('board', { by: 'owner' })).body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'by' }] });
    expect((await send('board', { stranger: 'x' })).body).toMatchObject({ details: [{ field: 'stranger' }] });
  });

  it('offer as owner first who sees what is theirs, and say of the others that they do not', async () => {
    const offered = async (register: string, keyword: string) => {
      const answer = await get(`choices?register=${register}&field=owner&keyword=${keyword}`, 'admin');
      return (answer.body.data as { content: { value: string; label: LabelValue }[] }).content;
    };
    const called = async (register: string) => {
      const [contact] = await offered(register, 'contact');
      return ['en', 'zh-Hans', 'zh-Hant'].map((language) => localizedText(contact?.label, language as 'en'));
    };
    // Whose department has findings, and who has no page of risk events.
    expect(await called('finding')).toEqual(['He Lu', '何璐', '何璐']);
    expect(await called('risk-event')).toEqual(['He Lu (sees none of these records)', '何璐（看不到这些记录）', '何璐（看不到這些記錄）']);
    const everybody = (await offered('risk-event', '')).map(({ label }) =>
      localizedText(label, 'en').endsWith('(sees none of these records)'),
    );
    expect(everybody).toEqual([...everybody].sort());
    expect([everybody[0], everybody.at(-1)]).toEqual([false, true]);
  });

  it('are for who holds the permissions of the document; choices, counts and history, too', async () => {
    const register = { register: 'finding' };
    const { id } = await app.db
      .insertInto('role')
      .values({ role_code: 'looker', name: JSON.stringify('看') })
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.db.insertInto('role_menu').values({ role_id: id, menu_id: 'control-finding' }).execute();
    const looker = await app.db
      .selectFrom('app_user')
      .select(['id', 'username'])
      .where('status', '=', '0')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    await app.db.deleteFrom('user_role').where('user_id', '=', looker.id).execute();
    await app.db.insertInto('user_role').values({ user_id: looker.id, role_id: id }).execute();
    tokens.set('looker', await tokenOf(app, looker.username));
    const finding = await made();
    const seen = (await send('page', register, 'looker')).body.data as { content: Finding[] };
    expect(seen.content[0]).toMatchObject({ moves: [], editable: false });
    expect(code(await send('save', { values: await given() }, 'looker'))).toEqual([403, 'FORBIDDEN']);
    expect(code(await send('move', { id: finding.id, version: 1, move: 'start' }, 'looker'))).toEqual([403, 'FORBIDDEN']);
    expect(code(await send('remove', { id: finding.id, version: 1 }, 'looker'))).toEqual([403, 'FORBIDDEN']);
    const records = [{ id: finding.id, version: 1 }];
    expect(code(await send('remove-many', { records }, 'looker'))).toEqual([403, 'FORBIDDEN']);
    expect(code(await send('set-many', { field: 'severity', value: '1', records }, 'looker'))).toEqual([403, 'FORBIDDEN']);
    expect((await send('move-many', { move: 'start', records }, 'looker')).body.data).toMatchObject({
      count: 0,
      refused: [{ id: finding.id }],
    });
    // Adding without seeing is nothing.
    await app.db.deleteFrom('role_menu').where('role_id', '=', id).execute();
    await app.db.insertInto('role_menu').values({ role_id: id, menu_id: 'control-finding-add' }).execute();
    expect(code(await send('save', { values: await given() }, 'looker'))).toEqual([403, 'FORBIDDEN']);
    await app.db.deleteFrom('user_role').where('user_id', '=', looker.id).execute();
    for (const answer of [
      await send('page', register, 'looker'),
      await send('counts', { by: ['state'] }, 'looker'),
      await send('board', {}, 'looker'),
      await get(`get?register=finding&id=${finding.id}`, 'looker'),
      await get(`history?register=finding&id=${finding.id}`, 'looker'),
      await get(`related?register=finding&id=${finding.id}`, 'looker'),
      await get('choices?register=finding&field=owner', 'looker'),
      await send('export', {}, 'looker'),
    ])
      expect(code(answer)).toEqual([403, 'FORBIDDEN']);
    expect(code(await send('page', { register: 'nothing' }))).toEqual([404, 'NOT_FOUND']);
  });

  it('[PERM-02] are given as a file to holders of permissions.export only, where the document names one', async () => {
    const finding = app.documents.get('register', 'finding');
    if (!finding) throw new Error('There is no register finding');
    const { permissions } = finding;
    // The documents of the process are shared: the permission of before is put back.
    Object.assign(finding, { permissions: { ...permissions, export: 'control:finding:take' } });
    try {
      expect((await send('page', {})).status).toBe(200);
      expect(code(await send('export', {}))).toEqual([403, 'FORBIDDEN']);
      Object.assign(finding, { permissions: { ...permissions, export: permissions.edit } });
      const headers = { authorization: `Bearer ${tokens.get('auditor')}` };
      const file = await app.http.inject({ method: 'POST', url: '/api/register/export', headers, payload: { register: 'finding' } });
      expect(file.statusCode).toBe(200);
    } finally {
      Object.assign(finding, { permissions });
    }
  });

  it('tell their owner once that they are overdue', async () => {
    await made({ title: '早已到期', due: '2026-01-06' });
    const { documents } = app;
    expect(await tellOverdue(app.db, documents, 'Asia/Shanghai')).toBeGreaterThan(0);
    expect(await tellOverdue(app.db, documents, 'Asia/Shanghai')).toBe(0);
  });

  it('are moved and deleted several at once, each on its own: what is refused is told with its reason, in the language of the reader', async () => {
    const acted = { action: '建立比价制度' };
    const [first, second, third, idle] = [await made(acted), await made(acted), await made(acted), await made()];
    const seen = ({ id, version }: Finding) => ({ id, version });
    const english = { 'accept-language': 'en' };
    const started = await send('move-many', { move: 'start', records: [seen(first), seen(second)] }, 'auditor', english);
    expect(started.body.data).toEqual({ count: 2, refused: [] });
    // The first is in another state by now, the second was changed since, nobody knows the fourth.
    const again = [seen(first), { ...seen(second), version: 7 }, seen(third), { id: '999999', version: 1 }];
    const partly = await send('move-many', { move: 'start', records: again }, 'auditor', english);
    const conflict = 'Somebody else changed this in the meantime. Refresh and try again';
    expect(partly.body.data).toEqual({
      count: 1,
      refused: [
        { id: first.id, code: first.code, message: conflict, version: expect.any(Number) },
        { id: second.id, code: second.code, message: conflict, version: expect.any(Number) },
        { id: '999999', code: '', message: expect.stringMatching(/./) },
      ],
    });
    const now = async ({ id }: Finding) => (await get(`get?register=finding&id=${id}`)).body.data as Finding;
    // As they are now, they are tried again: by the version that is told.
    const { version } = await now(first);
    expect((partly.body.data as { refused: unknown[] }).refused[0]).toMatchObject({ version });
    const told = await send('move-many', { move: 'start', records: [seen(await now(first)), seen(idle)] });
    expect(told.body.data).toMatchObject({
      count: 0,
      refused: [{ message: '状态已变化' }, { message: expect.stringContaining('整改措施') }],
    });
    // What is refused for another reason is not tried again as it is, whatever changed meanwhile.
    const silent = await send('move-many', { move: 'return', records: [{ ...seen(first), version: 7 }] });
    expect(silent.body.data).toEqual({ count: 0, refused: [{ id: first.id, code: first.code, message: expect.stringMatching(/./) }] });
    expect(code(await send('move-many', { move: 'none', records: [seen(first)] }))).toEqual([404, 'NOT_FOUND']);
    expect(code(await send('move-many', { move: 'start', records: [] }))).toEqual([400, 'PARAMETER_ERROR']);

    const set = async (field: string, value?: unknown) =>
      await send('set-many', { field, value, records: [seen(await now(first)), seen(await now(idle))] }, 'auditor', english);
    const owner = await idOf('auditor');
    expect((await set('owner', owner)).body.data).toEqual({ count: 2, refused: [] });
    expect(await now(first)).toMatchObject({ values: { owner, severity: '2', action: '建立比价制度' } });
    expect((await set('title')).body.data).toMatchObject({
      count: 0,
      refused: [{ message: expect.stringMatching(/^Finding: .*required/i) }, { code: idle.code }],
    });
    for (const field of ['attachments', 'nothing']) expect(code(await set(field, '1'))).toEqual([400, 'PARAMETER_ERROR']);

    const records = await Promise.all([first, second, third].map(async (one) => seen(await now(one))));
    const removed = await send('remove-many', { records: [...records, seen(first)] });
    expect(removed.body.data).toMatchObject({ count: 3, refused: [{ id: first.id, code: first.code }] });
    expect(code(await get(`get?register=finding&id=${third.id}`))).toEqual([404, 'NOT_FOUND']);
  });
});
