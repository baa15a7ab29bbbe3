import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { freePort, type ServerOptions, type ServerProcess, startServer } from '../../support/server-process.ts';
import { basic } from '../modules/client.ts';

// What those meet who run the program: each start is the built server in a process of its own.

const production = { PRODUCTION: '1', CLIENT_SECRET: 'a-secret-for-this-test-only' };
let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase('demo');
  return () => database.close();
});
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'targus-operation-'));
  folders.push(folder);
  chmodSync(folder, 0o755);
  return folder;
}

async function start(env: Record<string, string>, options: Partial<ServerOptions> = {}): Promise<ServerProcess> {
  const server = await startServer({ env: { DATABASE_URL: database.url, DATA_DIR: newFolder(), ...env }, ...options });
  onTestFinished(async () => void (await server.stop()));
  return server;
}

/** Everything a start says that must not succeed. */
async function refusal(env: Record<string, string>, options: Partial<ServerOptions> = {}): Promise<string> {
  const server = await start(env, { ...options, wait: false });
  expect(await server.exited).toBe(1);
  expect(server.output()).not.toMatch(/^ +at /m);
  return server.output();
}

async function signIn({ address }: ServerProcess, username: string, password: string): Promise<{ access_token?: string }> {
  const body = new URLSearchParams({ grant_type: 'password', scope: 'server', username, password });
  return (await fetch(`${address}/api/login/token`, { method: 'POST', headers: { authorization: basic }, body })).json();
}

/** Another program that listens there until the test ends; fails where somebody else does already. */
async function takePort(port: number): Promise<void> {
  const other = createServer();
  onTestFinished(() => void other.close());
  await once(other.listen(port), 'listening');
}

const health = async ({ address }: ServerProcess) => (await fetch(`${address}/api/health`)).status;

it.runIf(process.getuid?.() === 0)('what is built starts as a user who may not write where it is', async () => {
  const parent = newFolder();
  chmodSync(parent, 0o777);
  // The database of the tests is closed to this user.
  const env = { DATABASE_URL: '', DATA_DIR: join(parent, 'data') };
  const server = await start(env, { script: 'server/bin/start.mjs', uid: 65_534 });
  expect(await health(server)).toBe(200);
});

it.each(['10.255.255.254', 'nowhere.invalid'])('HOST=%s, which this machine has not, is named without a stack', async (host) => {
  expect(await refusal({ HOST: host })).toMatch(new RegExp(`HOST is "${host}"`));
});

it('a port another program has is told before a database is made', async () => {
  const port = await freePort();
  await takePort(port);
  const data = newFolder();
  expect(await refusal({ PORT: String(port), DATABASE_URL: '', DATA_DIR: data })).toContain(`Port ${port} is taken by another program`);
  expect(readdirSync(data)).toEqual([]);
});

it('an address of a database that cannot be read is a wrong setting, and its password is not shown', async () => {
  const output = await refusal({ DATABASE_URL: 'postgres://targus:hid#den@127.0.0.1:5432/targus' });
  expect(output).toMatch(/DATABASE_URL is "\*\*\*", expected .*%23/);
  expect(output).not.toMatch(/hid|den@/);
});

it('in production SCHEMAS_DIR must be there', async () => {
  const missing = join(newFolder(), 'schemas');
  expect(await refusal({ ...production, SCHEMAS_DIR: missing })).toContain(`SCHEMAS_DIR is "${missing}"`);
});

it('the password of the first administrator is told even where the first start fails afterwards', async () => {
  const empty = await createDatabase('empty');
  onTestFinished(() => empty.close());
  const port = await freePort();
  const refused = refusal({ ...production, DATABASE_URL: empty.url, PORT: String(port) });
  // Another program takes the port between the look at it and listening there.
  await expect.poll(() => empty.db.selectFrom('app_user').select('id').execute(), { timeout: 30_000, interval: 5 }).not.toEqual([]);
  await takePort(port);
  const output = await refused;
  expect(output).toMatch(/Port \d+ is taken/);
  expect(output).toMatch(/^ {2}admin +\S{24} /m);
});

it('a lost password is replaced by a start, which tells the new one and ends what the old one had opened', async () => {
  const own = await createDatabase('demo');
  onTestFinished(() => own.close());
  const env = { DATABASE_URL: own.url, CAPTCHA: 'off' };
  expect(await refusal({ ...env, NEW_PASSWORD_FOR: 'nobody' })).toMatch(/NEW_PASSWORD_FOR is "nobody"/);
  const before = await start(env);
  const token = (await signIn(before, 'auditor', 'targus-demo')).access_token;
  const server = await start({ ...env, NEW_PASSWORD_FOR: 'auditor' });
  const [, password = ''] = /^ {2}auditor +(\S{24}) new password/m.exec(server.output()) ?? [];
  expect((await signIn(server, 'auditor', 'targus-demo')).access_token).toBeUndefined();
  expect((await signIn(server, 'auditor', password)).access_token).toBeDefined();
  const old = await fetch(`${server.address}/api/login/user_info`, { headers: { authorization: `Bearer ${token}` } });
  expect(old.status).toBe(401);
});

it('a server that is asked to stop says so to a load balancer and answers everybody else until DRAIN_SECONDS have passed', async () => {
  const server = await start({ DRAIN_SECONDS: '8' });
  expect(await health(server)).toBe(200);
  const stopped = server.stop();
  await expect.poll(() => health(server), { interval: 20, timeout: 10_000 }).toBe(503);
  const asked = await fetch(`${server.address}/api/health`);
  expect(await asked.json()).toMatchObject({ code: 'UNAVAILABLE', msg: 'The server is stopping' });
  expect((await fetch(`${server.address}/api/login/stats`)).status).toBe(200);
  expect(await stopped).toBe(0);
});

it('a request that is never finished does not keep a server that stops', async () => {
  const server = await start({});
  const { hostname, port } = new URL(server.address);
  const client = connect(Number(port), hostname);
  client.on('error', () => undefined);
  onTestFinished(() => void client.destroy());
  client.write(
    'POST /api/login/token HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 40\r\n\r\nhalf',
  );
  await sleep(300);
  const gone = await Promise.race([server.stop(), sleep(20_000).then(() => 'still there')]);
  expect(gone).toBe(0);
});
