import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../../server/database/migrate.ts';
import { createDatabase } from '../../support/database.ts';
import { readSheets } from '../../support/workbook.ts';
import { csv, headings, type Process, ProcessWorld } from './flow-process-world.ts';
import { FlowWorld } from './flow-world.ts';

let flow: FlowWorld;
beforeAll(async () => {
  flow = await FlowWorld.start();
});
afterAll(async () => await flow.app.close());

const row = (day: string, quantity: number, dealer: string) => [day, 'P1', '', '', quantity, 5, '', dealer];
const run = async (world: ProcessWorld, reviewObjectId: string) =>
  (await world.post('comparison-execute', { reviewObjectId })).body.data as { counts: object; leftOut: object; totals: object };
const outdated = async (world: ProcessWorld, reviewObjectId: string) =>
  ((await world.get(`find-result-comparison?reviewObjectId=${reviewObjectId}`)).body.data as { comparison: { outdated: boolean } })
    .comparison.outdated;

describe('the file of a client', () => {
  it('[FLOW-05] is given once for a batch and compared with every dealer of it', async () => {
    const world = await ProcessWorld.start(flow);
    expect(world.processes.map(({ fileType, dealerCode }) => [fileType, dealerCode])).toEqual([
      ['client-shipment', null],
      ...['D1', 'D2'].flatMap((code) => ['dealer-purchase', 'dealer-sale', 'dealer-stock'].map((type) => [type, code])),
    ]);
    const client = world.of('client-shipment');
    expect(client).toMatchObject({ reviewObjectId: null, dealerName: null, reviewBatchNo: 'B1', changeable: true });
    expect(
      await world.fill(client.id, [
        row('2026-03-02', 10, 'D1'),
        row('2026-03-02', 30, '经销商 D2'),
        row('2026-03-03', 7, '经销商 D9'),
        ['2026-03-03', '', '无人知晓', '', 7, 5, '', 'D2'],
        row('2026-03-03', 7, 'nobody of the master data'),
        row('2026-03-04', 5, ''),
        row('2026-13-01', 1, 'D1'),
      ]),
    ).toMatchObject({ rows: 7, rejected: 1, unmatched: 3, elsewhere: 1, status: '2' });
    // Whom a row went to that names nobody cannot be told of a batch of two dealers.
    const unmatched = (await world.post('rows', { id: client.id, part: 'unmatched' })).body.data as { content: object[]; total: number };
    expect(unmatched).toMatchObject({ total: 3, content: [{ line: 5 }, { line: 6 }, { line: 7 }] });
    await world.fill(world.of('dealer-purchase').id, [row('2026-03-09', 10, '')]);
    await world.fill(world.of('dealer-purchase', 1).id, [row('2026-03-09', 29, '')]);
    const [first, second] = [world.object(), world.object(1)];
    expect(await run(world, first)).toMatchObject({
      counts: { all: 1, matched: 1 },
      totals: { clientQuantity: '10' },
      // What went to another dealer is nothing this one lacks, whatever its product.
      leftOut: { clientRejected: 1, clientUnmatched: 2, clientElsewhere: 3 },
    });
    expect(await run(world, second)).toMatchObject({
      counts: { all: 1, quantity: 1 },
      totals: { clientQuantity: '30' },
      leftOut: { clientUnmatched: 3, clientElsewhere: 2 },
    });
    expect((await world.now(client.id)).status).toBe('4');

    // It is compared as long as one dealer is; another file puts both out of date.
    const remove = (reviewObjectId: string, version: number) =>
      flow.app.http.inject({
        method: 'DELETE',
        url: '/api/flow-audit-data-process/comparison-delete',
        headers: { authorization: `Bearer ${flow.auditor}` },
        payload: { reviewObjectId, version },
      });
    expect((await remove(second, 1)).statusCode).toBe(200);
    expect((await world.now(client.id)).status).toBe('4');
    await run(world, second);
    await world.upload(client.id, csv([headings, row('2026-03-02', 10, 'D1')]));
    expect([await outdated(world, first), await outdated(world, second)]).toEqual([true, true]);
    await run(world, first);
    expect((await remove(first, 2)).statusCode).toBe(200);
    expect((await remove(second, 1)).statusCode).toBe(200);
    expect((await world.now(client.id)).status).toBe('3');
  });

  it('[FLOW-05] says whom rows went to: its column is needed where the batch has several dealers, and not where it has one', async () => {
    const world = await ProcessWorld.start(flow);
    const nameless = csv([headings.slice(0, 6), ['2026-03-02', 'P1', '', '', 4, 5]]);
    const client = world.of('client-shipment');
    await world.upload(client.id, nameless);
    const mapping = { day: 0, productCode: 1, quantity: 4 };
    expect((await world.post('updateDataProcess', { id: client.id, version: 2, mapping })).body).toMatchObject({
      code: 'PARAMETER_ERROR',
      details: [{ field: 'mapping.counterpart', key: 'flow-data.counterpartUnmapped' }],
    });

    const { projectId } = world;
    await flow.post('flow-audit-review-object/save', { projectId, reviewBatchNo: 'B2', dealerCodes: ['D1'] });
    const init = () => world.get(`initDataProcessByReviewBatchNo?projectId=${projectId}&reviewBatchNo=B2`);
    expect((await init()).body.data).toEqual({ created: 4, total: 4 });
    const of = async (fileType: string) =>
      ((await world.post('pageList', { projectId, reviewBatchNo: 'B2', fileType })).body.data as { content: Process[] }).content;
    const [alone] = await of('client-shipment');
    const [purchase] = await of('dealer-purchase');
    await world.upload(alone?.id ?? '', nameless);
    const mapped = await world.post('updateDataProcess', { id: alone?.id, version: 2, mapping });
    expect(mapped.body.data).toMatchObject({ status: '3', unmatched: 0, elsewhere: 0 });
    await world.fill(purchase?.id ?? '', [row('2026-03-09', 4, '')]);
    expect(await run(world, purchase?.reviewObjectId ?? '')).toMatchObject({ counts: { all: 1, matched: 1 } });
    // A second dealer: rows that name nobody are not the first one's any more. They are again, where it leaves.
    const object = purchase?.reviewObjectId ?? '';
    const addSecond = async () => {
      const added = await flow.post('flow-audit-review-object/save', { projectId, reviewBatchNo: 'B2', dealerCodes: ['D2'] });
      return (added.body.data as { id: string }[])[0]?.id ?? '';
    };
    const second = await addSecond();
    expect(await world.now(alone?.id ?? '')).toMatchObject({ status: '2', unmatched: 1 });
    expect(await outdated(world, object)).toBe(true);
    expect(await run(world, object)).toMatchObject({ counts: { all: 1, missingClient: 1 } });
    expect(await outdated(world, object)).toBe(false);
    expect((await flow.post('flow-audit-review-object/deleteByIds', { ids: [second] })).status).toBe(200);
    expect(await world.now(alone?.id ?? '')).toMatchObject({ status: '3', unmatched: 0 });
    expect(await outdated(world, object)).toBe(true);
    await addSecond();
    expect((await init()).body.data).toEqual({ created: 3, total: 7 });
    // A third changes nothing of the two: what was compared is up to date, until its name means something else.
    await run(world, object);
    const { dataNo } = await world.now(alone?.id ?? '');
    const third = await flow.post('flow-audit-review-object/save', { projectId, reviewBatchNo: 'B2', dealerCodes: ['D9'] });
    expect(third.status).toBe(200);
    expect(await world.now(alone?.id ?? '')).toMatchObject({ status: '4', dataNo });
    expect(await outdated(world, object)).toBe(false);
  });

  it('[FLOW-05] says whether names are unmatched by the dealers that are in the batch now', async () => {
    const world = await ProcessWorld.start(flow);
    const client = world.of('client-shipment');
    await world.fill(client.id, [row('2026-03-02', 10, 'D1'), ['2026-03-03', 'P-unknown', 'Nobody knows it', '', 4, 5, '', 'D9']]);
    expect(await world.now(client.id)).toMatchObject({ status: '3', unmatched: 0, elsewhere: 1 });
    const batch = { projectId: world.projectId, reviewBatchNo: 'B1', dealerCodes: ['D9'] };
    const added = await flow.post('flow-audit-review-object/save', batch);
    expect(added.status).toBe(200);
    expect(await world.now(client.id)).toMatchObject({ status: '2', unmatched: 1, elsewhere: 0 });
    const [{ id = '' } = {}] = added.body.data as { id: string }[];
    expect((await flow.post('flow-audit-review-object/deleteByIds', { ids: [id] })).status).toBe(200);
    expect(await world.now(client.id)).toMatchObject({ status: '3', unmatched: 0, elsewhere: 1 });
  });

  it('[FLOW-05] lists and gives back rows that name nobody, also where every dealer it names is matched', async () => {
    const world = await ProcessWorld.start(flow);
    const { id } = world.of('client-shipment');
    const filled = await world.fill(id, [row('2026-03-02', 10, 'D1'), row('2026-03-02', 5, 'D2'), row('2026-03-04', 5, '')]);
    expect(filled).toMatchObject({ rows: 3, rejected: 0, unmatched: 1, elsewhere: 0, status: '2' });
    const unmatched = await world.post('rows', { id, part: 'unmatched' });
    expect(unmatched.body.data).toMatchObject({ total: 1, content: [{ line: 4, targetCode: 'P1', elsewhere: false, faults: [] }] });
    const given = await flow.app.http.inject({
      url: `/api/flow-audit-data-process/downloadData?id=${id}&part=unmatched`,
      headers: { authorization: `Bearer ${flow.auditor}`, 'accept-language': 'en' },
    });
    const [rows = []] = Object.values(await readSheets(given.rawPayload));
    expect(rows.slice(1).map((cells) => cells.at(-2))).toEqual([4]);
    expect(String(rows[1]?.at(-1))).not.toBe('');
  });

  it('[FLOW-05] counts for its dealer where it was given for one alone, and keeps the last dealer of a batch', async () => {
    const world = await ProcessWorld.start(flow);
    await world.fill(world.of('client-shipment').id, [row('2026-03-02', 10, 'D1')]);
    await world.fill(world.of('dealer-purchase').id, [row('2026-03-09', 25, '')]);
    expect(await run(world, world.object())).toMatchObject({ counts: { quantity: 1 } });
    // As it was before files were those of batches.
    const own = await flow.app.db
      .insertInto('flow_data_process')
      .values({ review_object_id: Number(world.object()), file_type: 'client-shipment' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await world.fill(String(own.id), [row('2026-03-02', 25, '')]);
    expect(await run(world, world.object())).toMatchObject({ counts: { all: 1, matched: 1 } });

    const { projectId } = world;
    const add = async (reviewBatchNo: string) => {
      await flow.post('flow-audit-review-object/save', { projectId, reviewBatchNo, dealerCodes: ['D1'] });
      await world.get(`initDataProcessByReviewBatchNo?projectId=${projectId}&reviewBatchNo=${reviewBatchNo}`);
      const page = await world.post('pageList', { projectId, reviewBatchNo });
      const [client, ...dealer] = (page.body.data as { content: Process[] }).content;
      await world.post('deleteByIds', { ids: dealer.map(({ id }) => id) });
      return { client: client?.id ?? '', objectId: dealer[0]?.reviewObjectId };
    };
    const remove = async (id: string | null | undefined) =>
      (await flow.post('flow-audit-review-object/deleteByIds', { ids: [id] })).body.code;
    const empty = await add('B8');
    expect(await remove(empty.objectId)).toBe('000000');
    expect((await world.get(`detail?id=${empty.client}`)).body.code).toBe('NOT_FOUND');
    const given = await add('B9');
    await world.upload(given.client, csv([headings, row('2026-03-02', 1, 'D1')]));
    expect(await remove(given.objectId)).toBe('IN_USE');
  });
});

it('[API-129] [FLOW-05] says how far a batch of thousands of dealers is by all of its processes, also those it does not name', async () => {
  const world = await ProcessWorld.start(flow);
  const { projectId } = world;
  await world.fill(world.of('client-shipment').id, [row('2026-03-02', 10, 'D1')]);
  // Three files each of 6,700 dealers, which come after those that wait.
  await sql`with dealer as (
      insert into flow_review_object (project_id, review_batch_no, dealer_code, dealer_name)
      select ${Number(projectId)}, 'B1', 'Z' || number, 'Z' || number from generate_series(1, 6700) number returning id
    )
    insert into flow_data_process (review_object_id, file_type, status)
    select id, given.type, given.status from dealer
    cross join (values ('dealer-purchase', '2'), ('dealer-sale', '3'), ('dealer-stock', '4')) as given (type, status)`.execute(flow.app.db);
  const { processes, ...counts } = (await world.post('selectDataProcessStatus', { projectId, reviewBatchNo: 'B1' })).body.data as {
    processes: object[];
  };
  expect(counts).toEqual({ total: 20_107, waiting: 6, unmapped: 0, unmatched: 6_700, matched: 6_701, compared: 6_700 });
  expect(processes).toHaveLength(20_000);
});

it('[FLOW-05] an installation that asked for it once a dealer keeps the files it was given, and asks for those it waits for once a batch', async () => {
  const { db, close } = await createDatabase('demo');
  try {
    await sql`delete from flow_data_process where review_object_id is null`.execute(db);
    await sql`drop index flow_data_process_batch`.execute(db);
    await sql`alter table flow_data_process drop constraint flow_data_process_of, drop column project_id, drop column review_batch_no,
      alter column review_object_id set not null`.execute(db);
    const rows = async () =>
      (
        await sql<{
          status: string;
        }>`select status from flow_data_process where file_type = 'client-shipment' order by review_object_id`.execute(db)
      ).rows;
    await sql`insert into flow_data_process (review_object_id, file_type, status, file_bid)
      select id, 'client-shipment', case when given then '3' else '0' end, case when given then gen_random_uuid() end
      from (select id, row_number() over (order by id) = 1 as given from flow_review_object order by id limit 3) object`.execute(db);
    expect(await rows()).toEqual([{ status: '3' }, { status: '0' }, { status: '0' }]);
    await sql`delete from migration where name = '230-flow-batch-files'`.execute(db);
    await migrate(db, async () => undefined);
    expect(await rows()).toEqual([{ status: '3' }]);
    const both = sql`insert into flow_data_process (review_object_id, project_id, review_batch_no, file_type)
      select id, project_id, review_batch_no, 'dealer-sale' from flow_review_object order by id desc limit 1`;
    await expect(both.execute(db)).rejects.toThrow('flow_data_process_of');
  } finally {
    await close();
  }
});
