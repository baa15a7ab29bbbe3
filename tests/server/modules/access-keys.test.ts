import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, dayIn } from '../../../server/days.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { basic, call, signIn } from './client.ts';
import { type Somebody, somebody } from './somebody.ts';

let app: TestApp;
let keeper: Somebody;
let program: Somebody;
beforeAll(async () => {
  // As in production: people are asked for a captcha.
  app = await startApp({ env: { CAPTCHA: 'on' } });
  keeper = await somebody(app, 'keeper', ['sys:user:list', 'sys:user:reset', 'sys:log:login']);
  program = await somebody(app, 'program', ['sys:user:list']);
});
afterAll(() => app.close());

const base = '/api/system/user/keys';
const day = (days: number) => addDays(dayIn(app.settings.timeZone), days);
const make = async (name: string, { by = keeper, id = program.id, expireOn = day(30) } = {}) =>
  await by.post(base, { id: String(id), name, expireOn });
const keyOf = async (name: string) => ((await make(name)).body.data as { key: string }).key;
const enter = (username: string, key: string, from = '127.0.0.1') => signIn(app, username, key, { grant_type: 'access_key' }, from);
const list = async () =>
  (await keeper.get(`${base}?id=${program.id}`)).body.data as { id: string; name: string; [name: string]: unknown }[];
const remove = async (id: string, by = keeper) => await call(app, `${base}/${id}`, { method: 'DELETE', token: by.token });
const read = async (token: string | undefined) => (await call(app, '/api/system/user/list', { token })).status;

describe('access keys', () => {
  it('[API-08] a program signs in with its key: no captcha, no password; the key stands nowhere again', async () => {
    const key = await keyOf('Screening');
    expect(key).toMatch(/^tgk_[A-Za-z0-9_-]{43}$/);
    expect((await signIn(app, 'program', 'whatever')).body.code).toBe('CAPTCHA_WRONG');
    const { status, body } = await enter('Program', key);
    expect([status, body.token_type, body.expires_in]).toEqual([200, 'Bearer', 8 * 60 * 60]);
    expect(await read(body.access_token)).toBe(200);
    const [row] = await list();
    expect(row).toMatchObject({ name: 'Screening', createBy: 'keeper', expireOn: day(30), isExpired: false, lastUsedIp: '127.0.0.1' });
    const kept = await app.db.selectFrom('access_key').selectAll().executeTakeFirstOrThrow();
    const logs = await app.db.selectFrom('audit_log').select(['action', 'detail']).where('action', 'like', '%key%').execute();
    expect(JSON.stringify([row, kept, logs])).not.toContain(key.slice(4));
    expect(logs).toEqual([expect.objectContaining({ action: 'user_create_key' })]);
    const told = (await program.get('/api/home-news/unReadNewsList')).body.data as { newBodyMap: Record<string, string> }[];
    expect(told.map(({ newBodyMap }) => newBodyMap.en)).toContainEqual(expect.stringContaining('the access key “Screening”'));
  });

  it('[API-08] [DELEG-05] neither a password that is due nor a second factor stops it, also where it acts for somebody', async () => {
    const key = await keyOf('Unattended');
    await app.db.updateTable('app_user').set({ password_given: true }).where('id', '=', program.id).execute();
    const authorizer = await app.db.selectFrom('app_user').select('id').where('username', '=', 'riskmanager').executeTakeFirstOrThrow();
    await sql`insert into delegation (authorizer_id, agent_id, start_date) values (${authorizer.id}, ${program.id}, current_date - 1)`.execute(
      app.db,
    );
    const strict = sql`jsonb_build_object('passwordOwn', true, 'secondFactor', 'everyone')`;
    const before = await app.db.selectFrom('config').select('value').where('key', '=', 'security').executeTakeFirst();
    await sql`insert into config (key, value) values ('security', ${strict})
      on conflict (key) do update set value = config.value || excluded.value`.execute(app.db);
    try {
      const token = (await enter('program', key)).body.access_token;
      expect(await read(token)).toBe(200);
      const entered = await call(app, '/api/auth/delegate/enter-delegate?username=riskmanager', { token });
      const acting = (entered.body.data as { access_token: string }).access_token;
      expect((await call(app, '/api/login/user_info', { token: acting })).status).toBe(200);
      // Taken away, it ends that session, too.
      await remove((await list()).find(({ name }) => name === 'Unattended')?.id ?? '');
      expect((await call(app, '/api/login/user_info', { token: acting })).status).toBe(401);
    } finally {
      await sql`update config set value = ${JSON.stringify(before?.value ?? {})}::jsonb where key = 'security'`.execute(app.db);
    }
  });

  it('[API-08] wrong, of another account, expired, of a disabled account: refused alike, and told in the log', async () => {
    const key = await keyOf('Refused');
    const wrong = `tgk_${'x'.repeat(43)}`;
    const answers = [await enter('program', wrong), await enter('keeper', key), await enter('nobody', key), await enter('program', 'x')];
    await app.db.updateTable('app_user').set({ status: '1' }).where('id', '=', program.id).execute();
    answers.push(await enter('program', key));
    await app.db.updateTable('app_user').set({ status: '0' }).where('id', '=', program.id).execute();
    await app.db
      .updateTable('access_key')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('name', '=', 'Refused')
      .execute();
    answers.push(await enter('program', key));
    for (const { status, body } of answers)
      expect([status, body.code, body.msg]).toEqual([answers[0]?.status, 'LOGIN_FAILED', answers[0]?.body.msg]);
    expect((await list()).find(({ name }) => name === 'Refused')).toMatchObject({ isExpired: true });
    const reasons = await app.db.selectFrom('audit_log').select('detail').where('action', '=', 'login_failed').execute();
    expect(reasons.map(({ detail }) => (detail as { reason: string }).reason)).toEqual(Array.from({ length: 6 }, () => 'key'));
  });

  it('[API-08] [LOGIN-22] wrong keys stop neither right ones nor passwords, and do not fill the log', async () => {
    const key = await keyOf('Tried');
    const from = '10.7.0.1';
    for (let tries = 0; tries < 62; tries += 1)
      expect((await enter('program', `tgk_${'y'.repeat(43)}`, from)).body.code).toBe('LOGIN_FAILED');
    const logged = await app.db.selectFrom('audit_log').select('id').where('action', '=', 'login_failed').where('ip', '=', from).execute();
    expect(logged).toHaveLength(60);
    expect((await enter('program', key, from)).status).toBe(200);
    // Passwords are counted by the address itself.
    expect(await app.db.selectFrom('login_attempt').select('id').where('address', '=', from).execute()).toEqual([]);
  });

  it('the last sign-in is that of a person', async () => {
    const seen = async () =>
      (await app.db.selectFrom('last_sign_in').select('at').where('user_id', '=', program.id).executeTakeFirst())?.at;
    const before = await seen();
    await enter('program', await keyOf('Often'));
    expect(before).toBeInstanceOf(Date);
    expect(await seen()).toEqual(before);
  });

  it('a key that is taken away ends what was begun with it, and nothing else', async () => {
    const [first, second] = [await keyOf('First'), await keyOf('Second')];
    const [one, other] = [(await enter('program', first)).body.access_token, (await enter('program', second)).body.access_token];
    const { id = '' } = (await list()).find(({ name }) => name === 'First') ?? {};
    expect((await remove(id)).status).toBe(200);
    expect([await read(one), await read(other), await read(program.token)]).toEqual([401, 200, 200]);
    expect((await enter('program', first)).body.code).toBe('LOGIN_FAILED');
    expect((await remove(id)).body.code).toBe('NOT_FOUND');
    expect((await list()).map(({ name }) => name)).not.toContain('First');
  });

  it('a session ends with the key it was begun with', async () => {
    const key = await keyOf('Short');
    const expires_at = new Date(Date.now() + 60_000);
    await app.db.updateTable('access_key').set({ expires_at }).where('name', '=', 'Short').execute();
    const { expires_in } = (await enter('program', key)).body as { expires_in: number };
    expect(expires_in).toBeLessThanOrEqual(60);
  });

  it('[PERM-01] nobody makes one for themselves, for more rights than theirs, as a program, or without the right', async () => {
    expect((await make('Mine', { id: keeper.id })).body.code).toBe('OWN_ACCESS_KEY');
    const strong = await somebody(app, 'strong', ['sys:user:list', 'sys:menu:list']);
    expect((await make('Strong', { id: strong.id })).body.code).toBe('BEYOND_RIGHTS');
    expect((await make('Weak', { by: program, id: keeper.id })).status).toBe(403);
    const robot = await somebody(app, 'robot', ['sys:user:list', 'sys:user:reset', 'sys:log:login']);
    const { key } = (await make('Robot', { id: robot.id })).body.data as { key: string };
    const { access_token: token } = (await enter('robot', key)).body;
    const again = await call(app, base, { method: 'POST', token, body: { id: String(program.id), name: 'Again', expireOn: day(30) } });
    expect(again.body.code).toBe('BEYOND_RIGHTS');
    const own = (await keeper.get(`${base}?id=${strong.id}`)).body.data;
    expect(own).toEqual([]);
  });

  it('says what is wrong with a name or a day, and when there are too many', async () => {
    const at = async (name: string, expireOn: string) => {
      const { body } = await make(name, { expireOn });
      return [body.code, (body.details as { field: string }[] | undefined)?.[0]?.field];
    };
    await make('Twice');
    expect(await at('twice', day(30))).toEqual(['DUPLICATE', 'name']);
    expect(await at('Past', day(-1))).toEqual(['PARAMETER_ERROR', 'expireOn']);
    expect(await at('Far', day(367))).toEqual(['PARAMETER_ERROR', 'expireOn']);
    expect(await at('Today', day(0))).toEqual(['000000', undefined]);
    for (let number = (await list()).length; number < 20; number += 1) expect((await make(`Filling ${number}`)).status).toBe(200);
    expect(await at('One more', day(30))).toEqual(['PARAMETER_ERROR', 'name']);
  });

  it('[API-08] other grants are refused as before', async () => {
    const body = new URLSearchParams({ grant_type: 'client_credentials', username: 'program', password: 'x' }).toString();
    const headers = { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' };
    expect((await call(app, '/api/login/token', { method: 'POST', headers, body })).body.code).toBe('GRANT_UNSUPPORTED');
  });
});
