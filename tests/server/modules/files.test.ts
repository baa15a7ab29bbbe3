import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Principal } from '../../../server/contracts.ts';
import { readableFile } from '../../../server/modules/files/owners.ts';
import { contractSchemas } from '../../../src/generated/contract-schemas.ts';
import { contracts } from '../../../src/generated/contracts.ts';
import type { TestApp } from '../../support/app.ts';
import { call, tokenOf } from './client.ts';
import { pdf } from './file-samples.ts';
import { code, type Guest, WorkspaceWorld } from './workspace-world.ts';

let world: WorkspaceWorld;
let app: TestApp;
let admin: string;
beforeAll(async () => {
  world = await WorkspaceWorld.start();
  app = world.app;
  admin = await tokenOf(app, 'admin');
});
afterAll(async () => await app.close());

interface Stored {
  bid: string;
  path: string;
  originName: string;
  owner: { username: string } | null;
}
const post = (path: string, token: string | undefined, body: unknown) => call(app, `/api/${path}`, { method: 'POST', token, body });
const picture = PNG.sync.write(new PNG({ width: 8, height: 8 }));

/** Sends a file with its fields as a form does. */
async function upload(
  token: string,
  fields: Record<string, string>,
  name = 'proof.pdf',
  content: Uint8Array<ArrayBuffer> = new Uint8Array(pdf),
) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new File([content], name));
  const request = new Request('http://localhost', { method: 'POST', body: form });
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/birp/file/upload',
    headers: { authorization: `Bearer ${token}`, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  const body = answer.json() as { code: string; data: Stored; details?: { key: string; values: Record<string, string> }[] };
  return { status: answer.statusCode, body };
}
const kept = async (token: string, fields: Record<string, string>, name?: string, content?: Uint8Array<ArrayBuffer>) =>
  (await upload(token, fields, name, content)).body.data;
const list = (token: string, businessType: string, businessId: string) =>
  call(app, `/api/birp/file/select-file-list?businessType=${businessType}&businessId=${businessId}`, { token });
const names = async (token: string, type: string, id: string) =>
  ((await list(token, type, id)).body.data as Stored[]).map((file) => file.originName);
const download = (token: string, bid: string) =>
  app.http.inject({ method: 'POST', url: '/api/birp/file/download', headers: { authorization: `Bearer ${token}` }, payload: { bid } });
const get = (url: string, headers: Record<string, string> = {}) => app.http.inject({ url, headers });
const put = (url: string, payload: Buffer) => app.http.inject({ method: 'PUT', url, headers: { 'content-type': 'image/png' }, payload });

/** A new member of a workspace. */
async function member(bizId: string, roleType: string): Promise<Guest> {
  const guest = await world.person();
  await world.invite(bizId, [guest.id], { roleType });
  await world.answer(bizId, guest.token, '0');
  return guest;
}

describe('files of a type nobody owns', () => {
  it('[API-97] [API-98] [API-99] [API-100] [API-101] are uploaded, listed, shown, saved and deleted by their uploader, and nobody else knows of them', async () => {
    const [one, other] = [await world.person(), await world.person()];
    const fields = { businessType: 'contract', businessId: '77' };
    const name = `"审计'底稿 (1)\r\n.pdf`;
    const file = await kept(one.token, fields, name);
    expect(file).toMatchObject({
      originName: `_审计'底稿 (1).pdf`,
      type: 'application/pdf',
      size: pdf.length,
      owner: { username: one.username },
    });
    expect(await names(one.token, 'contract', '77')).toEqual([file.originName]);
    expect((await post('birp/file/detail', one.token, { bid: file.bid })).body.data).toEqual(file);
    const saved = await download(one.token, file.bid);
    expect(saved.rawPayload.equals(pdf)).toBe(true);
    expect(saved.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="______ (1).pdf"; filename*=UTF-8''_%E5%AE%A1%E8%AE%A1%27%E5%BA%95%E7%A8%BF%20%281%29.pdf`,
    });
    for (const token of [other.token, admin]) {
      expect(await names(token, 'contract', '77')).toEqual([]);
      expect(code(await post('birp/file/detail', token, { bid: file.bid }))).toEqual([404, 'NOT_FOUND']);
      expect((await download(token, file.bid)).statusCode).toBe(404);
      expect(code(await post('birp/file/delete_file', token, { bid: file.bid }))).toEqual([404, 'NOT_FOUND']);
      expect(code(await post('sys-file/get-download-url', token, { path: file.path }))).toEqual([404, 'NOT_FOUND']);
    }
    expect(code(await post('birp/file/delete_file', one.token, { bid: file.bid }))).toEqual([200, '000000']);
    expect(code(await post('birp/file/delete_file', one.token, { bid: file.bid }))).toEqual([404, 'NOT_FOUND']);
    expect((await download(one.token, file.bid)).statusCode).toBe(404);
    const audited = await app.db.selectFrom('audit_log').select('action').where('target_id', '=', file.bid).orderBy('id').execute();
    expect(audited.map(({ action }) => action)).toEqual(['file_upload', 'file_download', 'file_delete']);
  });

  it('[FILE-03] [ERR-11] are refused by name, with what is allowed; a person keeps no more than a gigabyte of them', async () => {
    const { token, id } = await world.person();
    const fields = { businessType: 'contract', businessId: '1' };
    const { status, body } = await upload(token, fields, 'run.exe', Buffer.from('MZ'));
    expect([status, body.code]).toEqual([400, 'PARAMETER_ERROR']);
    expect(body.details?.[0]).toMatchObject({ key: 'file.typeNotAllowed', values: { name: 'run.exe' } });
    await kept(token, fields);
    await sql`update stored_file set size = ${1024 ** 3} where user_id = ${Number(id)}`.execute(app.db);
    expect((await upload(token, fields)).body.details?.[0]).toMatchObject({ key: 'file.quota' });
    expect(await names(token, 'contract', '1')).toHaveLength(1);
  });

  const onDisk = () => readdirSync(join(app.settings.dataDir, 'files'), { recursive: true, withFileTypes: true });
  const rowsOf = async (id: string) =>
    (await app.db.selectFrom('stored_file').select('id').where('user_id', '=', Number(id)).execute()).length;

  it('[FILE-03] of which one would be too much are not even written, and leave no row, whoever sends how many at once', async () => {
    const { id, token } = await world.person();
    const fields = { businessType: 'contract', businessId: '1' };
    await kept(token, fields);
    await sql`update stored_file set size = ${1024 ** 3} where user_id = ${Number(id)}`.execute(app.db);
    const { url } = (await call(app, '/api/sys-file/get-upload-url?fileName=scan.png', { token })).body.data as { url: string };
    const before = onDisk().length;
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => upload(token, fields)),
      upload(token, { businessType: 'contract' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400));
    expect((await put(url, picture)).json().details[0]).toMatchObject({ key: 'file.quota' });
    // Not even a folder for it.
    expect(onDisk()).toHaveLength(before);
    expect(await rowsOf(id)).toBe(1);
  });

  it('[FILE-03] that are refused once their bytes are here are gone at once', async () => {
    const { id, token } = await world.person();
    const fields = { businessType: 'contract', businessId: '1' };
    const { path } = await kept(token, fields);
    await sql`insert into stored_file (path, business_type, business_id, origin_name, extension, type, size, sha256, user_id, kept_at)
      select path || n, business_type, business_id, origin_name, extension, type, size, sha256, user_id, kept_at
      from stored_file, generate_series(1, 99) n where path = ${path}`.execute(app.db);
    const before = onDisk().filter((entry) => entry.isFile()).length;
    expect((await upload(token, fields)).body.details?.[0]).toMatchObject({ key: 'file.tooMany' });
    expect(onDisk().filter((entry) => entry.isFile())).toHaveLength(before);
    expect(await rowsOf(id)).toBe(100);
  });
});

describe('addresses for one purpose', () => {
  const uploadUrl = async (token: string, query = 'fileName=scan.png') =>
    (await call(app, `/api/sys-file/get-upload-url?${query}`, { token })).body.data as { url: string; path: string; method: string };

  it('[FILE-01] [API-95] take one file of the name and kind that was said, once', async () => {
    const { token, username } = await world.person();
    const given = await uploadUrl(token);
    expect(given).toMatchObject({ method: 'PUT', path: expect.stringMatching(/^files\/[\w-]{43}\.png$/) });
    const answers = await Promise.all([put(given.url, picture), put(given.url, picture)]);
    expect(answers.map((answer) => answer.json().code).sort()).toEqual(['000000', 'LINK_EXPIRED']);
    const [file] = answers.flatMap((answer) => (answer.statusCode === 200 ? [answer.json().data] : []));
    expect(file).toMatchObject({
      path: given.path,
      businessType: 'ai-import-image',
      businessId: null,
      originName: 'scan.png',
      createBy: username,
    });
    expect((await put((await uploadUrl(token)).url, pdf)).json().details[0]).toMatchObject({ key: 'file.content' });
    expect(code(await call(app, '/api/sys-file/get-upload-url?fileName=run.exe', { token }))).toEqual([400, 'PARAMETER_ERROR']);
    const jpeg = await uploadUrl(token, 'fileName=photo.JPEG&bizType=contract');
    expect(jpeg.path).toMatch(/\.jpg$/);
    expect((await put('/api/sys-file/upload?ticket=aaaaaaaaaaaaaaaaaaaaaaaa', picture)).json().code).toBe('LINK_EXPIRED');
  });

  it('[FILE-01] [API-96] give a file for five minutes, to whoever may read it, in parts where a viewer asks, and not after the session', async () => {
    const { token, id } = await world.person();
    const file = await kept(token, { businessType: 'contract', businessId: '2' });
    const urlOf = async (body: Record<string, unknown>) =>
      (await post('sys-file/get-download-url', token, { path: file.path, ...body })).body.data as { url: string; name: string };
    const saved = await urlOf({ name: '报告' });
    expect(saved.name).toBe('报告.pdf');
    const whole = await get(saved.url);
    expect(whole.rawPayload.equals(pdf)).toBe(true);
    expect(whole.headers['content-disposition']).toMatch(/^attachment; .*%E6%8A%A5%E5%91%8A\.pdf$/);
    const part = await get(saved.url, { range: 'bytes=0-3' });
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, '%PDF', `bytes 0-3/${pdf.length}`]);
    const view = await get((await urlOf({ purpose: 'view' })).url);
    expect(view.headers['content-disposition']).toMatch(/^inline; /);
    expect(view.headers['content-security-policy']).toMatch(/^frame-ancestors 'self'/);
    const text = await kept(token, { businessType: 'contract', businessId: '2' }, 'page.txt', Buffer.from('<script>alert(1)</script>'));
    const { url } = (await post('sys-file/get-download-url', token, { path: text.path, purpose: 'view' })).body.data as { url: string };
    const page = await get(url);
    expect([page.headers['content-type'], page.headers['content-disposition']]).toEqual([
      'text/plain',
      expect.stringMatching(/^attachment/),
    ]);
    expect((await put(saved.url.replace('download', 'upload'), pdf)).json().code).toBe('LINK_EXPIRED');
    // Nor while a second factor or a password has to be set first.
    const security = (mode: string) =>
      sql`insert into config (key, value) values ('security', ${JSON.stringify({ secondFactor: mode, passwordOwn: mode === 'off' })}::jsonb)
        on conflict (key) do update set value = excluded.value`.execute(app.db);
    const { value } = (await app.db.selectFrom('config').select('value').where('key', '=', 'security').executeTakeFirst()) ?? { value: {} };
    await app.db.updateTable('session').set({ factor_due: true }).where('user_id', '=', Number(id)).execute();
    const upload = await uploadUrl(token);
    await security('everyone');
    expect((await get(saved.url)).json().code).toBe('LINK_EXPIRED');
    expect((await put(upload.url, picture)).json().code).toBe('LINK_EXPIRED');
    await app.db.updateTable('app_user').set({ password_given: true }).where('id', '=', Number(id)).execute();
    await security('off');
    expect((await get(saved.url)).json().code).toBe('LINK_EXPIRED');
    await app.db.updateTable('app_user').set({ password_given: false }).where('id', '=', Number(id)).execute();
    expect((await get(saved.url)).statusCode).toBe(200);
    await sql`update config set value = ${JSON.stringify(value)}::jsonb where key = 'security'`.execute(app.db);
    await app.db.updateTable('session').set({ revoked_at: new Date() }).where('user_id', '=', Number(id)).execute();
    expect((await get(saved.url)).json().code).toBe('LINK_EXPIRED');
  });
});

describe('files of a workspace', () => {
  const of = (bizId: string) => ({ businessType: 'workspace', businessId: bizId });

  it('[FILE-02] [PERM-11] are added and deleted by its owner and collaborators, seen and saved by viewers, and unknown to outsiders', async () => {
    const bizId = await world.workspace();
    const [collaborator, viewer, outsider] = [await member(bizId, '1'), await member(bizId, '2'), await world.person()];
    const file = await kept(collaborator.token, of(bizId));
    expect((await upload(viewer.token, of(bizId))).body.code).toBe('FORBIDDEN');
    expect((await upload(outsider.token, of(bizId))).body.code).toBe('NOT_FOUND');
    for (const token of [world.owner, viewer.token, admin]) {
      expect(await names(token, 'workspace', bizId)).toEqual(['proof.pdf']);
      expect((await download(token, file.bid)).statusCode).toBe(200);
    }
    expect(code(await list(outsider.token, 'workspace', bizId))).toEqual([404, 'NOT_FOUND']);
    expect((await download(outsider.token, file.bid)).statusCode).toBe(404);
    for (const token of [viewer.token, admin])
      expect(code(await post('birp/file/delete_file', token, { bid: file.bid }))).toEqual([403, 'FORBIDDEN']);
    await world.post(`${bizId}/disableAndEnable`, world.owner, { status: '1' });
    expect((await upload(collaborator.token, of(bizId))).body.code).toBe('WORKSPACE_DISABLED');
    expect(code(await post('birp/file/delete_file', world.owner, { bid: file.bid }))).toEqual([409, 'WORKSPACE_DISABLED']);
    await world.post(`${bizId}/disableAndEnable`, world.owner, { status: '0' });
    expect(code(await post('birp/file/delete_file', world.owner, { bid: file.bid }))).toEqual([200, '000000']);
    const last = await kept(world.owner, of(bizId));
    expect(code(await world.post(`${bizId}/workspaceRemove`, world.owner))).toEqual([200, '000000']);
    expect((await download(world.owner, last.bid)).statusCode).toBe(404);
  });

  it('[DELEG-05] are seen by who acts for a member with the workspaces delegated, as far back as that goes, and changed by no agent', async () => {
    const bizId = await world.workspace();
    const file = await kept(world.owner, of(bizId));
    const agentWith = (modules: string[], since: Date | null = null) =>
      ({
        id: String(world.ownerId),
        roles: [],
        agent: { id: '1', modules: new Set(modules), since, sinceByMenu: new Map(modules.map((one) => [one, since])) },
      }) as unknown as Principal;
    const sees = async (agent: Principal) =>
      await readableFile({ db: app.db, services: app }, agent, { bid: file.bid }).then(
        ({ bid }) => bid,
        ({ code }) => code,
      );
    expect(await sees(agentWith(['workspace-list']))).toBe(file.bid);
    expect(await sees(agentWith(['workspace-list'], new Date(Date.now() + 60_000)))).toBe('NOT_FOUND');
    expect(await sees(agentWith(['risk']))).toBe('NOT_WHILE_ACTING');
    const own = await kept(world.owner, { businessType: 'contract', businessId: '5' });
    await expect(readableFile({ db: app.db, services: app }, agentWith(['workspace-list']), { bid: own.bid })).rejects.toMatchObject({
      code: 'NOT_WHILE_ACTING',
    });
    for (const id of ['file.upload', 'file.remove', 'file.uploadUrl'] as const) expect(contracts[id].access).toBe('session');
    expect([contractSchemas['file.upload'].whileActing, contractSchemas['file.remove'].whileActing]).toEqual([undefined, undefined]);
  });

  it('[WS-19] pass to the owner when their uploader leaves or is taken out', async () => {
    const bizId = await world.workspace();
    const [leaver, removed] = [await member(bizId, '1'), await member(bizId, '1')];
    for (const { token } of [leaver, removed]) await kept(token, of(bizId));
    await world.post(`${bizId}/memberRemove`, leaver.token, { userId: leaver.id });
    await world.post(`${bizId}/memberRemove`, world.owner, { userId: removed.id });
    const files = (await list(world.owner, 'workspace', bizId)).body.data as Stored[];
    expect(files.map(({ owner }) => owner?.username)).toEqual(['riskmanager', 'riskmanager']);
    expect((await download(leaver.token, files[0]?.bid ?? '')).statusCode).toBe(404);
  });
});
