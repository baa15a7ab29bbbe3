import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { chromiumArguments, findChromium } from './tests/support/chromium.mjs';

/**
 * Pages of tests live for seconds: compiling their code once more for speed costs more than it gives, and so does a process for drawing without a
 * graphics card. Measured, not guessed: a sixth of the processor time of a run. Benchmarks start the browser as people have it.
 */
const shortLived = ['--js-flags=--no-turbofan --no-maglev', '--in-process-gpu'];

export default defineConfig({
  testDir: 'tests/e2e',
  // The screens last: each is on its own, so that no worker is without work at the end.
  projects: [
    { name: 'flows', testMatch: '**/*.e2e.ts', testIgnore: '**/screens.e2e.ts' },
    { name: 'screens', testMatch: '**/screens.e2e.ts' },
  ],
  globalSetup: './tests/support/server-database.ts',
  outputDir: 'reports/playwright',
  fullyParallel: false,
  // One more than there are cores: a test waits for its page and its server.
  workers: availableParallelism() + 1,
  // Bounds for slow machines: a quiet one comes near none of them.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  retries: 0,
  reporter: [['list'], ['json', { outputFile: 'reports/playwright.json' }]],
  use: {
    browserName: 'chromium',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'Asia/Shanghai',
    // Nothing slides or fades while a test waits for it; a test of motion itself asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every step costs about a third of the time of a run: TRACE=1 npx playwright test FILE -g TITLE, when a failure needs it.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findChromium(), args: [...chromiumArguments, ...shortLived] },
  },
});
