import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '../../../server/database/connection.ts';
import { noSecondFactorFor } from '../../../server/database/no-second-factor.ts';
import { revokeSessionsOf, rotateSession } from '../../../server/modules/identity/sessions.ts';
import { limits, strangerAt } from '../../../server/modules/identity/throttle.ts';
import { foreignFactors } from '../../../server/modules/second-factor/checking.ts';
import { createSeals } from '../../../server/seals.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { inTurn } from '../../support/in-turn.ts';
import { codeOf } from '../../support/totp.ts';
import { call, signIn, tokenOf } from '../modules/client.ts';
import {
  answer,
  challengeOf,
  enrol,
  newcomer,
  PASSWORD,
  passSteps,
  post,
  tokenWith,
  withFactor,
  wrongCodeOf,
} from './second-factor-world.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await startApp();
  admin = await tokenOf(app, 'admin');
  // Codes change every 30 seconds, not while a test is between two lines. The database keeps its own time.
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterAll(async () => {
  vi.useRealTimers();
  await app.close();
});

const own = async (token: string) => (await call(app, '/api/account/second-factor', { token })).body.data as Record<string, unknown>;
const menus = async (token: string) => (await call(app, '/api/user/config/menus', { token })).body.code;
const actionsOf = async (id: number) => {
  const query = app.db.selectFrom('audit_log').select('action').where('subject_user_id', '=', id).orderBy('id');
  return (await query.execute()).map(({ action }) => action);
};
const toldTo = async (id: number) => {
  const query = app.db.selectFrom('message').select('template').where('user_id', '=', id).orderBy('id');
  return (await query.execute()).map(({ template }) => template).filter((template) => template?.startsWith('account/second-factor'));
};
const mailsTo = async (id: number) => {
  const rows = await app.db.selectFrom('mail').select(['subject', 'body']).where('user_id', '=', id).orderBy('id').execute();
  return rows.map(({ subject }) => subject);
};
const sessionsOf = async (id: number) => {
  const query = app.db.selectFrom('session').select(sql<number>`count(*)::int`.as('count')).where('user_id', '=', id);
  return (await query.where('revoked_at', 'is', null).executeTakeFirstOrThrow()).count;
};
/** Quarters of an hour go by. */
const minutesPass = (minutes: number) => sql`update login_attempt set at = at - make_interval(mins => ${minutes})`.execute(app.db);
const set = async (key: string, value: object) => {
  const list = (await call(app, '/api/system/parameter/list', { token: admin })).body.data as { key: string; version: number }[];
  const version = list.find((parameter) => parameter.key === key)?.version;
  const saved = await post(app, admin, 'system/parameter/save', { key, version, ...value });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
};

it('[API-08] a second factor that was on its way is not set up once an administrator took the account back', async () => {
  const id = await newcomer(app, admin, 'taken');
  const token = await tokenOf(app, 'taken', PASSWORD);
  const { key } = (await post(app, token, 'account/second-factor/begin')).body.data as { key: string };
  const takeBack = async (db: Database) => {
    await db.updateTable('app_user').set({ password_given: true }).where('id', '=', Number(id)).execute();
    await revokeSessionsOf(db, Number(id));
  };
  const late = () => post(app, token, 'account/second-factor/confirm', { code: codeOf(key), password: PASSWORD });
  const [answered] = await inTurn(app.db, takeBack, late);
  expect([answered?.status, answered?.body.code]).toEqual([401, 'SESSION_ENDED']);
  expect(await app.db.selectFrom('second_factor').select('user_id').where('user_id', '=', Number(id)).execute()).toEqual([]);
});

it('[API-08] a second factor is set up with a code and the password, asked for after the password, and gives the answer of before', async () => {
  await newcomer(app, admin, 'walker');
  const other = await tokenOf(app, 'walker', PASSWORD);
  const token = await tokenOf(app, 'walker', PASSWORD);
  expect(await own(token)).toMatchObject({ offered: true, required: false, isSet: false, since: null, codesLeft: 0 });
  const begun = (await post(app, token, 'account/second-factor/begin')).body.data as { key: string; uri: string };
  expect(begun.key).toMatch(/^[A-Z2-7]{32}$/);
  expect(begun.uri).toMatch(/^otpauth:\/\/totp\/[^:]+:walker\?issuer=/);
  expect(begun.uri).toContain(`&secret=${begun.key}&algorithm=SHA1&digits=6&period=30`);
  const confirm = (body: object, by = token) => post(app, by, 'account/second-factor/confirm', body);
  expect((await confirm({ code: codeOf(begun.key), password: 'wrong-one' })).body.details).toMatchObject([{ field: 'password' }]);
  const wrong = await confirm({ code: wrongCodeOf(begun.key), password: PASSWORD });
  expect(wrong.body.details).toMatchObject([{ field: 'code', key: 'error.CODE_WRONG' }]);
  // Of another session it is not, even of the same person.
  expect((await confirm({ code: codeOf(begun.key), password: PASSWORD }, other)).body.code).toBe('SECOND_FACTOR_SETUP_GONE');
  const spaced = `${codeOf(begun.key).slice(0, 3)} ${codeOf(begun.key).slice(3)} `;
  const done = await confirm({ code: spaced, password: PASSWORD });
  const { codes } = done.body.data as { codes: string[] };
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  expect(await own(token)).toMatchObject({ isSet: true, codesLeft: 10, fewCodes: false, since: expect.any(String) });
  // As another password does, it ends the other sessions.
  expect((await call(app, '/api/user/config/menus', { token: other })).body.code).toBe('SESSION_ENDED');
  expect((await confirm({ code: codeOf(begun.key), password: PASSWORD })).body.code).toBe('SECOND_FACTOR_SETUP_GONE');

  const challenge = await challengeOf(app, 'walker');
  // The code of the set-up was used there.
  expect((await answer(app, challenge, codeOf(begun.key))).body.code).toBe('CODE_WRONG');
  const signedIn = await answer(app, challenge, codeOf(begun.key, 1));
  expect(Object.keys(signedIn.body).sort()).toEqual(['access_token', 'expires_in', 'scope', 'token_type']);
  expect(signedIn.body).toMatchObject({ token_type: 'Bearer', expires_in: 8 * 60 * 60, scope: 'server' });
  expect(await menus(String(signedIn.body.access_token))).toBe('000000');
  expect((await answer(app, challenge, codes[0] ?? '')).body.code).toBe('CHALLENGE_EXPIRED');

  const { id } = await app.db.selectFrom('app_user').select('id').where('username', '=', 'walker').executeTakeFirstOrThrow();
  expect(await actionsOf(id)).toEqual(['login', 'login', 'second_factor_set', 'login_failed', 'login']);
  expect(await toldTo(id)).toEqual(['account/second-factor-set']);
  expect(await mailsTo(id)).toEqual([expect.stringContaining('两步验证已设置')]);
});

it('[API-08] tells nothing to who has no password: wrong, unknown and locked are answered alike, with and without a second factor', async () => {
  await newcomer(app, admin, 'guarded');
  await withFactor(app, 'guarded');
  const without = (body: Record<string, unknown>) => ({ ...body, requestId: undefined });
  const wrong = await signIn(app, 'guarded', 'not-this-one', {}, '10.9.0.1');
  expect(without((await signIn(app, 'nobodyhere', 'not-this-one', {}, '10.9.0.1')).body)).toEqual(without(wrong.body));
  expect(wrong.body.code).toBe('LOGIN_FAILED');
  const made = 'A'.repeat(43);
  expect((await answer(app, made, '123456')).body.code).toBe('CHALLENGE_EXPIRED');
  expect((await answer(app, 'x', '123456')).body.code).toBe('PARAMETER_ERROR');
});

it('one code sent twenty times at once makes one session; no step counts twice, nor one before it', async () => {
  await newcomer(app, admin, 'burst');
  const { id, key, codes } = await enrol(app, 'burst');
  const challenges = await Promise.all(Array.from({ length: 20 }, () => challengeOf(app, 'burst')));
  const before = await sessionsOf(id);
  const code = codeOf(key);
  const answers = await Promise.all(challenges.map((challenge) => answer(app, challenge, code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await sessionsOf(id)).toBe(before + 1);

  // The same with one challenge, and with a recovery code.
  await minutesPass(16);
  await passSteps(app, id);
  const one = await challengeOf(app, 'burst');
  const again = await Promise.all(Array.from({ length: 20 }, () => answer(app, one, codeOf(key))));
  expect(again.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await sessionsOf(id)).toBe(before + 2);
  await minutesPass(16);
  const three = await Promise.all(Array.from({ length: 3 }, () => challengeOf(app, 'burst')));
  const recovered = await Promise.all(three.map((challenge) => answer(app, challenge, codes[0] ?? '')));
  expect(recovered.filter(({ status }) => status === 200)).toHaveLength(1);

  await minutesPass(16);
  await passSteps(app, id);
  await tokenWith(app, 'burst', codeOf(key));
  const late = await challengeOf(app, 'burst');
  expect((await answer(app, late, codeOf(key))).body.code).toBe('CODE_WRONG');
  expect((await answer(app, late, codeOf(key, -1))).body.code).toBe('CODE_WRONG');
  expect((await answer(app, late, codeOf(key, 3))).body.code).toBe('CODE_WRONG');
  expect((await answer(app, late, codeOf(key, 1))).status).toBe(200);
});

it('wrong codes are throttled like passwords, and a right password gives no new ones', async () => {
  await newcomer(app, admin, 'target');
  const { id, key, codes } = await enrol(app, 'target');
  const wrong = wrongCodeOf(key);
  for (let round = 0; round < 2; round += 1) {
    const challenge = await challengeOf(app, 'target');
    for (let guess = 0; guess < 4; guess += 1) expect((await answer(app, challenge, wrong)).body.code).toBe('CODE_WRONG');
    // Five tries a challenge: with the last one it ends.
    expect((await answer(app, challenge, wrong)).body.code).toBe('CHALLENGE_EXPIRED');
    expect((await answer(app, challenge, codeOf(key))).body.code).toBe('CHALLENGE_EXPIRED');
  }
  expect(await toldTo(id)).toEqual(['account/second-factor-set', 'account/second-factor-guessed']);
  // Ten wrong ones: now the right ones are wrong as well, from everywhere, whatever the password did in between.
  const locked = await challengeOf(app, 'target');
  expect((await answer(app, locked, codeOf(key), '10.9.0.7')).body.code).toBe('CODE_WRONG');
  expect((await answer(app, locked, codes[0] ?? '', '10.9.0.7')).body.code).toBe('CODE_WRONG');
  await minutesPass(16);
  expect((await answer(app, locked, codeOf(key))).status).toBe(200);

  // Guessed at once over two challenges, on another day: told once all the same.
  await sql`update second_factor set guesses_told_at = now() - interval '2 days' where user_id = ${id}`.execute(app.db);
  const two = [await challengeOf(app, 'target'), await challengeOf(app, 'target')];
  await Promise.all(Array.from({ length: 10 }, (_, guess) => answer(app, two[guess % 2] ?? '', wrong)));
  expect((await toldTo(id)).filter((template) => template === 'account/second-factor-guessed')).toHaveLength(2);
  await app.db.deleteFrom('login_attempt').where('account', '=', 'code:target').execute();

  // Over a day thirty are the most.
  await passSteps(app, id);
  await app.db
    .insertInto('login_attempt')
    .values(
      Array.from({ length: 30 }, () => ({
        account: 'code:target',
        address: 'x',
        at: new Date(Date.now() - 3_600_000),
        state: 'failed' as const,
      })),
    )
    .execute();
  expect((await answer(app, await challengeOf(app, 'target'), codeOf(key))).body.code).toBe('CODE_WRONG');
  // The password still has its own count.
  expect((await signIn(app, 'target', 'not-this-one')).body.code).toBe('LOGIN_FAILED');
  await app.db.deleteFrom('login_attempt').where('account', '=', 'code:target').execute();
});

it('[API-08] [LOGIN-15] a colleague at the same address who guesses at passwords makes no right code wrong', async () => {
  await newcomer(app, admin, 'careful');
  const { key } = await withFactor(app, 'careful');
  const challenge = await challengeOf(app, 'careful');
  for (let count = 0; count < limits.address; count += 1)
    await app.db
      .insertInto('login_attempt')
      .values({ account: `nobody${count}`, address: strangerAt('', '10.8.0.1').address, at: new Date(), state: 'failed' })
      .execute();
  expect((await signIn(app, 'careful', PASSWORD, {}, '10.8.0.1')).body.code).toBe('LOGIN_FAILED');
  expect((await answer(app, challenge, codeOf(key), '10.8.0.1')).status).toBe(200);
});

it('a challenge is for five minutes, for this password and for an account that may still sign in', async () => {
  const id = Number(await newcomer(app, admin, 'waiting'));
  const { key } = await withFactor(app, 'waiting');
  const late = await challengeOf(app, 'waiting');
  await sql`update sign_in_challenge set created_at = created_at - interval '301 seconds', expires_at = expires_at - interval '301 seconds'
    where user_id = ${id}`.execute(app.db);
  expect((await answer(app, late, codeOf(key))).body.code).toBe('CHALLENGE_EXPIRED');
  const before = await challengeOf(app, 'waiting');
  await call(app, '/api/system/user/password', { method: 'PUT', token: admin, body: { id: String(id), password: 'harbour-two' } });
  expect((await answer(app, before, codeOf(key))).body.code).toBe('CHALLENGE_EXPIRED');
  const disabled = await challengeOf(app, 'waiting', 'harbour-two');
  await app.db.updateTable('app_user').set({ status: '1' }).where('id', '=', id).execute();
  expect((await answer(app, disabled, codeOf(key))).body.code).toBe('CHALLENGE_EXPIRED');
  await app.db.updateTable('app_user').set({ status: '0' }).where('id', '=', id).execute();
  expect((await answer(app, disabled, codeOf(key))).status).toBe(200);
  // Changed between the check of the password and the session, and between the challenge and its session.
  await passSteps(app, id);
  const changedMeanwhile = (signingIn: () => ReturnType<typeof answer>) =>
    app.db.transaction().execute(async (transaction) => {
      await sql`update app_user set password_hash = password_hash || 'x', password_set_at = clock_timestamp() where id = ${id}`.execute(
        transaction,
      );
      const outcome = signingIn();
      await vi.waitFor(
        async () => expect((await sql`select 1 from pg_locks where not granted`.execute(transaction)).rows).not.toEqual([]),
        { timeout: 5_000 },
      );
      return { outcome };
    });
  const { password_hash } = await app.db.selectFrom('app_user').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow();
  const made = await challengeOf(app, 'waiting', 'harbour-two');
  const answered = await changedMeanwhile(() => answer(app, made, codeOf(key)));
  expect((await answered.outcome).body.code).toBe('CHALLENGE_EXPIRED');
  await app.db.updateTable('app_user').set({ password_hash }).where('id', '=', id).execute();
  const verified = await changedMeanwhile(() => signIn(app, 'waiting', 'harbour-two'));
  expect((await verified.outcome).body.code).toBe('LOGIN_FAILED');
  // The password is reset while somebody signs in with the one of before.
  await app.db.updateTable('app_user').set({ password_hash }).where('id', '=', id).execute();
  await passSteps(app, id);
  const { outcome, begun } = await app.db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('app_user').select('id').where('id', '=', id).forShare().execute();
    const reset = call(app, '/api/system/user/password', {
      method: 'PUT',
      token: admin,
      body: { id: String(id), password: 'harbour-three' },
    });
    await vi.waitFor(async () => expect((await sql`select 1 from pg_locks where not granted`.execute(transaction)).rows).not.toEqual([]), {
      timeout: 5_000,
    });
    return { begun: await challengeOf(app, 'waiting', 'harbour-two'), outcome: reset };
  });
  expect((await outcome).status).toBe(200);
  expect((await answer(app, begun, codeOf(key))).body.code).toBe('CHALLENGE_EXPIRED');
  await app.db.updateTable('app_user').set({ password_hash }).where('id', '=', id).execute();
  // What is kept of a challenge opens nothing.
  const live = await challengeOf(app, 'waiting', 'harbour-two');
  const kept = (await sql<{ row: string }>`select sign_in_challenge::text as row from sign_in_challenge`.execute(app.db)).rows;
  expect(kept.length).toBeGreaterThan(0);
  const opening = [live, Buffer.from(live).toString('hex'), Buffer.from(live, 'base64url').toString('hex')];
  for (const { row } of kept) for (const text of opening) expect(row).not.toContain(text);
});

it('recovery codes work once each; who has few left is told, and new ones end those of before', async () => {
  await newcomer(app, admin, 'phoneless');
  const { id, key, token, codes } = await enrol(app, 'phoneless');
  const typed = ` ${(codes[0] ?? '').toLowerCase().replace('-', ' ')}`.replaceAll('0', 'o');
  await tokenWith(app, 'phoneless', typed);
  expect((await answer(app, await challengeOf(app, 'phoneless'), codes[0] ?? '')).body.code).toBe('CODE_WRONG');
  expect(await own(token)).toMatchObject({ codesLeft: 9, fewCodes: false });
  await app.db
    .updateTable('recovery_code')
    .set({ used_at: new Date() })
    .where('user_id', '=', id)
    .where('id', 'in', (some) => some.selectFrom('recovery_code').select('id').where('user_id', '=', id).orderBy('id', 'desc').limit(6))
    .execute();
  await tokenWith(app, 'phoneless', codes[1] ?? '');
  expect(await own(token)).toMatchObject({ codesLeft: 2, fewCodes: true });
  expect(await toldTo(id)).toEqual(['account/second-factor-set', 'account/second-factor-code-used', 'account/second-factor-few-codes']);

  const renew = (body: object) => post(app, token, 'account/second-factor/codes', body);
  expect((await renew({ password: 'wrong-one', code: codeOf(key) })).body.details).toMatchObject([{ field: 'password' }]);
  expect((await renew({ password: PASSWORD, code: wrongCodeOf(key) })).body.details).toMatchObject([{ field: 'code' }]);
  const fresh = (await renew({ password: PASSWORD, code: codeOf(key) })).body.data as { codes: string[] };
  expect(fresh.codes.filter((code) => codes.includes(code))).toEqual([]);
  expect((await answer(app, await challengeOf(app, 'phoneless'), codes[2] ?? '')).body.code).toBe('CODE_WRONG');
  await tokenWith(app, 'phoneless', fresh.codes[0] ?? '');
  const left = await app.db.selectFrom('recovery_code').select('code_hash').where('user_id', '=', id).execute();
  expect(left).toHaveLength(10);
  expect(JSON.stringify(left)).not.toContain((fresh.codes[1] ?? '').replace('-', ''));
});

it('is replaced with a code of the one of before, and removed with password and code', async () => {
  const id = Number(await newcomer(app, admin, 'mover'));
  const { key, token } = await withFactor(app, 'mover');
  const begun = (await post(app, token, 'account/second-factor/begin')).body.data as { key: string };
  const confirm = (current?: string) =>
    post(app, token, 'account/second-factor/confirm', { code: codeOf(begun.key), password: PASSWORD, ...(current && { current }) });
  expect((await confirm()).body.details).toMatchObject([{ field: 'current', key: 'error.CODE_WRONG' }]);
  expect((await confirm(wrongCodeOf(key))).body.details).toMatchObject([{ field: 'current' }]);
  expect((await confirm(codeOf(key))).status).toBe(200);
  await passSteps(app, id);
  expect((await answer(app, await challengeOf(app, 'mover'), codeOf(key, 1))).body.code).toBe('CODE_WRONG');
  const later = await tokenWith(app, 'mover', codeOf(begun.key));
  const remove = (body: object) => post(app, later, 'account/second-factor/remove', body);
  expect((await remove({ password: PASSWORD, code: codeOf(begun.key) })).body.details).toMatchObject([{ field: 'code' }]);
  // An address that was changed in an open session may be a stranger's: no mail goes there.
  await sql`update app_user set own_email_at = now() where id = ${id}`.execute(app.db);
  const mailed = await mailsTo(id);
  expect((await remove({ password: PASSWORD, code: codeOf(begun.key, 1) })).status).toBe(200);
  expect(await mailsTo(id)).toEqual(mailed);
  expect((await signIn(app, 'mover', PASSWORD)).status).toBe(200);
  expect((await remove({ password: PASSWORD, code: codeOf(begun.key, 1) })).body.code).toBe('SECOND_FACTOR_NONE');
  expect(await menus(token)).toBe('SESSION_ENDED');
  expect(await actionsOf(id)).toEqual(expect.arrayContaining(['second_factor_replace', 'second_factor_remove']));
  expect(await toldTo(id)).toContain('account/second-factor-removed');
});

it('where it is required who has none sets one up before anything else, from the next sign-in on', async () => {
  const role = (await post(app, admin, 'system/role', { roleCode: 'Keeper', name: [{ l: 'en', t: 'Keeper', d: true }] })).body;
  const roleId = (role.data as { id: string }).id;
  const id = Number(await newcomer(app, admin, 'keeper', { roleIds: [roleId] }));
  await newcomer(app, admin, 'passer');
  const before = await tokenOf(app, 'keeper', PASSWORD);
  await set('secondFactorRoles', { roles: ['Keeper'] });
  await set('secondFactor', { choice: 'roles' });
  expect(await menus(before)).toBe('000000');
  expect(await menus(await tokenOf(app, 'passer', PASSWORD))).toBe('000000');

  // Renamed, the role is still the one that is meant.
  const renamed = await call(app, '/api/system/role', {
    method: 'PUT',
    token: admin,
    body: { id: roleId, version: (role.data as { version: number }).version, roleCode: 'Warden' },
  });
  expect(renamed.status, JSON.stringify(renamed.body)).toBe(200);
  const named = (await call(app, '/api/system/parameter/list', { token: admin })).body.data as { key: string; roles: object[] }[];
  expect(named.find(({ key }) => key === 'secondFactorRoles')?.roles).toMatchObject([{ code: 'Warden' }]);

  // Who acts in the name of such a person has to have one as well: asked on the way there, and at the next sign-in; no longer than that.
  const agent = await newcomer(app, admin, 'deputy');
  const early = await tokenOf(app, 'deputy', PASSWORD);
  await sql`insert into delegation (authorizer_id, agent_id, start_date) values (${id}, ${agent}, current_date - 1)`.execute(app.db);
  const entering = (by: string) => call(app, '/api/auth/delegate/enter-delegate?username=keeper', { token: by });
  expect((await entering(early)).body.code).toBe('SECOND_FACTOR_DUE');
  const deputy = await tokenOf(app, 'deputy', PASSWORD);
  expect(await menus(deputy)).toBe('SECOND_FACTOR_DUE');
  await sql`update delegation set terminated_at = now() where agent_id = ${agent}`.execute(app.db);
  expect(await menus(deputy)).toBe('000000');
  // The way back from a delegation keeps what is due.
  const origin = { ip: '127.0.0.1', userAgent: undefined };
  const due = app.db.selectFrom('session').select('id').where('user_id', '=', Number(agent)).where('factor_due', '=', true);
  const { id: dueId } = await due.where('revoked_at', 'is', null).executeTakeFirstOrThrow();
  await rotateSession(app.db, String(dueId), null, origin);
  expect(await due.where('revoked_at', 'is', null).execute()).toHaveLength(1);

  const token = await tokenOf(app, 'keeper', PASSWORD);
  // A call that is open to visitors sees no user before that.
  expect((await call(app, '/api/risk/evaluate/domain', { token })).body.code).toBe('UNAUTHENTICATED');
  const stats = (await call(app, '/api/login/stats', { token })).body.data as { principal: object };
  expect(stats.principal).toMatchObject({ factorDue: true, passwordDue: false });
  // Nothing but what sets it up: not even the password, or what a session may do by itself.
  expect(await menus(token)).toBe('SECOND_FACTOR_DUE');
  for (const [path, body] of [
    ['user/config/updateUserConfig', { is_update_password: '1', old_password: PASSWORD, new_password: 'a', confirm_password: 'a' }],
    ['account/second-factor/remove', { password: PASSWORD, code: '123456' }],
  ] as const)
    expect((await post(app, token, path, body)).body.code, path).toBe('SECOND_FACTOR_DUE');
  const delegate = await call(app, '/api/auth/delegate/enter-delegate?username=admin', { token });
  expect(delegate.body.code).toBe('SECOND_FACTOR_DUE');
  const set1 = await enrol(app, 'keeper', PASSWORD, token);
  expect(await menus(token)).toBe('000000');
  expect((await call(app, '/api/login/stats', { token })).body.data).toMatchObject({ principal: { factorDue: false } });
  expect(await own(token)).toMatchObject({ required: true, isSet: true });
  const kept = await post(app, token, 'account/second-factor/remove', { password: PASSWORD, code: codeOf(set1.key) });
  expect(kept.body.code).toBe('SECOND_FACTOR_REQUIRED');

  // Both: the password first.
  await set('passwordOwn', { flag: true });
  await set('secondFactor', { choice: 'everyone' });
  const both = await tokenOf(app, 'passer', PASSWORD);
  expect(await menus(both)).toBe('PASSWORD_DUE');
  expect((await post(app, both, 'account/second-factor/begin')).body.code).toBe('PASSWORD_DUE');
  await post(app, both, 'user/config/updateUserConfig', {
    is_update_password: '1',
    old_password: PASSWORD,
    new_password: 'lantern-43',
    confirm_password: 'lantern-43',
  });
  expect(await menus(both)).toBe('SECOND_FACTOR_DUE');
  // A link to a new password opens no session, and the code is asked for all the same.
  const token2 = await tokenWith(app, 'keeper', codeOf(set1.key));
  expect(await menus(token2)).toBe('PASSWORD_DUE');
  await set('passwordOwn', { flag: false });

  // Single sign-on has factors of its own.
  await app.db.updateTable('session').set({ sso_provider: 'corporate', factor_due: false }).where('user_id', '=', id).execute();
  expect(await menus(token2)).toBe('000000');

  // Off: nobody is asked, what is set up stays.
  await set('secondFactor', { choice: 'off' });
  expect(await menus(both)).toBe('000000');
  const plain = await tokenOf(app, 'keeper', PASSWORD);
  expect(await own(plain)).toMatchObject({ offered: false, isSet: true });
  expect((await post(app, plain, 'account/second-factor/begin')).body.code).toBe('SECOND_FACTOR_OFF');
  await set('secondFactor', { choice: 'optional' });
  await challengeOf(app, 'keeper');
  const unknown = await post(app, admin, 'system/parameter/save', { key: 'secondFactorRoles', version: 1, roles: ['No-such-role'] });
  expect(unknown.body.details).toMatchObject([{ field: 'roles' }]);
});

it('an administrator sees who has one and resets it with a reason; nobody beyond their rights, and nobody their own', async () => {
  const id = await newcomer(app, admin, 'loser');
  const { token } = await withFactor(app, 'loser');
  const list = async (query: string) => {
    const found = (await call(app, `/api/system/user/list?size=200&${query}`, { token: admin })).body.data as { content: object[] };
    return found.content as { username: string; secondFactor: boolean }[];
  };
  expect((await list('keyword=loser'))[0]).toMatchObject({ secondFactor: true });
  const having = await list('secondFactor=1');
  expect(having.map(({ username }) => username)).toContain('loser');
  expect(having.every(({ secondFactor }) => secondFactor)).toBe(true);
  const without = (await list('secondFactor=0')).map(({ username }) => username);
  expect(without).toContain('admin');
  expect(without).not.toContain('loser');
  const reset = (by: string, body: object) => post(app, by, 'system/user/second-factor', body);
  const reason = 'Phone lost, seen in person';
  expect((await reset(token, { id, reason })).body.code).toBe('FORBIDDEN');
  expect((await reset(admin, { id, reason: '  ' })).body.code).toBe('PARAMETER_ERROR');
  const me = await app.db.selectFrom('app_user').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow();
  expect((await reset(admin, { id: String(me.id), reason })).body.code).toBe('OWN_SECOND_FACTOR');
  const waiting = await challengeOf(app, 'loser');
  expect((await reset(admin, { id, reason })).body.data).toMatchObject({ username: 'loser', secondFactor: false });
  expect((await reset(admin, { id, reason })).body.code).toBe('SECOND_FACTOR_NONE');
  expect(await menus(token)).toBe('SESSION_ENDED');
  expect((await answer(app, waiting, '123456')).body.code).toBe('CHALLENGE_EXPIRED');
  expect((await signIn(app, 'loser', PASSWORD)).status).toBe(200);
  const row = await app.db.selectFrom('audit_log').select('detail').where('action', '=', 'user_reset_second_factor').executeTakeFirst();
  expect(row?.detail).toMatchObject({ reason });
  expect(await mailsTo(Number(id))).toContainEqual(expect.stringContaining('两步验证已重置'));
});

it('keys are unreadable in the database, and with another key than that of the server nothing but recovery codes goes on', async () => {
  const id = Number(await newcomer(app, admin, 'sealed'));
  const { key, codes } = await enrol(app, 'sealed');
  const rows = await sql`select second_factor::text as row from second_factor union all select recovery_code::text from recovery_code
    union all select audit_log::text from audit_log union all select mail::text from mail union all select message::text from message`.execute(
    app.db,
  );
  const everything = JSON.stringify(rows.rows);
  const hex = Buffer.from(
    [...key]
      .map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
      .join('')
      .match(/.{8}/g)
      ?.map((bits) => Number.parseInt(bits, 2)) ?? [],
  ).toString('hex');
  expect(hex).toHaveLength(40);
  for (const secret of [key, hex, ...codes, ...codes.map((code) => code.replace('-', ''))]) expect(everything).not.toContain(secret);
  expect(JSON.stringify(app.log)).not.toContain(key);
  const file = join(app.settings.dataDir, 'secret.key');
  expect(Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')).toHaveLength(32);
  expect(statSync(file).mode & 0o077).toBe(0);

  const { secret } = await app.db.selectFrom('second_factor').select('secret').where('user_id', '=', id).executeTakeFirstOrThrow();
  const seals = createSeals(app.settings);
  expect(seals.open(`second-factor:${id}`, secret)?.toString('hex')).toBe(hex);
  // Of somebody else it opens nothing, nor changed.
  expect(seals.open(`second-factor:${id + 1}`, secret)).toBeUndefined();
  expect(
    seals.open(`second-factor:${id}`, Buffer.concat([secret.subarray(0, -1), Buffer.from([(secret.at(-1) ?? 0) ^ 1])])),
  ).toBeUndefined();
  const stranger = createSeals({ dataDir: app.settings.dataDir, secretKeys: [Buffer.alloc(32, 7)] });
  expect(stranger.open(`second-factor:${id}`, secret)).toBeUndefined();
  expect(await foreignFactors(app.db, seals)).toBe(0);
  expect(await foreignFactors(app.db, stranger)).toBeGreaterThan(0);
  // The old key beside a new one still opens.
  const ours = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  const rotated = createSeals({ dataDir: app.settings.dataDir, secretKeys: [Buffer.alloc(32, 7), ours] });
  expect(rotated.open(`second-factor:${id}`, secret)?.toString('hex')).toBe(hex);
  await app.db
    .updateTable('second_factor')
    .set({ secret: stranger.seal(`second-factor:${id}`, Buffer.from(hex, 'hex')) })
    .where('user_id', '=', id)
    .execute();
  expect((await answer(app, await challengeOf(app, 'sealed'), codeOf(key))).body.code).toBe('CODE_WRONG');
  expect(app.log.some(({ msg }) => String(msg).includes('sealed with another key'))).toBe(true);
  await tokenWith(app, 'sealed', codes[0] ?? '');
  expect(await noSecondFactorFor(app.db, app.documents, 'SEALED')).toContain('is gone');
  expect((await signIn(app, 'sealed', PASSWORD)).status).toBe(200);
});
