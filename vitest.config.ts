import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import LongestFirst from './tests/support/sequencer.ts';

// Bounds for slow machines: a quiet one comes near none of them.
const shared = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 10_000 } },
  clearMocks: true,
  restoreMocks: true,
} as const;

const inBrowser = {
  environment: 'jsdom',
  setupFiles: ['tests/support/dom.ts'],
  // Node cannot load these modules as they are: bundler syntax in a package that says it is CommonJS.
  server: { deps: { inline: [/[\\/]antd[\\/]es[\\/]/] } },
};

export default defineConfig({
  plugins: [react()],
  test: {
    // One more than there are cores: tests of the server wait for processes they start, for the network and for the disk.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'core',
          environment: 'node',
          // Files share what they have loaded, which is most of the time otherwise: no test may leave anything behind in a module.
          isolate: false,
          include: ['tests/{core,conformance,generator,issues,bench}/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'browser code',
          ...inBrowser,
          isolate: false,
          include: ['tests/{engine,services,renderers}/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'application',
          ...inBrowser,
          // A whole application listens to its window, and goes on after the test that started it.
          isolate: true,
          include: ['tests/app/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'server',
          environment: 'node',
          isolate: false,
          include: ['tests/server/**/*.test.ts'],
          // One PostgreSQL for the run; every file gets a database of its own.
          globalSetup: ['tests/support/global-database.ts'],
        },
      },
    ],
  },
});
