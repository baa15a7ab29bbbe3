import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notePicture } from '../../../server/database/demo/ticket-pictures.ts';
import { sweepUploads } from '../../../server/modules/evidence/jobs.ts';
import { startSession } from '../../../server/modules/identity/sessions.ts';
import { call, tokenOf } from './client.ts';
import { EvidenceWorld, type Link } from './evidence-world.ts';
import { code } from './flow-world.ts';
import { somebody } from './somebody.ts';

let world: EvidenceWorld;
beforeAll(async () => {
  world = await EvidenceWorld.start();
});
afterAll(async () => await world.app.close());

const dead = [404, 'NOT_FOUND'];

describe('share links', () => {
  it('[API-147] [API-148] [API-149] [API-150] [API-151] [FLOW-06] are made once for a review object, changed, renewed and revoked, with every URL they had', async () => {
    const object = await world.object();
    const given = { reviewObjectId: object.id, endDate: '2099-12-31', ticketTypes: ['vat-special', 'bank-slip'], remarks: '请尽快' };
    // The answer of the first was lost: the same request makes nothing more.
    const [first, again] = [1, 2].map(() => world.post('flow-ticket-url/create', { ...given, key: 'made-once-for-this' }));
    const made = (await first)?.body.data as Link;
    expect((await again)?.body.data).toMatchObject({ id: made.id, copyUrl: made.copyUrl });
    expect(made).toMatchObject({ checkBatch: object.batch, companyCode: 'D1', remarks: '请尽快', urlCnt: 1, closed: false });
    expect(Buffer.from(made.copyUrl, 'base64url')).toHaveLength(32);
    const twice = await world.post('flow-ticket-url/create', given);
    expect(twice.body).toMatchObject({ code: 'DUPLICATE', details: [{ field: 'reviewObjectId' }] });
    const strange = await world.post('flow-ticket-url/update', { id: made.id, version: 1, ticketTypes: ['nonsense'] });
    expect(strange.body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'ticketTypes' }] });

    const changed = await world.post('flow-ticket-url/update', { id: made.id, version: 1, endDate: '2098-01-01', remarks: '' });
    expect(changed.body.data).toMatchObject({ version: 2, endDate: '2098-01-01', remarks: null, copyUrl: made.copyUrl });
    const late = await world.post('flow-ticket-url/update', { id: made.id, version: 1, endDate: '2097-01-01' });
    expect([...code(late), late.body.data]).toEqual([409, 'CONFLICT', expect.objectContaining({ version: 2, endDate: '2098-01-01' })]);

    const renewed = (await world.post('flow-ticket-url/renew', { id: made.id, version: 2 })).body.data as Link;
    expect(renewed.copyUrl).not.toBe(made.copyUrl);
    expect(code(await world.dealer('flow-bill-collect/queryPageByUrl', { copyUrl: made.copyUrl }))).toEqual(dead);
    expect(code(await world.dealer('flow-bill-collect/queryPageByUrl', { copyUrl: renewed.copyUrl }))).toEqual([200, '000000']);
    const get = (path: string) => call(world.app, `/api/flow-ticket-url/${path}/${made.id}`, { token: world.flow.auditor });
    expect((await get('fetchUrlCnt')).body.data).toEqual({ urlCnt: 2 });
    expect((await get('fetchCopyUrl')).body.data).toEqual({
      copyUrl: renewed.copyUrl,
      url: `/evidence/collectiont/link?copyUrl=${renewed.copyUrl}`,
    });
    await world.post('flow-ticket-url/revoke', { id: made.id, version: 3 });
    expect((await get('fetchCopyUrl')).body.data).toEqual({ copyUrl: null, url: null });
    expect(code(await world.dealer('flow-bill-collect/queryPageByUrl', { copyUrl: renewed.copyUrl }))).toEqual(dead);
    const history = (await get('fetchCopyUrlHis')).body.data as Record<string, unknown>[];
    expect(history).toMatchObject([
      { isValid: false, revokeBy: 'auditor' },
      { isValid: false, createBy: 'auditor', revokeBy: 'auditor', fileCnt: 0 },
    ]);
    expect(await world.flow.audited('flow_ticket_url', made.id)).toEqual([
      'flow_ticket_url_create',
      'flow_ticket_url_update',
      'flow_ticket_url_renew',
      'flow_ticket_url_revoke',
    ]);
    const { rows } = await sql<{ detail: object }>`select detail from audit_log where target_type = 'flow_ticket_url'`.execute(
      world.app.db,
    );
    for (const secret of [made.copyUrl, renewed.copyUrl]) expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('[FLOW-06] go to the dealer by mail, in the language that is chosen; nothing goes out for one that was revoked or without an address', async () => {
    const object = await world.object();
    const link = await world.link(object.id);
    expect((await world.post('flow-ticket-url/share', { id: link.id })).body).toMatchObject({ details: [{ field: 'email' }] });
    await world.app.db.updateTable('flow_dealer').set({ email: 'd1@example.com' }).where('client_id', '=', object.clientId).execute();
    expect((await world.post('flow-ticket-url/share', { id: link.id, language: 'zh-Hant' })).body.data).toEqual({ to: 'd1@example.com' });
    expect((await world.post('flow-ticket-url/share', { id: link.id, email: 'other@example.com' })).body.data).toEqual({
      to: 'other@example.com',
    });
    const mails = await world.app.db.selectFrom('mail').selectAll().where('body', 'like', `%${link.copyUrl}%`).orderBy('id').execute();
    expect(mails.map(({ recipient }) => recipient)).toEqual(['d1@example.com', 'other@example.com']);
    expect(mails[0]?.subject).toContain('票據收集');
    // Whose 23:59 it is.
    expect(mails[0]?.body).toContain(' 23:59（Asia/Shanghai）');
    expect(mails[0]?.body).toContain(`/evidence/collectiont/link?copyUrl=${link.copyUrl}`);
    await world.post('flow-ticket-url/revoke', { id: link.id, version: 1 });
    expect(code(await world.post('flow-ticket-url/share', { id: link.id }))).toEqual([410, 'LINK_EXPIRED']);
  });

  it('[API-150] [API-151] [FLOW-06] are told to who may bring evidence: whoever only looks, decides or deletes reads no secret of them', async () => {
    const object = await world.object();
    const [link, gone] = [await world.link(object.id), await world.link((await world.object()).id)];
    await world.post('flow-ticket-url/revoke', { id: gone.id, version: 1 });
    const rights = ['list', 'approve', 'delete'].map((name) => `flow:evidence:${name}`);
    const reader = await somebody(world.app, 'evidenceReader', [...rights, 'flow:client:manage']);
    const bringer = await somebody(world.app, 'evidenceBringer', ['flow:evidence:list', 'flow:evidence:add', 'flow:client:manage']);
    const [url, first] = [`/evidence/collectiont/link?copyUrl=${link.copyUrl}`, `${link.copyUrl.slice(0, 6)}…`];
    const page = (by: typeof reader) => by.post('/api/flow-ticket-url/queryPage', { clientCode: object.clientCode });
    const read = (by: typeof reader, path: string) => by.get(`/api/flow-ticket-url/${path}/${link.id}`);

    expect((await page(bringer)).body.data).toMatchObject({ list: [{ copyUrl: link.copyUrl, url, revoked: false }], total: 1 });
    expect((await read(bringer, 'fetchCopyUrl')).body.data).toEqual({ copyUrl: link.copyUrl, url });
    expect((await read(bringer, 'fetchCopyUrlHis')).body.data).toMatchObject([{ copyUrl: link.copyUrl, isValid: true }]);

    const answers = [
      await page(reader),
      await read(reader, 'fetchCopyUrl'),
      await read(reader, 'fetchCopyUrlHis'),
      await read(reader, 'fetchUrlCnt'),
    ];
    expect(JSON.stringify(answers)).not.toContain(link.copyUrl);
    expect(answers[0]?.body.data).toMatchObject({ list: [{ copyUrl: null, url: null, revoked: false, urlCnt: 1 }], total: 1 });
    expect(answers.slice(1).map(code)).toEqual([
      [403, 'FORBIDDEN'],
      [200, '000000'],
      [200, '000000'],
    ]);
    expect(answers[2]?.body.data).toMatchObject([{ copyUrl: first, isValid: true, createBy: 'auditor' }]);
    // They still see which links work.
    const { list } = (await reader.post('/api/flow-ticket-url/queryPage', { limit: 50 })).body.data as { list: object[] };
    expect(list).toContainEqual(expect.objectContaining({ id: gone.id, copyUrl: null, revoked: true }));
  });

  it('[FLOW-06] are counted as they fit, also on a page beyond the last', async () => {
    const { id, clientCode, batch } = await world.object();
    await world.link(id);
    const page = async (number: number, more: object = {}) =>
      (await world.post('flow-ticket-url/queryPage', { clientCode, page: number, limit: 10, ...more })).body.data as {
        list: object[];
        total: number;
      };
    expect(await page(1)).toMatchObject({ list: [{ checkBatch: batch }], total: 1 });
    expect(await page(2)).toEqual({ list: [], total: 1 });
    expect(await page(2, { keyWord: batch })).toEqual({ list: [], total: 1 });
    expect(await page(2, { keyWord: 'nothing of the kind' })).toEqual({ list: [], total: 0 });
  });

  it('[API-157] [FLOW-06] [FLOW-07] and tasks of a client are nobody else’s: others learn nothing of them', async () => {
    const object = await world.object([]);
    const admin = world.flow.admin;
    const made = await world.post(
      'flow-ticket-url/create',
      { reviewObjectId: object.id, endDate: '2099-12-31', ticketTypes: ['other'] },
      admin,
    );
    const { id } = made.body.data as Link;
    const task = (await world.post('flow-bill-collect/save', { reviewObjectId: object.id, taskName: 'x' }, admin)).body.data as Link;
    const outside = [
      await world.post('flow-ticket-url/update', { id, version: 1, remarks: 'x' }),
      await world.post('flow-ticket-url/renew', { id, version: 1 }),
      await world.post('flow-ticket-url/share', { id, email: 'x@example.com' }),
      await call(world.app, `/api/flow-ticket-url/fetchCopyUrl/${id}`, { token: world.flow.auditor }),
      await call(world.app, `/api/flow-ticket-url/fetchCopyUrlHis/${id}`, { token: world.flow.auditor }),
      await world.post('flow-ticket-url/create', { reviewObjectId: object.id, endDate: '2099-12-31', ticketTypes: ['other'] }),
      await world.post('flow-bill-collect/save', { reviewObjectId: object.id, taskName: 'y' }),
      await world.post('flow-bill-collect/save', { id: task.id, version: 1, taskName: 'y' }),
      await world.post('flow-bill-collect/deleteByIds', { ids: [task.id] }),
      await world.post('flow-bill-collect/updateStatusByIds', { ids: [task.id], status: '0010' }),
      await world.post('flow-bill-ticket/queryList', { id: task.id }),
    ];
    expect(outside.map(code)).toEqual(outside.map(() => dead));
    const listed = (await world.post('flow-bill-collect/queryPage', { clientCode: object.clientCode })).body.data;
    expect(listed).toMatchObject({ list: [], total: 0, totalCnt: 0 });
    // Who has no right of it at all.
    const stranger = await tokenOf(world.app, 'riskmanager');
    for (const path of ['flow-bill-collect/queryPage', 'flow-ticket-url/queryPage']) {
      expect(code(await world.post(path, {}, stranger))).toEqual([403, 'FORBIDDEN']);
    }
    expect(code(await world.post('flow-bill-ticket/queryList', { id: task.id }, stranger))).toEqual([403, 'FORBIDDEN']);
  });
});

describe('days that do not exist', () => {
  it('[API-94] [API-148] [FLOW-07] are refused at their field, of dealers with a file and of staff', async () => {
    const object = await world.object();
    const { id, version, copyUrl } = await world.link(object.id);
    const task = await world.task(object.id);
    const refused = (field: string) => ({
      status: 400,
      body: { code: 'PARAMETER_ERROR', details: [{ field, message: 'is no calendar day', key: 'rule.noDay' }] },
    });
    const content = await notePicture('days');
    expect(await world.bring(task.id, copyUrl, 'delivery-note', content, { ticketDate: '2026-02-30' })).toMatchObject(
      refused('ticketDate'),
    );
    expect((await world.bring(task.id, copyUrl, 'delivery-note', content, { ticketDate: '' })).status).toBe(200);
    const given = { id: task.id, version: task.version, taskName: task.taskName };
    expect(await world.post('flow-bill-collect/save', { ...given, ticketDate: '0000-01-01' })).toMatchObject(refused('ticketDate'));
    expect(await world.post('flow-ticket-url/update', { id, version, endDate: '2026-02-30' })).toMatchObject(refused('endDate'));
  });
});

describe('the public page', () => {
  it('[API-92] [EVID-03] [EVID-04] [EVID-05] [EVID-06] [EVID-08] tells the batch, its counts and its tasks by page, status and keyword, in the language of the dealer', async () => {
    const object = await world.object();
    const link = await world.link(object.id, { remarks: '说明' });
    for (let number = 1; number <= 12; number += 1) {
      await world.task(object.id, {
        taskName: `T-${number}`,
        productName: number === 7 ? '100%奶' : '奶粉',
        flowType: 'sale',
        taskType: 'sample',
      });
    }
    const other = await world.object();
    await world.link(other.id);
    await world.task(other.id);
    const ask = async (more: object, language = 'en') => {
      const headers = { 'accept-language': language };
      const answer = await call(world.app, '/api/flow-bill-collect/queryPageByUrl', {
        method: 'POST',
        headers,
        body: { copyUrl: link.copyUrl, ...more },
      });
      return answer.body as { msg: string; data: { result: { list: Record<string, unknown>[]; total: number } } & Record<string, unknown> };
    };
    const first = await ask({});
    expect(first.msg).toBe('success');
    expect(first.data).toMatchObject({
      endDate: '2099-12-31',
      closed: false,
      totalCnt: 12,
      collectCnt: 0,
      finishedCnt: 0,
      uploadFinishedCnt: 0,
      remarks: '说明',
      dealerName: '经销商 D1',
      companyCode: 'D1',
      checkBatch: object.batch,
      ticketTypeList: [
        { ticketTypeName: 'VAT special invoice', isAvailable: '1' },
        { ticketTypeName: 'Delivery note', isAvailable: '1' },
      ],
    });
    expect(first.data.result).toMatchObject({ total: 12 });
    expect(first.data.result.list).toHaveLength(10);
    expect(first.data.result.list[0]).toMatchObject({
      taskName: 'T-12',
      flowType: 'Sale',
      taskTypeName: 'Sampled flow',
      statusName: 'Not started',
      ticketTypeCntPlan: 2,
      ticketTypeCntReal: 0,
    });
    expect((await ask({ page: 2 })).data.result.list).toHaveLength(2);
    expect((await ask({}, 'zh-Hant')).data.result.list[0]).toMatchObject({ statusName: '未開始', flowType: '銷售出庫' });
    // A sign of patterns is a sign.
    expect((await ask({ keyWord: '0%' })).data.result).toMatchObject({ total: 1, list: [{ taskName: 'T-7' }] });
    await world.post('flow-bill-collect/updateStatusByIds', {
      ids: first.data.result.list.slice(0, 3).map(({ id }) => id),
      status: '0010',
    });
    expect((await ask({ status: '0010' })).data).toMatchObject({ collectCnt: 3, totalCnt: 12, result: { total: 3 } });
    expect((await ask({ statusList: ['0000', '0010'], status: '0000' })).data.result.total).toBe(9);
    // A list counts where no status is chosen.
    expect((await ask({ statusList: ['1000'] })).data.result.total).toBe(0);
    expect((await ask({ statusList: ['1000'], status: '' })).data.result.total).toBe(0);
    expect((await ask({ statusList: ['1000'], status: '0000' })).data.result.total).toBe(9);
    const staff = { reviewObjectId: object.id, statusList: ['1000'], status: '0000' };
    expect((await world.post('flow-bill-collect/queryPage', staff)).body.data).toMatchObject({ total: 9 });
    expect((await ask({ keyWord: 'x'.repeat(51) })) as unknown).toMatchObject({ code: 'PARAMETER_ERROR' });
  });

  it('[EVID-01] [EVID-12] wrong, revoked and long expired links, and those of a disabled client, are answered alike', async () => {
    const [expired, disabled] = [await world.object(), await world.object()];
    const links = [await world.link(expired.id), await world.link(disabled.id)];
    await sql`update flow_ticket_url set end_date = current_date - 120 where id = ${Number(links[0]?.id)}`.execute(world.app.db);
    await world.app.db.updateTable('flow_client').set({ status: '1' }).where('id', '=', disabled.clientId).execute();
    const tokens = [...links.map(({ copyUrl }) => copyUrl), 'nonsense', `${links[0]?.copyUrl}x`];
    const answers = await Promise.all(tokens.map((copyUrl) => world.dealer('flow-bill-collect/queryPageByUrl', { copyUrl })));
    for (const { status, body } of answers) {
      expect({ status, ...body, requestId: '' }).toEqual({ status: 404, code: 'NOT_FOUND', msg: 'Not found', requestId: '' });
    }
  });

  it('[TICKET-04] the secret opens its own batch alone: tasks, files and tickets of another one are not there', async () => {
    const [one, other] = [await world.object(), await world.object()];
    const [own, strange] = [await world.link(one.id), await world.link(other.id)];
    const task = await world.task(one.id);
    const saved = await world.bring(task.id, own.copyUrl, 'delivery-note', notePicture('1'));
    const { id, version, filePath } = saved.body.data as { id: string; version: number; filePath: string };
    const { copyUrl } = strange;
    const outside = [
      await world.dealer('flow-bill-ticket/queryList', { id: task.id, copyUrl }),
      await world.upload(task.id, { content: notePicture('2'), copyUrl }),
      await world.dealer('flow-bill-ticket/create', { id: task.id, ticketTypeCode: 'other', filePath, copyUrl }),
      await world.dealer('flow-bill-ticket/update', { id, version, ticketNum: 'x', copyUrl }),
      await world.dealer('flow-bill-ticket/delete', { id, version, copyUrl }),
      await world.dealer('flow-bill-collect/billDetectExecute', { filePath, copyUrl }),
      await world.dealer('flow-bill-collect/discardFile', { filePath, copyUrl }),
    ];
    expect(outside.map(code)).toEqual(outside.map(() => dead));
    expect((await world.dealer(`flow-bill-ticket/getUrlsByPath?copyUrl=${copyUrl}`, [filePath])).body.data).toEqual({
      urlList: [null],
    });
    // A file of one task does for no other one, not even in the same batch.
    const second = await world.task(one.id);
    const sent = await world.upload(task.id, { content: notePicture('3'), copyUrl: own.copyUrl });
    const loose = (sent.body.data as { filePath: string }).filePath;
    const moved = await world.dealer('flow-bill-ticket/create', {
      id: second.id,
      ticketTypeCode: 'other',
      filePath: loose,
      copyUrl: own.copyUrl,
    });
    expect(code(moved)).toEqual(dead);
    // Without a secret and without a session.
    expect(code(await world.dealer('flow-bill-ticket/queryList', { id: task.id }))).toEqual([401, 'UNAUTHENTICATED']);
  });

  it('[TICKET-03] [API-94] shows files by addresses that are secret and run out', async () => {
    const object = await world.object();
    const { copyUrl } = await world.link(object.id);
    const task = await world.task(object.id);
    const content = notePicture('77');
    const saved = await world.bring(task.id, copyUrl, 'delivery-note', content);
    const { filePath } = saved.body.data as { filePath: string };
    const [own, staff] = [
      await world.dealer(`flow-bill-ticket/getUrlsByPath?copyUrl=${copyUrl}`, ['files/none.png', filePath]),
      await world.post('flow-bill-ticket/getUrlsByPath', [filePath]),
    ];
    const [missing, url] = (own.body.data as { urlList: (string | null)[] }).urlList;
    expect(missing).toBeNull();
    expect(own.body.code).toBe('000000');
    expect((staff.body.data as { urlList: string[] }).urlList[0]).toMatch(/^\/api\//);
    const shown = await world.app.http.inject({ method: 'GET', url: url ?? '' });
    expect(shown.rawPayload.equals(content)).toBe(true);
    expect(shown.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
    expect(shown.headers['content-disposition']).toMatch(/^attachment/);
    await sql`update flow_ticket_view set expires_at = now() - interval '1 second'`.execute(world.app.db);
    expect((await world.app.http.inject({ method: 'GET', url: url ?? '' })).statusCode).toBe(404);
    await sweepUploads(world.app.db);
    expect(await world.app.db.selectFrom('flow_ticket_view').select('path').execute()).toEqual([]);
  });

  it('[TICKET-03] [TICKET-04] an address of a file ends with the link, the session and the right it was given by', async () => {
    const object = await world.object();
    const link = await world.link(object.id);
    const task = await world.task(object.id);
    const saved = await world.bring(task.id, link.copyUrl, 'delivery-note', notePicture('78'));
    const { filePath } = saved.body.data as { filePath: string };
    const { id } = await world.app.db.selectFrom('app_user').select('id').where('username', '=', 'auditor').executeTakeFirstOrThrow();
    const session = () => startSession(world.app.db, id, { ip: '127.0.0.1', userAgent: undefined });
    const given = async (token?: string) => {
      const query = token === undefined ? `?copyUrl=${link.copyUrl}` : '';
      const answer = await call(world.app, `/api/flow-bill-ticket/getUrlsByPath${query}`, { method: 'POST', token, body: [filePath] });
      return (answer.body.data as { urlList: string[] }).urlList[0] ?? '';
    };
    const status = async (url: string) => (await world.app.http.inject({ method: 'GET', url })).statusCode;

    const [first, second] = [await session(), await session()];
    const [staff, other, dealer] = [await given(first), await given(second), await given()];
    expect([await status(staff), await status(other), await status(dealer)]).toEqual([200, 200, 200]);
    await call(world.app, '/api/login/logout', { method: 'POST', token: first });
    expect([await status(staff), await status(other)]).toEqual([404, 200]);
    await sql`delete from flow_client_member where client_id = ${object.clientId} and user_id = ${id}`.execute(world.app.db);
    expect(await status(other)).toBe(404);
    await sql`insert into flow_client_member (client_id, user_id) values (${object.clientId}, ${id})`.execute(world.app.db);
    expect(await status(other)).toBe(200);
    await world.post('flow-ticket-url/revoke', { id: link.id, version: link.version });
    expect([await status(other), await status(dealer)]).toEqual([200, 404]);
  });
});
