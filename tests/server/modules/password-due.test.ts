import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { call, signIn, tokenOf } from './client.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await startApp();
  admin = await tokenOf(app, 'admin');
});
afterAll(async () => await app.close());

const put = (path: string, body: object) => call(app, path, { method: 'PUT', token: admin, body });
const save = (token: string, old_password: string, new_password: string) =>
  call(app, '/api/user/config/updateUserConfig', {
    method: 'POST',
    token,
    body: { is_update_password: '1', old_password, new_password, confirm_password: new_password },
  });
const menus = async (token: string) => (await call(app, '/api/user/config/menus', { token })).body.code;
const principal = async (token: string, language = 'en') => {
  const answer = await call(app, '/api/login/stats', { token, headers: { 'accept-language': language } });
  return (answer.body.data as { principal: Record<string, unknown> }).principal;
};
const set = async (key: string, value: object) => {
  const list = (await call(app, '/api/system/parameter/list', { token: admin })).body.data as { key: string; version: number }[];
  const version = list.find((parameter) => parameter.key === key)?.version;
  const answer = await call(app, '/api/system/parameter/save', { method: 'POST', token: admin, body: { key, version, ...value } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};
/** Since when the password of somebody holds. */
const setDaysAgo = (username: string, days: number) =>
  app.db
    .updateTable('app_user')
    .set({ password_set_at: new Date(Date.now() - days * 86_400_000) })
    .where('username', '=', username)
    .execute();
const newcomer = async (username: string) => {
  const body = { username, password: 'harbour-lamp', name: 'New', userCode: username };
  const answer = await call(app, '/api/system/user', { method: 'POST', token: admin, body });
  return (answer.body.data as { id: string }).id;
};

it('[RULE-07] [STATE-05] whoever has a password the administration chose is told until they set another one; nothing is refused', async () => {
  const id = await newcomer('newcomer');
  const token = await tokenOf(app, 'newcomer', 'harbour-lamp');
  expect(await principal(token)).toMatchObject({ passwordGiven: true, passwordDue: false, remind: null });
  expect(await menus(token)).toBe('000000');
  expect((await save(token, 'harbour-lamp', 'harbour-lamp')).body.details).toMatchObject([
    { field: 'new_password', key: 'settings.passwordSame' },
  ]);
  expect((await save(token, 'harbour-lamp', 'lantern-42')).body.data).toEqual({ result: true });
  expect(await principal(token)).toMatchObject({ passwordGiven: false });
  expect((await put('/api/system/user/password', { id, password: 'harbour-two' })).status).toBe(200);
  expect(await principal(await tokenOf(app, 'newcomer', 'harbour-two'))).toMatchObject({ passwordGiven: true });
  expect(await principal(admin)).toMatchObject({ passwordGiven: false });
});

it('[STATE-05] is told to the session that has it, whatever another one of the same person was answered', async () => {
  await newcomer('twoways');
  const [bySso, byPassword] = [await tokenOf(app, 'twoways', 'harbour-lamp'), await tokenOf(app, 'twoways', 'harbour-lamp')];
  const session = app.db.selectFrom('session').select('id').orderBy('id', 'desc').limit(2);
  const [, first] = await session.execute();
  await app.db
    .updateTable('session')
    .set({ sso_provider: 'corporate' })
    .where('id', '=', first?.id ?? 0)
    .execute();
  expect(await principal(bySso)).not.toMatchObject({ passwordGiven: true });
  expect(await principal(byPassword)).toMatchObject({ passwordGiven: true });
  expect(await principal(bySso)).not.toMatchObject({ passwordGiven: true });
});

it('[RULE-07] where own passwords are wanted such a session does nothing but set one, from the moment on that they are', async () => {
  await newcomer('forced');
  const token = await tokenOf(app, 'forced', 'harbour-lamp');
  expect(await menus(token)).toBe('000000');
  await set('passwordOwn', { flag: true });
  expect(await menus(token)).toBe('PASSWORD_DUE');
  expect(await principal(token)).toMatchObject({ passwordDue: true });
  expect((await call(app, '/api/login/user_info', { token })).body.data).toMatchObject({ passwordDue: true });
  expect(await menus(admin)).toBe('000000');
  expect((await save(token, 'harbour-lamp', 'lantern-43')).body.data).toEqual({ result: true });
  expect(await menus(token)).toBe('000000');
  expect(await principal(token)).toMatchObject({ passwordDue: false });
  const config = (await call(app, '/api/login/stats')).body;
  expect(JSON.stringify(config)).not.toContain('passwordOwn');
  await set('passwordOwn', { flag: false });
});

it('[ERR-08] [STATE-05] warns in the language of the reader two weeks before a password runs out; then another one has to be set', async () => {
  await newcomer('ageing');
  const token = await tokenOf(app, 'ageing', 'harbour-lamp');
  await save(token, 'harbour-lamp', 'lantern-44');
  await setDaysAgo('ageing', 80);
  expect(await principal(token)).toMatchObject({ remind: null });
  // Who has had theirs for longer is not shut out by the decision itself.
  await setDaysAgo('ageing', 400);
  await set('passwordDays', { choice: '90' });
  expect(await principal(token)).toMatchObject({ passwordDue: false, remind: expect.stringMatching(/^Your password runs out on /) });
  expect(await menus(token)).toBe('000000');
  const longAgo = { updated_at: new Date(Date.now() - 15 * 86_400_000) };
  await app.db.updateTable('parameter_change').set(longAgo).where('key', '=', 'passwordDays').execute();
  expect(await menus(token)).toBe('PASSWORD_DUE');
  await setDaysAgo('ageing', 80);
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' }).format(
    new Date(Date.now() + 10 * 86_400_000),
  );
  expect(await principal(token)).toMatchObject({
    passwordDue: false,
    remind: `Your password runs out on ${day}. Please set another one in your settings until then.`,
  });
  expect(await principal(token, 'zh-Hant')).toMatchObject({ remind: `您的密碼將於 ${day} 到期，請在此之前到使用者設定中修改密碼。` });
  await setDaysAgo('ageing', 75);
  expect(await principal(token)).toMatchObject({ remind: null });
  await setDaysAgo('ageing', 91);
  expect(await principal(token)).toMatchObject({ remind: null, passwordDue: true });
  expect(await menus(token)).toBe('PASSWORD_DUE');
  expect((await signIn(app, 'ageing', 'lantern-44')).status).toBe(200);
  await save(token, 'lantern-44', 'lantern-45');
  expect(await menus(token)).toBe('000000');

  // Nobody is locked out by it: single sign-on has passwords of its own.
  await setDaysAgo('ageing', 91);
  await app.db.updateTable('session').set({ sso_provider: 'corporate' }).where('ip', '=', '127.0.0.1').execute();
  expect(await menus(token)).toBe('000000');
});

it('a password that runs out while its session is remembered ends what the session may do', async () => {
  await newcomer('running');
  const token = await tokenOf(app, 'running', 'harbour-lamp');
  await save(token, 'harbour-lamp', 'lantern-46');
  await setDaysAgo('running', 90 - 5 / 86_400);
  expect(await menus(token)).toBe('000000');
  await expect.poll(() => menus(token), { timeout: 20_000 }).toBe('PASSWORD_DUE');
});
