import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashInputs, isDone, markDone } from './inputs.mjs';
import { run, StepError, step } from './steps.mjs';
import { onceInTurn } from './turn.mjs';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

const stamps = {
  install: join(root, 'node_modules/.targus-installed'),
  generate: join(root, 'node_modules/.targus-generated'),
  web: join(root, 'dist/web.inputs'),
  server: join(root, 'dist/server.inputs'),
  documents: join(root, 'dist/documents.inputs'),
};
/** Who installs, generates or builds here has this file. */
const turn = join(root, 'dist/building');
const toolchain = ['package.json', 'package-lock.json', 'tsconfig.base.json'];

/** `npm ci` when node_modules is not what package-lock.json says. */
export async function install() {
  const hash = hashInputs(root, ['package-lock.json']);
  const isInstalled = () => isDone(stamps.install, hash);
  await onceInTurn(turn, isInstalled, async () => {
    if (!isInstalledByHand()) await step('Installing packages', npmInstall);
    markDone(stamps.install, hash);
  });
}

async function npmInstall() {
  const env = { ...process.env, NODE_ENV: 'development' };
  const quiet = ['--no-audit', '--no-fund', '--include=dev'];
  try {
    await run('npm ci', 'npm', ['ci', ...quiet], { cwd: root, env });
  } catch (error) {
    // npm refuses a lock file that lacks packages of other platforms, which a mirror may not have.
    if (!(error instanceof StepError) || !error.message.includes('Missing:')) throw error;
    await run('npm install', 'npm', ['install', '--no-save', ...quiet], { cwd: root, env });
  }
}

/** Whether npm's own record of what it installed is newer than the list of what it should. */
function isInstalledByHand() {
  const record = statSync(join(root, 'node_modules/.package-lock.json'), { throwIfNoEntry: false });
  return record !== undefined && record.mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
}

const generated = () =>
  hashInputs(root, ['generator', 'server/documents/files-below.ts', 'schemas', 'renderers', 'src/generated', 'package-lock.json']);
/** Notes that the generated files are what the generator writes. */
export const markGenerated = () => markDone(stamps.generate, generated());

/** Writes src/generated again when what it is made from has changed. */
export async function generate() {
  const isGenerated = () => isDone(stamps.generate, generated());
  await onceInTurn(turn, isGenerated, async () => {
    await step('Generating types and validators', () =>
      run('Generating', process.execPath, [join(root, 'generator/bin/targus.mjs'), 'generate'], { cwd: root }),
    );
    markGenerated();
  });
}

/** Builds pages and server, each only when its sources have changed. What is built may belong to somebody else: then nothing is written. */
export async function build() {
  await onceInTurn(turn, () => Object.values(leftToBuild()).every(({ isBuilt }) => isBuilt), buildChanged);
}

function leftToBuild() {
  const serverInputs = ['server', 'generator', 'src/core', 'src/generated', ...toolchain];
  const part = (stamp, inputs, file) => {
    const hash = hashInputs(root, inputs);
    return { isBuilt: isDone(stamp, hash) && existsSync(join(root, file)), mark: () => markDone(stamp, hash) };
  };
  return {
    web: part(stamps.web, ['src', 'renderers', 'vite.config.ts', ...toolchain], 'dist/web/index.html'),
    server: part(stamps.server, serverInputs, 'dist/server/check.js'),
    documents: part(stamps.documents, ['schemas', ...serverInputs], 'dist/server/documents.json'),
  };
}

async function buildChanged() {
  const { web, server } = leftToBuild();
  const jobs = [];
  if (!web.isBuilt) jobs.push(step('Building the pages', () => vite('build-web.mjs')).then(web.mark));
  if (!server.isBuilt) jobs.push(step('Building the server', () => vite('build-server.mjs')).then(server.mark));
  const results = await Promise.allSettled(jobs);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  // A server built anew comes without them.
  const { documents } = leftToBuild();
  if (documents.isBuilt) return;
  await step('Preparing the documents', prepareDocuments);
  documents.mark();
}

/** In a process of its own: the server that starts next may be a newer one. */
function prepareDocuments() {
  return run('Preparing', process.execPath, [join(root, 'server/bin/lib/prepare-documents.mjs')], { cwd: root });
}

function vite(script) {
  const env = { ...process.env, NODE_ENV: 'production' };
  return run('Building', process.execPath, [join(root, 'server/bin/lib', script)], { cwd: root, env });
}
