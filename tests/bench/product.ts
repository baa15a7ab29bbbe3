import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/server-process.ts';
import { projectRoot } from './paths.ts';

/** The product as `npm start` runs it, on its own database with demo data. */
export interface Product {
  /** http://127.0.0.1:<port> */
  url: string;
  /** Milliseconds from the command to the first answered page. */
  startTime: number;
  stop: () => Promise<void>;
}

const longestStart = 180_000;
const longestStop = 20_000;

/** An empty data folder that the database's own user may enter, so that nothing is put elsewhere and removing it removes all. */
export async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'targus-bench-'));
  await chmod(folder, 0o755);
  return folder;
}

/** Starts the product on a database of its own, which is removed again by stop(). */
export async function startProduct(say: (line: string) => void): Promise<Product> {
  const dataDir = await makeDataDir();
  say('  starting the product with demo data');
  const product = await startOn(dataDir);
  return {
    ...product,
    stop: async () => {
      await product.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts the product on an existing data folder and waits until it answers its first page. @throws Error with what it printed. */
export async function startOn(dataDir: string): Promise<Product> {
  const port = await freePort();
  const environment = {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    CAPTCHA: 'off',
    LOG_LEVEL: 'warn',
    CALLS_PER_MINUTE: '1000000',
  };
  return startCommand('npm', ['start', '--silent'], environment, port);
}

/** Starts a server by a command and waits for its first page; stop() ends the command and all it started. */
export async function startCommand(command: string, args: string[], environment: Record<string, string>, port: number): Promise<Product> {
  const url = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const child = spawn(command, args, {
    cwd: projectRoot,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, which hears Ctrl-C together as one at a terminal does.
    detached: true,
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed = `${printed}${chunk}`.slice(-4000)));
  const stop = () => stopGroup(child);
  try {
    await firstPage(url, child);
  } catch (error) {
    await stop();
    throw new Error(`${command} ${args.join(' ')}: ${error instanceof Error ? error.message : error}\n${printed}`);
  }
  return { url, startTime: performance.now() - started, stop };
}

/** Polls until the front page comes with status 200 and a whole body. */
async function firstPage(url: string, child: ChildProcess): Promise<void> {
  const end = performance.now() + longestStart;
  while (performance.now() < end) {
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}`);
    const body = await fetch(url).then(
      (answer) => (answer.ok ? answer.text() : ''),
      () => '',
    );
    if (body.includes('</html>')) return;
    await sleep(5);
  }
  throw new Error(`no page at ${url} within ${longestStart / 1000} s`);
}

/** Stops a command and all it started as Ctrl-C does, waits until the last of them is gone, and does not ask after a patient while. */
async function stopGroup(child: ChildProcess): Promise<void> {
  const leader = child.pid;
  if (leader === undefined) return;
  const end = performance.now() + longestStop;
  for (let signal: NodeJS.Signals = 'SIGINT', sent = false; signalGroup(leader, sent ? 0 : signal); sent = true) {
    if (performance.now() > end && signal === 'SIGINT') {
      signal = 'SIGKILL';
      signalGroup(leader, signal);
    }
    await sleep(20);
  }
}

/** Signal 0 only asks. @returns false when nobody of the group is left. */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-leader, signal);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}

/** Signs an account of the demo in, the administrator unless said. @returns the bearer token. */
export async function signIn(url: string, username = 'admin'): Promise<string> {
  const answer = await fetch(`${url}/api/login/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('targus:targus').toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ grant_type: 'password', scope: 'server', username, password: 'targus-demo' }),
  });
  const body = (await answer.json()) as { access_token?: string; msg?: string };
  if (!body.access_token) throw new Error(`The account ${username} of the demo cannot sign in: ${answer.status} ${body.msg ?? ''}`);
  return body.access_token;
}
