import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { newWindow } from '../chromium.ts';
import type { BenchContext } from '../context.ts';
import { type Host, startHost } from '../host.ts';
import { benchRoot } from '../paths.ts';
import { signIn } from '../product.ts';
import type { Line } from '../report.ts';
import { type Metrics, type Summary, summarise } from '../statistics.ts';
import { measure, metric } from './lines.ts';

const rounds = 7;
/** Milliseconds every answer is held back to count round trips: much longer than any work of the page. */
const slowness = 300;

interface Target {
  path: string;
  /** Elements that are the tiles. */
  tiles: string;
}

declare global {
  interface Window {
    /** Milliseconds from the start of the navigation to the painted tiles. */
    tilesPainted?: Promise<number>;
  }
}

/**
 * The launcher after login, opened in a new tab with a warm cache and then loaded anew, beside a React page written by hand that makes the same calls. Both stand behind
 * the same host, which can hold answers back: what one more millisecond an answer costs in all is the number of round trips in a row.
 */
export async function home(context: BenchContext): Promise<Line[]> {
  const baseline = 'React by hand';
  const product = await context.product();
  const token = await signIn(product.url);
  let delay = 0;
  const folders = { '/home-baseline/': await context.pages('home-baseline') };
  const host = await startHost({ folders, upstream: product.url, delay: () => delay });
  const window = await newWindow(await context.browser());
  try {
    await window.addInitScript((value) => sessionStorage.setItem('access_token', value), token);
    const ours: Target = { path: '/home', tiles: '.tg-tiles li' };
    const asked = await callsOf(window, host, ours);
    context.say(`  calls of the home: ${asked.join(', ')}`);
    const plain: Target = { path: `/home-baseline/?${callQuery(asked)}`, tiles: '[data-tile]' };
    const subjects = { ours: () => open(window, host, ours), plain: () => open(window, host, plain) };
    const fast = await measure(context, subjects, rounds, 2);
    context.say(`  every answer held back by ${slowness} ms`);
    delay = slowness;
    const slow = await measure(context, subjects, 3, 0);
    const trips = (name: 'ours' | 'plain') => roundTrips(metric(fast[name], 'painted'), metric(slow[name], 'painted'));
    return [
      {
        what: 'new tab: start of the navigation until the tiles are painted',
        unit: 'ms',
        ours: metric(fast.ours, 'painted'),
        baselines: { [baseline]: metric(fast.plain, 'painted') },
      },
      {
        what: 'the same when the tab is loaded anew',
        unit: 'ms',
        ours: metric(fast.ours, 'paintedAgain'),
        baselines: { [baseline]: metric(fast.plain, 'paintedAgain') },
      },
      {
        what: 'answers waited for in a row',
        unit: 'round trips',
        ours: trips('ours'),
        baselines: { [baseline]: trips('plain') },
        budget: { kind: 'at most more', more: 1, baseline },
        note: `Found by holding every answer back for ${slowness} ms.`,
      },
      {
        what: 'requests that reach the server',
        unit: 'requests',
        ours: metric(fast.ours, 'requests'),
        baselines: { [baseline]: metric(fast.plain, 'requests') },
      },
    ];
  } finally {
    await window.close();
    await host.close();
  }
}

/** Round trips in a row, to the nearest whole: the rest is work that ran while waiting. */
function roundTrips(fast: Summary, slow: Summary): Summary {
  return summarise(slow.samples.map((time) => Math.round((time - fast.median) / slowness)));
}

/** Opens a page in a new tab of a window whose cache is warm, which has a process of its own, and loads it anew there. */
async function open(window: BrowserContext, host: Host, { path, tiles }: Target): Promise<Metrics> {
  const page = await window.newPage();
  try {
    let requests = 0;
    const session = await window.newCDPSession(page);
    await session.send('Network.enable');
    session.on('Network.responseReceived', ({ response }) => {
      if (!response.fromDiskCache && !response.fromPrefetchCache && response.url.startsWith('http')) requests++;
    });
    // A plain script: what tsx compiles for Node leans on helpers that no page has.
    await page.addInitScript(`window.tilesSelector = ${JSON.stringify(tiles)}`);
    await page.addInitScript({ path: join(benchRoot, 'watch-tiles.js') });
    await page.goto(`${host.url}${path}`);
    const painted = await untilPainted(page, tiles);
    const ofNewTab = requests;
    await page.waitForLoadState('networkidle');
    await page.reload();
    return { painted, requests: ofNewTab, paintedAgain: await untilPainted(page, tiles) };
  } finally {
    await page.close();
  }
}

async function untilPainted(page: Page, tiles: string): Promise<number> {
  await page.locator(tiles).first().waitFor();
  const painted = await page.evaluate(() => window.tilesPainted);
  if (painted === undefined) throw new Error(`${page.url()} never painted its tiles`);
  return painted;
}

/** The calls of our home for data, as paths with their query; also fills the cache. */
async function callsOf(window: BrowserContext, host: Host, target: Target): Promise<string[]> {
  const page = await window.newPage();
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() === 'GET' && /^\/(api|config)\//.test(pathname)) calls.push(`${pathname}${search}`);
  });
  await page.goto(`${host.url}${target.path}`);
  await page.locator(target.tiles).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.close();
  return calls;
}

/** What can be asked at once starts at once; what depends on who is signed in follows. */
function callQuery(calls: readonly string[]): string {
  const isFirst = (path: string) => /^\/(config|api\/login)\//.test(path);
  return new URLSearchParams(calls.map((path) => [isFirst(path) ? 'start' : 'then', path])).toString();
}
