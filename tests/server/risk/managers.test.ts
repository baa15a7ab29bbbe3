import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Across, askedCriteria, type LineCounts, lineCounts, linesOf } from '../../../server/modules/risk/submitted.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { readSheets } from '../../support/workbook.ts';
import { call, tokenOf } from '../modules/client.ts';
import { somebody } from '../modules/somebody.ts';
import { type Attempt, attemptAll } from './attempts.ts';
import { allCells, cell, get, type Item, makePaper, makeWorld, patch, records, snapshot, submit, today, type World } from './world.ts';

let app: TestApp;
let world: World;
let token: string;
beforeAll(async () => {
  app = await startApp();
  world = await makeWorld(app.db, 2, 2);
  token = await tokenOf(app, 'riskmanager');
});
afterAll(() => app.close());

const base = '/api/risk/evaluate';
const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  call(app, `${base}${path}`, { method, token, ...(body !== undefined && { body }) });
const read = (path: string) => get(app, path, { token });
const data = <T>(answered: { body: { data?: unknown } }) => answered.body.data as T;

describe('evaluations', () => {
  it('[API-64] [API-65] [API-72] are made, changed against their version, listed and deleted', async () => {
    const made = await send('POST', '', { name: ' Annual ', templateId: String(world.template), endTime: `${today(9)} 00:00:00` });
    const evaluation = data<Item>(made);
    expect(evaluation).toMatchObject({ name: 'Annual', endTime: today(9), version: 1, papers: 0, createBy: 'riskmanager' });
    const changed = await send('POST', '', { id: evaluation.id, version: 1, name: 'Annual 2', endTime: today(10) });
    expect(changed.body.data).toMatchObject({ name: 'Annual 2', version: 2, templateId: String(world.template) });
    const late = await send('POST', '', { id: evaluation.id, version: 1, name: 'Annual 3', endTime: today(10) });
    expect(late.body).toMatchObject({ code: 'CONFLICT', data: { name: 'Annual 2' } });
    expect((await send('POST', '/page', { keyword: 'annual 2' })).body.data).toMatchObject({ total: 1, content: [{ name: 'Annual 2' }] });
    expect((await send('DELETE', `?id=${evaluation.id}`)).status).toBe(200);
    expect((await send('DELETE', `?id=${evaluation.id}`)).status).toBe(404);
    expect((await send('POST', '/page', { keyword: 'annual 2' })).body.data).toMatchObject({ total: 0 });
  });

  it('[API-64] refuse days that do not exist and unknown templates', async () => {
    for (const body of [
      { name: 'X', templateId: String(world.template), endTime: '2026-02-30' },
      { name: 'X', templateId: '999999', endTime: today() },
      { name: ' ', templateId: String(world.template), endTime: today() },
    ])
      expect((await send('POST', '', body)).body.code).toBe('PARAMETER_ERROR');
  });
});

describe('papers', () => {
  it('[API-66] [API-67] [API-68] [API-69] [API-70] [API-86] [RISK-03] are sent to internal and external people, changed and deleted', async () => {
    const projectId = String(world.evaluation);
    const inside = data<Item>(await send('POST', '/item', { projectId, sendType: 0, sapUserId: 'T00001' }));
    expect(inside).toMatchObject({
      innerUserName: '管理员',
      outUserName: null,
      sendDepartment: '集团总部 / 信息技术部',
      endTime: today(30),
      cells: 4,
    });
    const outside = data<Item>(
      await send('POST', '/item', { projectId, sendType: 1, outUserName: 'Ann', businessDomain: String(world.businesses[0]) }),
    );
    expect(outside).toMatchObject({ innerUserName: null, outUserName: 'Ann', cells: 2, state: 0 });
    expect(inside.uuid).not.toBe(outside.uuid);
    expect(data<string[]>(await read(`itemUuids?id=${projectId}`))).toEqual([inside.uuid, outside.uuid]);
    expect((await send('POST', '/item', { projectId, sendType: 1, outUserName: 'Ann' })).body.code).toBe('DUPLICATE');
    const changed = await send('PUT', '/item', { id: outside.id, version: 1, sendType: 1, outUserName: 'Anna', endTime: today(3) });
    expect(changed.body.data).toMatchObject({ outUserName: 'Anna', endTime: today(3), version: 2, cells: 2 });
    expect((await send('PUT', '/item', { id: outside.id, version: 1, outUserName: 'Late' })).body).toMatchObject({
      code: 'CONFLICT',
      data: { outUserName: 'Anna' },
    });
    expect(data<{ content: Item[] }>(await send('POST', '/item/page', { projectId, keyword: 'anna' })).content.map(({ id }) => id)).toEqual(
      [outside.id],
    );
    expect((await get(app, `paper?uuid=${outside.uuid}`)).status).toBe(200);
    expect((await send('DELETE', `/item?itemId=${outside.id}`)).status).toBe(200);
    expect((await get(app, `paper?uuid=${outside.uuid}`)).status).toBe(404);
    expect((await read(`item?itemId=${outside.id}`)).status).toBe(404);
    expect((await read(`item?itemId=${inside.id}`)).body.data).toMatchObject({ uuid: inside.uuid });
    expect((await read(`itemUuids?id=${projectId}`)).body.data).toEqual([inside.uuid]);
  });

  it('[API-66] [API-67] have links for who sends them; whoever only looks reads what was submitted, and answers for nobody', async () => {
    const viewer = await somebody(app, 'paperviewer', ['risk:questionnaire:list']);
    const own = await makeWorld(app.db, 1, 1);
    const [open, done] = [await makePaper(app.db, own), await makePaper(app.db, own)];
    await app.db.updateTable('risk_paper').set({ state: 1, submitted_at: new Date() }).where('id', '=', done.id).execute();
    const links = async (who: string) => {
      const page = await call(app, `${base}/item/page`, { method: 'POST', token: who, body: { projectId: String(own.evaluation) } });
      const items = await Promise.all([open, done].map(({ id }) => call(app, `${base}/item?itemId=${id}`, { token: who })));
      const listed = data<{ content: Item[] }>(page).content;
      return [open, done].map(({ id }, at) => [listed.find((item) => item.id === String(id))?.uuid, data<Item>(items[at] as never).uuid]);
    };
    expect(await links(viewer.token)).toEqual([
      [null, null],
      [done.uuid, done.uuid],
    ]);
    expect(await links(token)).toEqual([open, done].map(({ uuid }) => [uuid, uuid]));
  });

  it('[API-69] keep the columns that were answered', async () => {
    const { id, uuid } = await makePaper(app.db, world);
    await patch(app, uuid, [cell(world, 0, 0, 1)]);
    const body = { id: String(id), version: 1, businessDomain: String(world.businesses[1]) };
    expect((await send('PUT', '/item', body)).body).toMatchObject({
      code: 'IN_USE',
      details: [{ field: '', key: 'evaluation.domainsAnswered' }],
    });
  });

  it('[API-64] keep the template of their evaluation, which says how many there are and what to do', async () => {
    const own = await makeWorld(app.db, 1, 2);
    await makePaper(app.db, own);
    const body = { id: String(own.evaluation), version: 1, name: 'Test', endTime: today(30), templateId: String(world.template) };
    const refused = await send('POST', '', body);
    expect([refused.status, refused.body.code]).toEqual([409, 'IN_USE']);
    expect(refused.body.details).toEqual([
      { field: 'templateId', message: expect.stringContaining('1 papers'), key: 'evaluation.templateSent', values: { papers: '1' } },
    ]);
  });

  it('[API-91] are checked before they are made', async () => {
    const projectId = String(world.evaluation);
    const check = async (body: object) => (await send('POST', '/item/validItem', { projectId, ...body })).body.data;
    expect(await check({ sendType: 1, outUserName: 'Somebody new' })).toEqual({ valid: true, problems: [] });
    expect(await check({ sendType: 0, sapUserId: 'nobody' })).toMatchObject({ valid: false, problems: [{ field: 'sapUserId' }] });
    expect(await check({ sendType: 1 })).toMatchObject({ valid: false, problems: [{ field: 'outUserName' }] });
  });

  it('[API-91] are checked for everything that keeps them from being made, of their own kind', async () => {
    const own = await makeWorld(app.db, 1, 2);
    const projectId = String(own.evaluation);
    const check = async (body: object) => await send('POST', '/item/validItem', { projectId, sendType: 0, sapUserId: 'T00001', ...body });
    await send('POST', '/item', { projectId, sendType: 0, sapUserId: 'T00001' });
    expect((await check({})).body.data).toMatchObject({ valid: false, problems: [{ field: 'sapUserId' }] });
    expect((await check({ statement: 'finance' })).body.data).toEqual({ valid: true, problems: [] });
    const wrong = { sapUserId: 'nobody', endTime: today(-1), businessDomain: String(world.businesses[0]), statement: 'none' };
    const fields = data<{ problems: { field: string }[] }>(await check(wrong)).problems.map(({ field }) => field);
    expect(fields).toEqual(['sapUserId', 'statement', 'endTime', 'businessDomain']);
    expect((await check({ projectId: '999999' })).body.code).toBe('NOT_FOUND');
    await send('POST', '/close', { id: projectId, version: 1 });
    expect((await check({ statement: 'finance' })).body.data).toMatchObject({ valid: false, problems: [{ field: 'projectId' }] });
  });

  it('[API-91] [API-69] that exist are checked for what keeps them from being changed', async () => {
    const own = await makeWorld(app.db, 2, 2);
    const { id, uuid } = await makePaper(app.db, own);
    const check = async (body: object) =>
      await send('POST', '/item/validItem', {
        id: String(id),
        projectId: String(own.evaluation),
        sendType: 1,
        outUserName: 'Ann',
        ...body,
      });
    await patch(app, uuid, [cell(own, 0, 0, 1)]);
    expect((await check({})).body.data).toEqual({ valid: true, problems: [] });
    const fewer = await check({ businessDomain: String(own.businesses[1]) });
    expect(fewer.body.data).toMatchObject({ valid: false, problems: [{ field: 'businessDomain' }] });
    expect((await check({ projectId: String(world.evaluation) })).body.code).toBe('NOT_FOUND');
    await patch(app, uuid, allCells(own, 1).slice(1));
    expect((await submit(app, uuid)).status).toBe(200);
    expect((await check({})).body.data).toMatchObject({ valid: false, problems: [{ field: 'id' }] });
  });

  it('[API-71] know the full department name of a user', async () => {
    const answered = await call(app, `${base}/item/fullDepartName?sapUserId=T00001`, { token, headers: { 'accept-language': 'en' } });
    expect(answered.body.data).toBe('Headquarters / Information technology');
    expect((await read('item/fullDepartName?sapUserId=nobody')).status).toBe(404);
  });

  it('[PERM-14] are for managers only, and write audit rows without the secret of the link', async () => {
    for (const path of [`item?itemId=1`, `itemUuids?id=1`]) {
      expect((await get(app, path)).status).toBe(401);
      expect((await get(app, path, { token: await tokenOf(app, 'auditor') })).status).toBe(403);
    }
    const made = data<Item>(await send('POST', '/item', { projectId: String(world.evaluation), sendType: 1, outUserName: 'Audited' }));
    const rows = await app.db
      .selectFrom('audit_log')
      .selectAll()
      .where('target_type', '=', 'risk_paper')
      .where('target_id', '=', made.id)
      .orderBy('id')
      .execute();
    expect(rows).toMatchObject([{ action: 'risk_paper_create', actor: 'riskmanager' }]);
    expect(JSON.stringify(rows)).not.toContain(made.uuid);
  });
});

describe('results', () => {
  it('[API-87] [API-88] [API-89] [API-90] sum the submitted papers by cause, department and first risk', async () => {
    const own = await makeWorld(app.db, 2, 2);
    for (const value of [1, 3]) {
      const { uuid } = await makePaper(app.db, own);
      await patch(app, uuid, allCells(own, value));
      await submit(app, uuid);
    }
    const open = await makePaper(app.db, own);
    await patch(app, open.uuid, allCells(own, 3));
    const id = own.evaluation;
    expect(data<object[]>(await read(`domains?id=${id}`))).toHaveLength(2);
    expect((await read(`department?id=${id}`)).body.data).toEqual(['Department']);
    expect((await read(`risks?id=${id}`)).body.data).toEqual(['First', 'Second']);
    const sums = await read(`sum?id=${id}&firstRisk=First&department=Department`);
    expect(sums.body.data).toMatchObject([{ dimension: 'First', cause: 'Cause 0', low: 2, high: 2, cells: 4, sum: 8, average: 2 }]);
    expect((await read(`sum?id=${id}&department=Other`)).body.data).toEqual([]);
    // Whoever chose a risk and reads another language since asks for it by the name of before.
    const label = JSON.stringify([
      { l: 'en', t: 'First', d: true },
      { l: 'zh-Hans', t: '第一' },
    ]);
    const spoken = await makeWorld(app.db, 1, 1, [label, label]);
    const paper = await makePaper(app.db, spoken);
    await patch(app, paper.uuid, allCells(spoken, 3));
    await submit(app, paper.uuid);
    for (const firstRisk of ['First', encodeURIComponent('第一')]) {
      const answer = await call(app, `${base}/sum?id=${spoken.evaluation}&firstRisk=${firstRisk}`, {
        token,
        headers: { 'accept-language': 'en' },
      });
      expect(answer.body.data).toMatchObject([{ dimension: 'First', sum: 3 }]);
      const map = await call(app, `${base}/heat-map?id=${spoken.evaluation}&firstRisk=${firstRisk}`, { token });
      expect(data<{ rows: object[] }>(map).rows).toHaveLength(1);
    }
  });

  it('[RISK-10] [RISK-15] [RISK-16] count a column two people answered at once cell by cell, as it was submitted', async () => {
    const own = await makeWorld(app.db, 2, 2);
    const { uuid } = await makePaper(app.db, own);
    await patch(app, uuid, [cell(own, 0, 0, 3)]);
    // What choosing "not involved" sends from a page that has not heard of it.
    const filled = await patch(app, uuid, [cell(own, 0, 0, 0), cell(own, 1, 0, 0)]);
    expect(filled.body).toMatchObject({ code: 'CONFLICT', data: { saved: [{ value: 0 }], conflicts: [{ value: 3 }] } });
    await patch(app, uuid, [cell(own, 0, 1, 1), cell(own, 1, 1, 1)]);
    expect((await submit(app, uuid)).body.data).toMatchObject({ answers: 4 });
    expect((await read(`sum?id=${own.evaluation}`)).body.data).toMatchObject([
      { cause: 'Cause 0', low: 1, high: 1, notInvolved: 0, average: 2 },
      { cause: 'Cause 1', low: 1, high: 0, notInvolved: 1, average: 1 },
    ]);
  });

  it('[API-90] are put together by the database: counts of lines and places, however many people answered', async () => {
    const own = await makeWorld(app.db, 4, 2);
    for (const department of ['Sales', 'Purchase', 'Sales', null]) {
      const { id, uuid } = await makePaper(app.db, own);
      await app.db.updateTable('risk_paper').set({ send_department: department }).where('id', '=', id).execute();
      await patch(app, uuid, allCells(own, department === null ? 1 : 2));
      await submit(app, uuid);
    }
    const { evaluation: evaluationId } = own;
    const lines = linesOf(await askedCriteria(app.db, evaluationId), ({ dimension }) => JSON.stringify(dimension));
    const choices = [1, 2, 3].map((value) => ({ value, label: '', tone: 'low' as const, isCounted: true }));
    const counts = (across: Across) => lineCounts(app.db, { evaluationId, lines, choices }, across);
    const told = (rows: LineCounts[]) => rows.map(({ line, department, cells, chosen }) => [line, department, cells, chosen[1] ?? 0]);
    expect(lines.first).toHaveLength(2);
    const all = told(await counts('nothing'));
    expect(all.map(([line, , cells]) => [line, cells])).toEqual([
      [0, 16],
      [1, 16],
    ]);
    expect(all.reduce((sum, [, , , chosen]) => sum + Number(chosen), 0)).toBe(24);
    expect(told(await counts('department')).map(([line, department, cells]) => [line, department, cells])).toEqual(
      [0, 1].flatMap((line) => [
        [line, '', 4],
        [line, 'Purchase', 4],
        [line, 'Sales', 8],
      ]),
    );
    const domains = await counts('businessDomain');
    expect(domains).toHaveLength(2 * own.businesses.length);
    expect(domains.reduce((sum, { cells }) => sum + cells, 0)).toBe(32);
  });

  it('[API-83] leave with how many questionnaires they rest on, their totals and heat maps, as the page shows them', async () => {
    const own = await makeWorld(app.db, 2, 2);
    for (const [value, department] of [
      [1, '=1+1'],
      [3, null],
      [2, 'Sales'],
    ] as const) {
      const { id, uuid } = await makePaper(app.db, own, { businesses: value === 2 ? own.businesses.slice(0, 1) : own.businesses });
      await app.db.updateTable('risk_paper').set({ send_department: department }).where('id', '=', id).execute();
      await patch(
        app,
        uuid,
        allCells(own, value).filter(({ domainId }) => value !== 2 || domainId === String(own.domains[0])),
      );
      await submit(app, uuid);
    }
    await makePaper(app.db, own);
    await makePaper(app.db, own, { statement: 'finance' });
    // Amounts have no part in results.
    expect((await read(`heat-map?id=${own.evaluation}`)).body.data).toMatchObject({ papers: { sent: 4, submitted: 3 } });
    const answered = await app.http.inject({
      ...{ method: 'POST', url: `${base}/export`, payload: { projectId: String(own.evaluation) } },
      headers: { authorization: `Bearer ${token}`, 'accept-language': 'en' },
    });
    const sheets = await readSheets(answered.rawPayload);
    expect(Object.keys(sheets)).toEqual([
      ...['Overview', 'Results', 'By dimension', 'By department', 'By business domain'],
      ...['Heat map, departments', 'Heat map, business domains', 'Questionnaires'],
    ]);
    expect(sheets.Overview?.map((row) => row.slice(0, 5))).toEqual([
      ['Evaluation', 'Questionnaire', 'Deadline', 'Submitted', 'Sent'],
      ['Test', 'Risk assessment', new Date(`${today(30)}T00:00:00Z`), 3, 4],
      ['Test', 'Finance questionnaire', new Date(`${today(30)}T00:00:00Z`), 0, 1],
    ]);
    expect(sheets.Overview?.[0]?.[5]).toBe('As of (Asia/Shanghai)');
    expect(Math.abs(Number(sheets.Overview?.[1]?.[5]) - (Date.now() + 8 * 3_600_000))).toBeLessThan(60_000);
    expect(sheets['By dimension']).toEqual([
      ['Dimension', 'Cells', 'Unanswered', 'Sum', 'Average'],
      ['First', 5, 0, 10, 2],
      ['Second', 5, 0, 10, 2],
    ]);
    expect(sheets['By department']?.slice(1)).toEqual([
      ["'=1+1", 4, 0, 4, 1],
      ['Sales', 2, 0, 4, 2],
      ['Without department', 4, 0, 12, 3],
    ]);
    expect(sheets['By business domain']).toEqual([
      ['Business domain', 'Cells', 'Unanswered', 'Sum', 'Average'],
      ['Business 1', 6, 0, 12, 2],
      ['Business 2', 4, 0, 8, 2],
    ]);
    expect(sheets['Heat map, departments']).toEqual([
      ['Dimension', "'=1+1", 'Sales', 'Without department'],
      ['First', 1, 2, 3],
      ['Second', 1, 2, 3],
    ]);
    expect(sheets['Heat map, business domains']).toEqual([
      ['Dimension', 'Business 1', 'Business 2'],
      ['First', 2, 2],
      ['Second', 2, 2],
    ]);
  });

  it('[API-83] [API-84] leave as workbooks whose cells cannot run', async () => {
    const own = await makeWorld(app.db, 2, 2);
    await send('POST', '/item', { projectId: String(own.evaluation), sendType: 1, outUserName: '=HYPERLINK("http://example.com")' });
    for (const [path, sheets] of [
      ['export', 8],
      ['item/export', 1],
    ] as const) {
      const answered = await app.http.inject({
        method: 'POST',
        url: `${base}/${path}`,
        headers: { authorization: `Bearer ${token}`, 'accept-language': 'en' },
        payload: { projectId: String(own.evaluation) },
      });
      expect(answered.headers['content-disposition']).toContain('.xlsx');
      const found = Object.values(await readSheets(answered.rawPayload));
      expect(found).toHaveLength(sheets);
      expect(found.at(-1)?.[0]).toContain('Deadline');
      expect(found.at(-1)?.flat()).toContainEqual(expect.stringMatching(/^'=HYPERLINK/));
    }
  });
});

it('[API-65] evaluations say who made and who closed them as their reader calls people, and the account where nobody has it any more', async () => {
  const named = { name: '周岚', name_en: 'Lan Zhou' };
  const own = await makeWorld(app.db, 1, 1);
  const shown = async (language: string) => {
    const headers = { 'accept-language': language };
    const one = (await call(app, `${base}?id=${own.evaluation}`, { token, headers })).body.data as Record<string, unknown>;
    const body = { pageSize: 100 };
    const page = (await call(app, `${base}/page`, { method: 'POST', token, headers, body })).body.data as { content: (typeof one)[] };
    expect(page.content.find(({ id }) => id === one.id)).toEqual(one);
    return [one.createBy, one.createByName, one.closedByName];
  };
  await app.db.updateTable('app_user').set(named).where('username', '=', 'auditor').execute();
  const evaluation = app.db.updateTable('risk_evaluation').where('id', '=', own.evaluation);
  await evaluation.set({ created_by: 'auditor' }).execute();
  expect(await shown('en')).toEqual(['auditor', 'Lan Zhou', null]);
  await evaluation.set({ created_by: 'gone', closed_at: new Date(), closed_by: 'auditor' }).execute();
  expect(await shown('zh-Hans')).toEqual(['gone', 'gone', '周岚']);
});

it('[API-87] evaluations say how many papers have results to sum up', async () => {
  const own = await makeWorld(app.db, 1, 1);
  const counted = async () => (await call(app, `${base}?id=${own.evaluation}`, { token })).body.data;
  await makePaper(app.db, own, { statement: 'finance' });
  expect(await counted()).toMatchObject({ papers: 1, matrixPapers: 0 });
  await makePaper(app.db, own);
  expect(await counted()).toMatchObject({ papers: 2, matrixPapers: 1 });
  const submit = async (matrix: boolean) =>
    await app.db
      .updateTable('risk_paper')
      .set({ state: 1, submitted_at: new Date() })
      .where('evaluation_id', '=', own.evaluation)
      .where('statement', matrix ? 'is' : 'is not', null)
      .execute();
  await submit(false);
  expect(await counted()).toMatchObject({ submitted: 1, matrixSubmitted: 0 });
  await submit(true);
  expect(await counted()).toMatchObject({ submitted: 2, matrixSubmitted: 1 });
});

describe('exported papers', () => {
  const rows = async (project: number) => {
    const answered = await app.http.inject({
      method: 'POST',
      url: `${base}/item/export`,
      headers: { authorization: `Bearer ${token}`, 'accept-language': 'en' },
      payload: { projectId: String(project) },
    });
    const [[head = [], ...body] = []] = Object.values(await readSheets(answered.rawPayload));
    return body.map((row) => Object.fromEntries(head.map((title, at) => [String(title), row[at] ?? null])));
  };

  it('[API-84] say their questionnaire, their days and moments as dates, and whether they were closed', async () => {
    const own = await makeWorld(app.db, 1, 1);
    const done = await makePaper(app.db, own, { businesses: own.businesses.slice(1) });
    await patch(app, done.uuid, allCells(own, 2));
    await submit(app, done.uuid);
    await makePaper(app.db, own, { statement: 'finance' });
    await makePaper(app.db, own, { endOn: today(-1) });
    const { submitted_at } = await app.db
      .selectFrom('risk_paper')
      .select('submitted_at')
      .where('id', '=', done.id)
      .executeTakeFirstOrThrow();
    // Shanghai is eight hours ahead; cells show whole seconds.
    const clock = Math.floor(Number(submitted_at) / 1000) * 1000 + 8 * 3_600_000;
    const day = (days: number) => new Date(`${today(days)}T00:00:00Z`);
    expect(await rows(own.evaluation)).toMatchObject([
      { Questionnaire: 'Risk assessment', State: 'Submitted', Deadline: day(30), 'Submitted at (Asia/Shanghai)': new Date(clock) },
      { Questionnaire: 'Finance questionnaire', State: 'Editable', Deadline: day(30), 'Submitted at (Asia/Shanghai)': null },
      { Questionnaire: 'Risk assessment', State: 'Expired', Deadline: day(-1), 'Submitted at (Asia/Shanghai)': null },
    ]);
    await send('POST', '/close', { id: String(own.evaluation), version: 1 });
    expect((await rows(own.evaluation)).map(({ State }) => State)).toEqual(['Submitted', 'Closed', 'Closed']);
    const page = await send('POST', '/item/page', { projectId: String(own.evaluation) });
    expect(data<{ content: Item[] }>(page).content.map(({ closed }) => closed)).toEqual([false, true, true]);
  });
});

describe('a submitted paper', () => {
  it('[RISK-18] changes through no call at all', async () => {
    const own = await makeWorld(app.db, 2, 2);
    const { id, uuid } = await makePaper(app.db, own);
    await patch(app, uuid, allCells(own, 1));
    await submit(app, uuid, 'the-first-intent');
    const before = await snapshot(app.db, id);

    const arrays = ['save', 'submit'].flatMap((type): Attempt[] => [
      { query: { type }, body: records(uuid, allCells(own, 2)) },
      { query: { type, key: 'the-first-intent' }, body: records(uuid, allCells(own, 2)) },
    ]);
    await attemptAll(
      app,
      { id, uuid, evaluation: own.evaluation },
      {
        'risk.answer': arrays,
        'risk.patchAnswers': [0, 1].map((version) => ({ body: { uuid, changes: allCells(own, 3, version) } })),
      },
    );
    expect(await snapshot(app.db, id)).toEqual(before);
  });

  it('[RISK-18] does not even change by a fault of the server: the database refuses', async () => {
    const own = await makeWorld(app.db, 2, 2);
    const { id, uuid } = await makePaper(app.db, own);
    await patch(app, uuid, allCells(own, 1));
    await submit(app, uuid);
    const before = await snapshot(app.db, id);
    await expect(app.db.updateTable('risk_answer').set({ value: 2 }).where('paper_id', '=', id).execute()).rejects.toThrow(
      'does not change',
    );
    await expect(app.db.deleteFrom('risk_answer').where('paper_id', '=', id).execute()).rejects.toThrow('does not change');
    await expect(app.db.updateTable('risk_paper').set({ state: 0, submitted_at: null }).where('id', '=', id).execute()).rejects.toThrow(
      'does not change',
    );
    await expect(app.db.deleteFrom('risk_answer_history').where('paper_id', '=', id).execute()).rejects.toThrow('append only');
    expect(await snapshot(app.db, id)).toEqual(before);
  });
});

describe('demo data', () => {
  it('hold 60 criteria x 12 domains, 200 papers in all states, a 200 x 50 and a 1000 x 100 paper', async () => {
    const fresh = await startApp();
    try {
      const papers = await fresh.db.selectFrom('risk_paper').selectAll().where('statement', 'is', null).execute();
      expect(papers).toHaveLength(202);
      expect(papers.filter((paper) => paper.state === 1)).toHaveLength(40);
      expect(papers.filter((paper) => paper.removed_at !== null)).toHaveLength(20);
      const templates = data<{ criteria: number; domains: number }[]>(
        await get(fresh, 'template', { token: await tokenOf(fresh, 'admin') }),
      );
      expect(templates.map(({ criteria, domains }) => [criteria, domains])).toEqual([
        [60, 12],
        [200, 50],
        [1000, 100],
      ]);
    } finally {
      await fresh.close();
    }
  });
});
