import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newPasswordFor } from '../../../server/database/new-password.ts';
import { processRequests } from '../../../server/modules/registration/requests.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { type Answer, call, signIn, tokenOf } from '../modules/client.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await startApp();
  admin = await tokenOf(app, 'admin');
  await app.db.updateTable('app_user').set({ email: 'Auditor@Example.test' }).where('username', '=', 'auditor').execute();
});
afterAll(async () => await app.close());
beforeEach(async () => {
  // What a test before left behind is not this one's.
  while ((await work()) > 0);
  await sql`delete from rate_limit`.execute(app.db);
  await app.db.deleteFrom('mail').execute();
  await app.db.deleteFrom('one_time_code').execute();
});

const visitor = { name: '李雷', email: 'visitor@example.test', companyName: 'Example Ltd' };
const form = { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en' };
const post = (path: string, body: Record<string, string>, headers: Record<string, string> = form) =>
  call(app, path, { method: 'POST', headers, body: new URLSearchParams(body).toString() });
const register = (more: Record<string, string> = {}, headers = form) =>
  post('/api/modules/sys/user/userRegister', { ...visitor, ...more }, headers);
const forgot = (email: string, headers = form) => post('/api/modules/sys/user/forgotPassword', { ...visitor, email }, headers);
const json = (path: string, body: object, token?: string) => call(app, path, { method: 'POST', body, token });
const work = () => processRequests(app.db, app.documents);
const mails = () => app.db.selectFrom('mail').selectAll().orderBy('id').execute();
async function lastCode(): Promise<string> {
  const codes = (await mails()).flatMap(({ body }) => /code=([\w-]{43})/.exec(body ?? '')?.[1] ?? []);
  return codes.at(-1) ?? '';
}
const registrationOf = async (email: string) =>
  await app.db.selectFrom('registration').selectAll().where('email', '=', email).orderBy('id', 'desc').executeTakeFirstOrThrow();
const visible = ({ status, body, headers }: Answer) => {
  const { requestId: _id, ...rest } = body;
  return { status, rest, names: Object.keys(headers).sort() };
};

describe('another mail address', () => {
  const change = async (username: string, email: string | null) => {
    const found = await call(app, `/api/system/user/list?keyword=${username}`, { token: admin });
    const rows = (found.body.data as { content: { id: string; version: number; username: string }[] }).content;
    const account = rows.find((row) => row.username === username);
    const body = {
      id: account?.id,
      version: account?.version,
      email: email ?? '',
      ...(username === 'admin' && { ownPassword: 'targus-demo' }),
    };
    expect((await call(app, '/api/system/user', { method: 'PUT', token: admin, body })).status).toBe(200);
  };
  const isWritten = async (email: string) => {
    await app.db.deleteFrom('mail').execute();
    await forgot(email);
    await work();
    return (await mails()).some(({ recipient }) => recipient === email);
  };

  it('[REG-01] of their own leads people to no new password before they sign in again: an open session is not enough to keep an account', async () => {
    const { email } = await app.db.selectFrom('app_user').select('email').where('username', '=', 'admin').executeTakeFirstOrThrow();
    await change('admin', 'thief@example.test');
    expect(await isWritten('thief@example.test')).toBe(false);
    expect((await signIn(app, 'admin', 'targus-demo')).status).toBe(200);
    expect(await isWritten('thief@example.test')).toBe(true);
    await change('admin', email);
  });

  it('is told to the one there was and to the new one, in the language of its owner and without the other', async () => {
    const user = app.db.updateTable('app_user').where('username', '=', 'auditor');
    const { email } = await app.db.selectFrom('app_user').select('email').where('username', '=', 'auditor').executeTakeFirstOrThrow();
    await user.set({ email: 'before@example.test', language_config: 'zh-Hans' }).execute();
    await change('auditor', 'after@example.test');
    const letters = await mails();
    expect(letters.map(({ recipient }) => recipient).sort()).toEqual(['after@example.test', 'before@example.test']);
    for (const { subject, body } of letters) {
      expect(subject).toContain('邮箱已更改');
      expect(body).toContain('auditor');
      expect(body).not.toMatch(/@example\.test/);
    }
    await change('auditor', 'after@example.test');
    expect(await mails()).toHaveLength(2);
    await user.set({ email, language_config: null }).execute();
  });

  it('given by the administration leads to one at once', async () => {
    const { email } = await app.db.selectFrom('app_user').select('email').where('username', '=', 'auditor').executeTakeFirstOrThrow();
    await change('auditor', 'moved@example.test');
    expect(await isWritten('moved@example.test')).toBe(true);
    await change('auditor', email);
  });
});

describe('asking for an account', () => {
  it('[REG-01] [REG-06] [API-14] goes from the form over the confirmed address to the first sign-in', async () => {
    const asked = await register({ mobile: '13800000000', position: 'Auditor', contactMatters: 'Trial' });
    expect(asked).toMatchObject({ status: 200, body: { code: '000000' } });
    await work();
    const [mail] = await mails();
    expect(mail).toMatchObject({ recipient: 'visitor@example.test', user_id: null });
    expect(mail?.subject).toContain('confirm your address');
    const code = await lastCode();
    expect((await json('/api/account/code', { code })).body.data).toEqual({ purpose: 'confirm' });
    expect((await json('/api/account/confirm', { code })).status).toBe(200);
    expect((await json('/api/account/confirm', { code })).body.code, 'a link works once').toBe('LINK_EXPIRED');

    const told = await app.db
      .selectFrom('message')
      .select('template')
      .where('template', '=', 'account/registration')
      .orderBy('id')
      .execute();
    expect(told.length).toBeGreaterThan(0);
    const list = await call(app, '/api/system/registration/list?state=confirmed', { token: admin });
    const [row] = (list.body.data as { content: { id: string; version: number }[] }).content;
    expect(row).toMatchObject({ email: 'visitor@example.test', companyName: 'Example Ltd', mobile: '13800000000' });
    const approval = { id: row?.id, version: row?.version, username: 'lilei', userCode: 'V00001', name: '李雷' };
    expect((await json('/api/system/registration/approve', { ...approval, userCode: 'T00001' }, admin)).body).toMatchObject({
      code: 'DUPLICATE',
      details: [{ field: 'userCode' }],
    });
    expect((await json('/api/system/registration/approve', approval, admin)).body.data).toMatchObject({ state: 'approved' });
    expect((await json('/api/system/registration/approve', approval, admin)).body.code).toBe('CONFLICT');

    const welcome = await lastCode();
    expect((await json('/api/account/code', { code: welcome })).body.data).toEqual({ purpose: 'password', username: 'lilei' });
    expect((await json('/api/account/password', { code: welcome, password: 'short' })).body.code).toBe('PARAMETER_ERROR');
    expect((await json('/api/account/password', { code: welcome, password: 'lilei2026' })).body.details).toMatchObject([
      { field: 'password', key: 'rule.passwordOwn' },
    ]);
    expect((await json('/api/account/password', { code: welcome, password: 'first-words' })).status).toBe(200);
    expect((await signIn(app, 'lilei', 'first-words')).status).toBe(200);
    const trail = await app.db
      .selectFrom('audit_log')
      .select(['action', 'actor'])
      .where('action', 'in', ['registration_request', 'registration_confirm', 'registration_approve', 'password_set'])
      .orderBy('id')
      .execute();
    expect(trail).toEqual([
      { action: 'registration_request', actor: 'visitor@example.test' },
      { action: 'registration_confirm', actor: 'visitor@example.test' },
      { action: 'registration_approve', actor: 'admin' },
      { action: 'password_set', actor: 'lilei' },
    ]);
  }, 60_000);

  it('[RULE-03] [RULE-05] needs name, company and a valid e-mail address, and nothing else', async () => {
    const faults: Record<string, string>[] = [
      { name: ' ' },
      { companyName: '' },
      { email: '' },
      { email: 'nobody' },
      { email: 'a@b' },
      { email: 'a@example.test\r\nBcc: b@c.de' },
    ];
    for (const wrong of faults) {
      expect((await register(wrong)).body.code, JSON.stringify(wrong)).toBe('PARAMETER_ERROR');
    }
    expect((await register({ mobile: 'not a number' })).status).toBe(200);
  });

  it('is answered alike for known and unknown addresses; who has an account is told by mail', async () => {
    const [known, unknown] = [await register({ email: 'auditor@example.test' }), await register({ email: 'other@example.test' })];
    expect(visible(known)).toEqual(visible(unknown));
    await work();
    const [first, second] = await mails();
    expect(first?.subject).toContain('you have an account');
    expect(first?.body).not.toContain('code=');
    expect(second?.subject).toContain('confirm your address');
    expect((await registrationOf('auditor@example.test')).state).toBe('known');
  });

  it('is rejected with a reason by mail', async () => {
    await register({ email: 'spam@example.test' });
    await work();
    await json('/api/account/confirm', { code: await lastCode() });
    const { id, version } = await registrationOf('spam@example.test');
    const answer = await json(
      '/api/system/registration/reject',
      { id: String(id), version, reason: 'No contract with you\nAsk purchasing' },
      admin,
    );
    expect(answer.body.data).toMatchObject({ state: 'rejected', updateBy: 'admin' });
    expect((await mails()).at(-1)?.body).toContain('Reason: No contract with you\nAsk purchasing\n');
  });

  it('gives no role beyond the rights of who decides', async () => {
    await register({ email: 'climber@example.test' });
    await work();
    await json('/api/account/confirm', { code: await lastCode() });
    const { db } = app;
    const role = await db.insertInto('role').values({ role_code: 'clerk', name: '"Clerk"' }).returning('id').executeTakeFirstOrThrow();
    const menus = ['system-registration', 'system-registration-decide'].map((menu_id) => ({ role_id: role.id, menu_id }));
    await db.insertInto('role_menu').values(menus).execute();
    const auditor = await db.selectFrom('app_user').select('id').where('username', '=', 'auditor').executeTakeFirstOrThrow();
    await db.insertInto('user_role').values({ user_id: auditor.id, role_id: role.id }).execute();
    const highest = await db.selectFrom('role').select('id').where('role_code', '=', 'Administrator').executeTakeFirstOrThrow();
    const { id, version } = await registrationOf('climber@example.test');
    const body = { id: String(id), version, username: 'climber', userCode: 'V00002', name: 'C', roleIds: [String(highest.id)] };
    const answer = await json('/api/system/registration/approve', body, await tokenOf(app, 'auditor'));
    expect(answer.body.code).toBe('BEYOND_RIGHTS');
    expect((await registrationOf('climber@example.test')).state).toBe('confirmed');
  }, 30_000);

  it('[REG-01] writes nothing a stranger typed to the address they typed', async () => {
    await register({ email: 'victim@example.test', name: 'You won: https://evil.example', companyName: 'https://evil.example' });
    await work();
    const mail = (await mails()).at(-1);
    expect(mail?.body).toContain('code=');
    expect(`${mail?.subject} ${mail?.body}`).not.toMatch(/evil|won/);
  });

  it('[RULE-03] an account that is made of one has a name and a code of one line without invisible characters', async () => {
    await register({ email: 'clean@example.test' });
    await work();
    await json('/api/account/confirm', { code: await lastCode() });
    const { id, version } = await registrationOf('clean@example.test');
    const approve = (more: object) =>
      json(
        '/api/system/registration/approve',
        { id: String(id), version, username: 'clean1', userCode: 'T1', name: 'Clean', ...more },
        admin,
      );
    for (const [field, value] of [
      ['name', 'ad\u202emin'],
      ['name', 'two\nlines'],
      ['userCode', 'T1\u200b'],
      ['remark', 'a\u200bb'],
    ] as const)
      expect((await approve({ [field]: value })).body, field).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field }] });
    expect((await approve({})).status).toBe(200);
  });

  it('[RULE-03] names are one line without invisible characters', async () => {
    for (const wrong of ['Ada\r\nBcc: x@y.example', 'Ada\tB', 'ada\u202Enimda', 'Ada\u2066', 'A\u200Bda', 'A\uFEFFda']) {
      for (const field of ['name', 'companyName', 'position']) {
        expect((await register({ [field]: wrong })).body, `${field} ${JSON.stringify(wrong)}`).toMatchObject({
          code: 'PARAMETER_ERROR',
          details: [{ field, key: 'rule.oneLine' }],
        });
      }
    }
    expect((await register({ name: '李雷 O’Neill-Ångström 👩\u200D💻', contactMatters: 'two\nlines' })).status).toBe(200);
  });
});

describe('a forgotten password', () => {
  it('[REG-07] [API-15] is answered alike for known and unknown addresses, and only the known one gets a mail', async () => {
    const [known, unknown] = [await forgot('auditor@example.test'), await forgot('nobody@example.test')];
    expect(known.status).toBe(200);
    expect(visible(known)).toEqual(visible(unknown));
    await work();
    const written = await mails();
    // To the address as the account has it, whatever was typed.
    expect(written.map((mail) => mail.recipient)).toEqual(['Auditor@Example.test']);
    expect(written[0]?.body).toContain('auditor');
    expect(await app.db.selectFrom('password_request').selectAll().execute()).toEqual([]);
  });

  it('sets the password once, ends every session, opens a locked account and leaves no way for the old password', async () => {
    const session = await tokenOf(app, 'auditor');
    const failures = Array.from({ length: 10 }, () => ({ account: 'auditor', address: '10.7.7.7', state: 'failed' as const }));
    await app.db.insertInto('login_attempt').values(failures).execute();
    await forgot('auditor@example.test');
    await work();
    const code = await lastCode();
    const tries = await Promise.all([1, 2, 3].map((number) => json('/api/account/password', { code, password: `new-words-${number}` })));
    expect(tries.map((answer) => answer.status).sort()).toEqual([200, 410, 410]);
    expect((await call(app, '/api/login/user_info', { token: session })).status).toBe(401);
    expect((await signIn(app, 'auditor', 'targus-demo')).body.code).toBe('LOGIN_FAILED');
    const winner = tries.findIndex((answer) => answer.status === 200) + 1;
    expect((await signIn(app, 'auditor', `new-words-${winner}`)).status).toBe(200);
    const told = await app.db
      .selectFrom('message')
      .innerJoin('app_user', 'app_user.id', 'message.user_id')
      .select('message.id')
      .where('template', '=', 'account/password-set')
      .where('username', '=', 'auditor')
      .execute();
    expect(told).toHaveLength(1);
  }, 60_000);

  it('makes the link before it end, and lets it end after 30 minutes', async () => {
    await forgot('auditor@example.test');
    await work();
    const first = await lastCode();
    await forgot('auditor@example.test');
    await work();
    const second = await lastCode();
    expect(first).not.toBe(second);
    expect((await json('/api/account/code', { code: first })).body.code).toBe('LINK_EXPIRED');
    expect((await json('/api/account/code', { code: second })).status).toBe(200);
    const row = await app.db.selectFrom('one_time_code').select('expires_at').executeTakeFirstOrThrow();
    expect((row.expires_at.getTime() - Date.now()) / 60_000).toBeLessThanOrEqual(30);
    await app.db
      .updateTable('one_time_code')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute();
    expect((await json('/api/account/password', { code: second, password: 'new-words' })).body.code).toBe('LINK_EXPIRED');
  });

  it('[REG-07] no longer opens the account once its password or its e-mail address is another', async () => {
    const { id } = await app.db.selectFrom('app_user').select('id').where('username', '=', 'auditor').executeTakeFirstOrThrow();
    const user = String(id);
    const version = async () => {
      const row = await app.db.selectFrom('app_user').select('version').where('id', '=', id).executeTakeFirstOrThrow();
      return row.version;
    };
    const put = (path: string, body: object) => call(app, path, { method: 'PUT', body, token: admin });
    const change = {
      is_update_password: '1',
      old_password: 'words-of-admin',
      new_password: 'words-of-own',
      confirm_password: 'words-of-own',
    };
    const ends: (() => Promise<unknown>)[] = [
      () => put('/api/system/user/password', { id: user, password: 'words-of-admin' }),
      async () => json('/api/user/config/updateUserConfig', change, await tokenOf(app, 'auditor', 'words-of-admin')),
      async () => put('/api/system/user', { id: user, version: await version(), email: 'corrected@example.test' }),
    ];
    for (const end of ends) {
      await forgot('auditor@example.test');
      await work();
      const code = await lastCode();
      expect((await put('/api/system/user', { id: user, version: await version(), email: 'Auditor@Example.test' })).status).toBe(200);
      expect((await json('/api/account/code', { code })).status, 'the same address is no other').toBe(200);
      await end();
      expect((await json('/api/account/password', { code, password: 'new-words' })).body.code).toBe('LINK_EXPIRED');
    }
    await app.db.updateTable('app_user').set({ email: 'Auditor@Example.test' }).where('id', '=', id).execute();
  }, 60_000);

  it('[REG-07] nor once a start gave the account a new password', async () => {
    await forgot('auditor@example.test');
    await work();
    const code = await lastCode();
    await newPasswordFor(app.db, app.documents, 'auditor');
    expect((await json('/api/account/password', { code, password: 'new-words' })).body.code).toBe('LINK_EXPIRED');
  });

  it('keeps no code in the database, and no code, password or address in the log', async () => {
    await forgot('auditor@example.test');
    await work();
    const code = await lastCode();
    const rows = await app.db.selectFrom('one_time_code').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows.map((row) => row.code_hash.toString('base64url')))).not.toContain(code);
    await json('/api/account/password', { code, password: 'secret-word' });
    const log = JSON.stringify(app.log);
    for (const secret of [code, 'secret-word', 'auditor@example.test']) expect(log).not.toContain(secret);
  });

  it('fills nobody’s mailbox: three mails an hour to one address, 20 requests in ten minutes from one place', async () => {
    const answers: Answer[] = [];
    for (let count = 0; count < 21; count += 1) answers.push(await forgot('auditor@example.test'));
    expect(answers.slice(0, 20).every((answer) => answer.status === 200)).toBe(true);
    expect(answers[20]?.body.code).toBe('TOO_MANY_REQUESTS');
    while ((await work()) > 0);
    expect(await mails()).toHaveLength(3);
  });

  it('[REG-07] is nobody’s to keep from who forgot a password by asking for accounts, nor the other way round', async () => {
    for (let count = 0; count < 3; count += 1) await register({ email: 'auditor@example.test' });
    while ((await work()) > 0);
    expect(await mails()).toHaveLength(3);
    await forgot('auditor@example.test');
    await work();
    expect(await mails()).toHaveLength(4);
    expect(await lastCode()).not.toBe('');
    await app.db.deleteFrom('mail').execute();
    for (let count = 0; count < 3; count += 1) await forgot('auditor@example.test');
    await register({ email: 'auditor@example.test' });
    while ((await work()) > 0);
    expect(await mails()).toHaveLength(4);
  });

  it('[REG-07] leads each of the accounts that share an address to a password of its own', async () => {
    const names = ['shareda', 'sharedb', 'sharedc', 'sharedd', 'sharede'];
    for (const username of names) {
      const body = { username, password: 'harbour-lamp', name: 'New', userCode: username, email: 'team@example.test' };
      expect((await call(app, '/api/system/user', { method: 'POST', token: admin, body })).status).toBe(200);
    }
    await forgot('team@example.test');
    await work();
    const told = (await mails()).map(({ body }) => names.find((name) => body?.includes(name)));
    expect(told).toEqual(names);
  });

  it('is done once when several servers look at the requests', async () => {
    await forgot('auditor@example.test');
    await Promise.all([work(), work(), work()]);
    expect(await mails()).toHaveLength(1);
  });

  it('sends nothing to a disabled account, and its link dies with it', async () => {
    await forgot('auditor@example.test');
    await work();
    const code = await lastCode();
    await app.db.updateTable('app_user').set({ status: '1' }).where('username', '=', 'auditor').execute();
    expect((await json('/api/account/password', { code, password: 'new-words' })).body.code).toBe('LINK_EXPIRED');
    await app.db.deleteFrom('mail').execute();
    await forgot('auditor@example.test');
    await work();
    expect(await mails()).toEqual([]);
    await app.db.updateTable('app_user').set({ status: '0' }).where('username', '=', 'auditor').execute();
  });

  it('leads its link to this installation, whatever host the request names', async () => {
    await app.http.inject({
      method: 'POST',
      url: '/api/modules/sys/user/forgotPassword',
      headers: { ...form, host: 'evil.example' },
      payload: new URLSearchParams({ ...visitor, email: 'auditor@example.test' }).toString(),
    });
    await work();
    const body = (await mails())[0]?.body ?? '';
    expect(body).toContain('/account/password?code=');
    expect(body).not.toContain('evil.example');
  });
});

describe('with the captcha on', () => {
  it('[RULE-04] [REG-03] needs the captcha, which is used up by a wrong answer', async () => {
    const strict = await startApp({ env: { CAPTCHA: 'on' }, demo: false });
    const ask = (more: Record<string, string>) =>
      call(strict, '/api/modules/sys/user/forgotPassword', {
        method: 'POST',
        headers: form,
        body: new URLSearchParams({ ...visitor, ...more }).toString(),
      });
    const { key } = (await call(strict, '/api/login/captcha')).body.data as { key: string };
    expect((await ask({})).body.code).toBe('CAPTCHA_WRONG');
    expect((await ask({ captchaKey: key, captchaCode: '----' })).body.code).toBe('CAPTCHA_WRONG');
    expect(await strict.db.selectFrom('captcha').selectAll().execute()).toEqual([]);
    expect(await strict.db.selectFrom('password_request').selectAll().execute()).toEqual([]);
    await strict.close();
  });
});
