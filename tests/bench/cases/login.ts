import { brotliCompressSync, constants } from 'node:zlib';
import type { BrowserContext } from '@playwright/test';
import { newWindow } from '../chromium.ts';
import type { BenchContext } from '../context.ts';
import { startHost } from '../host.ts';
import type { Line } from '../report.ts';
import { summarise } from '../statistics.ts';

interface Loaded {
  /** Kilobytes (1000 bytes) after brotli, by file. */
  files: Map<string, number>;
  kilobytes: number;
}

/** All JavaScript Chromium really loads for the login page, beside a page of the bare libraries. Sizes do not vary: measured once. */
export async function login(context: BenchContext): Promise<Line[]> {
  const baseline = 'bare libraries';
  const host = await startHost({ folders: { '/login-baseline/': await context.pages('login-baseline') } });
  try {
    const product = await context.product();
    const window = await newWindow(await context.browser());
    const ours = await loadedBy(window, `${product.url}/login`);
    const bare = await loadedBy(window, `${host.url}/login-baseline/`);
    await window.close();
    for (const [file, size] of [...ours.files].sort((a, b) => b[1] - a[1])) context.say(`  ${size.toFixed(1).padStart(7)} kB ${file}`);
    return [
      {
        what: 'JavaScript after brotli',
        unit: 'kB',
        ours: summarise([ours.kilobytes]),
        baselines: { [baseline]: summarise([bare.kilobytes]) },
        budget: { kind: 'at most', limit: 190 },
        note: 'react, react-dom, antd (Form, Input, Button, ConfigProvider), formily core and react, router, swr, i18next, react-i18next.',
      },
      {
        what: 'JavaScript files',
        unit: 'requests',
        ours: summarise([ours.files.size]),
        baselines: { [baseline]: summarise([bare.files.size]) },
      },
    ];
  } finally {
    await host.close();
  }
}

async function loadedBy(window: BrowserContext, url: string): Promise<Loaded> {
  const page = await window.newPage();
  const reading: Promise<[string, number]>[] = [];
  page.on('response', (answer) => {
    if (!/javascript/.test(answer.headers()['content-type'] ?? '')) return;
    const read = answer.body().then((body): [string, number] => [new URL(answer.url()).pathname, brotliSize(body) / 1000]);
    reading.push(read);
  });
  await page.goto(url);
  await page.locator('input[type="password"]').waitFor();
  // Code that the page fetches after it has come to rest belongs to it as well.
  await page.waitForLoadState('networkidle');
  const files = new Map(await Promise.all(reading));
  await page.close();
  if (files.size === 0) throw new Error(`${url} loaded no JavaScript`);
  return { files, kilobytes: [...files.values()].reduce((sum, size) => sum + size, 0) };
}

function brotliSize(body: Buffer): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  return brotliCompressSync(body, { params }).length;
}
