import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from './project.ts';

export interface ServerProcess {
  address: string;
  pid: number;
  /** Everything it has printed. */
  output(): string;
  /** Asks it to stop and waits. Resolves with its exit status. */
  stop(): Promise<number | null>;
  /** kill -9 of the server process alone. */
  kill(): Promise<void>;
  exited: Promise<number | null>;
}

export interface ServerOptions {
  env: Record<string, string>;
  /** Program to run instead of the built server, relative to the project. */
  script?: string;
  uid?: number;
  gid?: number;
  /** Resolve only when it answers. Default true. */
  wait?: boolean;
}

/** Runs the built server (npm run build first) as a process of its own on a free port. */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const port = options.env.PORT ?? String(await freePort());
  const { PATH = '/usr/bin:/bin' } = process.env;
  const identity = options.uid === undefined ? {} : { uid: options.uid, gid: options.gid ?? options.uid };
  const child = spawn(process.execPath, [join(projectRoot, options.script ?? 'tests/support/run-built-server.mjs')], {
    cwd: '/',
    env: { PATH, HOST: '127.0.0.1', LOG_LEVEL: 'warn', CALLS_PER_MINUTE: '1000000', ...options.env, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...identity,
  });
  const server = follow(child, `http://127.0.0.1:${port}`);
  if (options.wait ?? true) await waitUntilReady(server);
  return server;
}

function follow(child: ChildProcess, address: string): ServerProcess {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += String(chunk)));
  const exited = new Promise<number | null>((done) => child.once('close', (code) => done(code)));
  return {
    address,
    pid: child.pid ?? 0,
    output: () => text,
    exited,
    async stop() {
      child.kill('SIGTERM');
      return exited;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function waitUntilReady(server: ServerProcess): Promise<void> {
  let gone = false;
  void server.exited.then(() => {
    gone = true;
  });
  for (let attempt = 0; attempt < 4_800; attempt += 1) {
    const answer = await fetch(`${server.address}/api/health`).catch(() => undefined);
    if (answer?.ok) return;
    if (gone) break;
    await sleep(25);
  }
  throw new Error(`The server does not answer:\n${server.output()}`);
}

/**
 * A port nobody listens on at this moment, below those the system gives to connections and to listeners that ask for any: between the
 * question and its use it would give one of those away.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const isFree = await new Promise<boolean>((done) => {
      const probe = createServer();
      probe.once('error', () => done(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
    });
    if (isFree) return port;
  }
}
