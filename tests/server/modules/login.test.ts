import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '../../../server/modules/identity/password.ts';
import { limits } from '../../../server/modules/identity/throttle.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { type Answer, basic, call, signIn, tokenOf } from './client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => await app.close());
beforeEach(async () => {
  await app.db.deleteFrom('login_attempt').execute();
});

/** Everything of an answer the caller can see, without what differs between any two answers. */
function visible({ status, body, headers }: Answer) {
  const { requestId: _requestId, ...rest } = body;
  const { date: _date, 'x-request-id': _id, 'content-security-policy': _csp, ...others } = headers;
  return { status, body: rest, headers: others };
}

function median(values: number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

describe('signing in', () => {
  it('[API-08] [LOGIN-21] answers with an access token of 256 bits at the top level, which opens the session', async () => {
    const answer = await signIn(app, 'admin', 'targus-demo');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ token_type: 'Bearer', scope: 'server', expires_in: 8 * 60 * 60 });
    const token = answer.body.access_token ?? '';
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const user = await call(app, '/api/login/user_info', { token });
    expect(user.body).toMatchObject({ code: '000000', data: { username: 'admin', userCode: 'T00001', usercode: 'T00001' } });
  });

  it('takes the account in any case of letters and gives a new token every time', async () => {
    const [first, second] = [await tokenOf(app, 'Admin'), await tokenOf(app, 'admin')];
    expect(first).not.toBe(second);
  });

  it('keeps no token in the database or the log, only its hash', async () => {
    const token = await tokenOf(app, 'admin');
    const { rows } = await sql`select session::text as text from session`.execute(app.db);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(app.log)).not.toContain(token);
    expect(JSON.stringify(app.log)).not.toContain('targus-demo');
  });

  it('[API-08] asks for the client and for the password grant', async () => {
    const body = new URLSearchParams({ grant_type: 'password', username: 'admin', password: 'targus-demo' }).toString();
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const none = await call(app, '/api/login/token', { method: 'POST', headers: form, body });
    expect(none.body.code).toBe('CLIENT_UNAUTHORIZED');
    const wrong = await call(app, '/api/login/token', { method: 'POST', headers: { ...form, authorization: 'Basic dGFyZ3VzOnd3' }, body });
    expect(wrong.body.code).toBe('CLIENT_UNAUTHORIZED');
    const other = await call(app, '/api/login/token', {
      method: 'POST',
      headers: { ...form, authorization: basic },
      body: body.replace('password&', 'client_credentials&'),
    });
    expect(other.body.code).toBe('GRANT_UNSUPPORTED');
  });

  it('[RULE-01] refuses an account that breaks the rule of the form', async () => {
    const answer = await signIn(app, "admin' or '1'='1", 'targus-demo');
    expect(answer).toMatchObject({ status: 400, body: { code: 'PARAMETER_ERROR' } });
  });

  it('[LOGIN-22] answers wrong, unknown, disabled and locked alike, in words and in time', async () => {
    // Hashes as the server makes them: an account nobody has is checked at that cost.
    await app.db
      .updateTable('app_user')
      .set({ password_hash: await hashPassword('targus-demo') })
      .execute();
    await app.db.updateTable('app_user').set({ status: '1' }).where('username', '=', 'riskmanager').execute();
    const tries = { wrong: 'admin', unknown: 'nobodyhere', disabled: 'riskmanager', locked: 'auditor' };
    const failures = Array.from({ length: limits.account }, () => ({ account: 'auditor', address: '10.9.9.9', state: 'failed' as const }));
    await app.db.insertInto('login_attempt').values(failures).execute();
    const answers = Object.fromEntries(Object.keys(tries).map((name) => [name, [] as Answer[]]));
    for (let round = 0; round < 3; round += 1) {
      for (const [name, username] of Object.entries(tries)) {
        // The locked and the disabled account get the right password: it must not help.
        const password = name === 'wrong' ? 'no' : 'targus-demo';
        answers[name]?.push(await signIn(app, username, password, {}, '10.0.0.1'));
      }
    }
    await app.db.updateTable('app_user').set({ status: '0' }).where('username', '=', 'riskmanager').execute();
    const [reference] = answers.wrong ?? [];
    expect(reference?.body).toMatchObject({ code: 'LOGIN_FAILED' });
    const times = Object.values(answers).map((list) => median(list.map((answer) => answer.milliseconds)));
    for (const list of Object.values(answers)) for (const answer of list) expect(visible(answer)).toEqual(visible(reference as Answer));
    // Skipping the hash would make one of them ten times faster.
    expect(Math.min(...times)).toBeGreaterThan(Math.max(...times) * 0.3);
  }, 90_000);
});

describe('audit', () => {
  it('records logins, failed logins with their reason, and logouts: who, what, from where', async () => {
    const { last } = await app.db
      .selectFrom('audit_log')
      .select((row) => row.fn.max('id').as('last'))
      .executeTakeFirstOrThrow();
    const token = await tokenOf(app, 'admin');
    await signIn(app, 'admin', 'no', {}, '10.3.3.3');
    await signIn(app, 'ghost', 'no', {}, '10.3.3.3');
    await call(app, '/api/login/logout', { method: 'POST', token });
    const rows = await app.db
      .selectFrom('audit_log')
      .select(['action', 'actor', 'ip', 'detail', 'request_id'])
      .where('id', '>', last)
      .orderBy('id')
      .execute();
    expect(rows).toMatchObject([
      { action: 'login', actor: 'admin', ip: '127.0.0.1', request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      { action: 'login_failed', actor: 'admin', ip: '10.3.3.3', detail: { reason: 'wrong' } },
      { action: 'login_failed', actor: 'ghost', ip: '10.3.3.3', detail: { reason: 'unknown' } },
      { action: 'logout', actor: 'admin', ip: '127.0.0.1' },
    ]);
  });

  it('refuses every change of the audit log', async () => {
    const refused = /append only/;
    await expect(app.db.deleteFrom('audit_log').execute()).rejects.toThrow(refused);
    await expect(app.db.updateTable('audit_log').set({ action: 'x' }).execute()).rejects.toThrow(refused);
    await expect(sql`truncate audit_log`.execute(app.db)).rejects.toThrow(refused);
  });
});
