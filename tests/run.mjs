// npm test: everything, from a fresh clone. npm run check ("check"): the part under a minute. npm run test:screens ("screens"): the
// screens in every theme, language and width, each with a picture.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { checkNode } from '../server/bin/lib/node-version.mjs';
import { build, generate, install, markGenerated, root } from '../server/bin/lib/prepare.mjs';
import { run, StepError } from '../server/bin/lib/steps.mjs';
import { findChromium } from './support/chromium.mjs';
import { ending, excerpt, readPlaywright, readVitest } from './support/reports.mjs';
import { memoryFolder } from './support/scratch.mjs';

const isQuick = process.argv[2] === 'check';
const isScreens = process.argv[2] === 'screens';
const bin = (name) => join(root, 'node_modules/.bin', name);
const reports = { vitest: join(root, 'reports/vitest.json'), playwright: join(root, 'reports/playwright.json') };
const began = performance.now();
const totals = { passed: 0, failed: 0 };

/** Runs one step, prints how it went, and lets the others go on. Resolves with what it failed with, if it did. */
async function step(title, work) {
  const started = performance.now();
  const failure = await work().then(
    () => undefined,
    (error) => error ?? new Error('failed without saying why'),
  );
  const time = ((performance.now() - started) / 1000).toFixed(1).padStart(6);
  console.log(`${failure === undefined ? 'ok  ' : 'FAIL'} ${title.padEnd(52)} ${time} s`);
  return failure;
}

const explain = (failure) => (failure instanceof StepError ? failure.message : String(failure.stack ?? failure));

/** A step that is no test: failing counts as one failed test, so that the last line never looks clean. */
async function check(title, work) {
  const failure = await step(title, work);
  if (failure === undefined) return true;
  totals.failed += 1;
  console.log(`\n${explain(failure)}\n`);
  return false;
}

/**
 * A step made of tests: its report says what passed and what failed. What the tool printed is kept beside the report, and shown only
 * when the report does not explain the failure.
 */
async function tests(title, report, read, work) {
  rmSync(report, { force: true });
  const failure = await step(title, work);
  const { passed, failures } = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : { passed: 0, failures: [] };
  totals.passed += passed;
  totals.failed += failure === undefined ? failures.length : Math.max(1, failures.length);
  console.log(`     ${passed} passed, ${failures.length} failed: ${report}`);
  for (const { title: name, message } of failures) console.log(`\nFAILED ${name}\n${excerpt(message)}`);
  if (failure === undefined) return;
  const log = report.replace(/json$/, 'log');
  writeFileSync(log, explain(failure));
  console.log(failures.length > 0 ? `\n     What the tool printed: ${log}\n` : `\n${ending(explain(failure))}\n`);
}

const node = (title, ...args) => run(title, process.execPath, args, { cwd: root });
const scratch = memoryFolder();
process.on('exit', () => scratch?.remove());
// Their output stands in a log, where colours are only in the way.
const plain = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...(scratch && { TMPDIR: scratch.folder }) };
const tool = (title, name, ...args) => run(title, bin(name), args, { cwd: root, env: plain });

/** Runs checks that need nothing of each other, one on each core. */
async function together(checks) {
  const left = [...checks];
  const lane = async () => {
    for (let next = left.shift(); next; next = left.shift()) await next();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
}

async function staticChecks() {
  const types = (part) => () => check(`Types: ${part}`, () => tool('tsc', 'tsc', '-p', `tsconfig.${part}.json`, '--noEmit'));
  await together([
    types('tests'),
    types('node'),
    () =>
      check('Generated files are what the generator writes', () =>
        node('generate', 'generator/bin/targus.mjs', 'generate', '--check').then(markGenerated),
      ),
    () => check('Documents', () => node('targus check', 'generator/bin/targus.mjs', 'check')),
    types('web'),
    () => check('Format and lint', () => tool('biome', 'biome', 'ci', '--colors=off', '--diagnostic-level=error', '.')),
    types('core'),
  ]);
}

let chromium;
/** Chromium for the browser tests, from Debian's packages where it is missing: asked for at once, it comes while other things are done. */
function ensureChromium() {
  chromium ??= installChromium();
  return chromium;
}

async function installChromium() {
  if (findChromium()) return;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new StepError(
      'The browser tests need Chromium: install it (Debian: sudo apt-get install chromium-headless-shell) or set CHROMIUM to its path.',
    );
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get update', 'apt-get', ['update', '-q'], { env });
  const packages = ['chromium-headless-shell', 'fonts-noto-cjk'];
  await run('apt-get install chromium-headless-shell', 'apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], { env });
}

function finish() {
  console.log(`\n${((performance.now() - began) / 1000).toFixed(0)} s`);
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
  process.exit(totals.failed > 0 ? 1 : 0);
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));
mkdirSync(join(root, 'reports'), { recursive: true });

try {
  checkNode();
  // Whether it came is told by its own step, further down.
  if (!isQuick) ensureChromium().catch(() => undefined);
  await install();
  if (isQuick && !existsSync(join(root, 'src/generated'))) await generate();
} catch (error) {
  console.log(error instanceof StepError ? error.message : error);
  totals.failed += 1;
  finish();
}

if (!isScreens) await staticChecks();
if (isQuick) finish();

const hasChromium = await check('Chromium', ensureChromium);
const isBuilt = await check('Build', build);
if (isScreens) {
  const env = { ...plain, SCREENS: 'all' };
  const pictures = () => run('playwright', bin('playwright'), ['test', 'tests/e2e/screens.e2e.ts'], { cwd: root, env });
  if (isBuilt && hasChromium) await tests('Screens', reports.playwright, readPlaywright, pictures);
  finish();
}
const vitestReport = ['--reporter=dot', '--reporter=json', `--outputFile.json=${reports.vitest}`];
await tests('Unit and server tests', reports.vitest, readVitest, () => tool('vitest', 'vitest', 'run', ...vitestReport));
if (isBuilt && hasChromium) {
  await tests('Browser tests', reports.playwright, readPlaywright, () => tool('playwright', 'playwright', 'test'));
}
finish();
