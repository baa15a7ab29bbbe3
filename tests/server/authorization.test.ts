import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleRequest } from '../../generator/contract/request.ts';
import { startSession } from '../../server/modules/identity/sessions.ts';
import type { CallContract } from '../../src/core/types.ts';
import { contractSchemas } from '../../src/generated/contract-schemas.ts';
import { type CallId, contracts } from '../../src/generated/contracts.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { basic } from './modules/client.ts';

/** Every call of every contract, asked by everybody: the rows come from the contracts, so a new call is covered by itself. */
const calls = Object.entries(contracts) as [CallId, CallContract][];
const wanted = (contract: CallContract): string[] => (typeof contract.access === 'object' ? [contract.access.permission].flat() : []);
/** Open to visitors who bring a link; without one the call asks for a session and a permission of its own, and says so in its errors. */
const needsLink = (id: CallId, { access }: CallContract) => access === 'public' && contractSchemas[id].errors.includes('UNAUTHENTICATED');
const allPermissions = [...new Set(calls.flatMap(([, contract]) => wanted(contract)))];

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => await app.close());

let made = 0;
/** A user who holds exactly these permissions. */
async function userWith(permissions: string[]): Promise<number> {
  made += 1;
  const { db } = app;
  const username = `probe${made}`;
  // One statement: thousands of them are made.
  const { rows } = await sql<{ id: number }>`
    with own as (insert into app_user (username, name, user_code, password_hash) values (${username}, ${username}, ${`P${made}`}, 'none') returning id),
      part as (insert into role (role_code, name) values (${username}, ${JSON.stringify(username)}) returning id),
      entry as (insert into menu (menu_id, parent_id, type, name, perms) values (${username}, '0', '2', ${username}, ${permissions.join(',')}) returning menu_id),
      held as (insert into role_menu (role_id, menu_id) select part.id, entry.menu_id from part, entry),
      played as (insert into user_role (user_id, role_id) select own.id, part.id from own, part)
    select id from own`.execute(db);
  return Number(rows[0]?.id);
}

const origin = { ip: '127.0.0.1', userAgent: undefined };
const sessionOf = (user: number) => startSession(app.db, user, origin);

async function administrator(): Promise<number> {
  const admin = await app.db.selectFrom('app_user').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow();
  return admin.id;
}

interface Answer {
  status: number;
  code: string | undefined;
  data: unknown;
}

let port = 0;
/** Sends a fitting request. Every request comes from an address of its own: rate limits are somebody else's test. */
async function ask(id: CallId, contract: CallContract, token: string | undefined): Promise<Answer> {
  const { method, path, headers, body } = sampleRequest(contract, contractSchemas[id]);
  port += 1;
  const answer = await app.http.inject({
    method,
    url: path,
    headers: {
      ...headers,
      ...(contract.auth === 'basic' && { authorization: basic }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { payload: body }),
    remoteAddress: `10.0.${Math.floor(port / 250)}.${port % 250}`,
  });
  const isJson = String(answer.headers['content-type']).includes('json');
  const parsed = isJson ? (answer.json() as { code?: string; data?: unknown }) : {};
  return { status: answer.statusCode, code: parsed.code, data: parsed.data };
}

const refusals = ['UNAUTHENTICATED', 'SESSION_ENDED', 'SESSION_EXPIRED', 'FORBIDDEN'];

/** Let in: whatever the call then makes of values that name nothing, it is no refusal and no failure of the server. */
function expectLetIn(answer: Answer, who: string): void {
  expect(refusals, `${who}: ${answer.status} ${answer.code}`).not.toContain(answer.code);
  expect(answer.status, `${who}: ${answer.code}`).toBeLessThan(500);
}

function expectRefused(answer: Answer, status: 401 | 403, who: string): void {
  expect({ status: answer.status, data: answer.data }, who).toEqual({ status, data: undefined });
  expect(refusals, who).toContain(answer.code);
}

describe.each(calls)('%s', (id, contract) => {
  const isPublic = contract.access === 'public';
  const isByLink = needsLink(id, contract);
  const permissions = wanted(contract);
  const without = allPermissions.filter((permission) => !permissions.includes(permission));

  it(isPublic && !isByLink ? 'lets a visitor in' : 'refuses a visitor', async () => {
    const answer = await ask(id, contract, undefined);
    if (isPublic && !isByLink) expectLetIn(answer, 'a visitor');
    else expectRefused(answer, 401, 'a visitor');
  });

  const isRefused = permissions.length > 0 || isByLink;
  it(isRefused ? 'refuses a user without its permission' : 'lets a user without any permission in', async () => {
    const answer = await ask(id, contract, await sessionOf(await userWith(permissions.length > 0 ? without : [])));
    if (isRefused) expectRefused(answer, 403, 'a user without the permission');
    else expectLetIn(answer, 'a user');
  });

  if (permissions.length > 0) {
    it('lets a user in who holds one of its permissions and nothing else', async () => {
      for (const permission of permissions) {
        expectLetIn(await ask(id, contract, await sessionOf(await userWith([permission]))), permission);
      }
    });
  }

  it('lets the administrator in', async () => {
    expectLetIn(await ask(id, contract, await sessionOf(await administrator())), 'the administrator');
  });

  if (!isPublic) {
    it('refuses a user at the first request after they were disabled', async () => {
      const user = await userWith(permissions);
      const token = await sessionOf(user);
      expectLetIn(await ask(id, contract, token), 'before');
      await app.db.updateTable('app_user').set({ status: '1' }).where('id', '=', user).execute();
      expectRefused(await ask(id, contract, token), 401, 'a disabled user');
    });
  }

  if (!isPublic) {
    it('refuses a session at the first request after it was revoked', async () => {
      const user = await userWith(permissions);
      const token = await sessionOf(user);
      expectLetIn(await ask(id, contract, token), 'before');
      await app.db.updateTable('session').set({ revoked_at: new Date() }).where('user_id', '=', user).execute();
      expectRefused(await ask(id, contract, token), 401, 'a revoked session');
    });
  }

  if (permissions.length > 0) {
    it('refuses a user at the first request after the permission was taken away', async () => {
      const user = await userWith(permissions);
      const token = await sessionOf(user);
      expectLetIn(await ask(id, contract, token), 'before');
      await app.db.deleteFrom('user_role').where('user_id', '=', user).execute();
      expectRefused(await ask(id, contract, token), 403, 'a user who lost the permission');
    });
  }
});

/** Whoever has the link of a paper answers it, whoever has that of a batch brings its tickets, and whoever was given an address for a file sends it there; the link is the secret. Add a call here only when that is so. */
const statements = ['finance.exportRows', 'finance.patchAnswers', 'finance.saveRows', 'finance.submit'];
const tickets = ['createTicket', 'discard', 'pageByUrl', 'recognise', 'removeTicket', 'tickets', 'updateTicket', 'upload', 'urls'];
const evidence = tickets.map((name) => `evidence.${name}`);
const byLink = [...statements, ...evidence, 'file.put', 'risk.answer', 'risk.patchAnswers', 'risk.submit', 'wopi.change', 'wopi.put'];

it('stands in the contracts: nothing that changes data is open to everybody but signing in and out, asking for that, and what a link opens', () => {
  expect(allPermissions.length).toBeGreaterThan(0);
  const open = calls.filter(([, { access, method }]) => access === 'public' && method !== 'GET').map(([id]) => id);
  // A visitor may ask for an account or a password, and use the one-time code that came by mail (REG-01).
  const visitors = ['account.code', 'account.confirm', 'account.forgot', 'account.password', 'account.register'];
  const ways = ['login.code', 'login.logout', 'login.token', 'sso.logout', 'sso.token'];
  expect(open.sort()).toEqual([...visitors, ...ways, ...byLink].sort());
});
