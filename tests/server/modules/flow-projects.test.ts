import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, tokenOf } from './client.ts';
import { code, FlowWorld } from './flow-world.ts';

let world: FlowWorld;
beforeAll(async () => {
  world = await FlowWorld.start();
});
afterAll(async () => await world.app.close());

const key = 'made-once-for-this';
type Rows = { content: Record<string, unknown>[]; total: number };
const rowsOf = (answer: { body: { data?: unknown } }) => (answer.body.data as Rows).content;

describe('clients', () => {
  it('[API-113] [FLOW-01] [MENU-04] are those one works for; to everybody else there are none, managers of clients see all', async () => {
    const codes = async (token: string) =>
      ((await world.get('flow-audit-client/detail', token)).body.data as { clientCode: string }[]).map((row) => row.clientCode).sort();
    expect(await codes(world.auditor)).toEqual(['HENGYI', 'LANFENG']);
    expect(await codes(world.admin)).toEqual(expect.arrayContaining(['HENGYI', 'LANFENG', 'QINGHE']));
    const one = await world.get('flow-audit-client/detail?clientCode=HENGYI');
    expect(one.body.data).toMatchObject({ clientCode: 'HENGYI', clientName: '恒怡乳业股份有限公司', projectCount: 2 });
    const outside = [
      await world.get('flow-audit-client/detail?clientCode=QINGHE'),
      await world.get('flow-audit-client/detail?clientCode=NONE'),
      await world.get('flow-audit-client/members?clientCode=QINGHE'),
      await world.post('flow-audit-project/projectPageList', { clientCode: 'QINGHE' }),
      await world.post('flow-audit-dealer/list', { clientCode: 'QINGHE' }),
      await world.post('flow-audit-project/save', { clientCode: 'QINGHE', projectName: 'x' }),
    ];
    expect(outside.map(code)).toEqual(outside.map(() => [404, 'NOT_FOUND']));
    // Who has no right of the flow audit at all.
    expect(code(await world.get('flow-audit-client/detail', await tokenOf(world.app, 'riskmanager')))).toEqual([403, 'FORBIDDEN']);
  });

  it('[FLOW-01] are made, changed and deleted by who manages them, with who works for them', async () => {
    const { clientCode, id } = await world.client(['auditor']);
    expect(code(await world.post('flow-audit-client/pageList', {}))).toEqual([403, 'FORBIDDEN']);
    const twice = { clientCode, clientName: 'again', memberIds: [] };
    expect(code(await world.post('flow-audit-client/save', twice, world.admin))).toEqual([409, 'DUPLICATE']);
    const change = { id, version: 1, clientName: '改名', status: '1', memberIds: [] };
    expect((await world.post('flow-audit-client/save', change, world.admin)).body.data).toMatchObject({
      version: 2,
      status: '1',
      members: [],
      memberIds: [],
    });
    const late = await world.post('flow-audit-client/save', change, world.admin);
    expect([...code(late), late.body.data]).toEqual([409, 'CONFLICT', expect.objectContaining({ version: 2, clientName: '改名' })]);
    // Who was taken out sees nothing any more, at once.
    expect(code(await world.get(`flow-audit-client/detail?clientCode=${clientCode}`))).toEqual([404, 'NOT_FOUND']);
    expect(code(await world.post('flow-audit-project/save', { clientCode, projectName: 'x' }, world.admin))).toEqual([
      409,
      'FLOW_CLIENT_DISABLED',
    ]);
    const other = { id, version: 2, clientCode: 'OTHER', clientName: 'x', memberIds: [] };
    expect((await world.post('flow-audit-client/save', other, world.admin)).body).toMatchObject({ details: [{ field: 'clientCode' }] });
    const nobody = { id, version: 2, clientName: 'x', memberIds: ['999999'] };
    expect((await world.post('flow-audit-client/save', nobody, world.admin)).body).toMatchObject({ details: [{ field: 'memberIds' }] });
    expect((await world.post('flow-audit-client/deleteByIds', { ids: [id] }, world.admin)).body.data).toEqual({ removed: 1 });
    expect(await world.audited('flow_client', id)).toEqual(['flow_client_create', 'flow_client_update', 'flow_client_delete']);
    const demo = (await world.get('flow-audit-client/detail?clientCode=HENGYI')).body.data as { id: string };
    const kept = await world.post('flow-audit-client/deleteByIds', { ids: [demo.id] }, world.admin);
    expect([...code(kept), kept.body.details]).toEqual([409, 'IN_USE', [expect.objectContaining({ key: 'flow.clientHasProjects' })]]);
  });
});

describe('projects', () => {
  it('[API-114] [API-115] [API-117] [FLOW-03] are made once, listed, changed by version and told with their counts', async () => {
    const { clientCode } = await world.client();
    const given = { clientCode, projectName: '渠道核查', startDate: '2026-03-01', endDate: '2026-03-01', key };
    const both = await Promise.all([world.post('flow-audit-project/save', given), world.post('flow-audit-project/save', given)]);
    const ids = both.map(({ body }) => (body.data as { id: string }).id);
    expect(ids[0]).toBe(ids[1]);
    const id = ids[0] ?? '';
    const listed = await world.post('flow-audit-project/projectPageList', { clientCode, keyword: '渠道', status: '0' });
    expect(listed.body.data).toMatchObject({ total: 1, content: [{ id, startDate: '2026-03-01', status: '0', objectCount: 0 }] });
    expect(rowsOf(await world.post('flow-audit-project/projectPageList', { clientCode, status: '2' }))).toEqual([]);

    const backwards = { id, version: 1, projectName: '渠道核查', startDate: '2026-04-01' };
    expect((await world.post('flow-audit-project/save', backwards)).body).toMatchObject({ details: [{ key: 'flow.endsBeforeStart' }] });
    const noDay = { ...backwards, startDate: '2026-02-30' };
    expect((await world.post('flow-audit-project/save', noDay)).body).toMatchObject({ details: [{ field: 'startDate' }] });
    const change = { id, version: 1, projectName: '渠道核查（二）', status: '1', remark: '  ' };
    expect((await world.post('flow-audit-project/save', change)).body.data).toMatchObject({
      version: 2,
      endDate: '2026-03-01',
      remark: null,
      updateBy: 'auditor',
    });
    expect((await world.post('flow-audit-project/save', change)).body).toMatchObject({ code: 'CONFLICT', data: { version: 2 } });
    expect((await world.post('flow-audit-project/save', { ...change, projectName: '  ' })).body).toMatchObject({ code: 'PARAMETER_ERROR' });
    expect((await world.get(`flow-audit-project/selectProjdetail/${id}`)).body.data).toMatchObject({ clientCode, version: 2 });
    expect(await world.audited('flow_project', id)).toEqual(['flow_project_create', 'flow_project_update']);
  });

  it('[API-116] [API-120] [FLOW-03] go with what nobody began; begun ones, and those on which evidence hangs, stay with the reason', async () => {
    const { clientCode } = await world.client();
    const { id } = await world.project(clientCode);
    const objects = (await world.post('flow-audit-review-object/save', { projectId: id, reviewBatchNo: 'B1', dealerCodes: ['D1', 'D2'] }))
      .body.data as { id: string; version: number }[];
    const [first] = objects;
    await world.post('flow-audit-review-object/save', { id: first?.id, version: 1, status: '1' });
    const remove = () => world.post('flow-audit-project/deleteByIds', { ids: [id] });
    expect((await remove()).body).toMatchObject({ code: 'IN_USE', details: [{ key: 'flow.projectBegun', values: { count: '1' } }] });
    await world.post('flow-audit-review-object/save', { id: first?.id, version: 2, status: '0' });
    // Another part of the product keeps something about a review object.
    await sql`create table hangs_on (object_id bigint references flow_review_object (id))`.execute(world.app.db);
    await sql`insert into hangs_on values (${Number(first?.id)})`.execute(world.app.db);
    expect((await remove()).body).toMatchObject({ code: 'IN_USE', details: [{ key: 'flow.hasEvidence' }] });
    const one = await world.post('flow-audit-review-object/deleteByIds', { ids: [first?.id] });
    expect(one.body).toMatchObject({ code: 'IN_USE', details: [{ key: 'flow.hasEvidence' }] });
    await sql`drop table hangs_on`.execute(world.app.db);
    expect((await remove()).body.data).toEqual({ removed: 1 });
    expect(code(await remove())).toEqual([404, 'NOT_FOUND']);
    expect(code(await world.get(`flow-audit-review-object/selectReviewDtail/${first?.id}`))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('review objects', () => {
  it('[API-119] [FLOW-04] put into a batch by a request that comes again, as its answer was lost, are those of the first one', async () => {
    const { clientCode } = await world.client();
    const { id: projectId } = await world.project(clientCode);
    const save = (body: unknown) => world.post('flow-audit-review-object/save', body);
    const batch = { projectId, dealerCodes: ['D2', 'D1'] };
    // Who sends it again as the answer was lost gets what was made, and nothing is made again; who means something else is told.
    const keyed = { ...batch, reviewBatchNo: '2026-03', key: crypto.randomUUID() };
    const first = (await save(keyed)).body;
    expect(first).toMatchObject({ code: '000000', data: [{ dealerCode: 'D1' }, { dealerCode: 'D2' }] });
    expect((await save(keyed)).body).toMatchObject({ code: '000000', data: first.data });
    expect((await save({ ...keyed, remark: 'Another' })).body.code).toBe('DUPLICATE');
    expect((await save({ ...keyed, key: crypto.randomUUID() })).body.code).toBe('DUPLICATE');
    const both = { ...batch, reviewBatchNo: '2026-04', key: crypto.randomUUID() };
    expect((await Promise.all([save(both), save(both)])).map(({ body }) => body.code)).toEqual(['000000', '000000']);
    const one = { projectId, reviewBatchNo: '2026-05', dealerCode: 'D1', key: crypto.randomUUID() };
    expect([(await save(one)).body.data, (await save(one)).body.data]).toMatchObject([[{ dealerCode: 'D1' }], [{ dealerCode: 'D1' }]]);
  });

  it('[API-118] [API-119] [API-123] [API-124] [FLOW-04] are dealers of the client in batches, with somebody who works for it', async () => {
    const { clientCode } = await world.client();
    const { id: projectId, version } = await world.project(clientCode);
    const executorId = await world.idOf('auditor');
    const save = (body: unknown) => world.post('flow-audit-review-object/save', body);
    const batch = { projectId, reviewBatchNo: '2026-01', dealerCodes: ['D2', 'D1'], executorId };
    const added = (await save(batch)).body.data as { id: string }[];
    expect(added).toMatchObject([{ dealerCode: 'D1', dealerName: '经销商 D1', status: '0', executorId }, { dealerCode: 'D2' }]);
    expect((await save({ ...batch, dealerCodes: ['D1'] })).body).toMatchObject({
      code: 'DUPLICATE',
      details: [{ field: 'dealerCodes', values: { names: '经销商 D1' } }],
    });
    expect((await save({ ...batch, reviewBatchNo: 'X', dealerCodes: ['D9'] })).body).toMatchObject({ details: [{ field: 'dealerCodes' }] });
    const stranger = await world.idOf('riskmanager');
    expect((await save({ ...batch, reviewBatchNo: 'X', executorId: stranger })).body).toMatchObject({ details: [{ field: 'executorId' }] });
    // Two at once: the index lets one through, and the other one hears it.
    const race = { ...batch, reviewBatchNo: '2026-02' };
    const codes = (await Promise.all([save(race), save(race)])).map(({ body }) => body.code).sort();
    expect(codes).toEqual(['000000', 'DUPLICATE']);

    const [first] = added;
    const changed = await save({ id: first?.id, version: 1, status: '2', executorId: null, remark: '已现场盘点' });
    expect(changed.body.data).toMatchObject([{ status: '2', executor: null, remark: '已现场盘点', version: 2 }]);
    expect((await save({ id: first?.id, version: 1, status: '1' })).body).toMatchObject({ code: 'CONFLICT', data: { status: '2' } });
    const page = (body: object) => world.post('flow-audit-review-object/pageList', { projectId, ...body });
    expect((await page({ pageSize: 10 })).body.data).toMatchObject({ total: 4, content: [{ reviewBatchNo: '2026-02' }, {}, {}, {}] });
    expect(rowsOf(await page({ reviewBatchNo: '2026-01', keyword: '盘点', status: '2' }))).toMatchObject([{ id: first?.id }]);
    expect((await world.get(`flow-audit-review-object/selectReviewBatch/${projectId}`)).body.data).toEqual([
      { reviewBatchNo: '2026-02', objects: 2, notStarted: 2, underReview: 0, reviewed: 0 },
      { reviewBatchNo: '2026-01', objects: 2, notStarted: 1, underReview: 0, reviewed: 1 },
    ]);
    expect((await world.get(`flow-audit-project/selectProjdetail/${projectId}`)).body.data).toMatchObject({
      batchCount: 2,
      objectCount: 4,
      reviewedCount: 1,
    });

    // A closed project keeps its review objects as they are; a reviewed one stays in any case.
    const begun = await world.post('flow-audit-review-object/deleteByIds', { ids: added.map(({ id }) => id) });
    expect(begun.body).toMatchObject({ code: 'IN_USE', details: [{ key: 'flow.reviewBegun' }] });
    await world.post('flow-audit-project/save', { id: projectId, version, projectName: '结项', status: '2' });
    const refused = [await save({ ...batch, reviewBatchNo: 'Y' }), await save({ id: first?.id, version: 2, status: '1' })];
    expect(refused.map(code)).toEqual(refused.map(() => [409, 'FLOW_PROJECT_CLOSED']));
  });

  it('[API-126] [FLOW-04] are chosen among the dealers of the client, by code, name or address', async () => {
    const list = await world.post('flow-audit-dealer/list', { clientCode: 'HENGYI', pageSize: 10 });
    expect(list.body.data).toMatchObject({ total: 12, size: 10, content: expect.arrayContaining([expect.anything()]) });
    expect(rowsOf(await world.post('flow-audit-dealer/list', { clientCode: 'HENGYI', keyword: '成都' }))).toMatchObject([
      { dealerCode: 'HYD005', dealerName: '成都鲜达食品有限公司' },
    ]);
  });

  it('[DELEG-05] [API-118] are seen and changed in the name of somebody only within what was delegated', async () => {
    const { db } = world.app;
    const { clientCode } = await world.client();
    const { id: projectId } = await world.project(clientCode);
    const [authorizer, agent] = [Number(await world.idOf('auditor')), Number(await world.idOf('riskmanager'))];
    const { id } = await db
      .insertInto('delegation')
      .values({ authorizer_id: authorizer, agent_id: agent, start_date: '2026-01-01', end_date: null, remark: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    const acting = async (menuIds: string[]) => {
      await db.deleteFrom('delegation_menu').where('delegation_id', '=', id).execute();
      await db
        .insertInto('delegation_menu')
        .values(menuIds.map((menu_id) => ({ delegation_id: id, menu_id })))
        .execute();
      const token = await tokenOf(world.app, 'riskmanager');
      const entered = await call(world.app, '/api/auth/delegate/enter-delegate?username=auditor', { token });
      return (entered.body.data as { access_token: string }).access_token;
    };
    const outside = await acting(['supervise-case']);
    expect(code(await world.post('flow-audit-review-object/pageList', { projectId }, outside))).toEqual([403, 'FORBIDDEN']);
    const inside = await acting(['flow-client']);
    expect(code(await world.post('flow-audit-review-object/pageList', { projectId }, inside))).toEqual([200, '000000']);
    const made = await world.post('flow-audit-project/save', { clientCode, projectName: '代办' }, inside);
    expect(made.body.data).toMatchObject({ updateBy: 'riskmanager' });
    // What was closed before the first day is no longer theirs to see, whatever leads to it; with historical data it is.
    const reviewObjects = 'flow-audit-review-object/pageList';
    const ask = async () => [
      (await world.post(reviewObjects, { projectId }, inside)).status,
      (await call(world.app, `/api/flow-audit-project/selectProjdetail/${projectId}`, { token: inside })).status,
      rowsOf(await world.post('flow-audit-project/projectPageList', { clientCode }, inside)).some(({ id: one }) => one === projectId),
    ];
    await db
      .updateTable('flow_project')
      .set({ status: '2', updated_at: new Date('2025-12-30') })
      .where('id', '=', Number(projectId))
      .execute();
    expect(await ask()).toEqual([404, 404, false]);
    await db.updateTable('delegation').set({ auth_history: true }).where('id', '=', id).execute();
    expect(await ask()).toEqual([200, 200, true]);
    await db.updateTable('delegation').set({ auth_history: false }).where('id', '=', id).execute();
    // Historical data of another module opens none of this one.
    const { id: other } = await db
      .insertInto('delegation')
      .values({ authorizer_id: authorizer, agent_id: agent, start_date: '2020-01-01', end_date: null, remark: null, auth_history: true })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('delegation_menu').values({ delegation_id: other, menu_id: 'system-dict' }).execute();
    expect(await ask()).toEqual([404, 404, false]);
    await db.updateTable('delegation').set({ auth_history: false }).where('id', '=', other).execute();
    expect(await ask(), 'nor does an earlier day').toEqual([404, 404, false]);
    await db.insertInto('delegation_menu').values({ delegation_id: other, menu_id: 'flow-client' }).execute();
    expect(await ask(), 'of two that give it the earlier one counts').toEqual([200, 200, true]);
    await db.deleteFrom('delegation').where('id', '=', other).execute();
    await db
      .updateTable('flow_project')
      .set({ updated_at: new Date('2026-01-02') })
      .where('id', '=', Number(projectId))
      .execute();
    expect(await ask()).toEqual([200, 200, true]);
  });
});
