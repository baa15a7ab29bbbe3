import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EvidenceWorld } from './evidence-world.ts';

let world: EvidenceWorld;
beforeAll(async () => {
  world = await EvidenceWorld.start();
});
afterAll(async () => await world.app.close());

it('[FLOW-02] keeps of one client projects, review objects with their batch, data processes, bill tasks, tickets, ticket links, dealers, products and matching relations, each where it belongs', async () => {
  const { flow } = world;
  const { clientCode } = await flow.client();
  const master = (what: string, body: object) => flow.post(`flow-audit-masterData-maintain/${what}`, { clientCode, ...body }, flow.admin);
  await master('saveDealer', { dealerCode: 'D9', dealerName: '北方商贸' });
  await master('saveProduct', { productCode: 'P9', productName: '纯牛奶', productSpec: '250ml' });
  await master('saveRelation', { kind: 'dealer', sourceName: '北方商贸公司', targetCode: 'D9' });
  const { id: projectId } = await flow.project(clientCode);
  const object = { projectId, reviewBatchNo: 'B-2026', dealerCodes: ['D9'] };
  expect((await flow.post('flow-audit-review-object/save', object)).status).toBe(200);
  await flow.get(`flow-audit-data-process/initDataProcessByReviewBatchNo?projectId=${projectId}&reviewBatchNo=B-2026`);

  const page = async (path: string, body: object, token?: string) =>
    ((await flow.post(path, body, token)).body.data as { content: Record<string, unknown>[] }).content;
  expect(await page('flow-audit-masterData-maintain/dealerPageList', { clientCode, keyword: 'D9' }, flow.admin)).toMatchObject([
    { dealerCode: 'D9', dealerName: '北方商贸' },
  ]);
  expect(await page('flow-audit-masterData-maintain/productPageList', { clientCode }, flow.admin)).toMatchObject([{ productCode: 'P9' }]);
  expect(await page('flow-audit-masterData-maintain/relationPageList', { clientCode }, flow.admin)).toMatchObject([
    { sourceName: '北方商贸公司', targetCode: 'D9' },
  ]);
  expect(await page('flow-audit-project/projectPageList', { clientCode })).toMatchObject([{ id: projectId, clientCode }]);
  const [reviewed] = await page('flow-audit-review-object/pageList', { projectId });
  expect(reviewed).toMatchObject({ reviewBatchNo: 'B-2026', dealerCode: 'D9' });
  const processes = await page('flow-audit-data-process/pageList', { projectId, reviewBatchNo: 'B-2026' });
  expect(processes.map(({ fileType, reviewObjectId }) => [fileType, reviewObjectId])).toEqual(
    ['client-shipment', 'dealer-purchase', 'dealer-sale', 'dealer-stock'].map((type) => [
      type,
      type === 'client-shipment' ? null : reviewed?.id,
    ]),
  );

  const reviewObjectId = String(reviewed?.id);
  const link = await world.link(reviewObjectId);
  const task = await world.task(reviewObjectId, { taskName: '三月送货' });
  const content = PNG.sync.write(new PNG({ width: 8, height: 8 }));
  const { filePath } = (await world.upload(task.id, { content, token: flow.auditor })).body.data as { filePath: string };
  const ticket = { id: task.id, ticketTypeCode: 'delivery-note', filePath, ticketNum: 'N-1' };
  expect((await world.post('flow-bill-ticket/create', ticket)).status).toBe(200);
  const tickets = (await world.post('flow-bill-ticket/queryList', { id: task.id })).body.data;
  expect(tickets).toMatchObject({ billInfo: { id: task.id, taskName: '三月送货' } });
  expect(JSON.stringify(tickets)).toContain('N-1');
  const urls = (await world.post('flow-bill-ticket/getUrlsByPath', [filePath])).body.data;
  expect(JSON.stringify(urls)).toContain('/api/flow-bill-ticket/file');
  expect(JSON.stringify((await world.post('flow-ticket-url/queryPage', { clientCode })).body.data)).toContain(link.id);

  // Another client has nothing of it.
  const other = await flow.client([]);
  const nothing = { clientCode: other.clientCode };
  expect(await page('flow-audit-masterData-maintain/productPageList', nothing, flow.admin)).toEqual([]);
  expect(await page('flow-audit-project/projectPageList', nothing, flow.admin)).toEqual([]);
});
