// npm run dev: pages with hot reload on PORT, the server with restart on change behind them.
import { spawn } from 'node:child_process';
import { createServer as createNetServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { checkNode } from './lib/node-version.mjs';
import { generate, install, root } from './lib/prepare.mjs';
import { StepError } from './lib/steps.mjs';

const port = Number(process.env.PORT ?? 3000);
let server;
let pages;
let isStopping = false;

try {
  checkNode();
  console.log('Starting Targus for development');
  await install();
  await generate();
  await startPages(await startServer());
} catch (error) {
  console.error(error instanceof StepError ? `\n${error.message}` : error);
  await stop(1);
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop(0));

/** Starts the server from its sources; it restarts when one of them changes. Resolves with its address. */
async function startServer() {
  const apiPort = await freePort();
  const env = { ...process.env, PORT: String(apiPort), HOST: '127.0.0.1', DEVELOPMENT: '1' };
  const watch = ['--include=src/generated/**', '--include=src/core/**'];
  const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
  server = spawn(process.execPath, [tsx, 'watch', '--clear-screen=false', ...watch, 'server/bin/lib/dev-server.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    // Its own group: Ctrl-C reaches it once, from here.
    detached: true,
  });
  server.once('exit', () => void stop(1));
  const address = `http://127.0.0.1:${apiPort}`;
  await answers(address);
  return address;
}

/** Resolves when the server answers, which takes longest on the first start: a page opened before would only show that it does not. */
async function answers(address) {
  while (!isStopping) {
    const health = await fetch(`${address}/api/health`).catch(() => undefined);
    if (health?.ok) return;
    await setTimeout(200);
  }
}

async function startPages(target) {
  const { createServer } = await import('vite');
  process.env.DEV_API_ADDRESS = target;
  const proxy = Object.fromEntries(['/api', '/schemas', '/config'].map((path) => [path, { target, changeOrigin: true }]));
  pages = await createServer({
    configFile: join(root, 'vite.config.ts'),
    server: { port, strictPort: true, host: process.env.HOST, proxy },
  });
  await pages.listen();
  console.log(`\nPages with hot reload at http://localhost:${port}\n`);
}

async function stop(status) {
  if (isStopping) return;
  isStopping = true;
  await pages?.close();
  if (server && server.exitCode === null) {
    const gone = new Promise((done) => server.once('exit', done));
    process.kill(-server.pid, 'SIGTERM');
    await gone;
  }
  process.exit(status);
}

function freePort() {
  return new Promise((done, fail) => {
    const probe = createNetServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address();
      probe.close(() => done(free));
    });
  });
}
