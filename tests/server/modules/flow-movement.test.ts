import ExcelJS from 'exceljs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Process, ProcessWorld } from './flow-process-world.ts';
import { FlowWorld } from './flow-world.ts';

let flow: FlowWorld;
beforeAll(async () => {
  flow = await FlowWorld.start();
});
afterAll(async () => await flow.app.close());

interface Movement {
  missing: string[];
  from: string | null;
  to: string | null;
  counts: object;
  leftOut: object;
}
interface Found {
  comparison: { outdated: boolean; movement: Movement | null } | null;
  content: Record<string, unknown>[];
  total: number;
}

type Row = (string | number)[];
const row = (day: string, code: string, quantity: number): Row => [day, code, '', '', quantity, 5, '', 'D1'];

/** Shipments and purchases of three products in March; what was bought on the day of the opening is in its stock already. */
async function bought(world: ProcessWorld): Promise<string> {
  const purchase = world.of('dealer-purchase');
  await world.fill(world.of('client-shipment').id, [row('2026-03-05', 'P1', 60)]);
  await world.fill(purchase.id, [
    row('2026-03-01', 'P1', 1_000),
    row('2026-03-05', 'P1', 60),
    row('2026-03-31', 'P1', 10),
    row('2026-03-06', 'P2', 20),
    row('2026-04-01', 'P2', 500),
  ]);
  return world.object();
}
const run = async (world: ProcessWorld, reviewObjectId: string, more = {}) =>
  (await world.post('comparison-execute', { reviewObjectId, ...more })).body.data as NonNullable<Found['comparison']>;
const find = async (world: ProcessWorld, query: string) => (await world.get(`find-movement?${query}`)).body.data as Found;
const told = ({ content }: Found) =>
  content.map(({ productCode, kind, opening, purchased, sold, expected, closing, difference }) => [
    ...[productCode, kind, opening, purchased, sold, expected, closing, difference],
  ]);

describe('the movement of stock', () => {
  it('[FLOW-05] says what is missing to compare it: sales, stocks, and an opening', async () => {
    const world = await ProcessWorld.start(flow);
    const objectId = await bought(world);
    expect(await find(world, `reviewObjectId=${objectId}`)).toMatchObject({ comparison: null, content: [], total: 0 });
    expect((await run(world, objectId)).movement).toMatchObject({
      missing: ['dealer-sale', 'dealer-stock'],
      from: null,
      counts: { all: 0 },
    });
    await world.fill(world.of('dealer-sale').id, [row('2026-03-09', 'P1', 30)]);
    await world.fill(world.of('dealer-stock').id, [row('2026-03-31', 'P1', 140)]);
    expect((await find(world, `reviewObjectId=${objectId}`)).comparison).toMatchObject({ outdated: true });
    expect((await run(world, objectId)).movement).toMatchObject({ missing: ['opening'], from: '2026-03-31', to: '2026-03-31' });
    expect((await find(world, `reviewObjectId=${objectId}`)).total).toBe(0);
    // Not part of a comparison yet.
    expect((await world.now(world.of('dealer-stock').id)).status).toBe('3');
  });

  it('[FLOW-05] is out of date by another file, and not by a process without one that is made or deleted', async () => {
    const world = await ProcessWorld.start(flow);
    const objectId = await bought(world);
    const outdated = async () => (await find(world, `reviewObjectId=${objectId}`)).comparison?.outdated;
    const remove = async (...fileTypes: string[]) =>
      expect((await world.post('deleteByIds', { ids: fileTypes.map((fileType) => world.of(fileType).id) })).body.code).toBe('000000');
    const makeAnew = async () =>
      expect((await world.get(`initDataProcessByReviewBatchNo?projectId=${world.projectId}&reviewBatchNo=B1`)).body.data).toMatchObject({
        total: 7,
      });
    await run(world, objectId);
    expect(await outdated()).toBe(false);
    await remove('dealer-sale', 'dealer-stock');
    expect(await outdated()).toBe(false);
    await makeAnew();
    expect(await outdated()).toBe(false);
    // Comparisons of before kept the numbers of such processes.
    const { rows } = await sql<{ of: string; no: number }>`select file_type as of, data_no as no from flow_data_process
      where review_object_id = ${objectId} and file_type in ('dealer-sale', 'dealer-stock') order by file_type`.execute(flow.app.db);
    const kept = { saleNo: rows[0]?.no, stockNo: rows[1]?.no };
    await sql`update flow_comparison set movement = movement || ${JSON.stringify(kept)}::jsonb where review_object_id = ${objectId}`.execute(
      flow.app.db,
    );
    expect(await outdated()).toBe(false);
    const page = (await world.post('pageList', { projectId: world.projectId, reviewBatchNo: 'B1' })).body.data as { content: Process[] };
    const sale = page.content.find(({ fileType, reviewObjectId }) => fileType === 'dealer-sale' && reviewObjectId === objectId);
    const stock = page.content.find(({ fileType, reviewObjectId }) => fileType === 'dealer-stock' && reviewObjectId === objectId);
    expect((await world.post('deleteByIds', { ids: [stock?.id] })).body.code).toBe('000000');
    expect(await outdated()).toBe(false);
    await world.fill(sale?.id ?? '', [row('2026-03-09', 'P1', 30)]);
    expect(await outdated()).toBe(true);
    await run(world, objectId);
    expect(await outdated()).toBe(false);
    // What was there when it ran is gone, and an empty process in its place is no file.
    expect((await world.post('deleteByIds', { ids: [sale?.id] })).body.code).toBe('000000');
    expect(await outdated()).toBe(true);
    await makeAnew();
    expect(await outdated()).toBe(true);
  });

  it('[FLOW-05] compares opening + purchases - sales with the closing stock by product and tells the difference, and what is missing on either side', async () => {
    const world = await ProcessWorld.start(flow);
    const objectId = await bought(world);
    await flow.app.db
      .insertInto('flow_client_product')
      .values(['P4', 'P5', 'P6'].map((code) => ({ client_id: world.clientId, product_code: code, product_name: `产品 ${code}` })))
      .execute();
    await world.fill(world.of('dealer-sale').id, [
      row('2026-03-01', 'P1', 900),
      row('2026-03-09', 'P1', 20),
      row('2026-03-20', 'P1', 10),
      row('2026-03-10', 'P2', 5),
      row('2026-03-10', 'P4', 7),
      row('2026-03-10', 'no such product', 7),
    ]);
    const stock = world.of('dealer-stock');
    await world.fill(stock.id, [
      row('2026-03-01', 'P1', 100),
      row('2026-03-31', 'P1', 90),
      row('2026-03-31', 'P1', 50),
      // A count in between decides nothing.
      row('2026-03-15', 'P1', 12_345),
      row('2026-03-31', 'P2', 16),
      row('2026-03-01', 'P4', 7),
      row('2026-03-31', 'P5', 3),
      row('2026-03-01', 'P6', 4),
    ]);
    expect((await run(world, objectId)).movement).toMatchObject({
      missing: [],
      from: '2026-03-01',
      to: '2026-03-31',
      counts: { all: 5, matched: 2, differs: 1, missingStock: 1, missingMovement: 1 },
      leftOut: { saleRejected: 0, saleUnmatched: 1, stockRejected: 0, stockUnmatched: 0 },
    });
    const found = await find(world, `reviewObjectId=${objectId}`);
    expect(found.comparison?.outdated).toBe(false);
    expect(told(found)).toEqual([
      ['P1', 'matched', '100', '70', '30', '140', '140', '0'],
      ['P2', 'differs', null, '20', '5', '15', '16', '1'],
      // Sold out and not listed any more.
      ['P4', 'matched', '7', null, '7', '0', null, '0'],
      ['P5', 'missing-movement', null, null, null, '0', '3', '3'],
      ['P6', 'missing-stock', '4', null, null, '4', null, '-4'],
    ]);
    expect((await world.now(stock.id)).status).toBe('4');
    expect(told(await find(world, `reviewObjectId=${objectId}&kind=missing-stock`))).toHaveLength(1);
    expect(told(await find(world, `reviewObjectId=${objectId}&keyword=P2&pageSize=1`))).toHaveLength(1);
    // 1 of 15 is less than 7 %, by the tolerance of quantities.
    expect((await run(world, objectId, { quantityTolerance: 7 })).movement?.counts).toMatchObject({ matched: 3, differs: 0 });

    // The workbook has it as a sheet of its own; verdicts are still read from the first.
    const exported = await world.flow.app.http.inject({
      url: `/api/flow-audit-data-process/comparison-export?reviewObjectId=${objectId}`,
      headers: { authorization: `Bearer ${flow.auditor}`, 'accept-language': 'en' },
    });
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(exported.rawPayload as never);
    const sheet = book.getWorksheet('Movement of stock');
    expect(sheet?.getRow(1).values).toEqual([
      undefined,
      ...['Product code', 'Product', 'Result', 'Opening stock', 'Purchases', 'Sales', 'Should be', 'Closing stock', 'Difference'],
    ]);
    expect(sheet?.getRow(3).values).toEqual([undefined, 'P2', '纯牛奶 250ml×16', 'Matched', undefined, 20, 5, 15, 16, 1]);

    // Another file of stocks makes it out of date.
    await world.fill(stock.id, [row('2026-03-01', 'P1', 100), row('2026-03-31', 'P1', 139)]);
    expect((await find(world, `reviewObjectId=${objectId}`)).comparison?.outdated).toBe(true);
    expect((await run(world, objectId)).movement?.counts).toMatchObject({ all: 3, matched: 0, differs: 1, missingStock: 2 });
  });
});
