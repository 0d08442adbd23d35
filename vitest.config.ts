import { defineConfig } from 'vitest/config';

const common = {
  globalSetup: 'test/support/global-setup.ts',
  hookTimeout: 60_000,
  expect: { poll: { timeout: 10_000 } },
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    // Files share what their worker has loaded: no module keeps state, and loading is most of the time.
    isolate: false,
    projects: [
      {
        test: {
          ...common,
          name: 'main',
          include: ['test/**/*.test.ts'],
          exclude: ['test/faults/**', 'test/outages/**', 'test/storm/**', 'test/**/*.browser.test.ts'],
          testTimeout: 60_000,
        },
      },
      // The pages in a real browser, which not every machine has.
      {
        test: {
          ...common,
          name: 'browser',
          include: ['test/**/*.browser.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      // What takes its time because there is much of it, or because the platform's limits do.
      { test: { ...common, name: 'storm', include: ['test/storm/**/*.test.ts'] } },
      // Real processes that are killed over and over: slow by nature, so a script of their own.
      // Parts under load from which everything that they need is taken, one thing after the other.
      { test: { ...common, name: 'outages', include: ['test/outages/**/*.test.ts'], testTimeout: 900_000 } },
      { test: { ...common, name: 'faults', include: ['test/faults/**/*.test.ts'], testTimeout: 180_000 } },
    ],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts', 'commands/**/*.ts'],
      exclude: ['src/database/client/**'],
      reporter: ['text-summary'],
      thresholds: { lines: 85 },
    },
  },
});
