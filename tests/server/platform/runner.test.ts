import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startCluster } from '../../../server/database/postgres/cluster.ts';
import { createDatabase } from '../../support/database.ts';
import { killAll } from '../../support/kill.ts';
import { freePort, type ServerOptions, type ServerProcess, startServer } from '../../support/server-process.ts';

const isRoot = process.getuid?.() === 0;
const started: ServerProcess[] = [];
// Creating and filling a database takes seconds, copying one does not.
const templates = { empty: '', filled: '' };

beforeAll(async () => {
  templates.empty = publicFolder('template');
  const cluster = await startCluster({ dataDir: templates.empty });
  await cluster.stop();
  templates.filled = publicFolder('template');
  copyFolder(templates.empty, templates.filled);
  const server = await startServer({ env: { DATA_DIR: templates.filled } });
  await server.stop();
  return () => Object.values(templates).forEach((folder) => void rmSync(folder, { recursive: true, force: true }));
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.stop()));
});

function publicFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `targus-${name}-`));
  chmodSync(folder, 0o755);
  return folder;
}

function copyFolder(from: string, to: string): void {
  execFileSync('cp', ['-a', `${from}/.`, to]);
}

function newData(template: keyof typeof templates = 'filled'): string {
  const folder = publicFolder('runner');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  copyFolder(templates[template], folder);
  return folder;
}

async function start(env: Record<string, string>, options: Partial<ServerOptions> = {}): Promise<ServerProcess> {
  const server = await startServer({ env, ...options });
  started.push(server);
  return server;
}

function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && linkOf(name).startsWith(folder))
    .map(Number);
}
function linkOf(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

async function gone(folder: string): Promise<void> {
  for (let attempt = 0; attempt < 400 && processesIn(folder).length > 0; attempt += 1) await sleep(25);
  expect(processesIn(folder)).toEqual([]);
}

describe('the server as a program', () => {
  it('prints its steps, its address and the demo accounts, answers on / and on the API, and stops cleanly', async () => {
    const data = newData();
    const server = await start({ DATA_DIR: data });
    const page = await fetch(server.address);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const stats = await fetch(`${server.address}/api/login/stats`);
    expect(await stats.json()).toMatchObject({ code: '000000', data: { login: false } });
    expect(await server.stop()).toBe(0);
    expect(server.output()).toMatch(/PostgreSQL +\d+\.\d s/);
    expect(server.output()).toContain(`Targus is ready at ${server.address}`);
    expect(server.output()).toMatch(/admin +targus-demo/);
    expect(server.output()).not.toContain('in this network');
    await gone(data);
    expect(existsSync(join(data, 'server.lock'))).toBe(false);
  });

  it('says that others in the network can reach it, and how to limit that', async () => {
    const server = await start({ DATA_DIR: newData(), HOST: '0.0.0.0' });
    await server.stop();
    expect(server.output()).toMatch(/ready at http:\/\/localhost:\d+/);
    expect(server.output().match(/^Others in this network can reach it, too\..*HOST=127\.0\.0\.1 npm start$/gm)).toHaveLength(1);
  });

  it('stops on Ctrl-C as well, also while it is starting', async () => {
    const data = newData();
    const server = await start({ DATA_DIR: data });
    process.kill(server.pid, 'SIGINT');
    expect(await server.exited).toBe(0);
    const early = await start({ DATA_DIR: data }, { wait: false });
    for (let attempt = 0; attempt < 200 && !early.output().includes('PostgreSQL'); attempt += 1) await sleep(10);
    process.kill(early.pid, 'SIGINT');
    await early.exited;
    await gone(data);
  });

  it('refuses a second start on the same data and says who holds it', async () => {
    const data = newData();
    const first = await start({ DATA_DIR: data });
    const second = await start({ DATA_DIR: data }, { wait: false });
    expect(await second.exited).toBe(1);
    expect(second.output()).toContain(`process ${first.pid}`);
    expect(second.output()).toContain(first.address);
    expect(second.output()).not.toContain('    at ');
    expect((await fetch(`${first.address}/api/health`)).status).toBe(200);
  });

  it('lets only one of many simultaneous starts have the data', { timeout: 180_000 }, async () => {
    const data = newData();
    writeFileSync(join(data, 'server.lock'), JSON.stringify({ pid: 999_999, born: '1', host: 'gone', since: '', address: '' }));
    const servers = await Promise.all(Array.from({ length: 4 }, () => start({ DATA_DIR: data }, { wait: false })));
    const isReady = (server: ServerProcess) => server.output().includes('Targus is ready');
    for (let attempt = 0; attempt < 4_800 && !servers.some(isReady); attempt += 1) await sleep(25);
    await sleep(500);
    expect(servers.filter(isReady)).toHaveLength(1);
    const others = servers.filter((server) => !isReady(server));
    expect(await Promise.all(others.map((server) => server.exited))).toEqual([1, 1, 1]);
  });

  it('says clearly that its port is taken, and leaves nothing running', async () => {
    const first = await start({ DATA_DIR: newData() });
    const data = newData();
    const second = await start({ DATA_DIR: data, PORT: new URL(first.address).port }, { wait: false });
    expect(await second.exited).toBe(1);
    expect(second.output()).toMatch(/Port \d+ is taken/);
    await gone(data);
  });

  it('recovers after kill -9 of the server alone, at once', async () => {
    const data = newData();
    const first = await start({ DATA_DIR: data });
    await first.kill();
    const second = await start({ DATA_DIR: data });
    expect((await fetch(`${second.address}/api/login/stats`)).status).toBe(200);
  });

  it('recovers after kill -9 of every process, with every stale file left behind', async () => {
    const data = newData();
    const first = await start({ DATA_DIR: data });
    killAll([first.pid, ...processesIn(data)]);
    await first.exited;
    await gone(data);
    expect(existsSync(join(data, 'server.lock'))).toBe(true);
    expect(existsSync(join(data, 'postgres/data/postmaster.pid'))).toBe(true);
    expect(readdirSync(join(data, 'postgres/socket')).length).toBeGreaterThan(0);
    const second = await start({ DATA_DIR: data });
    expect((await fetch(`${second.address}/api/login/stats`)).status).toBe(200);
  });

  it.runIf(isRoot)('accepts data that root has copied from elsewhere', async () => {
    const data = newData('filled');
    execFileSync('chown', ['-R', '0:0', data]);
    const server = await start({ DATA_DIR: data });
    expect((await fetch(`${server.address}/api/login/stats`)).status).toBe(200);
  });

  it('is not fooled by a lock whose process number now belongs to somebody else', async () => {
    const data = newData();
    writeFileSync(join(data, 'server.lock'), JSON.stringify({ pid: process.pid, born: '1', host: 'here', since: '', address: '' }));
    const server = await start({ DATA_DIR: data });
    expect(JSON.parse(readFileSync(join(data, 'server.lock'), 'utf8'))).toMatchObject({ pid: server.pid, address: server.address });
  });

  it('stops with a message when its database dies', async () => {
    const data = newData();
    const server = await start({ DATA_DIR: data });
    const [postmaster] = readFileSync(join(data, 'postgres/data/postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(postmaster), 'SIGKILL');
    const status = await server.exited;
    expect(server.output()).toContain('The database has stopped by itself');
    expect(status).toBe(1);
  });

  it('runs on any PostgreSQL with DATABASE_URL, several at once, and starts none of its own', async () => {
    const database = await createDatabase();
    const data = newData();
    rmSync(join(data, 'postgres'), { recursive: true });
    const env = { DATA_DIR: data, DATABASE_URL: database.url };
    const servers = await Promise.all([start(env), start(env), start(env)]);
    for (const server of servers) expect((await fetch(`${server.address}/api/login/stats`)).status).toBe(200);
    expect(existsSync(join(data, 'postgres'))).toBe(false);
    await Promise.all(servers.map((server) => server.stop()));
    await database.close();
  });

  it('says what is wrong with a database it cannot reach, without its password', async () => {
    const url = `postgres://someone:hidden@127.0.0.1:${await freePort()}/none`;
    const server = await start({ DATABASE_URL: url, DATA_DIR: newData() }, { wait: false });
    expect(await server.exited).toBe(1);
    expect(server.output()).toMatch(/DATABASE_URL cannot be used/);
    expect(server.output()).not.toContain('hidden');
  });

  it('in production refuses the settings made for trying', async () => {
    const server = await start({ PRODUCTION: '1', CAPTCHA: 'off', DATA_DIR: newData() }, { wait: false });
    expect(await server.exited).toBe(1);
    expect(server.output()).toMatch(/CLIENT_SECRET[\s\S]*CAPTCHA|CAPTCHA[\s\S]*CLIENT_SECRET/);
  });

  it('in production seeds one administrator whose password is printed once', async () => {
    const env = { PRODUCTION: '1', CLIENT_SECRET: 'a-secret-for-this-test-only', DATA_DIR: newData('empty') };
    const first = await start(env);
    await first.stop();
    expect(first.output()).not.toContain('targus-demo');
    const [, password] = /^ {2}admin +(\S{12,}) /m.exec(first.output()) ?? [];
    expect(password).toBeDefined();
    const second = await start({ ...env, HOST: '0.0.0.0' });
    await second.stop();
    expect(second.output()).not.toContain(password ?? '');
    expect(second.output()).not.toContain('in this network');
    expect(second.output()).not.toMatch(/^ {2}admin /m);
  });

  it('in production refuses data whose administrator still has the demo password', async () => {
    const data = newData('filled');
    const server = await start({ PRODUCTION: '1', CLIENT_SECRET: 'a-secret-for-this-test-only', DATA_DIR: data }, { wait: false });
    expect(await server.exited).toBe(1);
    expect(server.output()).toMatch(/password/);
  });

  it.runIf(isRoot)('as an ordinary user runs everything as that user', async () => {
    const parent = publicFolder('runner');
    onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
    chmodSync(parent, 0o777);
    const data = join(parent, 'mine');
    const server = await start({ DATA_DIR: data }, { uid: 65_534, gid: 65_534 });
    expect((await fetch(`${server.address}/api/login/stats`)).status).toBe(200);
    for (const pid of processesIn(data)) expect(statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid ?? 65_534).toBe(65_534);
  });
});
