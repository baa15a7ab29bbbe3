import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../../server/database/migrate.ts';
import { createDatabase } from '../../support/database.ts';
import { readSheets } from '../../support/workbook.ts';
import { uploadFile } from './client.ts';
import { code, FlowWorld } from './flow-world.ts';

let world: FlowWorld;
beforeAll(async () => {
  world = await FlowWorld.start();
});
afterAll(async () => await world.app.close());

interface Imported {
  saved: boolean;
  rows: number;
  added: number;
  changed: number;
  unchanged: number;
  faultCount: number;
  faults: { row: number; column: string; message: string; advice: string }[];
  preview: { row: number; effect: string; code: string; name: string; before: string }[];
  /** Of master data. */
  seen?: string;
  isOther?: boolean;
}
const csv = (...lines: string[]) => Buffer.from(lines.join('\n'));
const master = 'flow-audit-masterData-maintain';

async function upload(path: string, content: Buffer, token = world.auditor): Promise<Imported> {
  const { body } = await uploadFile(world.app, `/api/${path}`, token, content, 'list.csv');
  if (body.code !== '000000') throw new Error(JSON.stringify(body));
  return body.data;
}

async function download(method: 'GET' | 'POST', path: string, body?: object): Promise<(string | number | Date | null)[][]> {
  const answer = await world.app.http.inject({
    method,
    url: `/api/${path}`,
    headers: { authorization: `Bearer ${world.auditor}`, 'accept-language': 'en' },
    ...(body && { payload: body }),
  });
  expect(answer.statusCode).toBe(200);
  return Object.values(await readSheets(answer.rawPayload))[0] ?? [];
}

describe('master data', () => {
  it('[API-160] [API-164] [FLOW-08] know headings by what people write, in every language', async () => {
    const { clientCode } = await world.client();
    const dealers = `${master}/uploadDealerDataFile?clientCode=${clientCode}`;
    const headings = ['Dealer code,Dealer name,Email', '客户编号,客户名称,电子邮箱', '經銷商代碼,經銷商,電子郵件'];
    for (const [index, heading] of headings.entries())
      expect(await upload(dealers, csv(heading, `H${index},经销商,`)), heading).toMatchObject({ saved: true, added: 1 });
    const products = `${master}/uploadClientProductDataFile?clientCode=${clientCode}`;
    for (const [index, heading] of ['Item code,Product name,Spec', '物料编码,商品名称,规格型号'].entries())
      expect(await upload(products, csv(heading, `I${index},产品,x`)), heading).toMatchObject({ saved: true, added: 1 });
  });

  it('[API-160] [API-162] [FLOW-08] dealers of a file are looked at first, then added and changed together, and come back as they went', async () => {
    const { clientCode } = await world.client();
    const path = `${master}/uploadDealerDataFile?clientCode=${clientCode}`;
    const file = csv('Dealer code,Dealer,E-mail', 'D1,经销商 D1,', 'D2,改名经销商,', 'D3,"=HYPERLINK(""http://x"")",d3@example.com');
    const looked = await upload(`${path}&check=1`, file);
    expect(looked).toMatchObject({ saved: false, rows: 3, added: 1, changed: 1, unchanged: 1, faultCount: 0 });
    expect(looked.preview).toMatchObject([
      { row: 3, effect: 'changed', code: 'D2', name: '改名经销商', before: '经销商 D2' },
      { row: 4, effect: 'added', code: 'D3', before: '' },
    ]);
    const list = (keyword = '') => world.post('flow-audit-dealer/list', { clientCode, keyword });
    expect((await list()).body.data).toMatchObject({ total: 2 });
    expect(await upload(path, file)).toMatchObject({ saved: true, added: 1, changed: 1 });
    expect((await list()).body.data).toMatchObject({ total: 3, content: [{ version: 1 }, { dealerName: '改名经销商', version: 2 }, {}] });
    expect(await upload(path, file)).toMatchObject({ saved: true, added: 0, changed: 0, unchanged: 3 });
    // What a spreadsheet would run leaves as text; the upload takes the quote off again.
    const rows = await download('POST', `${master}/downloadDealerData`, { clientCode });
    expect(rows).toEqual([
      ['Dealer code', 'Dealer', 'E-mail'],
      ['D1', '经销商 D1'],
      ['D2', '改名经销商'],
      ['D3', `'=HYPERLINK("http://x")`, 'd3@example.com'],
    ]);
    expect(await upload(path, csv('Dealer code,Dealer', `D3,"'=HYPERLINK(""http://x"")"`))).toMatchObject({ unchanged: 1, changed: 0 });
    expect((await list('D3')).body.data).toMatchObject({ content: [{ email: 'd3@example.com' }] });
    const client = (await world.get(`flow-audit-client/detail?clientCode=${clientCode}`)).body.data as { id: string };
    expect(await world.audited('flow_client', client.id)).toContain('flow_dealer_import');
  });

  it('[API-160] [API-161] [API-164] [FLOW-08] a file that was looked at is taken over only while it still does what was seen', async () => {
    const { clientCode } = await world.client();
    const files = {
      uploadDealerDataFile: (name: string) => csv('Dealer code,Dealer', `N1,${name}`),
      uploadClientProductDataFile: (name: string) => csv('Product code,Product name', `N1,${name}`),
      uploadMatchingRelationFile: (name: string) => csv('Kind,Name in files,Target code', `Product,${name} 1,N1`, 'Product,同名,N1'),
    };
    for (const [call, file] of Object.entries(files)) {
      const path = `${master}/${call}?clientCode=${clientCode}`;
      const [one, other] = [await upload(`${path}&check=1`, file('甲')), await upload(`${path}&check=1`, file('乙'))];
      const taken = [await upload(`${path}&seen=${one.seen}`, file('甲')), await upload(`${path}&seen=${one.seen}`, file('甲'))];
      // Sent again, because the answer was lost, it finds its own rows.
      const nothing = { saved: true, isOther: false, added: 0, changed: 0, unchanged: one.added + one.unchanged };
      expect(taken, call).toMatchObject([{ saved: true, isOther: false, added: one.added }, nothing]);
      const late = await upload(`${path}&seen=${other.seen}`, file('乙'));
      expect(late, call).toMatchObject({ saved: false, isOther: true, faultCount: 0 });
      // It tells what the file would do by now, which is taken over then.
      expect(late.seen, call).not.toBe(other.seen);
      expect(late.added + late.changed, call).toBe(1);
      expect(await upload(`${path}&seen=${late.seen}`, file('乙')), call).toMatchObject({ saved: true, isOther: false });
    }
    const { content } = (await world.post('flow-audit-dealer/list', { clientCode, keyword: 'N1' })).body.data as { content: object[] };
    expect(content).toMatchObject([{ dealerName: '乙' }]);
  });

  it('[API-160] [FLOW-08] what does not fit is told by row and column, with what to do, and nothing of the file is saved', async () => {
    const { clientCode } = await world.client();
    const path = `${master}/uploadDealerDataFile?clientCode=${clientCode}`;
    const wrong = await upload(
      path,
      csv('经销商编码,经销商名称,邮箱', 'N1,新的,', 'N1,又一个,', 'N2,,', 'N3,第三家,no address', `N4,${'长'.repeat(201)},`),
    );
    expect(wrong).toMatchObject({ saved: false, rows: 5, faultCount: 4 });
    const places = wrong.faults.map(({ row, column }) => [row, column.split(' ')[0]]);
    expect(places).toEqual([
      [3, 'A'],
      [4, 'B'],
      [5, 'C'],
      [6, 'B'],
    ]);
    expect(wrong.faults.every(({ message, advice }) => message.length > 3 && advice.length > 3)).toBe(true);
    expect((await world.post('flow-audit-dealer/list', { clientCode, keyword: 'N' })).body.data).toMatchObject({ total: 0 });
    const noTable = await upload(path, csv('something,else', '1,2'));
    expect(noTable).toMatchObject({ saved: false, faultCount: 1 });
    const outside = await uploadFile(world.app, `/api/${master}/uploadDealerDataFile?clientCode=QINGHE`, world.auditor, csv('a'), 'a.csv');
    expect([outside.status, outside.body.code]).toEqual([404, 'NOT_FOUND']);
  });

  it('[API-161] [API-163] [API-164] [API-165] [FLOW-08] relations lead to dealers and products of the client, in either language, and follow their names', async () => {
    const { clientCode } = await world.client();
    await upload(
      `${master}/uploadClientProductDataFile?clientCode=${clientCode}`,
      csv('产品编码,产品名称,规格', 'P1,矿泉水,550ml', 'P2,苏打水,'),
    );
    expect(await download('POST', `${master}/downloadClientProductData`, { clientCode, keyword: '550' })).toEqual([
      ['Product code', 'Product', 'Specification'],
      ['P1', '矿泉水', '550ml'],
    ]);
    const path = `${master}/uploadMatchingRelationFile?clientCode=${clientCode}`;
    const wrong = await upload(
      path,
      csv('Kind,Name in files,Target code,Target', 'Shop,甲,D1,', 'Dealer,乙,D9,', '产品,丙,P1,别的名称', '經銷商,丁,D1,'),
    );
    expect(wrong.faults.map(({ row, column }) => `${row} ${column.split(' ')[0]}`)).toEqual(['2 A', '3 C', '4 D']);
    await upload(path, csv('Kind,Name in files,Target code', 'Dealer,一号店,D1', '产品,水,P1'));
    const save = (body: object) => world.post(`${master}/saveDealer`, { clientCode, ...body });
    const [dealer] = ((await world.post(`${master}/dealerPageList`, { clientCode })).body.data as { content: { id: string }[] }).content;
    expect((await save({ id: dealer?.id, version: 1, dealerCode: 'D1', dealerName: '新名称' })).body.data).toMatchObject({ version: 2 });
    expect(await download('GET', `${master}/downloadMatchingRelation?clientCode=${clientCode}&kind=dealer`)).toEqual([
      ['Kind', 'Name in files', 'Target code', 'Target'],
      ['Dealer', '一号店', 'D1', '新名称'],
    ]);

    const late = await save({ id: dealer?.id, version: 1, dealerCode: 'D1', dealerName: '太晚' });
    expect(late.body).toMatchObject({ code: 'CONFLICT', data: { dealerName: '新名称' } });
    expect((await save({ dealerCode: 'D2', dealerName: '重复' })).body).toMatchObject({
      code: 'DUPLICATE',
      details: [{ field: 'dealerCode' }],
    });
    expect((await save({ id: dealer?.id, version: 2, dealerCode: 'DX', dealerName: 'x' })).body).toMatchObject({
      details: [{ field: 'dealerCode', key: 'flow.keyStays' }],
    });
    const remove = (what: string, ids: unknown[]) => world.post(`${master}/delete${what}`, { clientCode, ids });
    expect((await remove('Dealer', [dealer?.id])).body).toMatchObject({ code: 'IN_USE', details: [{ key: 'flow.targetOfRelations' }] });
    const relation = { clientCode, kind: 'dealer', sourceName: '二号店', targetCode: 'D2' };
    const made = (await world.post(`${master}/saveRelation`, relation)).body.data as { id: string };
    expect(made).toMatchObject({ targetName: '经销商 D2', version: 1 });
    const targets = await world.post(`${master}/targetPageList`, { clientCode, kind: 'product', keyword: '水' });
    expect(targets.body.data).toMatchObject({ total: 2, content: [{ targetCode: 'P1', targetName: '矿泉水' }, {}] });
    const nowhere = { clientCode, id: made.id, version: 1, kind: 'dealer', sourceName: '二号店', targetCode: 'D9' };
    expect((await world.post(`${master}/saveRelation`, nowhere)).body).toMatchObject({ details: [{ field: 'targetCode' }] });
    const { content } = (await world.post(`${master}/relationPageList`, { clientCode, kind: 'dealer' })).body.data as {
      content: { id: string }[];
    };
    expect(
      (
        await remove(
          'Relation',
          content.map(({ id }) => id),
        )
      ).body.data,
    ).toEqual({ removed: 2 });
    const { id: projectId } = await world.project(clientCode);
    await world.post('flow-audit-review-object/save', { projectId, reviewBatchNo: 'B', dealerCodes: ['D1'] });
    expect((await remove('Dealer', [dealer?.id])).body).toMatchObject({ code: 'IN_USE', details: [{ key: 'flow.dealerUnderReview' }] });
    expect(code(await remove('Product', ['999999']))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('review objects', () => {
  it('[API-121] [API-122] [API-125] [FLOW-04] come from a file into batches, all of them or none, and go back into one', async () => {
    const { clientCode } = await world.client();
    const { id: projectId } = await world.project(clientCode);
    const path = `flow-audit-review-object/uploadBatchInsert/${projectId}`;
    const [heads] = await download('GET', 'flow-audit-review-object/import-tpl');
    expect(heads).toEqual(['Review batch', 'Dealer code', 'Dealer', 'Executor', 'Remark']);
    const wrong = await upload(
      path,
      csv(heads?.join(',') ?? '', 'B1,D1,,,', 'B 1,D2,,,', 'B1,D9,,,', 'B1,D2,别的,,', 'B2,D2,,nobody,', 'B1,D1,,,twice'),
    );
    expect(wrong).toMatchObject({ saved: false, rows: 6, added: 1, faultCount: 5 });
    expect(wrong.faults.map(({ row, column }) => `${row} ${column.split(' ')[0]}`)).toEqual(['3 A', '4 B', '5 C', '6 D', '7 B']);
    const batches = () => world.get(`flow-audit-review-object/selectReviewBatch/${projectId}`);
    expect((await batches()).body.data).toEqual([]);

    const file = csv(heads?.join(',') ?? '', 'B1,D1,经销商 D1,auditor,', 'B1,D2,,陈静,-1');
    expect(await upload(`${path}?check=1`, file)).toMatchObject({ saved: false, added: 2, preview: [{ effect: 'added' }, {}] });
    expect(await upload(path, file)).toMatchObject({ saved: true, added: 2 });
    const exported = await download('POST', 'flow-audit-review-object/export', { projectId, reviewBatchNo: 'B1' });
    expect(exported).toEqual([
      ['Review batch', 'Dealer code', 'Dealer', 'Executor', 'Remark', 'Review status'],
      ['B1', 'D1', '经销商 D1', 'Chen Jing (auditor)', null, 'Not started'],
      ['B1', 'D2', '经销商 D2', 'Chen Jing (auditor)', "'-1", 'Not started'],
    ]);
    expect(await world.audited('flow_project', projectId)).toContain('flow_review_object_import');
  });

  it('[API-122] [FLOW-04] ten thousand rows of a file take seconds; of two files at once one hears that they are there', async () => {
    const { clientCode, id } = await world.client();
    await sql`insert into flow_dealer (client_id, dealer_code, dealer_name)
      select ${Number(id)}, 'X' || n, '经销商 ' || n from generate_series(1, 10000) n`.execute(world.app.db);
    const { id: projectId } = await world.project(clientCode);
    const lines = Array.from({ length: 10_000 }, (_, index) => `B${index % 7},X${index + 1},经销商 ${index + 1},auditor,第 ${index} 行`);
    const content = csv('Review batch,Dealer code,Dealer,Executor,Remark', ...lines);
    const path = `flow-audit-review-object/uploadBatchInsert/${projectId}`;
    const [late, first] = (await Promise.all([upload(path, content), upload(path, content)])).sort(
      (one, other) => +one.saved - +other.saved,
    );
    expect({ ...first, preview: first?.preview.length }).toMatchObject({ saved: true, rows: 10_000, added: 10_000, preview: 500 });
    expect({ ...late, faults: late?.faults.length }).toMatchObject({ saved: false, added: 0, faultCount: 10_000, faults: 500 });
    expect((await world.get(`flow-audit-project/selectProjdetail/${projectId}`)).body.data).toMatchObject({
      objectCount: 10_000,
      batchCount: 7,
    });
  });
});

it('[MENU-04] [FLOW-03] an installation that announced the screens gets them with their buttons, and keeps what it made otherwise', async () => {
  const { db, url: _url, close } = await createDatabase('demo');
  try {
    const rows = async () => {
      const { rows: found } = await sql<{ menu_id: string; component: string | null }>`
        select menu_id, component from menu where menu_id like 'flow%' order by menu_id`.execute(db);
      return found;
    };
    const shipped = await rows();
    const auditor = sql<{ menu_id: string }>`select menu_id from role_menu join role on role.id = role_id
      where role_code = 'auditor' and menu_id like 'flow%' order by menu_id`;
    const held = (await auditor.execute(db)).rows;
    await sql`delete from menu where parent_id in ('flow-client', 'flow-master-data') and menu_id <> 'flow-client-add' or menu_id = 'flow-clients'`.execute(
      db,
    );
    await sql`update menu set component = 'main#later' where menu_id = 'flow-client'`.execute(db);
    await sql`update menu set component = 'main#own' where menu_id = 'flow-master-data'`.execute(db);
    await sql`delete from migration where name = '120-flow-menu'`.execute(db);
    await migrate(db, async () => undefined);
    expect(await rows()).toEqual(shipped.map((row) => (row.menu_id === 'flow-master-data' ? { ...row, component: 'main#own' } : row)));
    expect((await auditor.execute(db)).rows).toEqual(held);
  } finally {
    await close();
  }
});
