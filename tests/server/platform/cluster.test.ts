import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Cluster, startCluster } from '../../../server/database/postgres/cluster.ts';
import { databaseHome } from '../../../server/database/postgres/owner.ts';
import { killAll } from '../../support/kill.ts';
import { projectRoot } from '../../support/project.ts';

const isRoot = process.getuid?.() === 0;
const running: Cluster[] = [];

afterEach(async () => {
  for (const cluster of running.splice(0)) await cluster.stop();
});

function newFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'targus-cluster-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  return folder;
}

async function start(dataDir: string): Promise<Cluster> {
  const cluster = await startCluster({ dataDir });
  running.push(cluster);
  return cluster;
}

async function query(cluster: Cluster, text: string): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  try {
    return (await client.query({ text, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

/** What a process was started with; nothing where it has ended meanwhile. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readlinkSync(`/proc/${name}/cwd`).startsWith(folder);
      } catch {
        return false;
      }
    })
    .map(Number);
}

async function until(condition: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 400 && !condition(); attempt += 1) await sleep(25);
  expect(condition()).toBe(true);
}

/** Starts a cluster in a process of its own, to be killed. */
async function startElsewhere(dataDir: string) {
  const module = JSON.stringify(join(projectRoot, 'server/database/postgres/cluster.ts'));
  const script = `import(${module}).then(async ({ startCluster }) => { await startCluster({ dataDir: ${JSON.stringify(dataDir)} }); console.log('ready'); setInterval(() => {}, 1000); })`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], { cwd: projectRoot });
  await new Promise<void>((done, fail) => {
    child.stdout.on('data', (text) => String(text).includes('ready') && done());
    child.stderr.on('data', (text) => fail(new Error(String(text))));
  });
  return child;
}

describe('embedded PostgreSQL', () => {
  it('keeps data over a stop and a start, in UTF-8 and with fsync', async () => {
    const folder = newFolder();
    const first = await start(folder);
    await query(first, "create table note as select '審計' as text");
    await first.stop();
    const second = await start(folder);
    expect(await query(second, 'select text from note')).toEqual([['審計']]);
    expect(await query(second, "select current_setting('fsync'), current_setting('server_encoding')")).toEqual([['on', 'UTF8']]);
    expect(await query(second, "select upper('äé'), current_setting('listen_addresses')")).toEqual([['ÄÉ', '']]);
  });

  it('leaves no process behind after stop', async () => {
    const folder = newFolder();
    const cluster = await start(folder);
    expect(processesIn(folder).length).toBeGreaterThan(1);
    await cluster.stop();
    await until(() => processesIn(folder).length === 0);
  });

  it('ends by itself when the server process is killed', async () => {
    const folder = newFolder();
    const child = await startElsewhere(folder);
    expect(processesIn(folder).length).toBeGreaterThan(1);
    child.kill('SIGKILL');
    await until(() => processesIn(folder).length === 0);
  });

  it('recovers after kill -9 of every process', async () => {
    const folder = newFolder();
    const child = await startElsewhere(folder);
    const everything = processesIn(folder);
    killAll([child.pid ?? 0, ...everything]);
    await until(() => processesIn(folder).length === 0);
    expect(existsSync(join(folder, 'postgres/data/postmaster.pid'))).toBe(true);
    const cluster = await start(folder);
    expect(await query(cluster, 'select 1')).toEqual([[1]]);
  });

  it('takes over from an orphaned database that still runs', async () => {
    const folder = newFolder();
    const child = await startElsewhere(folder);
    const [guard, watcher] = processesIn(folder).filter((pid) => commandOf(pid).startsWith('/bin/sh'));
    // The watcher first: it would stop the database as soon as one of the others is gone.
    for (const pid of [watcher, guard, child.pid]) process.kill(pid ?? Number.NaN, 'SIGKILL');
    await sleep(200);
    expect(processesIn(folder).length).toBeGreaterThan(0);
    const cluster = await start(folder);
    expect(await query(cluster, 'select 1')).toEqual([[1]]);
  });

  it('is not fooled by a stale postmaster.pid whose number now belongs to somebody else', async () => {
    const folder = newFolder();
    const cluster = await start(folder);
    await cluster.stop();
    const stranger = spawn('sleep', ['30'], isRoot ? { uid: statSync(join(folder, 'postgres/data')).uid } : {});
    onTestFinished(() => void stranger.kill());
    const data = join(folder, 'postgres/data');
    writeFileSync(join(data, 'postmaster.pid'), `${stranger.pid}\n${data}\n1700000000\n5432\n${folder}\n\n  1 1\nready   \n`);
    const again = await start(folder);
    expect(await query(again, 'select 1')).toEqual([[1]]);
    expect(stranger.exitCode).toBeNull();
  });

  it('starts over when the first creation was interrupted', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'postgres/data.unfinished/base'), { recursive: true });
    if (isRoot) rmSync(join(folder, 'postgres'), { recursive: true });
    mkdirSync(join(folder, 'postgres/data.unfinished/base'), { recursive: true });
    const cluster = await start(folder);
    expect(await query(cluster, 'select 1')).toEqual([[1]]);
  });

  it('refuses data of another PostgreSQL version and says so', async () => {
    const folder = newFolder();
    const cluster = await start(folder);
    await cluster.stop();
    writeFileSync(join(folder, 'postgres/data/PG_VERSION'), '9\n');
    await expect(startCluster({ dataDir: folder })).rejects.toThrow(/belongs to PostgreSQL 9/);
  });

  it('says why it does not start, with the end of its log', async () => {
    const folder = newFolder();
    const cluster = await start(folder);
    await cluster.stop();
    rmSync(join(folder, 'postgres/data/global/pg_control'));
    await expect(startCluster({ dataDir: folder })).rejects.toThrow(/does not start[\s\S]*pg_control/);
  });

  it('uses a short socket path however long the path of the data is', async () => {
    const folder = join(newFolder(), 'a'.repeat(80), 'b'.repeat(80));
    mkdirSync(folder, { recursive: true });
    const cluster = await start(folder);
    expect(await query(cluster, 'select 1')).toEqual([[1]]);
  });

  it.runIf(isRoot)('as root runs as an unprivileged user that owns the data', async () => {
    const folder = newFolder();
    await start(folder);
    const { uid, mode } = statSync(join(folder, 'postgres/data'));
    expect(uid).not.toBe(0);
    expect(mode & 0o077).toBe(0);
    for (const pid of processesIn(folder)) expect(statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid).not.toBe(0);
  });

  it.runIf(isRoot)('as root puts the data elsewhere when a parent folder is closed, says where, and finds it again', async () => {
    const parent = newFolder();
    chmodSync(parent, 0o700);
    const dataDir = join(parent, 'data');
    const said: string[] = [];
    const first = await startCluster({ dataDir, say: (line) => said.push(line) });
    const { home } = databaseHome(dataDir);
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    await query(first, 'create table kept (id int)');
    await first.stop();
    expect(home.startsWith(parent)).toBe(false);
    expect(said.join('\n')).toContain(home);
    const second = await start(dataDir);
    expect(await query(second, 'select count(*)::int from kept')).toEqual([[0]]);
    await second.stop();
  });
});
