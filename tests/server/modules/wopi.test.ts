import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFileStore } from '../../../server/files/store.ts';
import { sweepFiles } from '../../../server/modules/files/jobs.ts';
import { hashSecret } from '../../../server/modules/identity/secrets.ts';
import { readDiscovery } from '../../../server/modules/wopi/discovery.ts';
import { forgetTokens } from '../../../server/modules/wopi/tokens.ts';
import { lockWorkspace } from '../../../server/modules/workspaces/repository.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { waiting } from '../../support/in-turn.ts';
import { discovery, startEditor, type WopiEditor } from '../../support/wopi-editor.ts';
import { call, signIn, tokenOf, uploadFile } from './client.ts';

let editor: WopiEditor;
let app: TestApp;
let owner: string;
let other: string;
beforeAll(async () => {
  editor = await startEditor();
  app = await startApp({ env: { WOPI_URL: editor.address, PUBLIC_URL: 'https://risk.example' } });
  [owner, other] = [await tokenOf(app, 'auditor'), await tokenOf(app, 'riskmanager')];
});
afterAll(async () => {
  await app.close();
  await editor.close();
});

interface Stored {
  bid: string;
  path: string;
}
let things = 0;
/** A text of its owner alone. */
async function note(content = 'first', name = 'note.txt', token = owner): Promise<Stored> {
  things += 1;
  const fields = { businessType: 'trial', businessId: `wopi-${things}` };
  const { body } = await uploadFile(app, '/api/birp/file/upload', token, Buffer.from(content), name, fields);
  return (body as { data: Stored }).data;
}

interface Opening {
  address: string;
  fields: { access_token: string; access_token_ttl: string };
  mode: string;
}
const ask = (what: 'open' | 'offer', path: string, token = owner) =>
  call(app, `/api/wopi/${what}`, { method: 'POST', token, body: { path }, headers: { 'accept-language': 'en' } });
const open = async (path: string, token = owner) => (await ask('open', path, token)).body.data as Opening;
/** What the editor sends. */
async function send(file: Stored, secret: string, method: 'GET' | 'POST', { at = '', headers = {}, body }: Sent = {}) {
  const url = `/api/wopi/files/${file.bid}${at}?access_token=${secret}&permission=edit`;
  const answer = await app.http.inject({ method, url, headers, ...(body !== undefined && { payload: body }) });
  return {
    status: answer.statusCode,
    lock: answer.headers['x-wopi-lock'],
    version: answer.headers['x-wopi-itemversion'],
    text: answer.body,
  };
}
interface Sent {
  at?: string;
  headers?: Record<string, string>;
  body?: string;
}
const locks = (file: Stored, secret: string) => (operation: string, lock?: string, old?: string) =>
  send(file, secret, 'POST', {
    headers: {
      'x-wopi-override': operation,
      ...(lock !== undefined && { 'x-wopi-lock': lock }),
      ...(old !== undefined && { 'x-wopi-oldlock': old }),
    },
  }).then(({ status, lock: current }) => [status, current]);
const put = (file: Stored, secret: string, body: string, lock?: string) =>
  send(file, secret, 'POST', {
    at: '/contents',
    body,
    headers: { 'x-wopi-override': 'PUT', 'content-type': 'application/octet-stream', ...(lock !== undefined && { 'x-wopi-lock': lock }) },
  });

/** A workspace of the risk manager, which the auditor may look at. */
async function sharedWorkspace() {
  const { id: workspaceId, biz_id: bizId } = await app.db
    .insertInto('workspace')
    .values({ name: 'Editing' })
    .returning(['id', 'biz_id'])
    .executeTakeFirstOrThrow();
  const idOf = async (username: string) =>
    (await app.db.selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id;
  const viewer = await idOf('auditor');
  for (const [user_id, role_type] of [
    [await idOf('riskmanager'), '0'],
    [viewer, '2'],
  ] as const) {
    const member = { workspace_id: workspaceId, user_id, role_type, status: '0', answered_at: new Date() } as const;
    await app.db.insertInto('workspace_member').values(member).execute();
  }
  return { bizId, workspaceId, viewer };
}

describe('opening', () => {
  it('[MISC-06] leads to the address the editor names for the kind of the file, with the file and the language in it; the secret stands beside it', async () => {
    const file = await note();
    const { address, fields, mode } = await open(file.path);
    const url = new URL(address);
    expect(`${url.origin}${url.pathname}`).toBe(`${editor.address}/edit`);
    expect(url.searchParams.get('WOPISrc')).toBe(`https://risk.example/api/wopi/files/${file.bid}`);
    expect(url.searchParams.get('lang')).toBe('en');
    expect(mode).toBe('edit');
    expect(address).not.toContain(fields.access_token);
    const hours = (Number(fields.access_token_ttl) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(3.9);
    expect(hours).toBeLessThanOrEqual(4.01);
    const rows = await app.db.selectFrom('wopi_token').selectAll().execute();
    expect(rows.some(({ secret_hash }) => secret_hash.toString().includes(fields.access_token))).toBe(false);
    expect(editor.asked()).toBe(1);
    expect((await ask('offer', file.path)).body.data).toEqual({ state: 'ready', mode: 'edit', isWritable: true, fileName: 'note.txt' });
  });

  it('[MISC-06] says what there is instead: another kind, an editor elsewhere, one that does not answer, none at all', async () => {
    const csv = await note('a,b\n1,2\n', 'table.csv');
    expect((await ask('offer', csv.path)).body.data).toMatchObject({ state: 'unsupported', mode: null });
    expect((await ask('open', csv.path)).body.code).toBe('EDITOR_MISSING');
    const without = await startApp();
    const silent = await startApp({ env: { WOPI_URL: 'http://127.0.0.1:9' } });
    for (const [one, state, code] of [
      [without, 'none', 'EDITOR_MISSING'],
      [silent, 'unreachable', 'EDITOR_UNREACHABLE'],
    ] as const) {
      const token = await tokenOf(one, 'auditor');
      const fields = { businessType: 'trial', businessId: '1' };
      const { body } = await uploadFile(one, '/api/birp/file/upload', token, Buffer.from('x'), 'note.txt', fields);
      const { path } = (body as { data: Stored }).data;
      const answer = (what: string) => call(one, `/api/wopi/${what}`, { method: 'POST', token, body: { path } });
      expect((await answer('offer')).body.data).toMatchObject({ state, mode: null });
      expect((await answer('open')).body.code).toBe(code);
      await one.close();
    }
  });

  it('[MISC-06] reads of a discovery only what is at the address of the editor, and nothing that grows or is none', () => {
    const read = readDiscovery(discovery('https://office.example'), 'https://office.example');
    expect([...read]).toEqual([
      ['docx', { edit: 'https://office.example/edit?' }],
      ['txt', { edit: 'https://office.example/edit?' }],
      ['pptx', { view: 'https://office.example/view?' }],
    ]);
    expect(() => readDiscovery(discovery('https://office.example'), 'https://other.example')).toThrow(/opens nothing/);
    expect(() => readDiscovery('<html/>', 'https://office.example')).toThrow(/did not say/);
    expect(() => readDiscovery('<!DOCTYPE x [<!ENTITY a "b">]><wopi-discovery/>', 'https://office.example')).toThrow(/cannot be read/);
  });
});

describe('what the editor asks', () => {
  it('[MISC-06] is told of the file and its user, and reads it', async () => {
    const file = await note('Grüße');
    const { access_token: secret } = (await open(file.path)).fields;
    const info = JSON.parse((await send(file, secret, 'GET')).text);
    expect(info).toMatchObject({
      BaseFileName: 'note.txt',
      // Others who edit it read this, in whichever language.
      UserFriendlyName: '陈静 Chen Jing',
      Size: 7,
      Version: '1',
      UserCanWrite: true,
      ReadOnly: false,
      SupportsLocks: true,
    });
    expect(info.UserCanNotWriteRelative).toBe(true);
    const read = await send(file, secret, 'GET', { at: '/contents' });
    expect([read.text, read.version]).toEqual(['Grüße', '1']);
    const bearer = { url: `/api/wopi/files/${file.bid}`, headers: { authorization: `Bearer ${secret}` } };
    expect((await app.http.inject(bearer)).statusCode).toBe(200);
  });

  it('[MISC-06] lets in nobody with a wrong token, that of another file, one whose time is over, or whose session ended', async () => {
    const file = await note();
    const { access_token: secret } = (await open(file.path)).fields;
    const foreign = (await open((await note()).path)).fields.access_token;
    for (const wrong of ['x', foreign, `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`]) {
      expect((await send(file, wrong, 'GET')).status).toBe(401);
      expect((await send(file, wrong, 'GET', { at: '/contents' })).status).toBe(401);
      expect((await locks(file, wrong)('LOCK', 'a'))[0]).toBe(401);
      expect((await put(file, wrong, 'changed', 'a')).status).toBe(401);
    }
    expect((await app.http.inject({ url: `/api/wopi/files/${file.bid}` })).statusCode).toBe(401);
    // A session of its own, which signs out.
    const leaving = String((await signIn(app, 'auditor', 'targus-demo')).body.access_token);
    const gone = (await open(file.path, leaving)).fields.access_token;
    expect((await send(file, gone, 'GET')).status).toBe(200);
    await call(app, '/api/login/logout', { method: 'POST', token: leaving });
    expect((await send(file, gone, 'GET')).status).toBe(401);
    // One that nobody used for half an hour is not brought back to life by its editor.
    const idle = String((await signIn(app, 'auditor', 'targus-demo')).body.access_token);
    const asleep = (await open(file.path, idle)).fields.access_token;
    await sql`update session set last_used_at = now() - interval '31 minutes' where token_hash = ${hashSecret(idle)}`.execute(app.db);
    expect((await send(file, asleep, 'GET')).status).toBe(401);
    expect((await put(file, asleep, 'changed', 'a')).status).toBe(401);
    const used = app.db.selectFrom('session').select('id').where('token_hash', '=', hashSecret(idle));
    expect(await used.where('last_used_at', '>', sql<Date>`now() - interval '30 minutes'`).execute()).toEqual([]);
    await app.db
      .updateTable('wopi_lock')
      .set({ expires_at: new Date(0) } as never)
      .execute();
    await app.db
      .updateTable('wopi_token')
      .set({ expires_at: new Date(0) } as never)
      .execute();
    expect((await send(file, secret, 'GET')).status).toBe(401);
    await forgetTokens(app.db);
    expect(await app.db.selectFrom('wopi_token').select('file_id').execute()).toEqual([]);
  });

  it('[MISC-06] opens to nobody the file of another user, and is no longer given one that was deleted', async () => {
    const file = await note();
    expect((await ask('open', file.path, other)).body.code).toBe('NOT_FOUND');
    expect((await ask('offer', file.path, other)).body.code).toBe('NOT_FOUND');
    const { access_token: secret } = (await open(file.path)).fields;
    await call(app, '/api/birp/file/delete_file', { method: 'POST', token: owner, body: { bid: file.bid } });
    expect((await send(file, secret, 'GET')).status).toBe(404);
  });

  it('[MISC-06] locks, relocks, refreshes and unlocks; who comes with another lock learns which one stands', async () => {
    const file = await note();
    const lock = locks(file, (await open(file.path)).fields.access_token);
    expect(await lock('GET_LOCK')).toEqual([200, '']);
    expect(await lock('REFRESH_LOCK', 'a')).toEqual([409, '']);
    expect(await lock('UNLOCK', 'a')).toEqual([409, '']);
    expect((await lock('LOCK', 'a'))[0]).toBe(200);
    expect((await lock('LOCK', 'a'))[0]).toBe(200);
    expect(await lock('LOCK', 'b')).toEqual([409, 'a']);
    expect(await lock('GET_LOCK')).toEqual([200, 'a']);
    expect((await lock('REFRESH_LOCK', 'a'))[0]).toBe(200);
    expect(await lock('LOCK', 'c', 'b')).toEqual([409, 'a']);
    expect((await lock('LOCK', 'c', 'a'))[0]).toBe(200);
    expect(await lock('UNLOCK', 'a')).toEqual([409, 'c']);
    // A lock nobody refreshes ends by itself.
    await app.db
      .updateTable('wopi_lock')
      .set({ expires_at: new Date(0) } as never)
      .execute();
    expect(await lock('GET_LOCK')).toEqual([200, '']);
    expect((await lock('LOCK', 'b'))[0]).toBe(200);
    expect((await lock('UNLOCK', 'b'))[0]).toBe(200);
    expect((await lock('LOCK'))[0]).toBe(400);
    expect((await lock('RENAME_FILE', 'a'))[0]).toBe(501);
  });

  it('[MISC-06] [FILE-03] saves for who holds the lock, what is of the same kind, and keeps what the file held before', async () => {
    const file = await note('first');
    const { access_token: secret } = (await open(file.path)).fields;
    expect(await put(file, secret, 'second')).toMatchObject({ status: 409, lock: '' });
    await locks(file, secret)('LOCK', 'a');
    expect(await put(file, secret, 'second', 'b')).toMatchObject({ status: 409, lock: 'a' });
    expect((await put(file, secret, 'MZ\0\0', 'a')).status).toBe(400);
    expect((await put(file, secret, '', 'a')).status).toBe(400);
    expect(await put(file, secret, 'second', 'a')).toMatchObject({ status: 200, version: '2' });
    expect(await put(file, secret, 'second', 'a')).toMatchObject({ status: 200, version: '2' });
    expect(await put(file, secret, 'third', 'a')).toMatchObject({ status: 200, version: '3' });
    expect((await send(file, secret, 'GET', { at: '/contents' })).text).toBe('third');
    expect(JSON.parse((await send(file, secret, 'GET')).text)).toMatchObject({ Size: 5, Version: '3' });

    const versions = await call(app, `/api/birp/file/versions?path=${file.path}`, { token: owner });
    expect(versions.body.data).toMatchObject([
      { version: 2, size: 6, createBy: 'auditor' },
      { version: 1, size: 5, createBy: 'auditor' },
    ]);
    const version = (number: number, token = owner) =>
      app.http.inject({
        method: 'POST',
        url: '/api/birp/file/version',
        headers: { authorization: `Bearer ${token}` },
        payload: { path: file.path, version: number },
      });
    expect([(await version(1)).body, (await version(2)).body]).toEqual(['first', 'second']);
    expect((await version(1)).headers['content-disposition']).toContain('note (1).txt');
    expect([(await version(3)).statusCode, (await version(1, other)).statusCode]).toEqual([404, 404]);
    const entries = await app.db
      .selectFrom('audit_log')
      .select('actor')
      .where('action', '=', 'file_edit')
      .where('target_id', '=', file.bid)
      .orderBy('id')
      .execute();
    expect(entries).toEqual([{ actor: 'auditor' }, { actor: 'auditor' }]);
  });

  it('[MISC-06] brings an earlier version back for who may change the file, keeps what it held until then, and waits for who edits it', async () => {
    const file = await note('first');
    const { access_token: secret } = (await open(file.path)).fields;
    await locks(file, secret)('LOCK', 'a');
    await put(file, secret, 'second', 'a');
    const restore = (version: number, token = owner) =>
      call(app, '/api/wopi/restore', { method: 'POST', token, body: { path: file.path, version } });
    const now = async () => (await send(file, secret, 'GET', { at: '/contents' })).text;
    expect((await restore(1)).body).toMatchObject({ code: 'FILE_LOCKED' });
    await locks(file, secret)('UNLOCK', 'a');
    expect((await restore(1, other)).status).toBe(404);
    expect((await restore(2)).status).toBe(404);
    expect(await now()).toBe('second');
    expect((await restore(1)).body.data).toEqual({ version: 3 });
    expect(await now()).toBe('first');
    const versions = await call(app, `/api/birp/file/versions?path=${file.path}`, { token: owner });
    expect(versions.body.data).toMatchObject([
      { version: 2, size: 6 },
      { version: 1, size: 5 },
    ]);
    // What it holds already makes no version.
    expect((await restore(1)).body.data).toEqual({ version: 3 });
    const both = await Promise.all([restore(2), restore(2)]);
    expect(both.map(({ body }) => body.data)).toEqual([{ version: 4 }, { version: 4 }]);
    expect(await now()).toBe('second');
    expect((await ask('offer', file.path, owner)).body.data).toMatchObject({ isWritable: true });
  });

  it('[MISC-06] [FILE-02] deletes no file somebody edits: what they have not saved would be lost', async () => {
    const file = await note('first');
    const { access_token: secret } = (await open(file.path)).fields;
    const lock = locks(file, secret);
    const remove = (token = owner) => call(app, '/api/birp/file/delete_file', { method: 'POST', token, body: { bid: file.bid } });
    await lock('LOCK', 'a');
    expect((await remove()).body).toMatchObject({ code: 'FILE_LOCKED' });
    expect((await remove(other)).status, 'nor does it say that there is one').toBe(404);
    expect((await put(file, secret, 'the work of an hour', 'a')).status).toBe(200);
    await lock('UNLOCK', 'a');
    expect((await remove()).status).toBe(200);
    expect((await lock('LOCK', 'b'))[0]).toBe(404);
    // A lock its editor forgot holds for half an hour.
    const forgotten = await note('second');
    const { access_token: second } = (await open(forgotten.path)).fields;
    await locks(forgotten, second)('LOCK', 'a');
    await sql`update wopi_lock set expires_at = now() - interval '1 second'`.execute(app.db);
    const answer = await call(app, '/api/birp/file/delete_file', { method: 'POST', token: owner, body: { bid: forgotten.bid } });
    expect(answer.status).toBe(200);
  });

  it('[MISC-06] [PERM-11] lets who may only look at a thing look at its files, and who may change it no longer than they may', async () => {
    const { bizId, workspaceId, viewer } = await sharedWorkspace();
    const { body } = await uploadFile(app, '/api/birp/file/upload', other, Buffer.from('first'), 'plan.txt', {
      businessType: 'workspace',
      businessId: bizId,
    });
    const file = (body as { data: Stored }).data;
    expect((await ask('offer', file.path, owner)).body.data).toMatchObject({ state: 'ready', mode: 'view', isWritable: false });
    const { access_token: looking } = (await open(file.path, owner)).fields;
    expect(JSON.parse((await send(file, looking, 'GET')).text)).toMatchObject({ UserCanWrite: false, ReadOnly: true });
    expect((await locks(file, looking)('LOCK', 'a'))[0]).toBe(403);
    const { access_token: writing } = (await open(file.path, other)).fields;
    await locks(file, writing)('LOCK', 'a');
    expect((await put(file, looking, 'second', 'a')).status).toBe(403);
    expect((await put(file, writing, 'second', 'a')).status).toBe(200);
    const back = { method: 'POST', body: { path: file.path, version: 1 } } as const;
    expect((await call(app, '/api/wopi/restore', { ...back, token: owner })).body).toMatchObject({ code: 'FORBIDDEN' });
    await app.db.updateTable('workspace').set({ status: '1' }).where('id', '=', workspaceId).execute();
    expect((await put(file, writing, 'third', 'a')).status).toBe(409);
    expect((await locks(file, writing)('REFRESH_LOCK', 'a'))[0]).toBe(409);
    expect((await locks(file, looking)('UNLOCK', 'b'))[0]).toBe(409);
    expect((await locks(file, writing)('UNLOCK', 'a'))[0]).toBe(200);
    await app.db.deleteFrom('workspace_member').where('workspace_id', '=', workspaceId).where('user_id', '=', viewer).execute();
    expect((await send(file, looking, 'GET')).status).toBe(404);
  });

  it('[MISC-06] [PERM-11] waits for a change of its workspace without holding the file, which that change needs', async () => {
    const { bizId, workspaceId } = await sharedWorkspace();
    const fields = { businessType: 'workspace', businessId: bizId };
    const { body } = await uploadFile(app, '/api/birp/file/upload', other, Buffer.from('first'), 'both.txt', fields);
    const file = (body as { data: Stored }).data;
    const { access_token: writing } = (await open(file.path, other)).fields;
    await locks(file, writing)('LOCK', 'a');
    const saved = await app.db.transaction().execute(async (transaction) => {
      await lockWorkspace(transaction, bizId, 'update');
      const saving = put(file, writing, 'second', 'a');
      await waiting(app.db, 1);
      await transaction.updateTable('stored_file').set({ business_id: bizId }).where('bid', '=', file.bid).execute();
      return { saving };
    });
    expect((await saved.saving).status).toBe(200);
    await app.db.deleteFrom('workspace').where('id', '=', workspaceId).execute();
  });

  it('[MISC-06] loses nothing of several who save at once', async () => {
    const file = await note('start');
    const { access_token: secret } = (await open(file.path)).fields;
    await locks(file, secret)('LOCK', 'a');
    const texts = ['one', 'two', 'three', 'four', 'five'];
    const answers = await Promise.all(texts.map((text) => put(file, secret, text, 'a')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(answers.map(({ version }) => version).sort()).toEqual(['2', '3', '4', '5', '6']);
    const listed = await call(app, `/api/birp/file/versions?path=${file.path}`, { token: owner });
    const rows = listed.body.data as { version: number }[];
    const kept = await Promise.all(
      rows.map(async ({ version }) => {
        const headers = { authorization: `Bearer ${owner}` };
        return (await app.http.inject({ method: 'POST', url: '/api/birp/file/version', headers, payload: { path: file.path, version } }))
          .body;
      }),
    );
    const now = (await send(file, secret, 'GET', { at: '/contents' })).text;
    expect([...kept, now].sort()).toEqual(['start', ...texts].sort());
    await locks(file, secret)('UNLOCK', 'a');
    // With the file all its contents go.
    await call(app, '/api/birp/file/delete_file', { method: 'POST', token: owner, body: { bid: file.bid } });
    const paths = await app.db
      .selectFrom('stored_file_version')
      .innerJoin('stored_file', 'stored_file.id', 'file_id')
      .select('stored_file_version.content_path as path')
      .where('stored_file.bid', '=', file.bid)
      .execute();
    const store = createFileStore(app.settings);
    await sweepFiles(app.db, store);
    for (const { path } of paths) await expect(store.read(path)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
