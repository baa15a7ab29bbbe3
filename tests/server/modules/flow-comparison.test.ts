import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, tokenOf, uploadFile } from './client.ts';
import { ProcessWorld } from './flow-process-world.ts';
import { code, FlowWorld } from './flow-world.ts';

let flow: FlowWorld;
beforeAll(async () => {
  flow = await FlowWorld.start();
});
afterAll(async () => await flow.app.close());

interface Found {
  comparison: { id: string; version: number; outdated: boolean; counts: object; leftOut: object; totals: object } | null;
  content: {
    id: string;
    version: number;
    productCode: string;
    period: string;
    kind: string;
    remark: string | null;
    verdict: string | null;
  }[];
  total: number;
}

/** March: alike; April: quantity and price differ; May and June: one side alone. Checked by hand. */
async function compared(world: ProcessWorld) {
  const client = world.of('client-shipment');
  const dealer = world.of('dealer-purchase');
  await world.fill(client.id, [
    ['2026-03-02', 'P1', '', '', 10, 5, '', 'D1'],
    ['2026-03-20', 'P1', '', '', 5, 5, '', 'D1'],
    ['2026-04-01', 'P1', '', '', 100, 5, '', 'D1'],
    ['2026-04-01', 'P2', '', '', 10, '', 100, 'D1'],
    ['2026-05-01', 'P3', '', '', 7, 2, '', 'D1'],
    ['2026-05-01', 'P3', '', '', 70, 2, '', 'D2'],
    ['2026-05-01', '', '没有的产品', '', 1, 2, '', 'D1'],
    ['2026-13-01', 'P1', '', '', 1, 2, '', 'D1'],
  ]);
  await world.fill(dealer.id, [
    ['2026-03-31', 'P1', '', '', 15, 5, '', ''],
    ['2026-04-03', 'P1', '', '', 96, 5, '', ''],
    ['2026-04-03', 'P2', '', '', 10, 11, '', ''],
    ['2026-06-01', 'P3', '', '', 4, '', '', ''],
  ]);
  return world.object();
}

const find = async (world: ProcessWorld, query: string) => (await world.get(`find-result-comparison?${query}`)).body.data as Found;

describe('comparisons', () => {
  it('[API-134] [API-144] [FLOW-05] find every kind by product and month, leave out with a count what cannot be compared, and keep to tolerances', async () => {
    const world = await ProcessWorld.start(flow);
    const objectId = world.object();
    const early = await world.post('comparison-execute', { reviewObjectId: objectId });
    expect([...code(early), early.body.details]).toEqual([
      409,
      'FLOW_NOT_READY',
      [expect.objectContaining({ key: 'flow-data.shipmentNotReady' })],
    ]);
    expect(await find(world, `reviewObjectId=${objectId}`)).toMatchObject({ comparison: null, content: [], total: 0 });
    await compared(world);
    expect(await world.now(world.of('client-shipment').id)).toMatchObject({
      rows: 8,
      rejected: 1,
      unmatched: 1,
      elsewhere: 0,
      status: '2',
    });
    const statusOf = async () =>
      (await flow.app.db.selectFrom('flow_review_object').select('status').where('id', '=', Number(objectId)).executeTakeFirst())?.status;
    expect(await statusOf()).toBe('0');
    const run = await world.post('comparison-execute', { reviewObjectId: objectId });
    // From then on it is under review, and whoever finished it is not sent back.
    expect(await statusOf()).toBe('1');
    expect(await flow.audited('flow_review_object', objectId)).toEqual(['flow_review_object_update']);
    expect(run.body.data).toMatchObject({
      counts: { all: 5, matched: 1, quantity: 1, price: 1, missingClient: 1, missingDealer: 1, withVerdict: 0 },
      leftOut: { clientRejected: 1, clientUnmatched: 1, clientElsewhere: 1, dealerRejected: 0, dealerUnmatched: 0 },
      totals: { clientQuantity: '132', clientAmount: '689', dealerQuantity: '125', dealerAmount: '665' },
      outdated: false,
    });
    const { content } = await find(world, `reviewObjectId=${objectId}`);
    const rows = content.map((row) => row as unknown as Record<string, unknown>);
    expect(rows.map(({ productCode, period, kind, quantityDifference }) => [productCode, period, kind, quantityDifference])).toEqual([
      ['P1', '2026-03', 'matched', '0'],
      ['P1', '2026-04', 'quantity', '-4'],
      ['P2', '2026-04', 'price', '0'],
      ['P3', '2026-05', 'missing-dealer', '-7'],
      ['P3', '2026-06', 'missing-client', '4'],
    ]);
    expect(rows[2]).toMatchObject({ clientPrice: '10', dealerPrice: '11', clientAmount: '100', dealerAmount: '110' });
    expect(rows[4]).toMatchObject({ clientQuantity: null, dealerAmount: null, dealerPrice: null });
    expect((await world.now(world.of('dealer-purchase').id)).status).toBe('4');
    // 4 of 100 are 4 %, 1 of 10 is 10 %: at the limit they are alike.
    const lenient = await world.post('comparison-execute', { reviewObjectId: objectId, quantityTolerance: 4, priceTolerance: 10 });
    expect(lenient.body.data).toMatchObject({ counts: { all: 5, matched: 3, quantity: 0, price: 0 }, quantityTolerance: 4 });
    const daily = await world.post('comparison-execute', { reviewObjectId: objectId, grain: 'day' });
    // Nothing but the day is alike now: shipped and received on different days.
    expect(daily.body.data).toMatchObject({ counts: { all: 9, matched: 0, missingDealer: 5, missingClient: 4 } });
    expect(await find(world, `reviewObjectId=${objectId}&kind=missing-client&keyword=P3`)).toMatchObject({
      total: 1,
      content: [{ period: '2026-06-01' }],
    });
  });

  it('[API-134] [FLOW-05] run one at a time: a second one meanwhile is refused and there is one result', async () => {
    const world = await ProcessWorld.start(flow);
    const objectId = await compared(world);
    const answers = await Promise.all(Array.from({ length: 4 }, () => world.post('comparison-execute', { reviewObjectId: objectId })));
    const codes = new Set(answers.map(({ body }) => body.code));
    expect(codes).toContain('000000');
    expect([...codes].filter((one) => one !== '000000' && one !== 'FLOW_COMPARISON_RUNNING')).toEqual([]);
    const rows = await flow.app.db.selectFrom('flow_comparison').select('id').where('review_object_id', '=', Number(objectId)).execute();
    expect(rows).toHaveLength(1);
    expect((await find(world, `reviewObjectId=${objectId}`)).total).toBe(5);
  });

  it('[API-136] [API-146] [FLOW-05] keep verdicts over another run, open them where figures changed, tell of files that changed, and go as a whole', async () => {
    const world = await ProcessWorld.start(flow);
    const objectId = await compared(world);
    await world.post('comparison-execute', { reviewObjectId: objectId });
    const before = (await find(world, `reviewObjectId=${objectId}`)).content;
    const [march, april] = [before[0], before[1]];
    const verdicts = [
      { id: march?.id, version: march?.version, verdict: 'explained', remark: ' 已核对单据 ' },
      { id: april?.id, version: april?.version, verdict: 'confirmed' },
    ];
    const judge = () => world.post('comparison-online-syn', { reviewObjectId: objectId, rows: verdicts });
    expect((await judge()).body.data).toMatchObject([
      { verdict: 'explained', remark: '已核对单据', version: 2, updateBy: 'auditor' },
      { verdict: 'confirmed' },
    ]);
    expect((await judge()).body).toMatchObject({ code: 'CONFLICT', data: { id: march?.id, version: 2 } });
    // What a result has already changes nothing of it, and the operation log has no line of it.
    const logged = async () => await flow.app.db.selectFrom('audit_log').select('id').where('action', 'like', 'flow_comparison%').execute();
    const [asItIs] = (await find(world, `reviewObjectId=${objectId}`)).content;
    const [noted, same] = [await logged(), { id: march?.id, version: 2, verdict: 'explained', remark: '已核对单据' }];
    const again = await world.post('comparison-online-syn', { reviewObjectId: objectId, rows: [same] });
    expect(again.body.data).toEqual([asItIs]);
    expect(await logged()).toEqual(noted);
    // Read, one thing changed, sent back whole; without a version what is there is changed.
    const [whole] = (await find(world, `reviewObjectId=${objectId}`)).content;
    const sent = async (row: object) => (await world.post('comparison-online-syn', { reviewObjectId: objectId, rows: [row] })).body;
    expect((await sent({ ...whole, remark: '已核对' })).data).toMatchObject([{ verdict: 'explained', remark: '已核对', version: 3 }]);
    expect((await sent({ id: march?.id, remark: '已核对单据' })).data).toMatchObject([{ verdict: 'explained', version: 4 }]);
    expect(await sent({ ...whole, verdit: 'open' })).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'rows.0.verdit' }] });
    expect(await find(world, `reviewObjectId=${objectId}&verdict=none`)).toMatchObject({ total: 3 });
    const other = await ProcessWorld.start(flow);
    const elsewhere = await compared(other);
    await other.post('comparison-execute', { reviewObjectId: elsewhere });
    const foreign = await other.post('comparison-online-syn', {
      reviewObjectId: elsewhere,
      rows: [{ id: march?.id, version: 2, verdict: 'open' }],
    });
    expect(code(foreign)).toEqual([404, 'NOT_FOUND']);

    await world.fill(world.of('dealer-purchase').id, [
      ['2026-03-31', 'P1', '', '', 15, 5, '', ''],
      ['2026-04-03', 'P1', '', '', 90, 5, '', ''],
    ]);
    expect(await find(world, `reviewObjectId=${objectId}`)).toMatchObject({ comparison: { outdated: true }, total: 5 });
    await world.post('comparison-execute', { reviewObjectId: objectId });
    expect((await find(world, `reviewObjectId=${objectId}`)).content).toMatchObject([
      { period: '2026-03', verdict: 'explained', remark: '已核对单据', version: 4 },
      { period: '2026-04', verdict: 'open', version: 3 },
      { productCode: 'P2', kind: 'missing-dealer' },
      { productCode: 'P3', period: '2026-05' },
    ]);
    const remove = (version: number) =>
      call(flow.app, '/api/flow-audit-data-process/comparison-delete', {
        method: 'DELETE',
        token: flow.auditor,
        body: { reviewObjectId: objectId, version },
      });
    expect(code(await remove(1))).toEqual([409, 'CONFLICT']);
    expect((await remove(2)).body.data).toEqual({ removed: 1 });
    expect((await find(world, `reviewObjectId=${objectId}`)).comparison).toBeNull();
    expect((await world.now(world.of('client-shipment').id)).status).toBe('2');
    expect(await flow.audited('flow_comparison', String((await audit(objectId)) ?? ''))).toEqual([
      'flow_comparison_execute',
      ...Array.from({ length: 3 }, () => 'flow_comparison_update'),
      'flow_comparison_execute',
      'flow_comparison_delete',
    ]);
  });

  it('[API-135] [FLOW-05] take verdicts and remarks from the exported workbook in any language, all or none', async () => {
    const world = await ProcessWorld.start(flow);
    const objectId = await compared(world);
    await world.post('comparison-execute', { reviewObjectId: objectId });
    const file = await flow.app.http.inject({
      url: `/api/flow-audit-data-process/comparison-export?reviewObjectId=${objectId}`,
      headers: { authorization: `Bearer ${flow.auditor}`, 'accept-language': 'zh-CN' },
    });
    expect(file.statusCode).toBe(200);
    const upload = (content: Buffer, name: string) =>
      uploadFile(flow.app, `/api/flow-audit-data-process/comparison-upload?reviewObjectId=${objectId}`, flow.auditor, content, name);
    expect((await upload(file.rawPayload, '流向比对.xlsx')).body.data).toEqual({
      saved: true,
      rows: 5,
      changed: 0,
      kept: 0,
      faultCount: 0,
      faults: [],
    });
    const rows = (verdict: string) => Buffer.from(`产品编码,期间,认定,备注\nP1,2026-03,${verdict},=1+1\nP3,2026-05,,票据在途\n`);
    const refused = await upload(Buffer.concat([rows('不知道'), Buffer.from('P9,2026-03,,\nP3,2026-05,,\n')]), 'x.csv');
    expect(refused.body.data).toMatchObject({ saved: false, changed: 0, faultCount: 3, faults: [{ row: 2 }, { row: 4 }, { row: 5 }] });
    expect((await find(world, `reviewObjectId=${objectId}&verdict=explained`)).total).toBe(0);
    expect((await upload(rows('已说明'), 'x.csv')).body.data).toMatchObject({ saved: true, changed: 2 });
    expect((await find(world, `reviewObjectId=${objectId}`)).content).toMatchObject([
      { verdict: 'explained', remark: '=1+1' },
      {},
      {},
      { remark: '票据在途' },
      {},
    ]);
    expect((await find(world, `reviewObjectId=${objectId}`)).comparison?.counts).toMatchObject({ withVerdict: 1, withVerdictOrRemark: 2 });
    expect((await upload(Buffer.from('a,b\n1,2\n'), 'x.csv')).body).toMatchObject({ details: [{ key: 'flow-data.noComparison' }] });
  });
});

async function audit(objectId: string): Promise<string | undefined> {
  const rows = await flow.app.db
    .selectFrom('audit_log')
    .select(['target_id', 'detail'])
    .where('action', '=', 'flow_comparison_execute')
    .orderBy('id')
    .execute();
  const found = rows.find(
    ({ detail }) =>
      JSON.stringify(detail).includes(`"reviewObjectId":"${objectId}"`) ||
      JSON.stringify(detail).includes(`\\"reviewObjectId\\":\\"${objectId}\\"`),
  );
  return found?.target_id ?? undefined;
}

describe('who may do what', () => {
  it('[FLOW-05] [API-134] [API-138] are nothing for who does not work for the client, and stay as they are in a closed project', async () => {
    const world = await ProcessWorld.start(flow);
    const reviewObjectId = await compared(world);
    await world.post('comparison-execute', { reviewObjectId });
    const { db } = flow.app;
    await db.deleteFrom('flow_client_member').where('client_id', '=', world.clientId).execute();
    const process = world.of('client-shipment');
    const reads = (token?: string) => [
      world.get(`find-result-comparison?reviewObjectId=${reviewObjectId}`, token),
      world.get(`comparison-export?reviewObjectId=${reviewObjectId}`, token),
      world.post('getRevisionComments', { reviewObjectId }, token),
      world.post('comparison-execute', { reviewObjectId }, token),
      world.get(`detail?id=${process.id}`, token),
      world.get(`downloadData?id=${process.id}`, token),
      world.post('rows', { id: process.id }, token),
      world.post('names', { id: process.id }, token),
      world.post('getFile', { id: process.id }, token),
      world.post('getPersistColumnMapping', { id: process.id }, token),
      world.post('downLoadDataProcessZipFile', { projectId: world.projectId, reviewBatchNo: 'B1' }, token),
      world.post('pageList', { projectId: world.projectId, reviewBatchNo: 'B1' }, token),
      world.post('deleteByIds', { ids: [process.id] }, token),
      world.post('assign', { id: process.id, kind: 'product', number: 1, targetCode: 'P1' }, token),
    ];
    const strange = await Promise.all(reads());
    expect(strange.map(code)).toEqual(strange.map(() => [404, 'NOT_FOUND']));
    const nobody = await Promise.all(reads(await tokenOf(flow.app, 'riskmanager')));
    expect(nobody.map(code)).toEqual(nobody.map(() => [403, 'FORBIDDEN']));
    await db
      .insertInto('flow_client_member')
      .values({ client_id: world.clientId, user_id: Number(await flow.idOf('auditor')) })
      .execute();
    await db.updateTable('flow_project').set({ status: '2' }).where('id', '=', Number(world.projectId)).execute();
    const refused = await Promise.all([
      world.post('comparison-execute', { reviewObjectId }),
      world.post('saveRevisionComments', { reviewObjectId, content: 'x' }),
      world.post('flowAuditReportSiteExecutorRemind', { reviewObjectIds: [reviewObjectId] }),
      world.post('deleteByIds', { ids: [process.id] }),
      world.post('rematch', { id: process.id }),
    ]);
    expect(refused.map(code)).toEqual(refused.map(() => [409, 'FLOW_PROJECT_CLOSED']));
    expect((await world.upload(process.id, Buffer.from('a,b\n1,2'))).body.code).toBe('FLOW_PROJECT_CLOSED');
  });
});
