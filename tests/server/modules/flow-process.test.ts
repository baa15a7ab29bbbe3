import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../../server/database/migrate.ts';
import { createDatabase } from '../../support/database.ts';
import { readSheets } from '../../support/workbook.ts';
import { csv, headings, type Process, ProcessWorld } from './flow-process-world.ts';
import { code, FlowWorld } from './flow-world.ts';

let flow: FlowWorld;
beforeAll(async () => {
  flow = await FlowWorld.start();
});
afterAll(async () => await flow.app.close());

async function download(path: string, language = 'en'): Promise<Buffer> {
  const answer = await flow.app.http.inject({
    url: `/api/flow-audit-data-process/${path}`,
    headers: { authorization: `Bearer ${flow.auditor}`, 'accept-language': language },
  });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}

describe('data processes', () => {
  it('[API-143] [API-129] [API-128] [API-130] [FLOW-05] are made once for a batch, counted, remarked by version and deleted with their files', async () => {
    const world = await ProcessWorld.start(flow);
    const { projectId } = world;
    const path = `initDataProcessByReviewBatchNo?projectId=${projectId}&reviewBatchNo=`;
    const again = await Promise.all([world.get(`${path}B1`), world.get(`${path}B1`)]);
    expect(again.map(({ body }) => body.data)).toEqual([
      { created: 0, total: 7 },
      { created: 0, total: 7 },
    ]);
    expect(code(await world.get(`${path}B2`))).toEqual([404, 'NOT_FOUND']);
    await flow.post('flow-audit-review-object/save', { projectId, reviewBatchNo: 'B2', dealerCodes: ['D1', 'D2'] });
    const race = await Promise.all(Array.from({ length: 3 }, () => world.get(`${path}B2`)));
    expect(race.reduce((sum, { body }) => sum + (body.data as { created: number }).created, 0)).toBe(7);
    expect(world.processes.map(({ fileType }) => fileType).slice(0, 4)).toEqual([
      'client-shipment',
      'dealer-purchase',
      'dealer-sale',
      'dealer-stock',
    ]);
    const status = await world.post('selectDataProcessStatus', { projectId, reviewBatchNo: 'B1' });
    expect(status.body.data).toMatchObject({
      total: 7,
      waiting: 7,
      compared: 0,
      processes: Array.from({ length: 7 }, () => ({ status: '0' })),
    });

    const { id } = world.of('dealer-stock');
    const update = () => world.post('updateDataProcess', { id, version: 1, remark: ' 等待盘点表 ' });
    expect((await update()).body.data).toMatchObject({ remark: '等待盘点表', version: 2 });
    expect((await update()).body).toMatchObject({ code: 'CONFLICT', data: { version: 2 } });
    expect(code(await world.post('updateDataProcess', { id, version: 2, mapping: { quantity: 0, productName: 1 } }))).toEqual([
      409,
      'FLOW_FILE_MISSING',
    ]);
    const page = await world.post('pageList', { projectId, reviewBatchNo: 'B1', keyword: '盘点' });
    expect(page.body.data).toMatchObject({ total: 1, content: [{ id, dealerCode: 'D1', changeable: true }] });
    await world.fill(id, [['2026-03-31', 'P1', '', '', 1, '', '', '']]);
    expect((await world.post('getFile', { id })).body.data).toMatchObject([{ fileName: 'flow.csv', current: true }]);
    expect((await world.post('deleteByIds', { ids: [id, '999999'] })).body.code).toBe('NOT_FOUND');
    expect((await world.post('deleteByIds', { ids: [id] })).body.data).toEqual({ removed: 1 });
    const files = await flow.app.db
      .selectFrom('stored_file')
      .select('removed_at')
      .where('business_type', '=', 'flow-data')
      .where('business_id', '=', id)
      .execute();
    expect(files).toEqual([{ removed_at: expect.any(Date) }]);
    expect(await flow.audited('flow_data_process', id)).toEqual([
      'flow_data_process_update',
      'flow_data_process_upload',
      'flow_data_process_map',
      'flow_data_process_delete',
    ]);
    // With what is kept of them the review objects stay.
    const kept = await flow.post('flow-audit-review-object/deleteByIds', { ids: [world.object()] });
    expect(kept.body).toMatchObject({ code: 'IN_USE', details: [{ key: 'flow.hasEvidence' }] });
  });

  it('[API-131] [API-133] [FLOW-05] guess columns from headings in three languages, keep the mapping for the next file and tell the first rows', async () => {
    const world = await ProcessWorld.start(flow);
    const { id } = world.of('dealer-purchase');
    const english = csv([
      ['Purchases of March'],
      [],
      ['Posting Date', 'Item', 'Pack size', 'Qty (cases)', 'Unit price', 'Supplier'],
      ['03/31/2026', '纯牛奶', '200ML×12', '1,000', '¥5.50', 'x'],
    ]);
    expect((await world.upload(id, english)).body.data).toMatchObject({ status: '1', headingRow: 3, rows: 1, mapping: null });
    const proposal = (await world.post('getPersistColumnMapping', { id })).body.data as { columns: unknown[] };
    expect(proposal).toMatchObject({
      source: 'guessed',
      mapping: { day: 0, productName: 1, productSpec: 2, quantity: 3, unitPrice: 4, counterpart: 5 },
      storedBy: null,
      preview: [{ line: 4, cells: ['03/31/2026', '纯牛奶', '200ML×12', '1,000', '¥5.50', 'x'] }],
    });
    expect(proposal.columns[3]).toEqual({ value: 3, label: 'D · Qty (cases)', sample: '1,000' });
    const update = (mapping: object, version = 2) => world.post('updateDataProcess', { id, version, mapping });
    expect((await update({ day: 0, productName: 1 })).body).toMatchObject({
      details: [{ field: 'mapping.quantity', key: 'flow-data.unmapped' }],
    });
    expect((await update({ day: 0, quantity: 3 })).body).toMatchObject({ details: [{ key: 'flow-data.productUnmapped' }] });
    expect((await update({ day: 0, productName: 1, quantity: 1 })).body).toMatchObject({ details: [{ key: 'flow-data.mappedTwice' }] });
    // Brackets, widths, case and white space make no other name; the specification tells two products of one name apart.
    expect(await world.map(id)).toMatchObject({ status: '3', rows: 1, unmatched: 0, rejected: 0 });
    const rows = await world.post('rows', { id });
    expect(rows.body.data).toMatchObject({
      content: [{ line: 4, day: '2026-03-31', targetCode: 'P1', quantity: '1000', unitPrice: '5.5', faults: [] }],
    });

    const next = world.of('dealer-purchase', 1);
    const moved = csv([
      ['Supplier', 'Qty (cases)', 'Posting Date', 'Unit price', 'Item', 'Pack size'],
      ['x', 2, '2026-04-01', 5, '酸奶(原味)', ''],
    ]);
    expect((await world.upload(next.id, moved)).body.data).toMatchObject({ status: '3', mapping: { quantity: 1, day: 2, productName: 4 } });
    const traditional = csv([
      ['進貨日期', '品名', '規格', '數量（箱）', '單價'],
      ['2026年4月1日', '酸奶（原味）', '', 2, 5],
    ]);
    await world.upload(next.id, traditional, '進貨.csv');
    const second = await world.post('getPersistColumnMapping', { id: next.id });
    expect(second.body.data).toMatchObject({
      source: 'guessed',
      mapping: { day: 0, productName: 1, productSpec: 2, quantity: 3, unitPrice: 4 },
      storedBy: 'auditor',
    });
    expect((await world.post('getFile', { id: next.id })).body.data).toMatchObject([
      { fileName: '進貨.csv', current: true },
      { fileName: 'flow.csv', current: false },
    ]);
    const wrongRow = await world.post('updateDataProcess', { id: next.id, version: 3, headingRow: 2 });
    expect(wrongRow.body).toMatchObject({ details: [{ field: 'headingRow', key: 'flow-data.noHeadingRow' }] });
  });

  it('[API-133] [FLOW-05] reject rows with where and why, give them back, and take the corrected workbook in their place', async () => {
    const world = await ProcessWorld.start(flow);
    const { id } = world.of('client-shipment');
    const filled = await world.fill(id, [
      ['2026-03-01', 'P1', '', '', '(3)', 5, '', 'D1'],
      ['05/03/2026', 'P1', '', '', 1, 5, '', 'D1'],
      ['2026-02-30', 'P1', '', '', '十', 5, '', 'D1'],
      ['2026-03-01', '', '', '', '', 'free', '', 'D1'],
      ['合计', '', '', '', 4, '', 20, ''],
      ['20260301', 'P9', '新品', '', 1, 5, '', 'D1'],
      ['46082', 'P1', '', '', '1.5E+3', 5, '', '经销商 D9'],
    ]);
    expect(filled).toMatchObject({ rows: 7, rejected: 4, unmatched: 1, elsewhere: 1, status: '2' });
    const rejected = await world.post('rows', { id, part: 'rejected', pageSize: 10 });
    const { content } = rejected.body.data as { content: { line: number; faults: { fault: string; column: string; text: string }[] }[] };
    expect(
      content.map(({ line, faults }) => [line, ...faults.map(({ fault, column, text }) => `${fault} ${column} ${text}`.trim())]),
    ).toEqual([
      [3, 'no-day 日期 05/03/2026'],
      [4, 'no-day 日期 2026-02-30', 'no-number 数量 十'],
      [5, 'product-missing 产品编码', 'quantity-missing 数量', 'no-number 单价 free'],
      [6, 'no-day 日期 合计', 'product-missing 产品编码'],
    ]);
    const all = await world.post('rows', { id, part: 'accepted' });
    expect(all.body.data).toMatchObject({
      total: 3,
      content: [
        { quantity: '-3', day: '2026-03-01' },
        { targetCode: null, day: '2026-03-01' },
        { quantity: '1500', day: '2026-03-01', elsewhere: true },
      ],
    });
    const sheets = await readSheets(await download(`downloadData?id=${id}&part=rejected`));
    const [rows = []] = Object.values(sheets);
    expect(rows[0]).toEqual([...headings, 'Row of the file', 'Problem']);
    expect(rows[1]?.slice(-2)).toEqual([3, '日期: No day, or one that can be read in two ways: write it as 2026-03-31']);
    expect(rows).toHaveLength(5);

    // The whole of it as it is read back by itself: nothing is lost on the way.
    const whole = await download(`downloadData?id=${id}`, 'zh-TW');
    const back = await world.upload(id, whole, '更正.xlsx');
    expect(back.body.data).toMatchObject({ rows: 7, rejected: 4, unmatched: 1, elsewhere: 1, status: '2', fileName: '更正.xlsx' });
    const corrected = csv([headings, ['2026-03-05', 'P1', '', '', 1, 5, '', 'D1']]);
    expect((await world.upload(id, corrected)).body.data).toMatchObject({ rows: 1, rejected: 0, status: '3' });
    const late = await flow.app.http.inject({
      method: 'POST',
      url: `/api/flow-audit-data-process/dataEidtedUploadMinIO?id=${id}&version=1`,
      headers: { authorization: `Bearer ${flow.auditor}`, 'content-type': 'multipart/form-data; boundary=b' },
      payload: '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b\r\n--b--\r\n',
    });
    expect(late.json()).toMatchObject({ code: 'CONFLICT', data: { rows: 1 } });
  });

  it('[FLOW-05] [FLOW-08] match by code, relation and name, leave open what may be two things, and learn from who assigns a name', async () => {
    const world = await ProcessWorld.start(flow);
    const { id } = world.of('client-shipment');
    const other = world.of('dealer-purchase', 1);
    await flow.app.db
      .insertInto('flow_matching_relation')
      .values({ client_id: world.clientId, kind: 'product', source_name: '鲜奶', target_code: 'P2', target_name: '纯牛奶' })
      .execute();
    const filled = await world.fill(id, [
      ['2026-03-01', 'P3', '鲜奶', '', 1, '', '', 'D1'],
      ['2026-03-01', '', ' 鲜　奶', '', 1, '', '', '经销商D1'],
      ['2026-03-01', '', '酸奶(原味)', '', 1, '', '', 'D1'],
      ['2026-03-01', '', '纯牛奶', '', 1, '', '', 'D1'],
      ['2026-03-01', '', '纯牛奶', '', 1, '', '', 'D1'],
      ['2026-03-01', 'P1', '', '', 1, '', '', '一号店'],
    ]);
    await world.fill(other.id, [
      ['2026-03-01', '', '纯 牛奶', '', 1, '', '', ''],
      // A column of names that holds codes.
      ['2026-03-01', '', 'P1', '', 1, '', '', ''],
    ]);
    expect(filled).toMatchObject({ status: '2', unmatched: 3 });
    const named = async (body: object) =>
      (await world.post('names', { id, ...body })).body.data as { total: number; content: { number: number; name: string }[] };
    expect(await named({ part: 'unmatched' })).toMatchObject({
      total: 2,
      content: [
        { name: '纯牛奶', rows: 2, kind: 'product' },
        { name: '一号店', rows: 1, kind: 'dealer' },
      ],
    });
    expect((await named({ part: 'matched', kind: 'product' })).content).toMatchObject([
      { code: 'P3', targetCode: 'P3', matchedBy: 'code' },
      { name: '鲜 奶', targetCode: 'P2', matchedBy: 'relation' },
      { name: '酸奶(原味)', targetCode: 'P3', matchedBy: 'name' },
      { code: 'P1', targetCode: 'P1', matchedBy: 'code' },
    ]);
    expect((await world.get(`targets?id=${id}&kind=product&keyword=${encodeURIComponent('纯牛奶')}`)).body.data).toEqual([
      { code: 'P1', label: 'P1 纯牛奶 200ml×12' },
      { code: 'P2', label: 'P2 纯牛奶 250ml×16' },
    ]);
    const [milk, shop] = (await named({ part: 'unmatched' })).content;
    const assign = (body: object) => world.post('assign', { id, ...body });
    expect((await assign({ kind: 'product', number: milk?.number, targetCode: 'P9' })).body).toMatchObject({
      details: [{ field: 'targetCode' }],
    });
    expect(code(await assign({ kind: 'product', number: 99, targetCode: 'P1' }))).toEqual([404, 'NOT_FOUND']);
    // The other dealer's file of the batch has the name too.
    expect((await assign({ kind: 'product', number: milk?.number, targetCode: 'P1' })).body.data).toMatchObject({
      process: { unmatched: 1 },
      others: 1,
    });
    expect(await world.now(other.id)).toMatchObject({ status: '3', unmatched: 0 });
    expect((await assign({ kind: 'dealer', number: shop?.number, targetCode: 'D9' })).body.data).toMatchObject({
      process: { status: '3', elsewhere: 1 },
      others: 0,
    });
    const relations = await flow.app.db
      .selectFrom('flow_matching_relation')
      .select(['source_name', 'target_code'])
      .where('client_id', '=', world.clientId)
      .orderBy('id')
      .execute();
    expect(relations).toEqual([
      { source_name: '鲜奶', target_code: 'P2' },
      { source_name: '纯牛奶', target_code: 'P1' },
      { source_name: '一号店', target_code: 'D9' },
    ]);
    // Assigned otherwise the relation changes, and none is added.
    await assign({ kind: 'product', number: milk?.number, targetCode: 'P2' });
    expect(
      await flow.app.db
        .selectFrom('flow_matching_relation')
        .select('target_code')
        .where('client_id', '=', world.clientId)
        .where('source_name', '=', '纯牛奶')
        .execute(),
    ).toEqual([{ target_code: 'P2' }]);
    // Two who assign names of files that have both of them wait for each other.
    await world.fill(other.id, [
      ['2026-03-01', '', '纯牛奶', '', 1, '', '', ''],
      ['2026-03-01', '', '新品甲', '', 1, '', '', ''],
    ]);
    await world.fill(id, [['2026-03-01', '', '新品甲', '', 1, '', '', 'D1']]);
    const both = await Promise.all([
      assign({ kind: 'product', number: 1, targetCode: 'P3' }),
      world.post('assign', { id: other.id, kind: 'product', number: 2, targetCode: 'P3' }),
    ]);
    expect(both.map(code)).toEqual(both.map(() => [200, '000000']));
    await flow.app.db.deleteFrom('flow_matching_relation').where('client_id', '=', world.clientId).execute();
    expect((await world.post('rematch', { id })).body.data).toMatchObject({ status: '2', unmatched: 1 });
  });
});

describe('names with codes', () => {
  it('[FLOW-05] [FLOW-08] one name with two codes is two things, and who assigns one that its code decided decides from then on', async () => {
    const world = await ProcessWorld.start(flow);
    const { id } = world.of('client-shipment');
    await world.fill(id, [
      ['2026-03-01', 'X-1', '礼盒', '', 1, '', '', 'D1'],
      ['2026-03-01', 'X-2', '礼盒', '', 1, '', '', 'D1'],
      ['2026-03-01', 'P3', '酸奶', '', 1, '', '', 'D1'],
      ['2026-03-01', 'X-5', '新品', '', 1, '', '', 'D1'],
    ]);
    const names = async () =>
      ((await world.post('names', { id, kind: 'product' })).body.data as { content: { number: number; code: string }[] }).content;
    const assign = async (wanted: string, targetCode: string) => {
      const number = (await names()).find((name) => name.code === wanted)?.number;
      expect(code(await world.post('assign', { id, kind: 'product', number, targetCode }))).toEqual([200, '000000']);
      return Object.fromEntries((await names()).map((name) => [name.code, (name as { targetCode?: string | null }).targetCode]));
    };
    expect(await assign('X-1', 'P1')).toEqual({ 'X-1': 'P1', 'X-2': null, P3: 'P3', 'X-5': null });
    expect(await assign('X-2', 'P2')).toMatchObject({ 'X-1': 'P1', 'X-2': 'P2' });
    expect(await assign('P3', 'P1')).toMatchObject({ P3: 'P1' });
    // Once more: the relation of the code changes.
    expect(await assign('P3', 'P2')).toMatchObject({ P3: 'P2' });
    // A code of its own says nothing of the name alone: other files have other codes for it.
    expect(await assign('X-5', 'P1')).toMatchObject({ 'X-5': 'P1' });
    // A dealer whose name is a code is as any other.
    const dealers = async () => ((await world.post('names', { id, kind: 'dealer' })).body.data as { content: object[] }).content;
    expect(await dealers()).toMatchObject([{ name: 'D1', targetCode: 'D1', matchedBy: 'code' }]);
    expect(code(await world.post('assign', { id, kind: 'dealer', number: 1, targetCode: 'D2' }))).toEqual([200, '000000']);
    expect(await dealers()).toMatchObject([{ name: 'D1', targetCode: 'D2', matchedBy: 'relation' }]);
    const relations = await flow.app.db
      .selectFrom('flow_matching_relation')
      .select(['source_name', 'target_code'])
      .where('client_id', '=', world.clientId)
      .where('kind', '=', 'product')
      .orderBy('source_name')
      .execute();
    expect(relations).toEqual([
      { source_name: 'P3', target_code: 'P2' },
      { source_name: 'X-1', target_code: 'P1' },
      { source_name: 'X-2', target_code: 'P2' },
      { source_name: '新品', target_code: 'P1' },
    ]);
  });
});

describe('many rows', () => {
  it('[API-133] [API-134] [FLOW-05] are read, matched and compared, thousands on each side', async () => {
    const world = await ProcessWorld.start(flow);
    await flow.app.db
      .insertInto('flow_client_product')
      .values(
        Array.from({ length: 400 }, (_, index) => ({
          client_id: world.clientId,
          product_code: `N${index}`,
          product_name: `货品 ${index}`,
          product_spec: '1kg',
        })),
      )
      .execute();
    const [client, dealer] = [world.of('client-shipment'), world.of('dealer-purchase')];
    const row = (index: number, more: number) => {
      const day = `2026-${String((index % 12) + 1).padStart(2, '0')}-${String((index % 28) + 1).padStart(2, '0')}`;
      return [day, '', `货品 ${index % 400}`, '1kg', 10 + more, 2.5, '', 'D1'];
    };
    const rows = (more: (index: number) => number) =>
      csv([headings, ...Array.from({ length: 6_000 }, (_, index) => row(index, more(index)))]);
    const filled: Process[] = [];
    for (const [{ id }, content] of [
      [client, rows(() => 0)],
      [dealer, rows((index) => (index % 400 === 7 ? 1 : 0))],
    ] as const) {
      await world.upload(id, content);
      filled.push(await world.map(id));
    }
    expect(filled).toMatchObject([
      { rows: 6_000, rejected: 0, unmatched: 0 },
      { rows: 6_000, unmatched: 0 },
    ]);
    const run = await world.post('comparison-execute', { reviewObjectId: world.object() });
    // 400 products meet 12 months 1200 times: index % 400 and index % 12 share the divisor 4. Product 7 differs in its 3 months.
    expect(run.body.data).toMatchObject({ counts: { all: 1_200, matched: 1_197, quantity: 3 } });
  });
});

it('[MENU-04] [FLOW-05] an installation that announced data processing gets its pages and buttons, for who works on projects and who looks', async () => {
  const { db, close } = await createDatabase('demo');
  try {
    const rows = async () =>
      (await sql`select * from menu where menu_id like 'flow-process%' or menu_id = 'flow-comparison' order by menu_id`.execute(db)).rows;
    const held = async () =>
      (await sql`select role_id, menu_id from role_menu where menu_id like 'flow-%' order by role_id, menu_id`.execute(db)).rows;
    const [shipped, given] = [await rows(), await held()];
    await sql`delete from menu where parent_id = 'flow-process' and menu_id <> 'flow-bill-report'`.execute(db);
    await sql`update menu set component = 'main#later' where menu_id = 'flow-process'`.execute(db);
    await sql`delete from migration where name = '141-flow-process-menu'`.execute(db);
    await migrate(db, async () => undefined);
    expect(await rows()).toEqual(shipped);
    expect(await held()).toEqual(given);
  } finally {
    await close();
  }
});

describe('the data workbench of a client', () => {
  it('[MENU-05] [FLOW-05] lists the processes of all projects of the client with their counts, and of no other; to others there is no such client', async () => {
    const world = await ProcessWorld.start(flow);
    await ProcessWorld.start(flow);
    const { id: second } = await flow.project(world.clientCode);
    await flow.post('flow-audit-review-object/save', { projectId: second, reviewBatchNo: 'X9', dealerCodes: ['D1'] });
    await world.get(`initDataProcessByReviewBatchNo?projectId=${second}&reviewBatchNo=X9`);
    const stock = world.of('dealer-stock');
    await flow.app.db.updateTable('flow_data_process').set({ status: '3' }).where('id', '=', Number(stock.id)).execute();
    interface Page {
      content: { clientCode: string; projectId: string; reviewBatchNo: string; id: string }[];
      total: number;
      counts: object;
    }
    const ask = async (more: object = {}, token?: string) =>
      await world.post('pageByClient', { clientCode: world.clientCode, ...more }, token);
    const page = (await ask()).body.data as Page;
    expect(page).toMatchObject({ total: 11, counts: { total: 11, waiting: 10, unmapped: 0, unmatched: 0, matched: 1, compared: 0 } });
    expect(new Set(page.content.map(({ clientCode }) => clientCode))).toEqual(new Set([world.clientCode]));
    expect(page.content.slice(0, 5).map(({ reviewBatchNo }) => reviewBatchNo)).toEqual(['X9', 'X9', 'X9', 'X9', 'B1']);
    // The counts are of all of them, whatever is looked for.
    expect((await ask({ status: '3' })).body.data).toMatchObject({ total: 1, content: [{ id: stock.id }], counts: { total: 11 } });
    expect((await ask({ keyword: 'X9', pageSize: 3, pageNo: 2 })).body.data).toMatchObject({
      total: 4,
      content: [{ reviewBatchNo: 'X9' }],
    });
    const { clientCode } = await flow.client(['riskmanager']);
    expect(code(await world.post('pageByClient', { clientCode }))).toEqual([404, 'NOT_FOUND']);
    expect(code(await world.post('pageByClient', { clientCode: 'NOBODY' }))).toEqual([404, 'NOT_FOUND']);
  });
});
