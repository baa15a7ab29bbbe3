import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { call, tokenOf } from './client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => await app.close());

const stats = (token?: string) => call(app, '/api/login/stats', { token });

it('[API-09] [EMBED-03] ends with logout: the next request is refused, and logging out again is no error', async () => {
  const token = await tokenOf(app, 'admin');
  expect((await call(app, '/api/user/config/menus', { token })).status).toBe(200);
  expect((await call(app, '/api/login/logout', { method: 'POST', token })).body.code).toBe('000000');
  expect(await call(app, '/api/user/config/menus', { token })).toMatchObject({ status: 401, body: { code: 'SESSION_ENDED' } });
  expect((await call(app, '/api/login/logout', { method: 'POST', token })).body.code).toBe('000000');
  expect((await stats(token)).body.data).toMatchObject({ login: false });
});

it('[ERR-02] ends at the next request when it is revoked or its user is disabled', async () => {
  const [revoked, disabled] = [await tokenOf(app, 'admin'), await tokenOf(app, 'auditor')];
  const { sessionId } = await app.db
    .selectFrom('session')
    .select('id as sessionId')
    .orderBy('id', 'desc')
    .offset(1)
    .limit(1)
    .executeTakeFirstOrThrow();
  await app.db.updateTable('session').set({ revoked_at: new Date() }).where('id', '=', sessionId).execute();
  expect((await call(app, '/api/login/user_info', { token: revoked })).body.code).toBe('SESSION_ENDED');
  expect((await call(app, '/api/login/user_info', { token: disabled })).status).toBe(200);
  await app.db.updateTable('app_user').set({ status: '1' }).where('username', '=', 'auditor').execute();
  expect((await call(app, '/api/login/user_info', { token: disabled })).body.code).toBe('SESSION_ENDED');
  await app.db.updateTable('app_user').set({ status: '0' }).where('username', '=', 'auditor').execute();
});

it('[ERR-03] is not used by what windows ask for by themselves: one that nobody looks at lets it end', async () => {
  const token = await tokenOf(app, 'admin');
  const { id } = await app.db.selectFrom('session').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
  const before = new Date(Date.now() - 29 * 60_000);
  await app.db.updateTable('session').set({ last_used_at: before }).where('id', '=', id).execute();
  const used = async () =>
    (await app.db.selectFrom('session').select('last_used_at as used').where('id', '=', id).executeTakeFirstOrThrow()).used.getTime();
  expect((await call(app, '/api/home-news/unReadNewsCount', { token })).status).toBe(200);
  expect(await used()).toBe(before.getTime());
  expect((await call(app, '/api/login/user_info', { token })).status).toBe(200);
  expect(await used()).toBeGreaterThan(before.getTime());
});

it('[ERR-03] ends after 30 minutes without a request, and after 8 hours in any case', async () => {
  const token = await tokenOf(app, 'admin');
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const last = app.db.selectFrom('session').select((row) => row.fn.max('id').as('id'));
  await app.db
    .updateTable('session')
    .set({ last_used_at: ago(29) })
    .where('id', '=', last)
    .execute();
  expect((await call(app, '/api/login/user_info', { token })).status).toBe(200);
  const { used } = await app.db.selectFrom('session').select('last_used_at as used').where('id', '=', last).executeTakeFirstOrThrow();
  expect(Date.now() - used.getTime()).toBeLessThan(60_000);
  await app.db
    .updateTable('session')
    .set({ last_used_at: ago(31) })
    .where('id', '=', last)
    .execute();
  expect(await call(app, '/api/login/user_info', { token })).toMatchObject({ status: 401, body: { code: 'SESSION_EXPIRED' } });
  await app.db
    .updateTable('session')
    .set({ last_used_at: new Date(), expires_at: ago(1) })
    .where('id', '=', last)
    .execute();
  expect(await call(app, '/api/login/user_info', { token })).toMatchObject({ status: 401, body: { code: 'SESSION_EXPIRED' } });
  const { created, expires } = await app.db
    .selectFrom('session')
    .select(['created_at as created', 'expires_at as expires'])
    .where('id', '<', last)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(expires.getTime() - created.getTime()).toBe(8 * 60 * 60_000);
});

it('[ERR-01] knows nothing of tokens that were never given, whatever they hold', async () => {
  for (const token of ['x', 'a'.repeat(43), "' or 1=1 --", 'null', '%00']) {
    const answer = await call(app, '/api/login/user_info', { token });
    expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  }
});
