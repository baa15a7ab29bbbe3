import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { freePort } from '../../support/server-process.ts';
import type { BenchContext } from '../context.ts';
import { benchRoot } from '../paths.ts';
import { type Product, signIn, startCommand } from '../product.ts';
import type { Line } from '../report.ts';
import type { Metrics } from '../statistics.ts';
import { measure, metric } from './lines.ts';

const rounds = 3;
const connections = 20;
const seconds = 4;

/** What is asked, by the name it is reported under. */
const calls: Record<string, string> = {
  'stats, signed in': '/api/login/stats',
  menus: '/api/user/config/menus',
  'dictionary page of 20': '/api/system/dict/data/list?current=1&size=20',
};

/** The reference server with its PostgreSQL beside bare Fastify that answers the same bytes from memory. */
export async function server(context: BenchContext): Promise<Line[]> {
  const product = await context.product();
  const token = await signIn(product.url);
  const headers = { authorization: `Bearer ${token}` };
  const folder = await mkdtemp(join(tmpdir(), 'targus-bench-bytes-'));
  let bare: Product | undefined;
  try {
    const answers = await readAnswers(product.url, headers);
    const file = join(folder, 'answers.json');
    await writeFile(file, JSON.stringify(answers));
    const port = await freePort();
    bare = await startCommand('node', [join(benchRoot, 'servers', 'same-bytes.mjs'), String(port), file], { NODE_ENV: 'production' }, port);
    const lines: Line[] = [];
    for (const [name, path] of Object.entries(calls)) {
      context.say(`  ${name}`);
      lines.push(await compareCall(context, name, path, headers, product.url, bare.url, answers[pathOf(path)]?.body.length ?? 0));
    }
    return lines;
  } finally {
    await bare?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function compareCall(
  context: BenchContext,
  name: string,
  path: string,
  headers: Record<string, string>,
  oursUrl: string,
  bareUrl: string,
  size: number,
): Promise<Line> {
  const { ours, bare } = await measure(
    context,
    { ours: () => shoot(`${oursUrl}${path}`, headers), bare: () => shoot(`${bareUrl}${path}`, headers) },
    rounds,
  );
  const baseline = 'bare Fastify';
  return {
    what: name,
    unit: 'requests/s',
    ours: metric(ours, 'rate'),
    baselines: { [baseline]: metric(bare, 'rate') },
    budget: { kind: 'at least times', factor: 0.5, baseline },
    note: `${size} characters an answer, ${connections} connections; p99 ${metric(ours, 'p99').median} ms and ${metric(bare, 'p99').median} ms.`,
  };
}

/** Requests per second. @throws Error when an answer was none, late or no success: a refused request is fast and worth nothing. */
async function shoot(url: string, headers: Record<string, string>): Promise<Metrics> {
  const result = await autocannon({ url, headers, connections, duration: seconds });
  const bad = result.errors + result.timeouts + result.non2xx;
  if (bad > 0) throw new Error(`${url}: ${bad} of ${result.requests.total} requests were not answered well`);
  return { rate: result.requests.total / result.duration, p99: result.latency.p99 };
}

async function readAnswers(url: string, headers: Record<string, string>): Promise<Record<string, { type: string; body: string }>> {
  const read = Object.values(calls).map(async (path) => {
    const answer = await fetch(`${url}${path}`, { headers });
    const body = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${body.slice(0, 300)}`);
    return [pathOf(path), { type: answer.headers.get('content-type') ?? '', body }] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

function pathOf(path: string): string {
  return path.split('?')[0] ?? path;
}
