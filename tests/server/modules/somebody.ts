import { startSession } from '../../../server/modules/identity/sessions.ts';
import type { TestApp } from '../../support/app.ts';
import { type Answer, call } from './client.ts';

export interface Somebody {
  id: number;
  username: string;
  token: string;
  get(path: string): Promise<Answer>;
  post(path: string, body: unknown): Promise<Answer>;
  put(path: string, body: unknown): Promise<Answer>;
}

/** An account with these permissions and no others, signed in. `code` is the code of the one role it has; without one it is its name. */
export async function somebody(
  app: TestApp,
  username: string,
  permissions: readonly string[],
  { department, code = username }: { department?: string; code?: string } = {},
): Promise<Somebody> {
  const label = JSON.stringify([{ l: 'en', t: username, d: true }]);
  const departmentId =
    department === undefined
      ? null
      : (await app.db.selectFrom('department').select('id').where('code', '=', department).executeTakeFirstOrThrow()).id;
  const { id } = await app.db
    .insertInto('app_user')
    .values({ username, name: username, user_code: username, password_hash: 'none', department_id: departmentId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const role = await app.db.insertInto('role').values({ role_code: code, name: label }).returning('id').executeTakeFirstOrThrow();
  await app.db
    .insertInto('menu')
    .values({ menu_id: `of-${username}`, parent_id: '0', type: '2', name: username, perms: permissions.join(',') })
    .execute();
  await app.db
    .insertInto('role_menu')
    .values({ role_id: role.id, menu_id: `of-${username}` })
    .execute();
  await app.db.insertInto('user_role').values({ user_id: id, role_id: role.id }).execute();
  return await signedInAs(app, id);
}

/** A session of an account there is, without the work of a password. */
export async function signedInAs(app: TestApp, account: number | string): Promise<Somebody> {
  const { id, username } = await app.db
    .selectFrom('app_user')
    .select(['id', 'username'])
    .where(typeof account === 'number' ? 'id' : 'username', '=', account)
    .executeTakeFirstOrThrow();
  const token = await startSession(app.db, id, { ip: '127.0.0.1', userAgent: undefined });
  const send = (method: 'POST' | 'PUT') => (path: string, body: unknown) => call(app, path, { method, token, body });
  return { id, username, token, get: (path) => call(app, path, { token }), post: send('POST'), put: send('PUT') };
}
