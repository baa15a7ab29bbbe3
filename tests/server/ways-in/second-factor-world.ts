import { expect } from 'vitest';
import { placeOf } from '../../../server/modules/second-factor/checking.ts';
import { newKey, shownKey } from '../../../server/modules/second-factor/totp.ts';
import { createSeals } from '../../../server/seals.ts';
import type { TestApp } from '../../support/app.ts';
import { codeOf } from '../../support/totp.ts';
import { type Answer, basic, call, signIn, tokenOf } from '../modules/client.ts';

/** A code of six digits that counts at no time near now. */
export function wrongCodeOf(key: string): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeOf(key, steps));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? '';
}

export const post = (app: TestApp, token: string | undefined, path: string, body?: object): Promise<Answer> =>
  call(app, `/api/${path}`, { method: 'POST', token, ...(body && { body }) });

export const PASSWORD = 'targus-demo';

/** A new account with the password of the demo, whose hash costs little here. */
export async function newcomer(app: TestApp, admin: string, username: string, more: object = {}): Promise<string> {
  const body = { username, password: 'harbour-lamp', name: 'New', userCode: username, email: `${username}@example.com`, ...more };
  const answer = await post(app, admin, 'system/user', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const cheap = app.db.selectFrom('app_user').select('password_hash').where('username', '=', 'admin');
  await app.db.updateTable('app_user').set({ password_hash: cheap }).where('username', '=', username).execute();
  return (answer.body.data as { id: string }).id;
}

interface Enrolled {
  id: number;
  token: string;
  key: string;
  codes: string[];
}

/** Sets a second factor up, and lets the step of its first code pass. */
export async function enrol(app: TestApp, username: string, password = PASSWORD, given?: string): Promise<Enrolled> {
  const token = given ?? (await tokenOf(app, username, password));
  const { key } = (await post(app, token, 'account/second-factor/begin')).body.data as { key: string };
  const answer = await post(app, token, 'account/second-factor/confirm', { code: codeOf(key), password });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const { codes } = answer.body.data as { codes: string[] };
  const { id } = await app.db.selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow();
  await passSteps(app, id);
  return { id, token, key, codes };
}

/** The same without the way there and without recovery codes, whose hashes take a second. */
export async function withFactor(app: TestApp, username: string): Promise<Omit<Enrolled, 'codes'>> {
  const token = await tokenOf(app, username);
  const { id } = await app.db.selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow();
  const key = newKey();
  const secret = createSeals(app.settings).seal(placeOf(id), key);
  await app.db.insertInto('second_factor').values({ user_id: id, secret, last_step: 0 }).execute();
  return { id, token, key: shownKey(key, { issuer: 'Targus', label: username }).key };
}

/** As if codes of long ago had been the last ones. */
export async function passSteps(app: TestApp, userId: number): Promise<void> {
  await app.db.updateTable('second_factor').set({ last_step: 0 }).where('user_id', '=', userId).execute();
}

/** The challenge a right password gets. */
export async function challengeOf(app: TestApp, username: string, password = PASSWORD): Promise<string> {
  const answer = await signIn(app, username, password);
  expect(answer.body).toMatchObject({ code: 'SECOND_FACTOR_NEEDED', data: { seconds: 300 } });
  expect(answer.status).toBe(403);
  return (answer.body.data as { challenge: string }).challenge;
}

export function answer(app: TestApp, challenge: string, code: string, from = '127.0.0.1'): Promise<Answer> {
  return call(app, '/api/login/code', {
    method: 'POST',
    headers: { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ challenge, code }).toString(),
    from,
  });
}

/** Signs in with both factors. */
export async function tokenWith(app: TestApp, username: string, code: string): Promise<string> {
  const { body, status } = await answer(app, await challengeOf(app, username), code);
  expect(status, JSON.stringify(body)).toBe(200);
  return String(body.access_token);
}
