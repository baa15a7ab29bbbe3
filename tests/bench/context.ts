import type { Browser, Page } from '@playwright/test';
import { type BuildName, buildPages } from './build.ts';
import { launchChromium, newWindow } from './chromium.ts';
import { type Host, startHost } from './host.ts';
import { type Product, startProduct } from './product.ts';
import type { Metrics } from './statistics.ts';

/** What the benchmarks share; each part is made when first asked for. */
export interface BenchContext {
  say: (line: string) => void;
  browser: () => Promise<Browser>;
  /** Folder of a production build of benchmark pages. */
  pages: (name: BuildName) => Promise<string>;
  /** The product with demo data, started as people start it. */
  product: () => Promise<Product>;
  /** Loads a fresh benchmark page and runs one subject in it. */
  inPage: (subject: string, argument?: unknown) => Promise<Metrics>;
  close: () => Promise<void>;
}

declare global {
  interface Window {
    /** Set by tests/bench/pages/index.ts. */
    bench?: { run: (subject: string, argument: unknown) => Promise<Metrics> };
  }
}

export function createContext(say: (line: string) => void): BenchContext {
  const closers: (() => Promise<void>)[] = [];
  const browser = once(async () => {
    const made = await launchChromium();
    closers.push(() => made.close());
    return made;
  });
  const builds = new Map<BuildName, Promise<string>>();
  const pages = (name: BuildName) => {
    const made = builds.get(name) ?? buildPages(name, say);
    builds.set(name, made);
    return made;
  };
  const product = once(async () => {
    const made = await startProduct(say);
    closers.push(() => made.stop());
    return made;
  });
  const subjectHost = once(async (): Promise<Host> => {
    const host = await startHost({ folders: { '/': await pages('subjects') } });
    closers.push(() => host.close());
    return host;
  });

  return {
    say,
    browser,
    pages,
    product,
    async inPage(subject, argument) {
      const { url } = await subjectHost();
      const tab = await newWindow(await browser());
      try {
        const page = await tab.newPage();
        const errors = collectErrors(page);
        await page.goto(`${url}/`);
        await page.waitForFunction(() => window.bench !== undefined);
        const run = page.evaluate(([name, value]) => window.bench?.run(name as string, value), [subject, argument]);
        const metrics = await run.catch((error: unknown) => {
          throw new Error([String(error), ...errors].join('\n'));
        });
        if (!metrics) throw new Error(`${subject} gave no figures`);
        return metrics;
      } finally {
        await tab.close();
      }
    },
    async close() {
      for (const close of closers.reverse()) await close();
    },
  };
}

function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return errors;
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
