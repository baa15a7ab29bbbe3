import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../../settings.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { removeLeftovers } from './leftovers.ts';
import { databaseHome, databaseOwner, handOver, type Owner, pathHash, privateFolder } from './owner.ts';

/** A running PostgreSQL of our own. */
export interface Cluster {
  /** Address of its database `targus`; other databases by replacing the name in the path. */
  url: string;
  /** Process number of the postmaster's guard. */
  pid: number;
  /** Settles when the database is gone: by stop(), or by accident. */
  exited: Promise<void>;
  /** Ends all connections, writes everything to disk and waits until the processes are gone. */
  stop(): Promise<void>;
}

export interface ClusterOptions {
  dataDir: string;
  /** Told what is being done, one line each. */
  say?(line: string): void;
  /** Told at once, while it is waited for. */
  sayNow?(line: string): void;
  /** Only tests whose data may vanish set this to false. Default true: an answered write survives any kill. */
  durable?: boolean;
  /** Default 100. */
  maxConnections?: number;
}

const user = 'targus';
// Longest path a Unix socket may have on the systems we know, less the name of the socket file.
const longestSocketDir = 80;
/** What PostgreSQL answers with while it starts or recovers. */
const cannotConnectNow = '57P03';

/**
 * The process that keeps PostgreSQL company: it stops it when its standard input closes, which happens when we ask for it
 * and also when we are killed. `read` is built into the shell, so nothing else is left behind.
 */
const guard = `
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
( read -r line; kill -INT $server ) <&3 3<&- >/dev/null 2>&1 &
watcher=$!
exec 3<&-
wait $server
status=$?
kill $watcher 2>/dev/null
exit $status
`;

/**
 * Starts the embedded PostgreSQL on `<dataDir>/postgres`, creating it on the first start and recovering it after a kill.
 * It listens on a Unix socket in a folder only its owner can enter, so no password is needed and no port is taken.
 * @throws StartError with the reason and, where there is one, the end of the database's own log.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const say = options.say ?? (() => undefined);
  const { home, moved } = databaseHome(options.dataDir);
  const owner = databaseOwner(home);
  if (moved) say(`${options.dataDir} is closed to the user ${owner?.name}; the database is in ${home}`);
  privateFolder(home, owner);
  const binaries = findBinaries(owner, home);
  const data = join(home, 'data');
  const socketDir = home.length > longestSocketDir ? join(tmpdir(), `targus-${pathHash(home)}`) : join(home, 'socket');
  privateFolder(socketDir, owner);
  handOver(data, owner);
  await removeLeftovers(data, socketDir, say);
  createData(data, binaries, owner, options.durable ?? true, say);
  checkVersion(data, binaries);

  const logFile = join(home, 'postgres.log');
  const guarded = runGuarded(binaries, data, socketDir, logFile, owner, options);
  const url = `postgres://${user}@localhost/targus?host=${encodeURIComponent(socketDir)}`;
  const cluster: Cluster = {
    url,
    pid: guarded.pid,
    exited: guarded.exited,
    async stop() {
      guarded.release();
      await guarded.exited;
      if (!socketDir.startsWith(home)) rmSync(socketDir, { recursive: true, force: true });
    },
  };
  const look = () => tryConnection(withDatabase(url, 'postgres'));
  await waitUntilReady({ look, exited: guarded.exited, logFile, sayNow: options.sayNow });
  await ensureDatabase(url);
  return cluster;
}

function createData(data: string, binaries: Binaries, owner: Owner | undefined, durable: boolean, say: (line: string) => void): void {
  if (existsSync(join(data, 'PG_VERSION'))) return;
  say('creating the database');
  // Built aside and moved into place: a kill in the middle leaves nothing that looks like a database.
  const unfinished = `${data}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  rmSync(data, { recursive: true, force: true });
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const args = ['-D', unfinished, '-U', user, '--auth-local=trust', '--auth-host=reject', ...locale, ...(durable ? [] : ['--no-sync'])];
  const run = spawnSync(binaries.initdb, args, { ...identity(owner), ...surroundings('/'), encoding: 'utf8' });
  if (run.status !== 0)
    throw new StartError(`The database cannot be created:\n${run.error?.message ?? `${run.stdout}${run.stderr}`.trim()}`);
  renameSync(unfinished, data);
}

function checkVersion(data: string, binaries: Binaries): void {
  const made = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  if (made === binaries.major) return;
  throw new StartError(
    `The data in ${data} belongs to PostgreSQL ${made}, this Targus brings PostgreSQL ${binaries.major}: dump and restore, or move the folder away.`,
  );
}

function runGuarded(
  binaries: Binaries,
  data: string,
  socketDir: string,
  logFile: string,
  owner: Owner | undefined,
  options: ClusterOptions,
) {
  const config: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    max_connections: String(options.maxConnections ?? 100),
    shared_buffers: '64MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    max_wal_size: '512MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    dynamic_shared_memory_type: 'posix',
    ...(options.durable === false ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : { fsync: 'on' }),
  };
  const args = ['-D', data, ...Object.entries(config).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  if (existsSync(logFile) && statSync(logFile).size > 10_000_000) renameSync(logFile, `${logFile}.1`);
  const log = openSync(logFile, 'a', 0o600);
  // Detached: a Ctrl-C at the terminal reaches only us, and we stop the database last.
  const child = spawn('/bin/sh', ['-c', guard, 'sh', binaries.postgres, ...args], {
    ...identity(owner),
    ...surroundings(data),
    stdio: ['pipe', log, log],
    detached: true,
  });
  closeSync(log);
  const exited = new Promise<void>((done) => {
    child.once('exit', () => done());
    child.once('error', () => done());
  });
  // The pipe breaks when the guard is gone first; `exited` says so already.
  child.stdin?.on('error', () => undefined);
  return { pid: child.pid ?? 0, exited, release: () => child.stdin?.end() };
}

function identity(owner: Owner | undefined): { uid?: number; gid?: number } {
  return owner ? { uid: owner.uid, gid: owner.gid } : {};
}

function surroundings(cwd: string) {
  // Nothing of our environment: settings such as PGPORT or LANG of the terminal must not reach the database.
  return { cwd, env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' } };
}

/** Why a database cannot be used yet. */
export interface NotReady {
  problem: string;
  /** It answers, and says that it is at work to begin: after a kill it does over again what was not on disk, which takes as long as it takes. */
  isStarting: boolean;
}

interface Awaited {
  /** Tries to connect. */
  look(): Promise<NotReady | undefined>;
  exited: Promise<void>;
  logFile: string;
  sayNow?: ((line: string) => void) | undefined;
  /** Milliseconds it may give no answer. It is told when it takes a tenth of them to begin. */
  patience?: number;
}

/** @throws StartError when it is gone, or has given no answer for long. */
export async function waitUntilReady({ look, exited, logFile, sayNow, patience = 60_000 }: Awaited): Promise<void> {
  let gone = false;
  void exited.then(() => {
    gone = true;
  });
  const began = Date.now();
  let until = began + patience;
  let isSaid = false;
  for (;;) {
    const found = await look();
    if (!found) return;
    if (found.isStarting) until = Date.now() + patience;
    if (gone || Date.now() > until) {
      const log = existsSync(logFile) ? readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-8).join('\n') : '';
      throw new StartError(`The database does not start (${found.problem}). The end of ${logFile}:\n${log}`);
    }
    if (found.isStarting && !isSaid && Date.now() > began + patience / 10) {
      sayNow?.(`PostgreSQL recovers what was not on disk when it ended, which may take minutes; ${logFile} says how far it is.`);
      isSaid = true;
    }
    await sleep(20);
  }
}

/** Nothing when it takes connections. */
export async function tryConnection(url: string): Promise<NotReady | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    if (!(error instanceof Error)) return { problem: String(error), isStarting: false };
    return { problem: error.message, isStarting: 'code' in error && error.code === cannotConnectNow };
  } finally {
    await client.end();
  }
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(url, 'postgres') });
  await client.connect();
  try {
    const found = await client.query("select 1 from pg_database where datname = 'targus'");
    if (found.rowCount === 0) await client.query('create database targus');
  } finally {
    await client.end();
  }
}

/** The same server, another database. */
export function withDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.toString();
}
