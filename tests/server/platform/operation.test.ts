import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { type ServerOptions, type ServerProcess, startServer } from '../../support/server-process.ts';

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

it('in production SCHEMAS_DIR must be there', async () => {
  const missing = join(newFolder(), 'schemas');
  expect(await refusal({ ...production, SCHEMAS_DIR: missing })).toContain(`SCHEMAS_DIR is "${missing}"`);
});

it('the password of the first administrator is told even where the first start fails afterwards', async () => {
  const empty = await createDatabase('empty');
  onTestFinished(() => empty.close());
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => other.once('listening', done));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const output = await refusal({ ...production, DATABASE_URL: empty.url, PORT: String(port) });
  expect(output).toMatch(/Port \d+ is taken/);
  expect(output).toMatch(/^ {2}admin +\S{24} /m);
});
