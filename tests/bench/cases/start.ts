import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../support/server-process.ts';
import type { BenchContext } from '../context.ts';
import { benchRoot } from '../paths.ts';
import { makeDataDir, startCommand, startOn } from '../product.ts';
import type { Line } from '../report.ts';
import { measure, metric } from './lines.ts';

const rounds = 3;

/** `npm start` on a filled database beside npm starting a bare Fastify that sends one page. */
export async function start(context: BenchContext): Promise<Line[]> {
  const dataDir = await makeDataDir();
  const baseline = 'npm and bare Fastify';
  try {
    context.say('  first start: builds what is missing and fills the demo data');
    const first = await startOn(dataDir);
    await first.stop();
    const { ours, plain } = await measure(
      context,
      {
        ours: async () => timed(await startOn(dataDir)),
        plain: async () => {
          const port = await freePort();
          const command = `node "${join(benchRoot, 'servers', 'one-page.mjs')}" ${port}`;
          return timed(await startCommand('npm', ['exec', '--offline', '--silent', '-c', command], {}, port));
        },
      },
      rounds,
      1,
    );
    return [
      {
        what: 'command until the first page',
        unit: 'ms',
        ours: metric(ours, 'time'),
        baselines: { [baseline]: metric(plain, 'time') },
        budget: { kind: 'at most', limit: 4000 },
        note: `With an embedded PostgreSQL on filled data. The very first start took ${(first.startTime / 1000).toFixed(1)} s.`,
      },
    ];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function timed(started: { startTime: number; stop: () => Promise<void> }): Promise<{ time: number }> {
  await started.stop();
  return { time: started.startTime };
}
