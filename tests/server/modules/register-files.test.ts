import { sql } from 'kysely';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Principal } from '../../../server/contracts.ts';
import { createFileStore } from '../../../server/files/store.ts';
import { sweepFiles } from '../../../server/modules/files/jobs.ts';
import { readableFile } from '../../../server/modules/files/owners.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { readSheets } from '../../support/workbook.ts';
import { call, tokenOf, uploadFile } from './client.ts';

interface Stored {
  bid: string;
  path: string;
}
interface Finding {
  id: string;
  version: number;
  values: Record<string, unknown> & { attachments?: { name: string; path: string; size: number }[] };
}

let app: TestApp;
const tokens = new Map<string, string>();
beforeAll(async () => {
  app = await startApp();
  for (const name of ['auditor', 'riskmanager']) tokens.set(name, await tokenOf(app, name));
  const { username } = await app.db
    .selectFrom('app_user')
    .innerJoin('user_role', 'user_role.user_id', 'app_user.id')
    .innerJoin('role', 'role.id', 'user_role.role_id')
    .select('username')
    .where('role_code', '=', 'dataAnalyst')
    .where('app_user.status', '=', '0')
    .executeTakeFirstOrThrow();
  tokens.set('stranger', await tokenOf(app, username));
});
afterAll(async () => await app.close());

const picture = PNG.sync.write(new PNG({ width: 8, height: 8 }));
const upload = async (name: string, as = 'auditor', businessType = 'register') =>
  (await uploadFile(app, '/api/birp/file/upload', tokens.get(as) ?? '', picture, name, { businessType })).body.data as Stored;
const post = (path: string, body: object, as = 'auditor') => call(app, `/api/${path}`, { method: 'POST', token: tokens.get(as), body });
const save = (values: object, more: object = {}) => post('register/save', { register: 'finding', values, ...more });
const statusOf = async (path: string, as: string) => (await post('sys-file/get-download-url', { path }, as)).status;

async function given(attachments?: unknown) {
  const { id } = await app.db.selectFrom('department').select('id').where('code', '=', 'D09').executeTakeFirstOrThrow();
  const owner = await app.db.selectFrom('app_user').select('id').where('username', '=', 'riskmanager').executeTakeFirstOrThrow();
  return { title: '附件', severity: '2', department: String(id), owner: String(owner.id), due: '2099-01-31', attachments };
}

describe('files of records', () => {
  it('[FILE-02] are claimed by the record that is saved, seen by who sees it, remembered by name, and go with it', async () => {
    const [one, two] = [await upload('证据 1.png'), await upload('b.png')];
    expect(await statusOf(one.path, 'riskmanager')).toBe(404);
    const claim = [{ path: one.path, name: 'pay.exe', size: 1 }, { path: two.path }, { path: two.path }];
    const made = (await save(await given(claim))).body.data as Finding;
    // What the store knows of them counts, not what was said.
    expect(made.values.attachments).toEqual([
      { name: '证据 1.png', path: one.path, size: picture.length },
      { name: 'b.png', path: two.path, size: picture.length },
    ]);
    expect(await statusOf(one.path, 'riskmanager')).toBe(200);
    expect(await statusOf(one.path, 'stranger')).toBe(404);
    // They are none to take away by themselves, or to add to.
    expect((await post('birp/file/delete_file', { bid: one.bid }, 'riskmanager')).status).toBe(403);
    const added = await uploadFile(app, '/api/birp/file/upload', tokens.get('auditor') ?? '', picture, 'c.png', {
      businessType: 'register',
      businessId: made.id,
    });
    expect(added.status).toBe(403);

    const change = { id: made.id, version: 1 };
    const changed = (await save(await given([{ path: two.path }]), change)).body.data as Finding;
    expect(changed.values.attachments).toHaveLength(1);
    expect(await statusOf(one.path, 'riskmanager')).toBe(404);
    const history = await call(app, `/api/register/history?register=finding&id=${made.id}`, { token: tokens.get('auditor') });
    const { content } = history.body.data as { content: { details: string[] }[] };
    expect(content[0]?.details).toEqual(['证据文件: − 证据 1.png']);
    const sheets = await app.http.inject({
      ...{ method: 'POST', url: '/api/register/export', payload: { register: 'finding' } },
      headers: { authorization: `Bearer ${tokens.get('auditor')}` },
    });
    expect(JSON.stringify(Object.values(await readSheets(sheets.rawPayload))[0])).toContain('b.png');

    await post('register/remove', { register: 'finding', id: made.id, version: 2 });
    expect(await statusOf(two.path, 'auditor')).toBe(404);
    await sweepFiles(app.db, createFileStore(app.settings));
    expect(await app.db.selectFrom('stored_file').select('id').where('business_type', '=', 'register').execute()).toEqual([]);
  });

  it('[MISC-06] stay in the record while somebody edits them, and go with the whole of it', async () => {
    const { path, bid } = await upload('edited.png');
    const made = (await save(await given([{ path }]))).body.data as Finding;
    await sql`insert into wopi_lock (file_id, lock, expires_at) select id, 'a', now() + interval '1 hour' from stored_file where bid = ${bid}`.execute(
      app.db,
    );
    const without = async () => (await save(await given([]), { id: made.id, version: 1 })).body;
    expect(await without()).toMatchObject({ code: 'FILE_LOCKED' });
    expect(await statusOf(path, 'riskmanager')).toBe(200);
    expect((await post('register/remove', { register: 'finding', id: made.id, version: 1 })).body).toMatchObject({ code: '000000' });
    expect(await statusOf(path, 'auditor')).toBe(404);
  });

  it('are taken only from who uploaded them for it: not those of others, of other things, of other records, or too many', async () => {
    const mine = await upload('a.png');
    const made = (await save(await given([{ path: mine.path }]))).body.data as Finding;
    const foreign = await upload('f.png', 'riskmanager');
    const other = await upload('o.png', 'auditor', 'contract');
    for (const path of [mine.path, foreign.path, other.path, 'nowhere.png'])
      expect((await save(await given([{ path }]))).body).toMatchObject({
        code: 'PARAMETER_ERROR',
        details: [{ field: 'attachments', key: 'register.noFile' }],
      });
    expect((await save(await given(Array.from({ length: 21 }, (_, index) => ({ path: `p${index}` }))))).body).toMatchObject({
      details: [{ field: 'attachments', key: 'register.tooManyFiles', values: { most: '20' } }],
    });
    expect((await save(await given('a.png'))).body).toMatchObject({ details: [{ field: 'attachments' }] });
    expect((await save(await given([{ name: 'a.png' }]))).status).toBe(400);
    // Of two records that want it one has it.
    const wanted = await upload('w.png');
    const answers = await Promise.all([save(await given([{ path: wanted.path }])), save(await given([{ path: wanted.path }]))]);
    expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200]);
    expect(made.values.attachments).toHaveLength(1);
    // What nothing claims is swept away, what a record has stays.
    await sql`update stored_file set created_at = now() - interval '2 days' where business_type = 'register'`.execute(app.db);
    await sweepFiles(app.db, createFileStore(app.settings));
    expect(await statusOf(foreign.path, 'riskmanager')).toBe(404);
    expect(await statusOf(mine.path, 'riskmanager')).toBe(200);
  });

  it('[DELEG-05] are seen by who acts for somebody with the register delegated, and by no other agent', async () => {
    const { path } = await upload('d.png');
    await save(await given([{ path }]));
    const sees = async (permissions: string[]) => {
      const agent = {
        id: '7',
        roles: [],
        permissions: new Set(permissions),
        agent: { id: '1', modules: new Set(), since: new Date(), sinceByMenu: new Map() },
      };
      return await readableFile({ db: app.db, services: app }, agent as unknown as Principal, { path }).then(
        () => 'seen',
        ({ code }) => code,
      );
    };
    expect(await sees(['control:finding:list'])).toBe('seen');
    expect(await sees(['task:list:list'])).toBe('NOT_FOUND');
  });
});
