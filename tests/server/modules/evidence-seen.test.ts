import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/database/connection.ts';
import { inTurn } from '../../support/in-turn.ts';
import { type Answer, call, uploadFile } from './client.ts';
import { EvidenceWorld, invoice } from './evidence-world.ts';
import { code } from './flow-world.ts';

let world: EvidenceWorld;
beforeAll(async () => {
  world = await EvidenceWorld.start();
});
afterAll(async () => await world.app.close());

interface Shown {
  billInfo: { revision: number; status: string };
  ticketList: { id: string; version: number; ticketAmount: string }[];
}

describe('decisions about bill tasks', () => {
  it('[API-155] [FLOW-07] [EVID-11] are about the tickets that were seen: what the dealer changed meanwhile is looked at first, and of many nothing is decided', async () => {
    const object = await world.object();
    const { copyUrl } = await world.link(object.id, { ticketTypes: ['vat-special'] });
    const [task, other] = [await world.task(object.id), await world.task(object.id)];
    for (const [index, { id }] of [task, other].entries())
      expect((await world.bring(id, copyUrl, 'vat-special', await invoice(`5500000${index}`))).status).toBe(200);
    const shown = async (id: string) => (await world.post('flow-bill-ticket/queryList', { id })).body.data as Shown;
    const decide = (more: object) => world.post('flow-bill-collect/updateStatusByIds', { ids: [other.id, task.id], ...more });

    const [before, whole] = [await shown(task.id), await shown(other.id)];
    const revisions = [whole.billInfo.revision, before.billInfo.revision];
    const [ticket] = before.ticketList;
    const changed = { id: ticket?.id, version: ticket?.version, ticketAmount: '9999999.00', copyUrl };
    expect((await world.dealer('flow-bill-ticket/update', changed)).status).toBe(200);
    // Its status is what it was: only its tickets are others.
    expect((await shown(task.id)).billInfo.status).toBe(before.billInfo.status);
    for (const wanted of [{ status: '1000' }, { status: '0010', rejectLog: 'The stamp cannot be read' }]) {
      const refused = await decide({ ...wanted, revisions });
      expect([...code(refused), refused.body.details]).toEqual([
        409,
        'CONFLICT',
        [expect.objectContaining({ key: 'evidence.taskChanged', values: { name: task.taskName } })],
      ]);
    }
    expect([(await shown(task.id)).billInfo.status, (await shown(other.id)).billInfo.status]).toEqual(['0100', '0100']);
    // What an invoice check said since was not seen either.
    const looked = await shown(task.id);
    await world.post('flow-bill-collect/billReportInvoiceVerify', { ids: [ticket?.id] });
    expect((await shown(task.id)).billInfo.revision).toBeGreaterThan(looked.billInfo.revision);
    // Revisions that are not one for each task are no revisions of these.
    for (const some of [[], revisions.slice(1), [...revisions, 1]])
      expect((await decide({ status: '1000', revisions: some })).body).toMatchObject({
        code: 'PARAMETER_ERROR',
        details: [{ field: 'revisions' }],
      });
    const now = [whole.billInfo.revision, (await shown(task.id)).billInfo.revision];
    expect((await decide({ status: '1000', revisions: now })).body.data).toEqual({ count: 2 });
    // Who names no revision decides about what there is.
    expect((await decide({ status: '0010', rejectLog: 'Once more' })).body.data).toEqual({ count: 2 });
  });
});

describe('a check of an invoice', () => {
  it('[API-159] [TICKET-02] and a change of its ticket at the same moment wait for each other in turn, and both are done', async () => {
    const object = await world.object();
    const { copyUrl } = await world.link(object.id, { ticketTypes: ['vat-special'] });
    const task = await world.task(object.id);
    const { id, version } = (await world.bring(task.id, copyUrl, 'vat-special', await invoice('55000099'))).body.data as {
      id: string;
      version: number;
    };
    const hold = (db: Database) => db.selectFrom('flow_bill_collect').select('id').where('id', '=', Number(task.id)).forUpdate().execute();
    const [changed, checked] = await inTurn(
      world.app.db,
      hold,
      () => world.dealer('flow-bill-ticket/update', { id, version, ticketAmount: '1.00', copyUrl }),
      () => world.post('flow-bill-collect/billReportInvoiceVerify', { ids: [id] }),
    );
    expect([changed?.status, checked?.status]).toEqual([200, 200]);
    // What was checked are not the values of now.
    const shown = (await world.post('flow-bill-ticket/queryList', { id: task.id })).body.data;
    expect(shown).toMatchObject({ ticketList: [{ ticketAmount: '1.00', isReal: '' }] });
  });
});

describe('bill tasks from a file', () => {
  it('[FLOW-07] [EVID-07] come once, whoever sends the same file at the same moment: the other one is told which are there', async () => {
    for (let round = 0; round < 4; round += 1) {
      const object = await world.object();
      const names = Array.from({ length: 400 }, (_, index) => `任务 ${index}`);
      const path = `/api/flow-bill-collect/import?reviewObjectId=${object.id}`;
      const file = Buffer.from(['taskName', ...names].join('\n'));
      const sent = await Promise.all([1, 2, 3].map(() => uploadFile(world.app, path, world.flow.auditor, file, 'tasks.csv')));
      expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
      const saved = sent.map(({ body }) => body.data as { saved: boolean; faultCount: number });
      expect(saved.filter(({ saved: isSaved }) => isSaved)).toHaveLength(1);
      expect(saved.filter(({ saved: isSaved }) => !isSaved).map(({ faultCount }) => faultCount)).toEqual([400, 400]);
    }
  });

  it('[FLOW-07] [EVID-07] wait in turn for tasks that are made or renamed by hand, so that one of two of a name is there and the other is told', async () => {
    const object = await world.object();
    const renamed = await world.task(object.id);
    const hold = (db: Database) =>
      db.selectFrom('flow_review_object').select('id').where('id', '=', Number(object.id)).forUpdate().execute();
    const path = `/api/flow-bill-collect/import?reviewObjectId=${object.id}`;
    const bring = (name: string) => async () =>
      await uploadFile(world.app, path, world.flow.auditor, Buffer.from(`taskName\n${name}`), 'tasks.csv');
    const make = (name: string) => () => world.post('flow-bill-collect/save', { reviewObjectId: object.id, taskName: name });
    const rename = (name: string) => () =>
      world.post('flow-bill-collect/save', { id: renamed.id, version: renamed.version, taskName: name });

    for (const [index, byHand] of [make, rename].entries()) {
      const [brought, refused] = await inTurn(world.app.db, hold, bring(`Brought ${index}`), byHand(`Brought ${index}`));
      expect(brought?.body.data).toMatchObject({ saved: true });
      expect(code(refused as Answer)).toEqual([409, 'DUPLICATE']);
      const [saved, faulty] = await inTurn(world.app.db, hold, byHand(`By hand ${index}`), bring(`By hand ${index}`));
      expect(saved?.body.data).toMatchObject({ taskName: `By hand ${index}` });
      expect(faulty?.body.data).toMatchObject({ saved: false, faultCount: 1 });
    }
  });
});

it('[FLOW-06] [FLOW-07] review objects of closed projects are not offered for tasks and links, which would be refused', async () => {
  const object = await world.object();
  const offered = async () => {
    const { body } = await call(world.app, `/api/flow-bill-collect/reviewObjects?clientCode=${object.clientCode}`, {
      token: world.flow.auditor,
    });
    return (body.data as { id: string }[]).map(({ id }) => id);
  };
  expect(await offered()).toEqual([object.id]);
  await world.app.db.updateTable('flow_project').set({ status: '2' }).where('client_id', '=', object.clientId).execute();
  expect(await offered()).toEqual([]);
  const refused = await world.post('flow-bill-collect/save', { reviewObjectId: object.id, taskName: 'Too late' });
  expect(code(refused)).toEqual([409, 'FLOW_PROJECT_CLOSED']);
});

it('[EVID-11] [API-148] [FLOW-07] the status of a task follows what it needs, too, for itself or by its link; not where it was rejected or is completed', async () => {
  const object = await world.object();
  const types = ['vat-special', 'delivery-note'];
  const link = await world.link(object.id, { ticketTypes: types });
  const [own, byLink, done, rejected] = [
    await world.task(object.id, { ticketTypes: types }),
    await world.task(object.id),
    await world.task(object.id),
    await world.task(object.id),
  ];
  const all = [own, byLink, done, rejected];
  for (const [index, { id }] of all.entries())
    expect((await world.bring(id, link.copyUrl, 'vat-special', await invoice(`5600000${index}`))).status).toBe(200);
  const statuses = async () => (await Promise.all(all.map(({ id }) => world.taskOf(id)))).map(({ status }) => status);
  let seen = link.version;
  const ask = async (ticketTypes: string[]) => {
    const answer = await world.post('flow-ticket-url/update', { id: link.id, version: seen, endDate: '2099-12-31', ticketTypes });
    expect(answer.status).toBe(200);
    seen = (answer.body.data as { version: number }).version;
  };
  const need = async (ticketTypes: string[]) => {
    const { version, taskName } = await world.taskOf(own.id);
    return (await world.post('flow-bill-collect/save', { id: own.id, version, taskName, ticketTypes })).body.data;
  };
  expect(await statuses()).toEqual(['0010', '0010', '0010', '0010']);

  await ask(['vat-special']);
  expect(await statuses()).toEqual(['0010', '0100', '0100', '0100']);
  expect(await need(['vat-special'])).toMatchObject({ status: '0100' });
  const decide = (id: string, more: object) => world.post('flow-bill-collect/updateStatusByIds', { ids: [id], ...more });
  expect((await decide(done.id, { status: '1000' })).status).toBe(200);
  expect((await decide(rejected.id, { status: '0010', rejectLog: 'Cannot be read' })).status).toBe(200);

  await ask(types);
  expect(await need(types)).toMatchObject({ status: '0010' });
  expect(await statuses()).toEqual(['0010', '0010', '1000', '0010']);
  await ask(['vat-special']);
  // What was rejected waits for another ticket.
  expect(await statuses()).toEqual(['0010', '0100', '1000', '0010']);
});

it('[EVID-11] [API-147] [FLOW-07] a task whose tickets were there before its link goes under audit with the link that asks for no more', async () => {
  const object = await world.object();
  const [whole, own, empty] = [
    await world.task(object.id),
    await world.task(object.id, { ticketTypes: ['delivery-note'] }),
    await world.task(object.id),
  ];
  for (const [index, { id }] of [whole, own].entries()) {
    const { auditor } = world.flow;
    const sent = await world.upload(id, { content: await invoice(`5700000${index}`), token: auditor, type: 'vat-special' });
    const { filePath } = sent.body.data as { filePath: string };
    expect((await world.post('flow-bill-ticket/create', { id, ticketTypeCode: 'vat-special', filePath })).status).toBe(200);
  }
  const statuses = async () => await Promise.all([whole, own, empty].map(async ({ id }) => (await world.taskOf(id)).status));
  expect(await statuses()).toEqual(['0010', '0010', '0000']);
  await world.link(object.id, { ticketTypes: ['vat-special'] });
  expect(await statuses()).toEqual(['0100', '0010', '0000']);
});
