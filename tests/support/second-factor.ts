import { expect } from '@playwright/test';
import type { ServerProcess } from './server-process.ts';
import { codeOf } from './totp.ts';

/** Asks the server as somebody who is signed in. */
export async function api(server: ServerProcess, token: string, path: string, method = 'GET', body?: object) {
  const answer = await fetch(`${server.address}/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return await answer.json();
}

interface Newcomer {
  username: string;
  password: string;
  roleIds?: string[];
}

/** A new account. */
export async function newcomer(server: ServerProcess, admin: string, account: Newcomer): Promise<void> {
  const person = { ...account, name: 'New Person', userCode: account.username };
  expect(await api(server, admin, 'system/user', 'POST', person)).toMatchObject({ code: '000000' });
}

/** Sets two-step sign-in up with the code of now; gives its key. */
export async function setUp(server: ServerProcess, token: string, password: string): Promise<string> {
  const { data } = await api(server, token, 'account/second-factor/begin', 'POST');
  const done = await api(server, token, 'account/second-factor/confirm', 'POST', { code: codeOf(data.key, 0), password });
  expect(done).toMatchObject({ code: '000000' });
  return data.key;
}
