import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { up as namedQuestionnaires } from '../../../server/database/migrations/258-named-questionnaires.ts';
import { textsOf } from '../../../server/modules/messages/repository.ts';
import type {} from '../../../server/modules/risk/tables.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { inTurn } from '../../support/in-turn.ts';
import { call, tokenOf } from '../modules/client.ts';
import { allCells, cell, get, makePaper, makeWorld, patch, submit, today, type World } from './world.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startApp();
  token = await tokenOf(app, 'riskmanager');
});
afterAll(() => app.close());

const base = '/api/risk/evaluate';
const send = (path: string, body: unknown, more = {}) => call(app, `${base}/${path}`, { method: 'POST', token, body, ...more });
const save = (body: unknown) => call(app, base, { method: 'POST', token, body });
const read = (path: string, language = 'en') => get(app, path, { token, headers: { 'accept-language': language } });
const data = <T>(answered: { body: { data?: unknown } }) => answered.body.data as T;
interface Item {
  id: string;
  uuid: string;
  version: number;
  [name: string]: unknown;
}
const itemsOf = async (world: World) =>
  data<{ content: Item[] }>(await send('item/page', { projectId: String(world.evaluation), pageSize: 200 })).content;
const activeUsers = async (count: number) =>
  await app.db
    .selectFrom('app_user')
    .select(['id', 'user_code as code'])
    .where('status', '=', '0')
    .where('user_code', 'is not', null)
    .orderBy('id')
    .limit(count)
    .execute();
const messagesOf = async (template: string) =>
  await app.db.selectFrom('message').selectAll().where('template', '=', template).orderBy('id').execute();
const auditOf = async (world: World, action: string) =>
  await app.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', action)
    .where('target_id', '=', String(world.evaluation))
    .orderBy('id')
    .execute();

describe('closing', () => {
  it('[RISK-18] [PERM-14] ends answering and managing for good and keeps what was answered', async () => {
    const world = await makeWorld(app.db, 2, 2);
    const [done, open] = [await makePaper(app.db, world), await makePaper(app.db, world)];
    await patch(app, done.uuid, allCells(world, 2));
    await submit(app, done.uuid);
    await patch(app, open.uuid, [cell(world, 0, 0, 3)]);
    const id = String(world.evaluation);
    expect((await send('close', { id, version: 7 })).body).toMatchObject({ code: 'CONFLICT', data: { state: 'open', version: 1 } });
    expect((await send('close', { id, version: 1 })).body.data).toMatchObject({ state: 'closed', closedBy: 'riskmanager', submitted: 1 });

    expect((await patch(app, open.uuid, [cell(world, 0, 1, 1)])).body.code).toBe('PAPER_EXPIRED');
    expect((await submit(app, open.uuid, 'key-of-test', 2)).body.code).toBe('PAPER_EXPIRED');
    // The day people read as their deadline is the day of the closing.
    expect((await get(app, `paper?uuid=${open.uuid}`)).body.data).toMatchObject({
      expired: true,
      closed: true,
      editable: false,
      endTime: today(),
      answered: 1,
    });
    expect((await get(app, `paper?uuid=${done.uuid}`)).body.data).toMatchObject({ expired: false, closed: false });
    const refused = [
      await send('close', { id, version: 2 }),
      await send('item', { projectId: id, sendType: 1, outUserName: 'Late' }),
      await send('items', { projectId: id, outsiders: [{ outUserName: 'Late' }] }),
      await send('remind', { projectId: id }),
      await call(app, base, { method: 'POST', token, body: { id, version: 2, name: 'Test', endTime: today(99) } }),
      await call(app, `${base}/item`, { method: 'PUT', token, body: { id: String(open.id), version: 2, endTime: today(99) } }),
    ];
    expect(refused.map((answered) => [answered.status, answered.body.code])).toEqual(refused.map(() => [409, 'EVALUATION_CLOSED']));
    expect(await auditOf(world, 'risk_evaluation_close')).toMatchObject([{ actor: 'riskmanager', detail: { submitted: 1, stopped: 1 } }]);
    await expect(
      app.db.updateTable('risk_evaluation').set({ closed_at: null, closed_by: null }).where('id', '=', world.evaluation).execute(),
    ).rejects.toThrow('stays closed');
  });

  it('[RISK-18] has one winner against submits at the same moment', async () => {
    const world = await makeWorld(app.db, 1, 2);
    const papers = await Promise.all(Array.from({ length: 6 }, () => makePaper(app.db, world)));
    for (const { uuid } of papers) await patch(app, uuid, allCells(world, 1));
    const [closed, ...submits] = await Promise.all([
      send('close', { id: String(world.evaluation), version: 1 }),
      ...papers.map(({ uuid }) => submit(app, uuid)),
    ]);
    expect(closed?.status).toBe(200);
    const items = await itemsOf(world);
    const accepted = submits.filter(({ status }) => status === 200).length;
    expect(items.filter(({ state }) => state === 1)).toHaveLength(accepted);
    expect(submits.filter(({ status }) => status !== 200).map(({ body }) => body.code)).toEqual(
      Array.from({ length: papers.length - accepted }, () => 'PAPER_EXPIRED'),
    );
  });

  it('[API-72] [RISK-18] leaves nothing to submit when it is a removal, not even to a submit that waited for it', async () => {
    const world = await makeWorld(app.db, 1, 2);
    const { id, uuid } = await makePaper(app.db, world);
    await patch(app, uuid, allCells(world, 1));
    const [removed, submitted] = await inTurn(
      app.db,
      (db) => db.selectFrom('risk_paper').select('id').where('id', '=', id).forUpdate().execute(),
      () => call(app, `${base}?id=${world.evaluation}`, { method: 'DELETE', token }),
      () => submit(app, uuid),
    );
    expect([removed?.status, submitted?.body.code]).toEqual([200, 'NOT_FOUND']);
    expect(await app.db.selectFrom('risk_receipt').select('key').where('paper_id', '=', id).execute()).toEqual([]);
  });

  it('[API-65] [API-66] tells the day it was made by the clock of the time zone, as its last one', async () => {
    const { evaluation } = await makeWorld(app.db, 1, 2);
    await app.db
      .updateTable('risk_evaluation')
      .set({ created_at: new Date('2026-03-31T20:00:00Z') })
      .where('id', '=', evaluation)
      .execute();
    const { content } = data<{ content: Item[] }>(await send('page', { keyword: 'Test', pageSize: 200 }));
    expect(content.find(({ id }) => id === String(evaluation))).toMatchObject({ createDay: '2026-04-01' });
  });

  it('[API-65] shows as a state evaluations are found by', async () => {
    const world = await makeWorld(app.db, 1, 2);
    const states = async (state: string) =>
      data<{ content: Item[] }>(await send('page', { keyword: 'Test', state, pageSize: 200 })).content.map(({ id }) => id);
    expect(await states('open')).toContain(String(world.evaluation));
    await app.db
      .updateTable('risk_evaluation')
      .set({ end_on: today(-3) })
      .where('id', '=', world.evaluation)
      .execute();
    expect(await states('open')).not.toContain(String(world.evaluation));
    expect(await states('ended')).toContain(String(world.evaluation));
    await send('close', { id: String(world.evaluation), version: 1 });
    expect(await states('closed')).toContain(String(world.evaluation));
  });
});

describe('sending to many', () => {
  it('[API-68] [API-81] asks for a statement instead of the matrix, beside the matrix of the same person', async () => {
    const world = await makeWorld(app.db, 1, 2);
    const projectId = String(world.evaluation);
    expect((await get(app, 'kind', { token, headers: { 'accept-language': 'en' } })).body.data).toEqual([
      { id: 'matrix', name: 'Risk assessment' },
      { id: 'finance', name: 'Finance questionnaire' },
    ]);
    const outsiders = [{ outUserName: 'Ms Ledger' }];
    expect((await send('items', { projectId, outsiders })).body.data).toMatchObject({ created: 1 });
    const both = { projectId, outsiders, statement: 'finance', userCodes: ['T00001'] };
    expect((await send('items', both)).body.data).toMatchObject({ created: 2 });
    expect((await send('items', { projectId, outsiders, statement: 'finance' })).body.data).toMatchObject({
      created: 0,
      skipped: ['Ms Ledger'],
    });
    expect((await send('items', { projectId, outsiders: [{ outUserName: 'New' }], statement: 'nothing' })).body).toMatchObject({
      code: 'PARAMETER_ERROR',
      details: [{ field: 'statement' }],
    });
    const items = await itemsOf(world);
    const finance = items.filter(({ statement }) => statement === 'finance');
    expect([items.length, finance.length]).toEqual([3, 2]);
    expect((await get(app, `finance?uuid=${finance[0]?.uuid}&type=show`)).status).toBe(200);
    expect((await get(app, `criteria?uuid=${finance[0]?.uuid}`)).body.code).toBe('NOT_FOUND');
    // Whoever is inside is led to the page that asks for amounts.
    const inside = finance.find(({ sendType }) => sendType === 0);
    const sent = app.db.selectFrom('message').select('link').where('template', '=', 'risk/paper-sent');
    const told = await sent.where('source_id', '=', String(inside?.id)).execute();
    expect(told).toEqual([{ link: `/risk/evaluate/finance?uuid=${inside?.uuid}` }]);
  });

  it('[API-68] mails people outside their own link when asked to, and only then', async () => {
    const world = await makeWorld(app.db, 1, 2);
    const projectId = String(world.evaluation);
    const mails = async () =>
      await app.db.selectFrom('mail').selectAll().where('recipient', 'like', '%@outside.test').orderBy('id').execute();
    await send('items', { projectId, outsiders: [{ outUserName: 'Silent', outEmail: 'silent@outside.test' }] });
    const wrong = [
      { outUserName: 'A', outEmail: 'a@outside.test' },
      { outUserName: 'B', outEmail: 'b@outside.test\r\nBcc: c@d.e' },
    ];
    expect((await send('items', { projectId, mail: true, outsiders: wrong })).body).toMatchObject({
      code: 'PARAMETER_ERROR',
      details: [{ field: 'outsiders.1.outEmail', key: 'rule.email' }],
    });
    expect(await mails()).toEqual([]);
    const outsiders = [
      { outUserName: 'Ann', outEmail: ' ann@outside.test ' },
      { outUserName: 'Bob', outEmail: 'bob@outside.test' },
      { outUserName: 'Nowhere' },
      { outUserName: 'Silent', outEmail: 'silent@outside.test' },
    ];
    const sent = await send('items', { projectId, mail: true, outsiders }, { headers: { 'accept-language': 'en' } });
    expect(sent.body.data).toMatchObject({ created: 3, mailed: 2, withoutAddress: ['Nowhere'], skipped: ['Silent'] });
    const items = await itemsOf(world);
    const letters = await mails();
    expect(letters.map(({ recipient }) => recipient)).toEqual(['ann@outside.test', 'bob@outside.test']);
    for (const [index, name] of ['Ann', 'Bob'].entries()) {
      const item = items.find(({ outUserName }) => outUserName === name);
      expect(letters[index]?.subject).toContain('Test');
      expect(letters[index]?.body).toContain(`/risk/evaluate/exam?uuid=${item?.uuid}`);
      // The link is a secret: the audit log says who got a mail, not what stood in it.
      const of = app.db.selectFrom('audit_log').select('detail').where('action', '=', 'risk_paper_mail');
      const audit = await of.where('target_id', '=', String(item?.id)).execute();
      expect(audit).toHaveLength(1);
      expect(JSON.stringify(audit)).not.toContain(item?.uuid);
    }
  });

  it('[API-68] [RISK-03] makes a paper with its own link for users, departments and people outside, and tells the internal ones', async () => {
    const world = await makeWorld(app.db, 1, 2);
    const user = await app.db
      .selectFrom('app_user')
      .select(['id', 'user_code', 'name', 'department_id'])
      .where('username', '=', 'auditor')
      .executeTakeFirstOrThrow();
    const department = await app.db
      .selectFrom('app_user')
      .select((row) => row.fn.countAll<number>().as('people'))
      .where('department_id', '=', user.department_id)
      .where('status', '=', '0')
      .executeTakeFirstOrThrow();
    const batch = {
      projectId: String(world.evaluation),
      userCodes: [user.user_code],
      outsiders: [
        { outUserName: 'Ms Outside', sendCompany: 'Supplier Ltd' },
        { outUserName: 'Mr Outside', sendCompany: 'Supplier Ltd' },
      ],
      businessDomain: String(world.businesses[0]),
      endTime: today(5),
    };
    expect((await send('items', batch)).body.data).toEqual({ created: 3, skipped: [], mailed: 0, withoutAddress: [] });
    const items = await itemsOf(world);
    expect(items).toMatchObject([
      { sendType: 0, sapUserId: user.user_code, businessDomain: String(world.businesses[0]), endTime: today(5) },
      { sendType: 1, outUserName: 'Ms Outside', sendCompany: 'Supplier Ltd' },
      { sendType: 1, outUserName: 'Mr Outside' },
    ]);
    expect(new Set(items.map(({ uuid }) => uuid)).size).toBe(3);
    const told = (await messagesOf('risk/paper-sent')).filter(({ source_id }) => source_id === items[0]?.id);
    expect(told).toMatchObject([{ user_id: user.id, link: `/risk/evaluate/exam?uuid=${items[0]?.uuid}` }]);

    // Sent again with the whole department: those who have a paper keep theirs.
    const again = await send('items', { ...batch, userCodes: [], departmentIds: [String(user.department_id)] });
    expect(data<{ created: number; skipped: string[] }>(again).created).toBe(Number(department.people) - 1);
    expect(data<{ skipped: string[] }>(again).skipped.sort()).toEqual([user.name, 'Ms Outside', 'Mr Outside'].sort());
  });

  it('[API-68] is all or nothing, and says who is nobody', async () => {
    const world = await makeWorld(app.db, 1, 2);
    const projectId = String(world.evaluation);
    const wrong = await send('items', { projectId, userCodes: ['T00001', 'nobody'] });
    expect(wrong.body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'userCodes', message: 'nobody is no active user' }] });
    expect(
      (await send('items', { projectId, outsiders: [{ outUserName: 'A' }, { outUserName: 'B' }], businessDomain: '999999' })).status,
    ).toBe(400);
    expect((await send('items', { projectId })).body.details).toMatchObject([{ field: 'userCodes' }]);
    expect(await itemsOf(world)).toEqual([]);
    for (const path of ['items', 'remind', 'close']) {
      const body = path === 'close' ? { id: projectId, version: 1 } : { projectId };
      expect((await send(path, body, { token: undefined })).status).toBe(401);
      expect((await send(path, body, { token: await tokenOf(app, 'auditor') })).status).toBe(403);
    }
  });
});

describe('the progress board', () => {
  it('[API-66] counts submitted, started, untouched and late papers by department', async () => {
    const world = await makeWorld(app.db, 2, 2);
    const [done, begun] = [await makePaper(app.db, world), await makePaper(app.db, world)];
    await makePaper(app.db, world);
    await makePaper(app.db, world, { endOn: today(-2) });
    await makePaper(app.db, world, { removed: true });
    await patch(app, done.uuid, allCells(world, 1));
    await submit(app, done.uuid);
    await patch(app, begun.uuid, [cell(world, 0, 0, 0), cell(world, 1, 1, 2)]);
    const counts = { papers: 4, submitted: 1, started: 1, untouched: 2, overdue: 1, cells: 16, answered: 6 };
    expect((await read(`progress?id=${world.evaluation}`)).body.data).toEqual({
      ...counts,
      departments: [{ key: expect.any(String), department: 'Department', ...counts }],
    });
    expect((await read('progress?id=999999')).status).toBe(404);
  });
});

describe('reminders', () => {
  it('[API-66] go once to each internal person who has not submitted, with an audit row', async () => {
    const world = await makeWorld(app.db, 1, 2);
    const projectId = String(world.evaluation);
    const users = await activeUsers(4);
    await send('items', { projectId, userCodes: users.map(({ code }) => code), outsiders: [{ outUserName: 'Visitor' }] });
    const items = await itemsOf(world);
    const [done, late, ...rest] = items.filter(({ sendType }) => sendType === 0);
    await patch(app, String(done?.uuid), allCells(world, 1));
    await submit(app, String(done?.uuid));
    await app.db
      .updateTable('risk_paper')
      .set({ end_on: today(-1) })
      .where('id', '=', Number(late?.id))
      .execute();

    // Who is late is found by it.
    const standings = { expired: [late?.id], submitted: [done?.id] };
    for (const [standing, ids] of Object.entries(standings)) {
      const { content } = (await send('item/page', { projectId, standing })).body.data as { content: { id: string }[] };
      expect([standing, content.map(({ id }) => id)]).toEqual([standing, ids]);
    }

    expect((await send('remind', { projectId })).body.data).toEqual({ reminded: 2, outside: ['Visitor'], unreached: [] });
    const sent = (await messagesOf('risk/paper-reminder')).filter(({ source_id }) => items.some(({ id }) => id === source_id));
    expect(sent.map(({ source_id }) => source_id).sort()).toEqual(rest.map(({ id }) => id).sort());
    expect(sent[0]).toMatchObject({ level: 2, parameters: { evaluation: 'Test', until: today(30) } });
    expect((await send('remind', { projectId, itemIds: [rest[0]?.id] })).body.data).toEqual({ reminded: 1, outside: [], unreached: [] });
    const after = await itemsOf(world);
    expect(after.map(({ reminders }) => reminders)).toEqual(items.map(({ id }) => (id === rest[0]?.id ? 2 : id === rest[1]?.id ? 1 : 0)));
    const rows = await auditOf(world, 'risk_paper_remind');
    expect(rows.map(({ detail }) => detail)).toMatchObject([{ papers: rest.map(({ id }) => id) }, { papers: [rest[0]?.id] }]);
    expect(JSON.stringify(rows)).not.toContain(rest[0]?.uuid);
  });

  it('[API-66] are counted by people, however many papers one of them has', async () => {
    const world = await makeWorld(app.db, 1, 1);
    const projectId = String(world.evaluation);
    const codes = (await activeUsers(2)).map(({ code }) => code);
    const [ann, other, bob] = [{ outUserName: 'Ann' }, { outUserName: 'Ann', outEmail: 'other@outside.test' }, { outUserName: 'Bob' }];
    await send('items', { projectId, userCodes: codes, outsiders: [ann, other, bob] });
    const loud = { ...other, outEmail: 'Other@outside.test' };
    await send('items', { projectId, userCodes: [codes[0]], outsiders: [ann, loud], statement: 'finance' });
    expect(await itemsOf(world)).toHaveLength(8);
    // Two people of one name are two.
    expect((await send('remind', { projectId })).body.data).toEqual({ reminded: 2, outside: ['Ann', 'Ann', 'Bob'], unreached: [] });
    const inside = (await itemsOf(world)).filter(({ sendType }) => sendType === 0);
    expect(inside.map(({ reminders }) => reminders)).toEqual([1, 1, 1]);
    // Who has two questionnaires is told which is which.
    for (const template of ['risk/paper-sent', 'risk/paper-reminder']) {
      const ofThem = (await messagesOf(template)).filter(({ source_id }) => inside.some(({ id }) => id === source_id));
      const lines = ofThem
        .filter(({ user_id }) => user_id === ofThem[0]?.user_id)
        .map((row) => textsOf({ template, parameters: row.parameters }, app.documents));
      expect(lines.map(({ en = '' }) => en.match(/Risk assessment|Finance questionnaire/)?.[0]).sort(), template).toEqual([
        'Finance questionnaire',
        'Risk assessment',
      ]);
      expect(lines.every(({ en = '' }) => en.startsWith('Test: '))).toBe(true);
    }
    // Messages of before name none.
    await app.db
      .updateTable('message')
      .set({ parameters: sql`parameters - 'questionnaire'` })
      .where('template', '=', 'risk/paper-sent')
      .execute();
    await namedQuestionnaires(app.db as never);
    const [old] = await messagesOf('risk/paper-sent');
    expect(textsOf({ template: 'risk/paper-sent', parameters: old?.parameters ?? {} }, app.documents).en).toMatch(
      /: please answer “the questionnaire” by /,
    );
  });
});

describe('the heat map', () => {
  it('[API-90] sums every risk by department or business domain, and the causes of one', async () => {
    const world = await makeWorld(app.db, 4, 2);
    for (const [value, department] of [
      [1, 'Sales'],
      [3, 'Sales'],
      [2, 'Finance'],
    ] as const) {
      const { id, uuid } = await makePaper(app.db, world);
      await app.db.updateTable('risk_paper').set({ send_department: department }).where('id', '=', id).execute();
      await patch(app, uuid, allCells(world, value));
      await submit(app, uuid);
    }
    const open = await makePaper(app.db, world);
    await patch(app, open.uuid, allCells(world, 3));
    const map = async (query = '') => data<Record<string, object[]>>(await read(`heat-map?id=${world.evaluation}${query}`));
    const byDepartment = await map();
    expect(byDepartment.rows).toMatchObject([
      { name: 'First', sum: 24, average: 2 },
      { name: 'Second', sum: 24, average: 2 },
    ]);
    expect(byDepartment.columns).toMatchObject([
      { name: 'Finance', sum: 16 },
      { name: 'Sales', sum: 32 },
    ]);
    expect(byDepartment.cells).toHaveLength(4);
    expect(byDepartment.cells).toContainEqual(
      expect.objectContaining({ row: 'First', column: 'Sales', low: 4, high: 4, cells: 8, average: 2 }),
    );
    expect(byDepartment.all).toMatchObject({ sum: 48, cells: 24 });
    await makePaper(app.db, world, { statement: 'finance' });
    expect(byDepartment.papers).toEqual({ sent: 4, submitted: 3 });
    expect((await map('&department=Sales')).papers).toEqual({ sent: 2, submitted: 2 });
    expect((await map('&withoutDepartment=1')).papers).toEqual({ sent: 0, submitted: 0 });
    const causes = await map('&columns=businessDomain&firstRisk=First&department=Sales');
    expect(causes.rows).toMatchObject([
      { name: 'Cause 0', sum: 8 },
      { name: 'Cause 1', sum: 8 },
    ]);
    expect(causes.columns).toMatchObject([{ name: 'Business 1' }, { name: 'Business 2' }]);
    expect((await map('&department=Nowhere')).rows).toEqual([]);
  });

  it('[API-90] [I18N-01] keeps apart risks and departments that read the same in one language, and shows those without a department', async () => {
    const label = (en: string, zh: string) => JSON.stringify([...[{ l: 'en', t: en, d: true }], { l: 'zh-Hans', t: zh }]);
    const long = 'Long '.repeat(60).trim();
    const world = await makeWorld(app.db, 2, 2, [label(long, '市场'), label(long, '采购')]);
    for (const [value, zh] of [
      [1, '一厂'],
      [3, '二厂'],
      [2, ''],
    ] as const) {
      if (zh)
        await app.db
          .insertInto('department')
          .values({ code: `WORKS-${value}`, name: label('Works', zh), parent_id: null })
          .execute();
      const { id, uuid } = await makePaper(app.db, world);
      await app.db
        .updateTable('risk_paper')
        .set({ send_department: zh || null })
        .where('id', '=', id)
        .execute();
      await patch(app, uuid, allCells(world, value));
      await submit(app, uuid);
    }
    interface Map {
      rows: { key: string; name: string; sum: number }[];
      columns: { key: string; name: string; sum: number }[];
      cells: { rowKey: string; columnKey: string; sum: number }[];
    }
    const map = async (query = '') => data<Map>(await read(`heat-map?id=${world.evaluation}${query}`));
    const { rows, columns, cells } = await map();
    expect(rows.map(({ name, sum }) => [name, sum])).toEqual([
      [long, 12],
      [long, 12],
    ]);
    expect(columns.map(({ name, sum }) => [name, sum])).toEqual([
      ['Works', 4],
      ['Works', 12],
      ['', 8],
    ]);
    const keys = (lines: { key: string }[]) => new Set(lines.map(({ key }) => key)).size;
    expect([keys(rows), keys(columns), cells.length]).toEqual([2, 3, 6]);
    const cellOf = (row = rows[0], column = columns[1]) => cells.find((one) => one.rowKey === row?.key && one.columnKey === column?.key);
    expect(cellOf()).toMatchObject({ sum: 6 });
    // First-level risks are found by their whole name, however long it is.
    expect((await map(`&firstRisk=${encodeURIComponent(long)}`)).rows.map(({ name }) => name)).toEqual(['Cause 0', 'Cause 1']);
    expect((await map('&withoutDepartment=1')).columns).toMatchObject([{ name: '', sum: 8 }]);
    const board = data<{ departments: { key: string; name: string; papers: number }[] }>(await read(`progress?id=${world.evaluation}`));
    expect(board.departments).toMatchObject(['Works', 'Works', ''].map((department) => ({ department, papers: 1 })));
    expect(keys(board.departments)).toBe(3);
    const sums = data<{ sum: number }[]>(await read(`sum?id=${world.evaluation}&withoutDepartment=1`));
    expect(sums.map(({ sum }) => sum)).toEqual([4, 4]);
  });
});

describe('names', () => {
  it('[API-66] [API-88] [API-90] [I18N-01] departments and people are called as their reader calls them, whoever sent the papers', async () => {
    const world = await makeWorld(app.db, 2, 1);
    const { code, name } = await app.db
      .selectFrom('app_user')
      .select(['user_code as code', 'name'])
      .where('name_en', '=', 'Chen Jing')
      .executeTakeFirstOrThrow();
    for (const department of ['集团总部 / 财务部', 'Headquarters / Finance', '不在任何地方', null]) {
      const { id, uuid } = await makePaper(app.db, world);
      const person = { send_type: 0, user_code: code, inner_user_name: name };
      await app.db
        .updateTable('risk_paper')
        .set({ send_department: department, ...person })
        .where('id', '=', id)
        .execute();
      await patch(app, uuid, allCells(world, 2));
      await submit(app, uuid);
    }
    const id = String(world.evaluation);
    const inLanguage = async (language: string) => {
      const headers = { 'accept-language': language };
      const items = async (filter: object) =>
        data<{ content: Item[] }>(await send('item/page', { projectId: id, ...filter }, { headers })).content;
      const [all] = await items({});
      const ask = async <T>(path: string) => data<T>(await read(path, language));
      const named = async (path: string) => (await ask<{ name: string }[]>(path)).map((entry) => entry.name);
      const board = await ask<{ departments: { department: string; papers: number }[] }>(`progress?id=${id}`);
      const answered = await ask<Item>(`paper?uuid=${all?.uuid}`);
      const map = await ask<{ columns: { name: string; sum: number }[] }>(`heat-map?id=${id}`);
      return {
        listed: await ask<string[]>(`department?id=${id}`),
        board: board.departments.map(({ department, papers }) => [department, papers]),
        map: map.columns.map((column) => [column.name, column.sum]),
        answering: [answered.personName, answered.departmentName, answered.sendDepartment],
        row: [all?.personName, all?.departmentName, all?.sendDepartment],
        found: [
          await items({ department: 'Headquarters / Finance' }),
          await items({ keyword: 'headQUARTERS' }),
          await items({ keyword: 'chen j' }),
        ].map(({ length }) => length),
        summed: (await named(`sum?id=${id}&department=${encodeURIComponent('集团总部 / 财务部')}`)).length,
      };
    };
    expect(await inLanguage('en')).toEqual({
      listed: ['Headquarters / Finance', '不在任何地方'],
      board: [
        ['Headquarters / Finance', 2],
        ['不在任何地方', 1],
        ['', 1],
      ],
      map: [
        ['Headquarters / Finance', 8],
        ['不在任何地方', 4],
        ['', 4],
      ],
      answering: ['Chen Jing', 'Headquarters / Finance', '集团总部 / 财务部'],
      row: ['Chen Jing', 'Headquarters / Finance', '集团总部 / 财务部'],
      found: [2, 2, 4],
      summed: 2,
    });
    expect(await inLanguage('zh-Hant')).toMatchObject({
      listed: ['不在任何地方', '集團總部 / 財務部'],
      row: [name, '集團總部 / 財務部', '集团总部 / 财务部'],
      found: [2, 0, 4],
    });
  });
});

describe('managers at once', () => {
  it('[API-69] [RISK-18] edits, reminders and a closing of one evaluation wait for each other, and none of them fails', async () => {
    const world = await makeWorld(app.db, 2, 1);
    const projectId = String(world.evaluation);
    const users = await activeUsers(24);
    await send('items', { projectId, userCodes: users.map(({ code }) => code) });
    const items = await itemsOf(world);
    const edit = ({ id, version }: Item) =>
      call(app, `${base}/item`, { method: 'PUT', token, body: { id, version, sendCompany: 'Elsewhere' } });
    const answered = await Promise.all([
      ...items.map(edit),
      ...Array.from({ length: 8 }, () => send('remind', { projectId })),
      send('close', { id: projectId, version: 1 }),
    ]);
    const codes = new Set(answered.map(({ body }) => body.code));
    for (const code of codes) expect(['000000', 'EVALUATION_CLOSED']).toContain(code);
    expect(codes).toContain('000000');
  });

  it('[API-64] [API-68] a template is not changed under papers that are on their way', async () => {
    const [world, other] = [await makeWorld(app.db, 2, 1), await makeWorld(app.db, 1, 1)];
    const id = String(world.evaluation);
    const { series } = await app.db
      .selectFrom('risk_template')
      .select('series_id as series')
      .where('id', '=', other.template)
      .executeTakeFirstOrThrow();
    const outsiders = Array.from({ length: 40 }, (_, number) => ({ outUserName: `Guest ${number}` }));
    const sending = send('items', { projectId: id, outsiders });
    const changing = (async () => {
      await new Promise((done) => setTimeout(done, 40));
      return await save({ id, version: 1, name: 'Test', endTime: today(30), templateId: String(series) });
    })();
    const [sent, changed] = await Promise.all([sending, changing]);
    const papers = await app.db.selectFrom('risk_paper').select('template_id').where('evaluation_id', '=', world.evaluation).execute();
    const evaluation = await app.db
      .selectFrom('risk_evaluation')
      .select('template_id')
      .where('id', '=', world.evaluation)
      .executeTakeFirstOrThrow();
    expect([sent.body.code, papers.length]).toEqual(['000000', 40]);
    expect(['000000', 'IN_USE']).toContain(changed.body.code);
    expect(new Set(papers.map((paper) => paper.template_id))).toEqual(new Set([evaluation.template_id]));
  });

  it('[API-64] [API-68] a day so far away that its link has no last day is refused', async () => {
    const world = await makeWorld(app.db, 1, 1);
    const made = (endTime: string) => save({ name: 'Far', endTime, templateId: String(world.template) });
    for (const [day, key] of [
      ['0000-01-01', 'rule.noDay'],
      ['9999-12-31', 'rule.dayInReach'],
    ] as const) {
      const refused = await made(day);
      expect(refused.body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'endTime', key }] });
    }
    const paper = { projectId: String(world.evaluation), sendType: 1, outUserName: 'Far', endTime: '9999-12-31' };
    expect((await send('item', paper)).body.code).toBe('PARAMETER_ERROR');
  });
});
