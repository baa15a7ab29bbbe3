import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notePicture } from '../../../server/database/demo/ticket-pictures.ts';
import { evidenceFileOwner } from '../../../server/modules/evidence/file-owner.ts';
import { sweepUploads } from '../../../server/modules/evidence/jobs.ts';
import { inTurn } from '../../support/in-turn.ts';
import { call, tokenOf } from './client.ts';
import { EvidenceWorld, invoice } from './evidence-world.ts';
import { code } from './flow-world.ts';

let world: EvidenceWorld;
beforeAll(async () => {
  world = await EvidenceWorld.start();
});
afterAll(async () => await world.app.close());

interface Ticket {
  id: string;
  version: number;
  filePath: string;
  [name: string]: unknown;
}
const statusOf = async (id: string) => (await world.taskOf(id)).status;
const decide = (ids: string[], status: string, rejectLog?: string) =>
  world.post('flow-bill-collect/updateStatusByIds', { ids, status, ...(rejectLog !== undefined && { rejectLog }) });

describe('a round of review', () => {
  it('[API-155] [EVID-11] a rejection writes to the dealers who can do something about it, each once, with the reason and the link', async () => {
    const letters = async (part: string) =>
      await world.app.db
        .selectFrom('mail')
        .select(['recipient', 'subject', 'body', 'permission'])
        .where('body', 'like', `%${part}%`)
        .orderBy('id')
        .execute();
    const reachable = await world.object();
    await world.app.db
      .updateTable('flow_dealer')
      .set({ email: 'dealer@outside.test' })
      .where('client_id', '=', reachable.clientId)
      .execute();
    const { copyUrl } = await world.link(reachable.id);
    const [one, other, untouched] = [await world.task(reachable.id), await world.task(reachable.id), await world.task(reachable.id)];
    // Without an address in the master data.
    const silent = await world.object();
    await world.link(silent.id);
    const third = await world.task(silent.id);
    const done = [one, other, third].map(({ id }) => Number(id));
    const audited = async () => {
      const set = (status: '0000' | '0100', tasks: number[]) =>
        world.app.db.updateTable('flow_bill_collect').set({ status }).where('id', 'in', tasks).execute();
      await set('0100', done);
      await set('0000', [Number(untouched.id)]);
    };
    await audited();
    const ids = [one.id, other.id, third.id, untouched.id];
    const reject = (mail: boolean) =>
      world.post('flow-bill-collect/updateStatusByIds', {
        ids,
        status: '0010',
        rejectLog: 'The stamp\r\ncannot be read  \n\n\n<b>Page 2</b>\n',
        mail,
        language: 'zh-Hans',
      });
    const [link] = [`/evidence/collectiont/link?copyUrl=${copyUrl}`];
    expect((await reject(true)).body.data).toEqual({ count: 4, mailed: 1, unreached: ['经销商 D1'] });
    const sent = await letters(copyUrl);
    expect(sent).toEqual([
      expect.objectContaining({
        recipient: 'dealer@outside.test',
        permission: 'flow:client:manage',
        subject: expect.stringContaining(`${reachable.batch} 的票据需要更正`),
      }),
    ]);
    for (const part of [link, 'The stamp\ncannot be read\n\n<b>Page 2</b>\n\n', one.taskName, other.taskName, '2099-12-31'])
      expect(sent[0]?.body).toContain(part);
    expect(sent[0]?.body).not.toContain(untouched.taskName);
    // Nobody is written to unasked, nor by a link that was taken back or is over.
    await audited();
    expect((await reject(false)).body.data).toEqual({ count: 4 });
    const silentOnce = async (change: (id: number) => Promise<unknown>) => {
      await audited();
      await change(Number(reachable.id));
      expect((await reject(true)).body.data).toEqual({ count: 4, mailed: 0, unreached: ['经销商 D1'] });
    };
    const until = (day: string) => (id: number) =>
      world.app.db.updateTable('flow_ticket_url').set({ end_date: day }).where('review_object_id', '=', id).execute();
    await silentOnce(until('2020-01-01'));
    await until('2099-12-31')(Number(reachable.id));
    await silentOnce(() =>
      world.app.db.updateTable('flow_ticket_url_copy').set({ revoked_at: new Date() }).where('token', '=', copyUrl).execute(),
    );
    expect(await letters(copyUrl)).toHaveLength(1);
  });

  it('[API-93] [API-152] [API-153] [API-155] [API-156] [EVID-11] [TICKET-01] [TICKET-02] upload, reject with a reason, upload again, approve; then nothing changes any more', async () => {
    const object = await world.object();
    const { copyUrl } = await world.link(object.id);
    const task = await world.task(object.id);
    expect(await statusOf(task.id)).toBe('0000');

    const first = await world.bring(task.id, copyUrl, 'vat-special', await invoice('11112222'));
    expect(first.body.data).toMatchObject({ isPass: '1', isReal: '', ticketTypeCode: 'vat-special', originName: 'ticket.png' });
    expect(await statusOf(task.id)).toBe('0010');
    // Not everything is there: nobody can approve it, nor take it under audit.
    expect((await decide([task.id], '1000')).body).toMatchObject({ code: 'TASK_STATUS', details: [{ values: { name: task.taskName } }] });
    expect(code(await decide([task.id], '0100'))).toEqual([409, 'TASK_STATUS']);
    const second = await world.bring(task.id, copyUrl, 'delivery-note', notePicture('5'));
    expect(await world.taskOf(task.id)).toMatchObject({ status: '0100', ticketTypeCntPlan: 2, ticketTypeCntReal: 2 });

    expect((await decide([task.id], '0010')).body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'rejectLog' }] });
    expect((await decide([task.id], '0010', '印章不清晰')).body.data).toEqual({ count: 1 });
    const seen = await world.dealer('flow-bill-ticket/queryList', { id: task.id, copyUrl });
    expect(seen.body.data).toMatchObject({
      editable: true,
      billInfo: { status: '0010', rejectLog: '印章不清晰' },
      ticketTypeList: [{ count: 1 }, { count: 1 }],
      ticketList: [{ ticketTypeCode: 'vat-special' }, { ticketTypeCode: 'delivery-note' }],
    });

    // Another file in the place of the rejected one: the old one stays as proof of what was rejected.
    const { id, version, filePath } = second.body.data as Ticket;
    const sent = await world.upload(task.id, { content: notePicture('6'), copyUrl });
    const replaced = { id, version, filePath: (sent.body.data as Ticket).filePath, copyUrl };
    expect((await world.dealer('flow-bill-ticket/update', replaced)).body.data).toMatchObject({ version: version + 1 });
    await world.app.db
      .updateTable('flow_ticket_upload')
      .set({ created_at: new Date(0) })
      .where('collect_id', '=', Number(task.id))
      .execute();
    await sweepUploads(world.app.db);
    expect(code(await world.dealer('flow-bill-collect/discardFile', { filePath, copyUrl }))).toEqual([409, 'IN_USE']);
    const shown = await call(world.app, `/api/flow-bill-ticket/getUrlsByPath`, {
      method: 'POST',
      token: world.flow.auditor,
      body: [filePath],
    });
    const [url] = (shown.body.data as { urlList: string[] }).urlList;
    const old = await world.app.http.inject({ url: url ?? '' });
    expect([old.statusCode, old.rawPayload.equals(notePicture('5'))]).toEqual([200, true]);
    expect(await world.taskOf(task.id)).toMatchObject({ status: '0100', rejectLog: '印章不清晰' });
    const late = await world.dealer('flow-bill-ticket/update', { id, version, ticketNum: 'x', copyUrl });
    expect([...code(late), late.body.data]).toEqual([409, 'CONFLICT', expect.objectContaining({ version: version + 1, updateBy: null })]);
    for (const hidden of ['sha256', 'verifiedBy']) expect(late.body.data).not.toHaveProperty(hidden);

    expect((await decide([task.id, task.id], '1000')).body.data).toEqual({ count: 1 });
    expect(await world.taskOf(task.id)).toMatchObject({ status: '1000', rejectLog: null });
    const closed = [
      await world.dealer('flow-bill-ticket/update', { id, version: version + 1, ticketNum: 'x', copyUrl }),
      await world.dealer('flow-bill-ticket/delete', { id, version: version + 1, copyUrl }),
      await world.bring(task.id, copyUrl, 'other', notePicture('7')),
      await world.post('flow-bill-collect/save', { id: task.id, version: (await world.taskOf(task.id)).version, taskName: 'x' }),
      await world.post('flow-bill-collect/deleteByIds', { ids: [task.id] }),
    ];
    expect(closed.map(code)).toEqual(closed.map(() => [409, 'TASK_COMPLETED']));

    // Staff can open it again; taking a ticket away leaves it incomplete.
    await decide([task.id], '0010', '再核对');
    expect((await world.dealer('flow-bill-ticket/delete', { id, version: version + 1, copyUrl })).status).toBe(200);
    expect(await world.taskOf(task.id)).toMatchObject({ status: '0010', ticketTypeCntReal: 1 });

    const history = async (page: number, limit: number) =>
      (await world.post('flow-bill-ticket/history', { id: task.id, page, limit })).body.data as { list: Ticket[]; total: number };
    const { list, total } = await history(1, 100);
    const link = expect.stringMatching(/^link:\d+ 经销商 D1$/);
    expect(list.map(({ event, by, reason }) => [event, by, reason])).toEqual([
      ['removed', link, null],
      ['rejected', 'auditor', '再核对'],
      ['approved', 'auditor', null],
      ['replaced', link, null],
      ['rejected', 'auditor', '印章不清晰'],
      ['brought', link, null],
      ['brought', link, null],
    ]);
    const paths = list.flatMap((event) => (event.ticketId === id ? [event.filePath] : []));
    expect(paths).toEqual([replaced.filePath, replaced.filePath, filePath]);
    expect(await history(2, 5)).toMatchObject({
      total,
      list: [{ event: 'brought' }, { event: 'brought', ticketTypeName: '增值税专用发票' }],
    });
    expect(code(await world.post('flow-bill-ticket/history', { id: task.id }, await tokenOf(world.app, 'riskmanager')))).toEqual([
      403,
      'FORBIDDEN',
    ]);
    // Files go with their task alone.
    expect((await world.post('flow-bill-collect/deleteByIds', { ids: [task.id] })).body.data).toEqual({ count: 1 });
    const left = await world.app.db.selectFrom('flow_ticket_upload').select('path').where('collect_id', '=', Number(task.id)).execute();
    expect(left).toEqual([]);
    const audited = await world.app.db
      .selectFrom('audit_log')
      .select(['actor', 'actor_id', 'action', 'detail'])
      .where('target_type', 'in', ['flow_bill_ticket', 'flow_bill_collect'])
      .where('actor', 'like', 'link:%')
      .orderBy('id')
      .limit(2)
      .execute();
    expect(audited).toMatchObject([
      { actor_id: null, action: 'flow_bill_ticket_upload', detail: { task: task.taskName, link: expect.any(String) } },
      { actor_id: null, action: 'flow_bill_ticket_create' },
    ]);
    expect(JSON.stringify(audited)).not.toContain(copyUrl);
  });

  it('[EVID-11] [API-153] what was rejected goes under audit again where its ticket is saved as it was: nothing of the ticket changes by it', async () => {
    const object = await world.object();
    const { copyUrl } = await world.link(object.id, { ticketTypes: ['delivery-note'] });
    const task = await world.task(object.id);
    const { id, version } = (await world.bring(task.id, copyUrl, 'delivery-note', notePicture('70'))).body.data as Ticket;
    expect((await decide([task.id], '0010', 'The stamp cannot be read')).status).toBe(200);
    const changes = async () =>
      (
        await world.app.db
          .selectFrom('flow_bill_collect')
          .select('ticket_changes')
          .where('id', '=', Number(task.id))
          .executeTakeFirstOrThrow()
      ).ticket_changes;
    const noted = async () =>
      (
        await world.app.db
          .selectFrom('audit_log')
          .select('action')
          .where('target_id', 'in', [id, task.id])
          .where('action', 'in', ['flow_bill_ticket_update', 'flow_bill_collect_status'])
          .orderBy('id')
          .execute()
      ).map(({ action }) => action);
    const [counted, before] = [await changes(), await noted()];
    const saveAsItIs = () => world.dealer('flow-bill-ticket/update', { id, version, ticketTypeCode: 'delivery-note', copyUrl });
    expect((await saveAsItIs()).body.data).toMatchObject({ version });
    expect(await statusOf(task.id)).toBe('0100');
    expect(await changes()).toBe(counted);
    expect(await noted()).toEqual([...before, 'flow_bill_collect_status']);
    // Under audit already there is nothing to do.
    expect((await saveAsItIs()).body.data).toMatchObject({ version });
    expect(await noted()).toEqual([...before, 'flow_bill_collect_status']);
  });

  it('[TICKET-02] what does not pass needs a reason, and edited values stand beside what the server itself recognised', async () => {
    const object = await world.object();
    const { copyUrl } = await world.link(object.id);
    const task = await world.task(object.id);
    const sent = await world.upload(task.id, { content: await invoice('33334444'), copyUrl });
    const { filePath } = sent.body.data as Ticket;
    const read = await world.dealer('flow-bill-collect/billDetectExecute', { filePath, copyUrl });
    expect(read.body.data).toMatchObject({
      source: 'qr',
      ocrCode: '044001900111',
      ocrNum: '33334444',
      ocrDate: '2026-01-15',
      ocrCheckNum: '12345678901234567890',
      ocrAmount: '1234.50',
    });
    const body = { id: task.id, ticketTypeCode: 'vat-special', filePath, copyUrl };
    const missing = await world.dealer('flow-bill-ticket/create', { ...body, isPass: '0', diffReason: '  ' });
    expect(missing.body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'diffReason' }] });
    const unknown = await world.dealer('flow-bill-ticket/create', { ...body, ocrTotal: '1.00' });
    expect(unknown.body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'ocrTotal' }] });
    // The whole ticket comes as it was read, with what the dealer says instead; nobody else says what was recognised, or that it is genuine.
    const { source, reason: _, ...recognised } = read.body.data as Record<string, unknown>;
    const whole = { ...recognised, ocrSource: source, ...body, isReal: '1', ocrAmount: '1.00' };
    const saved = await world.dealer('flow-bill-ticket/create', { ...whole, ticketAmount: '99.00', isPass: '0', diffReason: '折扣' });
    expect(saved.body.data).toMatchObject({
      ocrAmount: '1234.50',
      isReal: '',
      ticketAmount: '99.00',
      // What is left out starts as what was recognised.
      ticketNum: '33334444',
      ticketDate: '2026-01-15',
      isPass: '0',
      diffReason: '折扣',
    });
    const twice = await world.dealer('flow-bill-ticket/create', body);
    expect(twice.body).toMatchObject({ code: 'DUPLICATE', details: [{ field: 'filePath' }] });
  });

  it('[TICKET-01] the same bytes are told with the name of the task that has them, and to a dealer of the own batch alone', async () => {
    const [one, other] = [await world.object(), await world.object()];
    const [own, strange] = [await world.link(one.id), await world.link(other.id)];
    const content = notePicture('4711');
    const [first, second, third] = [await world.task(one.id), await world.task(one.id), await world.task(other.id)];
    await world.bring(first.id, own.copyUrl, 'delivery-note', content);
    const again = await world.upload(second.id, { content, copyUrl: own.copyUrl });
    expect(again.body.data).toMatchObject({ duplicates: [{ id: first.id, taskName: first.taskName }] });
    expect((await world.upload(third.id, { content, copyUrl: strange.copyUrl })).body.data).toMatchObject({ duplicates: [] });
    // A second time into the same task: at once, when it is saved, and at both from then on.
    const inItself = [{ id: third.id, taskName: third.taskName }];
    const saved = await world.bring(third.id, strange.copyUrl, 'delivery-note', content);
    expect(saved.body.data).toMatchObject({ duplicates: [] });
    const twice = await world.upload(third.id, { content, copyUrl: strange.copyUrl });
    expect(twice.body.data).toMatchObject({ duplicates: inItself });
    const { filePath } = twice.body.data as Ticket;
    const body = { id: third.id, ticketTypeCode: 'delivery-note', filePath, copyUrl: strange.copyUrl };
    expect((await world.dealer('flow-bill-ticket/create', body)).body.data).toMatchObject({ duplicates: inItself });
    const listed = (await world.dealer('flow-bill-ticket/queryList', { id: third.id, copyUrl: strange.copyUrl })).body.data;
    expect(listed).toMatchObject({ ticketList: [{ duplicates: inItself }, { duplicates: inItself }] });
  });

  it('[TICKET-04] [EVID-02] after 23:59 of the last day, by the clock of the server, dealers read and nothing more; staff still can', async () => {
    const object = await world.object();
    const { copyUrl, id: linkId } = await world.link(object.id);
    const task = await world.task(object.id);
    const saved = await world.bring(task.id, copyUrl, 'delivery-note', notePicture('8'));
    const ticket = saved.body.data as Ticket;
    const { rows } = await sql<{ day: string }>`select (now() at time zone 'Asia/Shanghai')::date::text as day`.execute(world.app.db);
    const today = rows[0]?.day ?? '';
    const setEnd = (day: unknown) =>
      sql`update flow_ticket_url set end_date = ${day}::date where id = ${Number(linkId)}`.execute(world.app.db);
    await setEnd(today);
    expect((await world.upload(task.id, { content: notePicture('9'), copyUrl })).status).toBe(200);
    await setEnd(new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10));
    const refused = [
      await world.upload(task.id, { content: notePicture('10'), copyUrl }),
      await world.dealer('flow-bill-ticket/update', { id: ticket.id, version: ticket.version, ticketNum: '1', copyUrl }),
      await world.dealer('flow-bill-ticket/delete', { id: ticket.id, version: ticket.version, copyUrl }),
    ];
    expect(refused.map(code)).toEqual(refused.map(() => [409, 'EVIDENCE_CLOSED']));
    expect((await world.dealer('flow-bill-ticket/queryList', { id: task.id, copyUrl })).body.data).toMatchObject({
      closed: true,
      editable: false,
    });
    expect((await world.dealer('flow-bill-collect/queryPageByUrl', { copyUrl })).body.data).toMatchObject({ closed: true });
    const staff = { id: ticket.id, version: ticket.version, ticketNum: '2' };
    expect((await world.post('flow-bill-ticket/update', staff)).body.data).toMatchObject({ ticketNum: '2', updateBy: 'auditor' });
    // Who has the link reads no names of staff.
    const byLink = (await world.dealer('flow-bill-ticket/queryList', { id: task.id, copyUrl })).body.data;
    expect(byLink).toMatchObject({ billInfo: { updateBy: null }, ticketList: [{ ticketNum: '2', updateBy: null }] });
  });
});

describe('files', () => {
  it('[API-156] [ERR-11] are pictures and PDFs by their bytes, not by their names, and leave nothing behind when they are refused', async () => {
    const object = await world.object();
    const { copyUrl } = await world.link(object.id);
    const task = await world.task(object.id);
    const count = async () =>
      (await world.app.db.selectFrom('flow_ticket_upload').select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()).n;
    const before = await count();
    const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const refused = [
      await world.upload(task.id, { content: script, name: 'x.svg', copyUrl }),
      await world.upload(task.id, { content: script, name: 'x.png', copyUrl }),
      await world.upload(task.id, { content: Buffer.from('MZ'), name: 'x.exe', copyUrl }),
      await world.upload(task.id, { content: Buffer.alloc(0), name: 'x.png', copyUrl }),
    ];
    for (const { status, body } of refused) {
      expect({ status, ...body }).toMatchObject({
        status: 400,
        code: 'PARAMETER_ERROR',
        details: [{ field: 'file', key: expect.stringMatching(/^file\./) }],
      });
    }
    expect(code(await world.upload(task.id, { content: Buffer.alloc(11_000_000), name: 'x.png', copyUrl }))).toEqual([
      413,
      'BODY_TOO_LARGE',
    ]);
    expect(await count()).toBe(before);
  });

  it('[TICKET-04] count for the quota of the link until they are discarded; what no ticket was made of is swept away', async () => {
    const object = await world.object();
    const { copyUrl, id: linkId } = await world.link(object.id);
    const task = await world.task(object.id);
    const { filePath } = (await world.upload(task.id, { content: notePicture('20'), copyUrl })).body.data as Ticket;
    // As if the link had brought 999 more.
    await sql`insert into flow_ticket_upload (path, collect_id, copy_id, origin_name, type, size, sha256)
      select 'made/' || n, ${Number(task.id)}, (select id from flow_ticket_url_copy where link_id = ${Number(linkId)}), 'x', 'image/png', 1, 'x'
      from generate_series(1, 999) n`.execute(world.app.db);
    expect(code(await world.upload(task.id, { content: notePicture('21'), copyUrl }))).toEqual([409, 'QUOTA_EXCEEDED']);
    // Another URL of the same link has no quota of its own.
    const renewed = (await world.post('flow-ticket-url/renew', { id: linkId, version: 1 })).body.data as { copyUrl: string };
    expect(code(await world.upload(task.id, { content: notePicture('22'), copyUrl: renewed.copyUrl }))).toEqual([409, 'QUOTA_EXCEEDED']);
    expect((await world.dealer('flow-bill-collect/discardFile', { filePath, copyUrl: renewed.copyUrl })).status).toBe(200);
    const next = await world.upload(task.id, { content: notePicture('23'), copyUrl: renewed.copyUrl });
    expect(next.status).toBe(200);
    const kept = await world.bring(task.id, renewed.copyUrl, 'other', notePicture('24'));
    expect(code(kept)).toEqual([409, 'QUOTA_EXCEEDED']);
    await sql`update flow_ticket_upload set created_at = now() - interval '4 days' where collect_id = ${Number(task.id)}`.execute(
      world.app.db,
    );
    await sweepUploads(world.app.db);
    await sweepUploads(world.app.db);
    const left = await world.app.db.selectFrom('flow_ticket_upload').select('path').where('collect_id', '=', Number(task.id)).execute();
    expect(left).toEqual([]);
    const stored = world.app.db
      .selectFrom('stored_file')
      .select('removed_at')
      .where('path', '=', (next.body.data as Ticket).filePath);
    expect((await stored.executeTakeFirstOrThrow()).removed_at).not.toBeNull();
  });

  it('[TICKET-04] count for the quota of the link no longer once they are replaced, removed or rejected', async () => {
    const object = await world.object();
    const { copyUrl, id: linkId } = await world.link(object.id, { ticketTypes: ['delivery-note'] });
    const task = await world.task(object.id);
    const ticket = (await world.bring(task.id, copyUrl, 'delivery-note', notePicture('50'))).body.data as Ticket;
    const room = (count: number) =>
      sql`insert into flow_ticket_upload (path, collect_id, copy_id, origin_name, type, size, sha256)
      select 'room/' || n, ${Number(task.id)}, (select id from flow_ticket_url_copy where link_id = ${Number(linkId)}), 'x', 'image/png', 1, 'x'
      from generate_series(1, ${count}::int) n`.execute(world.app.db);
    await room(999);
    const send = (note: string) => world.upload(task.id, { content: notePicture(note), copyUrl });
    const takeAway = () =>
      sql`delete from flow_ticket_upload where path = (select min(path) from flow_ticket_upload where path like 'room/%')`.execute(
        world.app.db,
      );
    expect(code(await send('51'))).toEqual([409, 'QUOTA_EXCEEDED']);

    // Replaced: the file of before stays as proof, and makes room.
    await takeAway();
    const filePath = ((await send('52')).body.data as Ticket).filePath;
    expect(code(await send('53'))).toEqual([409, 'QUOTA_EXCEEDED']);
    const replaced = await world.dealer('flow-bill-ticket/update', { id: ticket.id, version: ticket.version, filePath, copyUrl });
    expect(replaced.status).toBe(200);
    // Rejected: what is to come instead has room, though nothing was taken away yet.
    expect((await send('54')).status).toBe(200);
    expect(code(await send('55'))).toEqual([409, 'QUOTA_EXCEEDED']);
    expect((await decide([task.id], '0010', 'unreadable')).status).toBe(200);
    expect((await send('56')).status).toBe(200);
    // Removed: the room of the rejected ones is that of all files of before the rejection.
    const now = (await world.dealer('flow-bill-ticket/queryList', { id: task.id, copyUrl })).body.data as { ticketList: Ticket[] };
    const [{ id, version } = { id: '', version: 0 }] = now.ticketList;
    expect((await world.dealer('flow-bill-ticket/delete', { id, version, copyUrl })).status).toBe(200);
    await sql`update flow_bill_collect set rejected_at = null where id = ${Number(task.id)}`.execute(world.app.db);
    // Two of before are there besides 998 and what was sent twice: the replaced one and the removed one.
    expect(code(await send('57'))).toEqual([409, 'QUOTA_EXCEEDED']);
    await takeAway();
    expect((await send('58')).status).toBe(200);
    expect(code(await send('59'))).toEqual([409, 'QUOTA_EXCEEDED']);
  });

  it('[TICKET-04] are in use or gone where somebody throws one away while a ticket is made of it', async () => {
    const object = await world.object();
    const { copyUrl } = await world.link(object.id, { ticketTypes: ['vat-special'] });
    const task = await world.task(object.id);
    for (const isSavedFirst of [true, false]) {
      const sent = await world.upload(task.id, { content: notePicture(isSavedFirst ? '71' : '72'), copyUrl });
      const { filePath } = sent.body.data as { filePath: string };
      const save = () => world.dealer('flow-bill-ticket/create', { id: task.id, ticketTypeCode: 'vat-special', filePath, copyUrl });
      const discard = () => world.dealer('flow-bill-collect/discardFile', { filePath, copyUrl });
      const answers = await inTurn(
        world.app.db,
        (db) => db.selectFrom('flow_ticket_upload').select('path').where('path', '=', filePath).forUpdate().execute(),
        ...(isSavedFirst ? [save, discard] : [discard, save]),
      );
      expect(answers.map(code)).toEqual(
        isSavedFirst
          ? [
              [200, '000000'],
              [409, 'IN_USE'],
            ]
          : [
              [200, '000000'],
              [404, 'NOT_FOUND'],
            ],
      );
    }
  });

  it('[TICKET-04] count for the total of their URL for good, also once they are discarded; a renewed URL has another', async () => {
    const object = await world.object();
    const { copyUrl, id: linkId } = await world.link(object.id);
    const task = await world.task(object.id);
    const total = async () =>
      await world.app.db
        .selectFrom('flow_ticket_url_copy')
        .select(['brought_files', 'brought_bytes'])
        .where('link_id', '=', Number(linkId))
        .where('revoked_at', 'is', null)
        .executeTakeFirstOrThrow();
    const content = notePicture('60');
    const { filePath } = (await world.upload(task.id, { content, copyUrl })).body.data as Ticket;
    expect((await world.dealer('flow-bill-collect/discardFile', { filePath, copyUrl })).status).toBe(200);
    expect(await total()).toEqual({ brought_files: 1, brought_bytes: content.length });
    // Files of staff are not those of the link.
    expect((await world.upload(task.id, { content: notePicture('61'), token: world.flow.auditor })).status).toBe(200);
    expect((await total()).brought_files).toBe(1);
    const bring = (values: { brought_files?: number; brought_bytes?: number }) =>
      world.app.db.updateTable('flow_ticket_url_copy').set(values).where('link_id', '=', Number(linkId)).execute();
    await bring({ brought_files: 5_000 });
    expect(code(await world.upload(task.id, { content, copyUrl }))).toEqual([409, 'UPLOADS_EXHAUSTED']);
    await bring({ brought_files: 2, brought_bytes: 5 * 1_073_741_824 - content.length + 1 });
    expect(code(await world.upload(task.id, { content, copyUrl }))).toEqual([409, 'UPLOADS_EXHAUSTED']);
    const renewed = (await world.post('flow-ticket-url/renew', { id: linkId, version: 1 })).body.data as { copyUrl: string };
    expect((await world.upload(task.id, { content, copyUrl: renewed.copyUrl })).status).toBe(200);
    expect(await total()).toEqual({ brought_files: 1, brought_bytes: content.length });
  });

  it('[FILE-02] are nobody’s to list or delete by the calls for business files but who sees the task, and then to read alone', async () => {
    const object = await world.object();
    const task = await world.task(object.id);
    const sent = await world.upload(task.id, { content: notePicture('40'), token: world.flow.auditor });
    const { filePath } = sent.body.data as Ticket;
    const stored = await world.app.db.selectFrom('stored_file').selectAll().where('path', '=', filePath).executeTakeFirstOrThrow();
    const auditor = { roles: [], permissions: new Set(['flow:evidence:list']), id: await world.flow.idOf('auditor') };
    const stranger = { ...auditor, id: await world.flow.idOf('riskmanager') };
    const asks = (user: object) =>
      evidenceFileOwner.requireSight({ db: world.app.db, services: world.app }, user as never, stored.business_id ?? '');
    await expect(asks(auditor)).resolves.toBeUndefined();
    await expect(asks(stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(asks({ ...auditor, permissions: new Set() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(
      evidenceFileOwner.requireChange({ db: world.app.db, services: world.app }, auditor as never, stored.business_id ?? ''),
    ).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  it('[API-154] go with the tasks they belong to, all tasks or none', async () => {
    const object = await world.object();
    const { copyUrl } = await world.link(object.id, { ticketTypes: ['other'] });
    const [one, two] = [await world.task(object.id), await world.task(object.id)];
    const saved = await world.bring(one.id, copyUrl, 'other', notePicture('30'));
    await world.bring(two.id, copyUrl, 'other', notePicture('31'));
    await decide([two.id], '1000');
    expect((await world.post('flow-bill-collect/deleteByIds', { ids: [one.id, two.id] })).body).toMatchObject({
      code: 'TASK_COMPLETED',
      details: [{ values: { name: two.taskName } }],
    });
    expect(code(await world.post('flow-bill-collect/deleteByIds', { ids: [one.id, '999999'] }))).toEqual([404, 'NOT_FOUND']);
    expect((await world.post('flow-bill-collect/deleteByIds', { ids: [one.id] })).body.data).toEqual({ count: 1 });
    const { filePath } = saved.body.data as Ticket;
    const stored = world.app.db.selectFrom('stored_file').select('removed_at').where('path', '=', filePath);
    expect((await stored.executeTakeFirstOrThrow()).removed_at).not.toBeNull();
    expect(code(await world.post('flow-bill-ticket/queryList', { id: one.id }))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('bill tasks', () => {
  it('[FLOW-07] [EVID-07] keep what a change leaves out, and lose what it gives empty', async () => {
    const object = await world.object();
    const given = {
      ...{ taskType: 'sample', ticketDate: '2026-02-03', productCode: 'P-1', productName: 'Water', productSpec: '500 ml' },
      ...{ qty: 12.5, flowType: 'sale', ticketTypes: ['receipt'] },
    };
    const { id, taskName } = await world.task(object.id, given);
    const { flowType: flowTypeCode, ...rest } = given;
    const kept = { ...rest, flowTypeCode };
    const save = async (version: number, more: object) =>
      (await world.post('flow-bill-collect/save', { id, version, taskName, ...more })).body.data as object;
    expect(await save(1, { taskName: 'Renamed' })).toMatchObject({ ...kept, taskName: 'Renamed', version: 2 });
    expect(await save(2, { productSpec: '1 l' })).toMatchObject({ ...kept, taskName, productSpec: '1 l', version: 3 });
    const none = {
      taskType: '',
      ticketDate: null,
      productCode: '',
      productName: null,
      productSpec: '',
      qty: null,
      flowType: '',
      ticketTypes: [],
    };
    expect(await save(3, none)).toMatchObject({
      ...{ taskType: null, ticketDate: null, productCode: null, productName: null, productSpec: null, qty: null },
      ...{ flowTypeCode: null, ticketTypes: null, version: 4 },
    });
  });
});
