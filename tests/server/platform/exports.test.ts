import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contractSchemas } from '../../../src/generated/contract-schemas.ts';
import { contracts } from '../../../src/generated/contracts.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { call, tokenOf, uploadFile } from '../modules/client.ts';

let app: TestApp;
let admin: string;
let auditor: string;
beforeAll(async () => {
  app = await startApp({ env: { CALLS_PER_MINUTE: '60' } });
  [admin, auditor] = [await tokenOf(app, 'admin'), await tokenOf(app, 'auditor')];
});
afterAll(async () => await app.close());

const rows = async (action: string) =>
  await app.db
    .selectFrom('audit_log')
    .select(['actor', 'target_type', 'target_id', 'target_name', 'detail', 'ip', 'request_id'])
    .where('action', '=', action)
    .orderBy('id')
    .execute();
const take = (url: string, payload: Record<string, unknown>, token = auditor) =>
  app.http.inject({ method: 'POST', url, headers: { authorization: `Bearer ${token}` }, payload });

describe('files with what people entered', () => {
  it('are all noted but forms and pictures, and ticket files a page shows', () => {
    const files = Object.values(contracts).filter(({ envelope }) => envelope === 'file');
    const quiet = files.filter(({ id }) => contractSchemas[id as keyof typeof contractSchemas].exported === undefined).map(({ id }) => id);
    expect(quiet.sort()).toEqual([
      'evidence.file',
      'evidence.importForm',
      'flow-master-data.template',
      'flow-review.template',
      'register.importForm',
      'risk-template.form',
      'screening.entryForm',
      'user.picture',
      'workspace.picture',
    ]);
  });

  it('leave a row in the operation log: who took them, by which call, and what was asked for', async () => {
    const answer = await take('/api/register/export', { register: 'finding', keyword: 'a' }, admin);
    expect(answer.statusCode).toBe(200);
    expect(await rows('data_export')).toMatchObject([
      {
        actor: 'admin',
        target_type: 'export',
        target_id: 'register.export',
        detail: { register: 'finding', keyword: 'a', file: expect.stringContaining('.xlsx') },
        ip: '127.0.0.1',
        request_id: answer.headers['x-request-id'],
      },
    ]);
    expect((await take('/api/risk/finance/export', { itemId: '999999999' }, admin)).statusCode).toBe(404);
    expect(await rows('data_export')).toHaveLength(1);
  });

  it('are noted as files where they were uploaded as such, also by an address that is given for one', async () => {
    const { body } = await uploadFile(app, '/api/birp/file/upload', auditor, Buffer.from('text'), 'note.txt', {
      businessType: 'trial',
      businessId: '1',
    });
    const { bid, path } = (body as { data: { bid: string; path: string } }).data;
    expect((await take('/api/birp/file/download', { bid })).body).toBe('text');
    const given = await call(app, '/api/sys-file/get-download-url', { method: 'POST', token: auditor, body: { path, purpose: 'view' } });
    const { url } = given.body.data as { url: string };
    for (let part = 0; part < 3; part += 1) expect((await app.http.inject(url)).body).toBe('text');
    const noted = { actor: 'auditor', target_type: 'file', target_id: bid, target_name: 'note.txt' };
    expect(await rows('file_download')).toMatchObject([noted, { ...noted, detail: { originName: 'note.txt', purpose: 'view' } }]);
    expect(await rows('data_export')).toHaveLength(1);
  });
});

describe('one account', () => {
  it('takes so many of them a minute, of all calls together', async () => {
    const { id } = await app.db.selectFrom('app_user').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow();
    await app.db.updateTable('rate_limit').set({ used: 60 }).where('key', '=', `exports:account:${id}`).execute();
    const refused = await take('/api/register/export', { register: 'finding' }, admin);
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await take('/api/risk/finance/export', { itemId: '1' }, admin)).statusCode).toBe(429);
    expect((await take('/api/register/export', { register: 'finding' })).statusCode).not.toBe(429);
  });

  it('makes so many calls a minute, in as many sessions as it likes; others are answered meanwhile', async () => {
    const contact = [await tokenOf(app, 'contact'), await tokenOf(app, 'contact')];
    const answers = await Promise.all(
      Array.from({ length: 70 }, (_, each) => call(app, '/api/user/config/menus', { token: contact[each % 2] })),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    expect(refused[0]?.body.code).toBe('TOO_MANY_REQUESTS');
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await call(app, '/api/user/config/menus', { token: auditor })).status).toBe(200);
  });
});
