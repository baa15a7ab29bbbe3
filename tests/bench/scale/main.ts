import { chmod, copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { projectRoot } from '../paths.ts';
import { makeDataDir, signIn, startOn } from '../product.ts';
import { fill } from './fill.ts';
import { type Measured, measureReads } from './measure.ts';
import { readsOf } from './reads.ts';
import { samplesOf } from './samples.ts';

/** Milliseconds from which a call is listed and PostgreSQL writes the plans of its statements into its log. */
const slow = 100;
const people = ['admin', 'contact'] as const;

/**
 * Every call that only reads, on the data of a large company after five years: as the administrator and as somebody who sees the records of one
 * department. `--data FOLDER` keeps the data there and uses what an earlier run left; `--share` fills a part of the sizes. What took over 100 ms is
 * printed, everything stands in reports/scale.json, and plans of slow statements in reports/scale-plans.log.
 */
export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { data: { type: 'string' }, share: { type: 'string', default: '1' } } });
  const dataDir = values.data ?? (await makeDataDir());
  await mkdir(dataDir, { recursive: true });
  await chmod(dataDir, 0o755);
  const url = `postgres://targus@localhost/targus?host=${encodeURIComponent(join(dataDir, 'postgres', 'socket'))}`;
  const first = await startOn(dataDir);
  try {
    if (await isFilled(url)) console.log(`The data in ${dataDir} are used again.`);
    else await fill(url, console.log, { share: Number(values.share) });
    await explainSlow(url);
  } finally {
    await first.stop();
  }
  const product = await startOn(dataDir);
  console.log(`Start on these data: ${Math.round(product.startTime)} ms`);
  try {
    const { reads, unasked } = readsOf(await samplesOf(url));
    console.log(`${reads.length} ways to ask; of ${unasked.length} calls nothing is known to ask for: ${unasked.join(', ')}`);
    const told: Record<string, Measured[]> = {};
    for (const who of people) {
      const found = await measureReads(product.url, await signIn(product.url, who), reads);
      told[who] = found;
      print(who, found);
    }
    await mkdir(join(projectRoot, 'reports'), { recursive: true });
    await writeFile(join(projectRoot, 'reports', 'scale.json'), `${JSON.stringify(told, null, 2)}\n`);
    await copyFile(join(dataDir, 'postgres', 'postgres.log'), join(projectRoot, 'reports', 'scale-plans.log'));
    console.log('Written: reports/scale.json, and reports/scale-plans.log with the plans of slow statements');
  } finally {
    await product.stop();
    if (values.data === undefined) await rm(dataDir, { recursive: true, force: true });
  }
  return 0;
}

function print(who: string, found: readonly Measured[]): void {
  const allowed = found.filter(({ status }) => status !== 403);
  const list = allowed.filter(({ ms }) => ms > slow).sort((one, other) => other.ms - one.ms);
  console.log(`\n${who}: ${list.length} of ${allowed.length} answers took over ${slow} ms`);
  for (const { ms, bytes, status, call, what } of list)
    console.log(
      `${Math.round(ms).toString().padStart(7)} ms ${Math.round(bytes / 1024)
        .toString()
        .padStart(7)} kB  ${status} ${call} ${what}`,
    );
  const failed = allowed.filter(({ status }) => status >= 500 || status === 0);
  if (failed.length > 0) console.log(`Failed: ${failed.map(({ status, call, what }) => `${status} ${call} ${what}`).join('; ')}`);
}

async function isFilled(url: string): Promise<boolean> {
  return (await asked(url, "select 1 from app_user where username = 'bench1'")) > 0;
}

/** For connections that are opened from now on. */
async function explainSlow(url: string): Promise<void> {
  const settings = [
    "session_preload_libraries = 'auto_explain'",
    `auto_explain.log_min_duration = ${slow}`,
    'auto_explain.log_analyze = on',
    'auto_explain.log_buffers = on',
    'auto_explain.log_timing = off',
  ];
  for (const setting of settings) await asked(url, `alter database targus set ${setting}`);
}

async function asked(url: string, statement: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}
