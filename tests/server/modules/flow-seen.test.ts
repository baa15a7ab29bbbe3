import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTurn } from '../../support/in-turn.ts';
import { readSheets } from '../../support/workbook.ts';
import { uploadFile } from './client.ts';
import { csv, headings, ProcessWorld } from './flow-process-world.ts';
import { code, FlowWorld } from './flow-world.ts';

let flow: FlowWorld;
beforeAll(async () => {
  flow = await FlowWorld.start();
});
afterAll(async () => await flow.app.close());

interface Name {
  number: number;
  code: string;
  name: string;
  spec: string;
  targetCode: string | null;
}
interface Result {
  id: string;
  version: number;
  verdict: string | null;
  remark: string | null;
}

describe('a mapping', () => {
  it('[API-128] [API-131] is applied to the file and the headings it was made for, whatever version of the process is named', async () => {
    const world = await ProcessWorld.start(flow);
    const { id } = world.of('dealer-stock');
    const proposal = async () => (await world.post('getPersistColumnMapping', { id })).body.data as Record<string, unknown>;
    const apply = async (seen: unknown) =>
      world.post('updateDataProcess', { id, mapping: { productName: 0, quantity: 1 }, seen, version: (await world.now(id)).version });
    await world.upload(id, Buffer.from('货,存,价\n甲,10,99\n'));
    const first = await proposal();
    const seen = { fileBid: first.fileBid, headingRow: first.headingRow };
    expect(first).toMatchObject({ fileBid: expect.any(String), headingRow: 1, version: (await world.now(id)).version });
    await world.upload(id, Buffer.from('货,价,存\n甲,99,10\n乙,88,20\n'));
    const late = await apply(seen);
    expect([...code(late), late.body.data, late.body.details]).toEqual([
      409,
      'CONFLICT',
      undefined,
      [expect.objectContaining({ key: 'flow-data.otherFile' })],
    ]);
    const now = await proposal();
    const other = { fileBid: now.fileBid, headingRow: 1 };
    expect((await apply({ ...other, headingRow: 2 })).status).toBe(409);
    expect(await world.now(id)).toMatchObject({ mapping: null, status: '1' });
    expect((await apply(other)).status).toBe(200);
  });
});

describe('names that are assigned', () => {
  it('[FLOW-05] [FLOW-08] are those that were looked at, whatever another file brought meanwhile, and nobody takes back unseen what somebody else assigned', async () => {
    const world = await ProcessWorld.start(flow);
    const { id } = world.of('dealer-purchase');
    const line = (name: string) => ['2026-03-01', '', name, '', 1, '', '', ''];
    await world.fill(id, [line('甲茶'), line('乙茶')]);
    const names = async () => ((await world.post('names', { id })).body.data as { content: Name[] }).content;
    const first = (await names()).find(({ name }) => name === '甲茶');
    const { number, ...shown } = first as Name;
    const seen = { code: shown.code, name: shown.name, spec: shown.spec, targetCode: shown.targetCode };
    const relations = () =>
      flow.app.db
        .selectFrom('flow_matching_relation')
        .select(['source_name', 'target_code'])
        .where('client_id', '=', world.clientId)
        .orderBy('source_name')
        .execute();
    const assign = (targetCode: string, more: object = {}) =>
      world.post('assign', { id, kind: 'product', number, targetCode, seen: { ...seen, ...more } });

    // The number is that of another name by now.
    await world.upload(id, Buffer.from('日期,产品名称,数量,规格\n2026-03-01,丙茶,1,\n2026-03-02,丁茶,1,\n'));
    await world.map(id);
    const gone = await assign('P1');
    expect(gone.body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'targetCode', key: 'flow-data.noSuchName' }] });
    expect(await relations()).toEqual([]);
    await world.fill(id, [line('丙茶'), line('甲茶')]);
    expect((await names()).find((one) => one.number === number)?.name).toBe('丙茶');
    expect((await assign('P1')).body.data).toMatchObject({ process: { unmatched: 1 } });
    expect(await relations()).toEqual([{ source_name: '甲茶', target_code: 'P1' }]);

    // Somebody else said meanwhile what it is.
    const late = await assign('P2');
    expect([...code(late), late.body.data]).toEqual([
      409,
      'CONFLICT',
      { targetCode: 'P1', seen: { code: '', name: '甲茶', spec: '', targetCode: 'P1' } },
    ]);
    expect(await relations()).toEqual([{ source_name: '甲茶', target_code: 'P1' }]);
    // The same again is no dispute, and who saw it may say otherwise.
    expect((await assign('P1')).status).toBe(200);
    expect((await assign('P2', { targetCode: 'P1' })).status).toBe(200);
    expect(await relations()).toEqual([{ source_name: '甲茶', target_code: 'P2' }]);
  });
});

it('[FLOW-05] [FLOW-08] a name two people assign at the same moment is assigned by both: the relation of the first is changed by the other one', async () => {
  const world = await ProcessWorld.start(flow);
  const { id } = world.of('dealer-purchase');
  await world.fill(id, [['2026-03-01', '', '戊茶', '', 1, '', '', '']]);
  const { number = 0 } = ((await world.post('names', { id })).body.data as { content: Name[] }).content[0] ?? {};
  const first = {
    client_id: world.clientId,
    kind: 'product' as const,
    source_name: '戊茶',
    target_code: 'P2',
    target_name: 'Of the first',
  };
  const [answer] = await inTurn(
    flow.app.db,
    (holder) => holder.insertInto('flow_matching_relation').values(first).execute(),
    () => world.post('assign', { id, kind: 'product', number, targetCode: 'P1' }),
  );
  expect(answer?.status).toBe(200);
  const relations = flow.app.db.selectFrom('flow_matching_relation').select(['source_name', 'target_code', 'version']);
  expect(await relations.where('client_id', '=', world.clientId).execute()).toEqual([
    { source_name: '戊茶', target_code: 'P1', version: 2 },
  ]);
});

it.each([
  ['API-134', 'comparison-execute', (reviewObjectId: string) => ({ reviewObjectId })],
  ['API-137', 'flowAuditReportSiteExecutorRemind', (reviewObjectId: string) => ({ reviewObjectIds: [reviewObjectId] })],
  ['API-139', 'saveRevisionComments', (reviewObjectId: string) => ({ reviewObjectId, content: '数量不符' })],
  ['API-140', 'bill-report-execute', (reviewObjectId: string) => ({ reviewObjectId })],
])('[%s] [FLOW-04] [FLOW-05] finds no review object that is deleted while it waits for it: %s', async (_id, path, bodyOf) => {
  const world = await ProcessWorld.start(flow);
  const saved = await flow.post('flow-audit-review-object/save', {
    ...{ projectId: world.projectId, reviewBatchNo: 'GONE', dealerCodes: ['D1'], executorId: await flow.idOf('auditor') },
  });
  const [{ id = '' } = {}] = saved.body.data as { id: string }[];
  const remove = async (holder: typeof flow.app.db) => {
    await holder.selectFrom('flow_project').select('id').where('id', '=', Number(world.projectId)).forUpdate().execute();
    await holder.deleteFrom('flow_review_object').where('id', '=', Number(id)).execute();
  };
  const [answer] = await inTurn(flow.app.db, remove, () => world.post(path, bodyOf(id)));
  expect(answer && code(answer)).toEqual([404, 'NOT_FOUND']);
});

/** A comparison of one product in three months. */
async function compared() {
  const world = await ProcessWorld.start(flow);
  const rows = (quantity: number) => ['01', '02', '03'].map((month) => [`2026-${month}-02`, 'P1', '', '', quantity, '', '', 'D1']);
  await world.fill(world.of('client-shipment').id, rows(10));
  await world.fill(world.of('dealer-purchase').id, rows(9));
  const reviewObjectId = world.object();
  const run = () => world.post('comparison-execute', { reviewObjectId });
  expect((await run()).status).toBe(200);
  const find = async () =>
    (await world.get(`find-result-comparison?reviewObjectId=${reviewObjectId}`)).body.data as {
      comparison: { outdated: boolean; totals: { clientQuantity: string } };
      content: Result[];
    };
  return { world, reviewObjectId, rows, run, find };
}

describe('a comparison', () => {
  it('[API-134] [API-144] [API-130] is out of date once its file is another one, also where that file has a process made anew', async () => {
    const { world, rows, find } = await compared();
    expect((await find()).comparison.outdated).toBe(false);
    await world.post('deleteByIds', { ids: [world.of('client-shipment').id] });
    expect((await find()).comparison.outdated).toBe(true);
    await world.get(`initDataProcessByReviewBatchNo?projectId=${world.projectId}&reviewBatchNo=B1`);
    const page = await world.post('pageList', { projectId: world.projectId, reviewBatchNo: 'B1' });
    const made = (page.body.data as { content: { id: string; fileType: string }[] }).content.find(
      ({ fileType }) => fileType === 'client-shipment',
    );
    // Mapped as the file before was: as many steps as that one took.
    expect((await world.upload(made?.id ?? '', csv([headings, ...rows(777)]))).body.data).toMatchObject({ status: '3' });
    expect((await find()).comparison).toMatchObject({ outdated: true, totals: { clientQuantity: '30' } });
  });

  it('[API-135] [API-136] [FLOW-05] an exported workbook brings what was changed in it, and takes back nothing others said or found since', async () => {
    const { world, reviewObjectId, rows, run, find } = await compared();
    const file = await flow.app.http.inject({
      url: `/api/flow-audit-data-process/comparison-export?reviewObjectId=${reviewObjectId}`,
      headers: { authorization: `Bearer ${flow.auditor}`, 'accept-language': 'en' },
    });
    const [head = [], ...lines] = (await readSheets(file.rawPayload)).Comparison ?? [];
    const at = (title: string) => head.indexOf(title);
    expect(head.at(-1)).toBe('As exported (do not change)');
    type Change = Partial<Record<'Verdict' | 'Remark' | 'As exported (do not change)', string>>;
    const upload = async (changes: Record<string, Change>) => {
      const changed = lines.map((cells) => {
        const row = [...cells];
        for (const [title, text] of Object.entries(changes[String(cells[at('Period')])] ?? {})) row[at(title)] = text;
        return row;
      });
      const content = Buffer.from([head, ...changed].map((row) => row.map((cell) => cell ?? '').join(',')).join('\n'));
      const path = `/api/flow-audit-data-process/comparison-upload?reviewObjectId=${reviewObjectId}`;
      return (await uploadFile(flow.app, path, flow.auditor, content, 'x.csv')).body.data;
    };
    const said = async () => (await find()).content.map(({ verdict, remark }) => [verdict, remark]);

    const [january] = (await find()).content;
    await world.post('comparison-online-syn', {
      reviewObjectId,
      rows: [{ id: january?.id, version: january?.version, verdict: 'confirmed', remark: '已函证' }],
    });
    // January was not touched in the file.
    expect(await upload({ '2026-02': { Verdict: 'Explained', Remark: 'in transit' } })).toMatchObject({
      ...{ saved: true, changed: 1, kept: 1 },
    });
    expect(await said()).toEqual([
      ['confirmed', '已函证'],
      ['explained', 'in transit'],
      [null, null],
    ]);
    // Nor do rows of the file as it was exported take back what an upload of it brought: the answer counts them.
    expect(await upload({})).toMatchObject({ saved: true, changed: 0, kept: 2 });
    expect((await said())[1]).toEqual(['explained', 'in transit']);
    // It was, and by somebody else as well: nothing of the file is taken, and the row says what stands there now.
    const disputed = { '2026-01': { Verdict: 'Explained' }, '2026-03': { Remark: 'later' } };
    expect(await upload(disputed)).toMatchObject({
      saved: false,
      faults: [{ row: 2, message: expect.stringContaining('已函证') }],
    });
    expect((await said())[2]).toEqual([null, null]);
    expect(await upload({ ...disputed, '2026-01': { Verdict: 'confirmed', Remark: '已函证' } })).toMatchObject({ saved: true });
    expect((await said())[2]).toEqual([null, 'later']);
    // Figures that changed since are not judged by who has not seen them.
    await world.fill(world.of('dealer-purchase').id, rows(1));
    await run();
    expect(await upload({ '2026-03': { Verdict: 'Explained' } })).toMatchObject({ saved: false, faults: [{ row: 4 }] });
    expect(await upload({ '2026-03': { Verdict: 'Explained', 'As exported (do not change)': '1-1-x' } })).toMatchObject({
      saved: false,
      faults: [{ row: 4, message: expect.stringContaining('重新导出') }],
    });
    // A file of before, or of another system, has no such column and says what it says.
    expect(await upload({ '2026-03': { Verdict: 'Explained', 'As exported (do not change)': '' } })).toMatchObject({ saved: true });
    expect((await said())[2]).toEqual(['explained', null]);
  });
});
