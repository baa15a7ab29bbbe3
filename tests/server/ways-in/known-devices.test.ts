import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { limits } from '../../../server/modules/identity/throttle.ts';
import { issueCode } from '../../../server/modules/registration/codes.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { codeOf } from '../../support/totp.ts';
import { type Answer, basic, call, tokenOf } from '../modules/client.ts';
import { newcomer, PASSWORD, post, withFactor } from './second-factor-world.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await startApp();
  admin = await tokenOf(app, 'admin');
});
afterAll(async () => await app.close());
beforeEach(async () => {
  await app.db.deleteFrom('login_attempt').execute();
});

/** The cookie a browser keeps of an answer, as it sends it back. */
const cookieOf = ({ headers }: Answer): string | undefined => String(headers['set-cookie'] ?? '').split(';')[0] || undefined;
const form = (cookie?: string) => ({
  authorization: basic,
  'content-type': 'application/x-www-form-urlencoded',
  ...(cookie && { cookie }),
});
/** Signs in from a browser that brings this cookie. */
function arrive(username: string, password: string, cookie?: string, from = '10.8.0.1'): Promise<Answer> {
  const body = new URLSearchParams({ grant_type: 'password', scope: 'server', username, password }).toString();
  return call(app, '/api/login/token', { method: 'POST', headers: form(cookie), body, from });
}
async function browserOf(username: string, password = PASSWORD, cookie?: string): Promise<{ cookie: string; token: string }> {
  const answer = await arrive(username, password, cookie);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { cookie: cookieOf(answer) ?? '', token: String(answer.body.access_token) };
}
/** As many guesses from elsewhere as lock whoever makes them. */
async function besiege(username: string): Promise<void> {
  const rows = Array.from({ length: limits.account }, () => ({ account: username, address: '10.9.9.9', state: 'failed' as const }));
  await app.db.insertInto('login_attempt').values(rows).execute();
}
const isKnown = async (username: string, cookie: string, password = PASSWORD) => {
  await app.db.deleteFrom('login_attempt').execute();
  await besiege(username);
  return (await arrive(username, password, cookie)).status === 200;
};
const checked = async (account: string) => {
  const query = app.db.selectFrom('login_attempt').select('id').where('account', 'like', account).where('state', '=', 'failed');
  return (await query.execute()).length;
};

it('[API-08] the guesses of others keep nobody out of a browser they signed in with, nor are they forgiven by it', async () => {
  await newcomer(app, admin, 'owner');
  const first = await arrive('owner', PASSWORD);
  expect(first.headers['set-cookie']).toMatch(/^targus_device=[\w-]{43}; Path=\/api; Max-Age=15552000; HttpOnly; SameSite=Strict$/);
  expect(Object.keys(first.body).sort()).toEqual(['access_token', 'expires_in', 'scope', 'token_type']);
  const cookie = cookieOf(first) ?? '';
  const guesses = await Promise.all(Array.from({ length: 30 }, (_, index) => arrive('owner', 'no', undefined, `10.1.${index}.1`)));
  expect(await checked('owner')).toBe(limits.account);
  // Nothing is told to who guesses: neither that it is locked, nor that a browser is known.
  const seen = guesses.map(({ status, body, headers }) => JSON.stringify([status, body.code, body.msg, headers['set-cookie'] ?? 'none']));
  expect(new Set(seen)).toEqual(new Set([JSON.stringify([400, 'LOGIN_FAILED', guesses[0]?.body.msg, 'none'])]));
  expect((await arrive('owner', PASSWORD)).body.code).toBe('LOGIN_FAILED');
  const again = await arrive('owner', PASSWORD, cookie);
  expect(again.status).toBe(200);
  // The same browser keeps what it has; whoever guesses stays locked.
  expect(cookieOf(again)).toBe(cookie);
  expect((await arrive('owner', PASSWORD)).body.code).toBe('LOGIN_FAILED');
  // Nor do those who guess at many accounts from the address of the owner.
  const spray = Array.from({ length: limits.address }, (_, index) => ({
    ...{ account: `user${index}`, address: '10.8.0.1', state: 'failed' as const },
  }));
  await app.db.insertInto('login_attempt').values(spray).execute();
  expect((await arrive('admin', PASSWORD)).body.code).toBe('LOGIN_FAILED');
  expect((await arrive('owner', PASSWORD, cookie)).status).toBe(200);
}, 60_000);

it('[API-08] a known browser has ten guesses of its own in a burst, which lock itself, for this account alone', async () => {
  await newcomer(app, admin, 'typist');
  const { cookie } = await browserOf('typist');
  const answers = await Promise.all(Array.from({ length: 40 }, () => arrive('typist', 'no', cookie)));
  expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set(['LOGIN_FAILED']));
  expect(await checked('device:%')).toBe(limits.account);
  expect((await arrive('typist', PASSWORD, cookie)).body.code).toBe('LOGIN_FAILED');
  expect((await arrive('typist', PASSWORD)).status).toBe(200);
  // At another account it is a stranger, and so is what nobody was given.
  await newcomer(app, admin, 'neighbour');
  await Promise.all(
    Array.from({ length: 12 }, (_, index) => arrive('neighbour', 'no', index % 2 ? cookie : `targus_device=${'A'.repeat(43)}`)),
  );
  expect(await checked('neighbour')).toBe(limits.account);
  expect((await arrive('neighbour', PASSWORD, cookie)).body.code).toBe('LOGIN_FAILED');
}, 60_000);

it('one browser is known to several accounts, and a cookie somebody put there to none', async () => {
  await newcomer(app, admin, 'guest1');
  await newcomer(app, admin, 'guest2');
  const planted = await browserOf('guest1');
  const both = await browserOf('guest2', PASSWORD, planted.cookie);
  expect(both.cookie).not.toBe(planted.cookie);
  expect(await isKnown('guest1', both.cookie)).toBe(true);
  expect(await isKnown('guest2', both.cookie)).toBe(true);
  expect(await isKnown('guest2', planted.cookie)).toBe(false);
});

it('[RULE-07] another password one chooses makes the browsers of before unknown, but the one it was chosen in; one that is given leaves it, disabling none', async () => {
  const id = await newcomer(app, admin, 'changer');
  const [mine, other] = [await browserOf('changer'), await browserOf('changer')];
  await app.db.deleteFrom('login_attempt').execute();
  await besiege('changer');
  // Nobody else's guesses keep somebody who is signed in from it, either.
  const change = { is_update_password: '1', old_password: PASSWORD, new_password: 'lamp-harbour', confirm_password: 'lamp-harbour' };
  const headers = { cookie: mine.cookie };
  const changed = await call(app, '/api/user/config/updateUserConfig', { method: 'POST', token: mine.token, headers, body: change });
  expect(changed.body.data).toEqual({ result: true });
  const kept = cookieOf(changed) ?? '';
  expect(await isKnown('changer', other.cookie, 'lamp-harbour')).toBe(false);
  expect(await isKnown('changer', mine.cookie, 'lamp-harbour')).toBe(false);
  expect(await isKnown('changer', kept, 'lamp-harbour')).toBe(true);
  const given = await call(app, '/api/system/user/password', { method: 'PUT', token: admin, body: { id, password: 'river-stone' } });
  expect(given.status, JSON.stringify(given.body)).toBe(200);
  // Whoever guesses at it keeps its owner from coming in with it as little as before.
  expect(await isKnown('changer', kept, 'river-stone')).toBe(true);
  expect(await isKnown('changer', mine.cookie, 'river-stone')).toBe(false);
  expect(await isKnown('changer', other.cookie, 'river-stone')).toBe(false);
  await app.db.deleteFrom('login_attempt').execute();
  const next = await browserOf('changer', 'river-stone', kept);
  expect(await isKnown('changer', next.cookie, 'river-stone')).toBe(true);
  for (const status of ['1', '0']) {
    const { version } = (await call(app, `/api/system/user/${id}`, { token: admin })).body.data as { version: number };
    const set = await call(app, '/api/system/user/status', { method: 'PUT', token: admin, body: { id, version, status } });
    expect(set.status, JSON.stringify(set.body)).toBe(200);
  }
  expect(await isKnown('changer', next.cookie, 'river-stone')).toBe(false);
}, 60_000);

it('with a second factor a browser is known after the code, and only ending all other sessions or time forgets it', async () => {
  await newcomer(app, admin, 'careful');
  const { key } = await withFactor(app, 'careful');
  const asked = await arrive('careful', PASSWORD);
  expect(asked.body.code).toBe('SECOND_FACTOR_NEEDED');
  expect(asked.headers['set-cookie']).toBeUndefined();
  const { challenge } = asked.body.data as { challenge: string };
  const body = new URLSearchParams({ challenge, code: codeOf(key) }).toString();
  const answered = await call(app, '/api/login/code', { method: 'POST', headers: form(), body });
  const cookie = cookieOf(answered) ?? '';
  await besiege('careful');
  // The code is asked for all the same.
  expect((await arrive('careful', PASSWORD, cookie)).body.code).toBe('SECOND_FACTOR_NEEDED');
  await call(app, '/api/login/logout', { method: 'POST', token: String(answered.body.access_token), headers: { cookie } });
  expect((await arrive('careful', PASSWORD, cookie)).body.code).toBe('SECOND_FACTOR_NEEDED');

  await newcomer(app, admin, 'mover');
  const [here, there] = [await browserOf('mover'), await browserOf('mover')];
  await call(app, '/api/user/session/endOthers', { method: 'POST', token: here.token, headers: { cookie: here.cookie } });
  expect(await isKnown('mover', there.cookie)).toBe(false);
  expect(await isKnown('mover', here.cookie)).toBe(true);
  await sql`update known_device set used_at = used_at - interval '181 days', made_at = made_at - interval '181 days'`.execute(app.db);
  await sql`update app_user set password_set_at = password_set_at - interval '300 days'`.execute(app.db);
  expect(await isKnown('mover', here.cookie)).toBe(false);
}, 60_000);

it('a password set by a link makes its browser known and those of before unknown: whoever goes on guessing keeps nobody out', async () => {
  await newcomer(app, admin, 'forgetful');
  const before = await browserOf('forgetful');
  const { id } = await app.db.selectFrom('app_user').select('id').where('username', '=', 'forgetful').executeTakeFirstOrThrow();
  const code = await issueCode(app.db, { purpose: 'password', userId: id }, 30);
  const set = await post(app, undefined, 'account/password', { code, password: 'river-stone' });
  expect(set.status, JSON.stringify(set.body)).toBe(200);
  expect(await isKnown('forgetful', cookieOf(set) ?? '', 'river-stone')).toBe(true);
  expect(await isKnown('forgetful', before.cookie, 'river-stone')).toBe(false);
}, 60_000);

it('keeps twenty browsers of an account, those that came back before a program’s that never did', async () => {
  await newcomer(app, admin, 'robot');
  const { cookie } = await browserOf('robot');
  await browserOf('robot', PASSWORD, cookie);
  await Promise.all(Array.from({ length: 25 }, () => browserOf('robot')));
  await browserOf('robot');
  const rows = await app.db
    .selectFrom('known_device')
    .innerJoin('app_user', 'app_user.id', 'known_device.user_id')
    .select('known_device.id')
    .where('username', '=', 'robot')
    .execute();
  expect(rows).toHaveLength(20);
  expect(await isKnown('robot', cookie)).toBe(true);
}, 60_000);

it('a password an administrator gives forgives what was guessed in known browsers, too', async () => {
  const id = await newcomer(app, admin, 'mistaken');
  const { cookie } = await browserOf('mistaken');
  for (let guess = 0; guess < limits.account; guess += 1) await arrive('mistaken', 'wrong-guess', cookie);
  expect((await arrive('mistaken', PASSWORD, cookie)).status).not.toBe(200);
  const given = await call(app, '/api/system/user/password', { method: 'PUT', token: admin, body: { id, password: 'river-stone' } });
  expect(given.status, JSON.stringify(given.body)).toBe(200);
  expect((await arrive('mistaken', 'river-stone', cookie)).status).toBe(200);
}, 60_000);

it('knows the newest browser of an account with twenty that came back', async () => {
  await newcomer(app, admin, 'traveller');
  await Promise.all(Array.from({ length: 20 }, () => browserOf('traveller')));
  await sql`update known_device set used_at = used_at + interval '1 second'`.execute(app.db);
  const { cookie } = await browserOf('traveller');
  expect(await isKnown('traveller', cookie)).toBe(true);
}, 60_000);

it('over https no other host of the domain can name the cookie', async () => {
  const secure = await startApp({ env: { PUBLIC_URL: 'https://risk.example.com' } });
  try {
    const body = new URLSearchParams({ grant_type: 'password', scope: 'server', username: 'auditor', password: PASSWORD }).toString();
    const answer = await call(secure, '/api/login/token', { method: 'POST', headers: form(), body });
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-targus_device=[\w-]{43}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict; Secure$/,
    );
  } finally {
    await secure.close();
  }
  const behind = await startApp({ env: { TRUST_PROXY: '127.0.0.1' } });
  try {
    const body = new URLSearchParams({ grant_type: 'password', scope: 'server', username: 'auditor', password: PASSWORD }).toString();
    const headers = { ...form(), 'x-forwarded-proto': 'https', 'x-forwarded-for': '10.0.0.9' };
    const answer = await call(behind, '/api/login/token', { method: 'POST', headers, body });
    expect(answer.headers['set-cookie']).toMatch(/^__Host-targus_device=.*; Secure$/);
  } finally {
    await behind.close();
  }
}, 60_000);
