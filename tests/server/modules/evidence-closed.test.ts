import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTurn } from '../../support/in-turn.ts';
import { type Answer, uploadFile } from './client.ts';
import { EvidenceWorld, invoice, type Link, type Task } from './evidence-world.ts';
import { code } from './flow-world.ts';

let world: EvidenceWorld;
beforeAll(async () => {
  world = await EvidenceWorld.start();
});
afterAll(async () => await world.app.close());

type Closing = 'project' | 'client';

async function close(what: Closing, object: { id: string; clientId: number }): Promise<void> {
  const { db } = world.app;
  if (what === 'client') await db.updateTable('flow_client').set({ status: '1' }).where('id', '=', object.clientId).execute();
  else await db.updateTable('flow_project').set({ status: '2' }).where('client_id', '=', object.clientId).execute();
}

/** A task under audit with its ticket, one that has none yet, and the link they came by. */
async function evidence() {
  const object = await world.object();
  const link = await world.link(object.id, { ticketTypes: ['vat-special'] });
  const [whole, open] = [await world.task(object.id), await world.task(object.id)];
  const brought = await world.bring(whole.id, link.copyUrl, 'vat-special', await invoice(`660${object.clientId}`));
  const sent = await world.upload(open.id, { content: await invoice(`770${object.clientId}`), copyUrl: link.copyUrl, type: 'vat-special' });
  const { filePath } = sent.body.data as { filePath: string };
  return { object, link, whole, open, ticket: brought.body.data as { id: string; version: number }, filePath };
}

/** What staff can do to evidence, by name. */
function changes({
  object,
  link,
  whole,
  open,
  ticket,
  filePath,
}: Awaited<ReturnType<typeof evidence>>): Record<string, () => Promise<Pick<Answer, 'status' | 'body'>>> {
  const { id, version } = ticket;
  return {
    'a task is made': () => world.post('flow-bill-collect/save', { reviewObjectId: object.id, taskName: 'Too late' }),
    'tasks are imported': () =>
      uploadFile(
        world.app,
        `/api/flow-bill-collect/import?reviewObjectId=${object.id}`,
        world.flow.auditor,
        Buffer.from('taskName\nToo late'),
        'tasks.csv',
      ),
    'a link is made': () =>
      world.post('flow-ticket-url/create', { reviewObjectId: object.id, endDate: '2099-12-31', ticketTypes: ['vat-special'] }),
    'a task is changed': () => world.post('flow-bill-collect/save', { id: open.id, version: open.version, taskName: `${open.taskName} 2` }),
    'tasks are decided about': () => world.post('flow-bill-collect/updateStatusByIds', { ids: [whole.id], status: '1000' }),
    'tasks are deleted': () => world.post('flow-bill-collect/deleteByIds', { ids: [open.id] }),
    'a file is brought': async () =>
      await world.upload(open.id, { content: await invoice('88000001'), token: world.flow.auditor, type: 'vat-special' }),
    'a ticket is made': () => world.post('flow-bill-ticket/create', { id: open.id, ticketTypeCode: 'vat-special', filePath }),
    'a ticket is changed': () => world.post('flow-bill-ticket/update', { id, version, ticketAmount: '1.00' }),
    'a ticket is removed': () => world.post('flow-bill-ticket/delete', { id, version }),
    'an invoice is checked': () => world.post('flow-bill-collect/billReportInvoiceVerify', { ids: [id] }),
    'a link is changed': () => world.post('flow-ticket-url/update', { id: link.id, version: link.version, endDate: '2098-12-31' }),
    'a link is renewed': () => world.post('flow-ticket-url/renew', { id: link.id, version: link.version }),
    'a link is mailed': () => world.post('flow-ticket-url/share', { id: link.id, email: 'dealer@example.com' }),
  };
}

async function read(path: string, body: object): Promise<unknown> {
  return (await world.post(path, body)).body.data;
}

/** What is kept of evidence, whoever is allowed to see it. */
async function kept({ link, whole, open }: { link: Link; whole: Task; open: Task }) {
  const { db } = world.app;
  const ids = [Number(whole.id), Number(open.id)];
  return {
    tasks: await db.selectFrom('flow_bill_collect').selectAll().where('id', 'in', ids).orderBy('id').execute(),
    tickets: await db.selectFrom('flow_bill_ticket').selectAll().where('collect_id', 'in', ids).execute(),
    files: await db.selectFrom('flow_ticket_upload').select('path').where('collect_id', 'in', ids).execute(),
    link: await db.selectFrom('flow_ticket_url').selectAll().where('id', '=', Number(link.id)).execute(),
    copies: await db.selectFrom('flow_ticket_url_copy').select(['id', 'revoked_at']).where('link_id', '=', Number(link.id)).execute(),
  };
}

describe('evidence of a closed project and of a disabled client', () => {
  it.each([
    ['project', 'FLOW_PROJECT_CLOSED'],
    ['client', 'FLOW_CLIENT_DISABLED'],
  ] as const)('[FLOW-03] [FLOW-07] [EVID-11] stays as it is for staff, who read it and are told why: %s', async (what, lockedBy) => {
    const given = await evidence();
    await close(what, given.object);
    const before = await kept(given);
    for (const [name, change] of Object.entries(changes(given)))
      expect([name, ...code((await change()) as Answer)]).toEqual([name, 409, lockedBy]);
    expect(await kept(given)).toEqual(before);
    // Of many, the first is named.
    const many = await world.post('flow-bill-collect/deleteByIds', { ids: [given.open.id, (await evidence()).open.id] });
    const key = what === 'project' ? 'evidence.ofClosed' : 'evidence.ofDisabled';
    expect([...code(many), many.body.details]).toEqual([
      409,
      lockedBy,
      [expect.objectContaining({ key, values: { name: given.open.taskName } })],
    ]);

    const shown = await read('flow-bill-ticket/queryList', { id: given.whole.id });
    expect(shown).toMatchObject({ editable: false, closed: false, billInfo: { lockedBy } });
    const page = await read('flow-bill-collect/queryPage', { reviewObjectId: given.object.id });
    expect(page).toMatchObject({ list: [{ lockedBy }, { lockedBy }], total: 2 });
    const links = await read('flow-ticket-url/queryPage', { clientCode: given.object.clientCode });
    expect(links).toMatchObject({ list: [{ lockedBy, closed: true }] });
    // An address is taken away whatever else stays.
    const { id, version } = given.link;
    expect(code(await world.post('flow-ticket-url/revoke', { id, version }))).toEqual([200, '000000']);
  });

  it.each(['project', 'client'] as const)(
    '[API-28] [API-29] [EVID-11] waits for nobody who could not decide about it: %s',
    async (what) => {
      const given = await evidence();
      const waiting = async () => {
        const page = (await read('todo/home/page', { mainSource: 'audit', source: 'evidence' })) as {
          content: { id: string }[];
          total: number;
        };
        const badge = await world.flow.get('todo/home/count?mainSource=audit');
        const everything = (await world.flow.get('todo/waiting')).body.data as { items: { id: string }[] };
        return {
          listed: [page.content, everything.items].map((items) => items.some(({ id }) => id === `evidence-${given.whole.id}`)),
          total: page.total,
          badge: (badge.body.data as { total: number }).total,
        };
      };
      const before = await waiting();
      expect(before.listed).toEqual([true, true]);
      await close(what, given.object);
      expect(await waiting()).toEqual({ listed: [false, false], total: before.total - 1, badge: before.badge - 1 });
    },
  );

  it('[EVID-02] [TICKET-04] is read only by the link of a closed project, and is collected again once it is under way again', async () => {
    const given = await evidence();
    const { copyUrl } = given.link;
    const bring = async () => await world.upload(given.open.id, { content: await invoice('88000002'), copyUrl, type: 'vat-special' });
    const { id, version } = given.ticket;
    await close('project', given.object);
    expect(code(await bring())).toEqual([409, 'EVIDENCE_CLOSED']);
    expect(code(await world.dealer('flow-bill-ticket/delete', { id, version, copyUrl }))).toEqual([409, 'EVIDENCE_CLOSED']);
    const page = async () => (await world.dealer('flow-bill-collect/queryPageByUrl', { copyUrl })).body.data;
    expect(await page()).toMatchObject({ closed: true, projectClosed: true, totalCnt: 2 });
    const shown = (await world.dealer('flow-bill-ticket/queryList', { id: given.whole.id, copyUrl })).body.data;
    expect(shown).toMatchObject({ closed: true, editable: false });
    await world.app.db.updateTable('flow_project').set({ status: '1' }).where('client_id', '=', given.object.clientId).execute();
    expect(await page()).toMatchObject({ closed: false, projectClosed: false });
    expect(code(await bring())).toEqual([200, '000000']);
  });

  it('[FLOW-03] [EVID-11] waits for who closes the project at the same moment, and is not changed after it', async () => {
    const given = await evidence();
    const { db } = world.app;
    const [answer] = await inTurn(
      db,
      async (holder) => {
        await holder.updateTable('flow_project').set({ status: '2' }).where('client_id', '=', given.object.clientId).execute();
      },
      () => world.post('flow-bill-collect/updateStatusByIds', { ids: [given.whole.id], status: '1000' }),
    );
    expect(code(answer as Answer)).toEqual([409, 'FLOW_PROJECT_CLOSED']);
    expect((await world.taskOf(given.whole.id)).status).toBe('0100');
  });
});
