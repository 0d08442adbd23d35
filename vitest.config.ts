import { defineConfig } from 'vitest/config';

/** The one limit of a test and of a hook, in milliseconds: a busy machine is no fault of what is tested. */
const PATIENCE = 180_000;

const common = {
  testTimeout: PATIENCE,
  hookTimeout: PATIENCE,
  expect: { poll: { timeout: PATIENCE / 2 } },
};

const onDatabase = {
  ...common,
  globalSetup: 'test/support/global-setup.ts',
  setupFiles: 'test/support/show-log.ts',
};

const UNIT = 'test/**/*.unit.test.ts';
const BROWSER = 'test/**/*.browser.test.ts';
const SLOW = ['test/faults/**', 'test/outages/**', 'test/storm/**'];

/**
 * What a PostgreSQL server may do otherwise than the embedded database: several connections at once, their locks and
 * notifications, plans of queries, how values travel, and what is said when it fails.
 */
const ON_A_SERVER = [
  'test/{audit,database,intake,jobs,parts}/**/*.test.ts',
  'test/access/{by-hand,lane,mappings,problems,storm,strongest,sync-member}.test.ts',
  'test/commands/no-database.test.ts',
  'test/commerce-client/shared-pace.test.ts',
  'test/commerce-service/{attempts,audit,conformance,life-model}/**/*.test.ts',
  'test/commerce-service/{access,attempts,charges,crowd,database-gone,deliveries,idempotency,instances,parallel-reads,promo-codes,query-plans,release}.test.ts',
  'test/commerce-service/oauth/mail.test.ts',
  'test/commerce-service/chat/connect.test.ts',
  'test/e2e/purchase-to-role.test.ts',
  'test/linking/{revocations,settle}.test.ts',
  'test/operating/{doctor,history,stats}.test.ts',
];

export default defineConfig({
  test: {
    // More than the cores of a small machine: some tests wait for a process or for the platform's limits.
    maxWorkers: 4,
    // Files share what their worker has loaded: no module keeps state, and loading is most of the time.
    isolate: false,
    projects: [
      // Decisions and formats: no database, no network.
      {
        test: { ...common, name: 'unit', include: [UNIT], setupFiles: 'test/support/forbid-network.ts' },
      },
      {
        test: {
          ...onDatabase,
          name: 'main',
          include: ['test/**/*.test.ts'],
          exclude: [...SLOW, UNIT, BROWSER],
        },
      },
      { test: { ...onDatabase, name: 'server', include: ON_A_SERVER, exclude: [UNIT] } },
      // The pages in a real browser, which not every machine has.
      { test: { ...onDatabase, name: 'browser', include: [BROWSER] } },
      // What takes its time because there is much of it, or because the platform's limits do.
      { test: { ...onDatabase, name: 'storm', include: ['test/storm/**/*.test.ts'] } },
      // Real processes that are killed over and over: slow by nature, so a script of their own. Two files at a time, as
      // a server lets in a hundred connections.
      // Parts under load from which everything that they need is taken, one thing after the other.
      {
        test: {
          ...onDatabase,
          name: 'outages',
          include: ['test/outages/**/*.test.ts'],
          testTimeout: 900_000,
        },
      },
      { test: { ...onDatabase, name: 'faults', include: ['test/faults/**/*.test.ts'] } },
    ],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts', 'commands/**/*.ts'],
      exclude: ['src/database/client/**'],
      reporter: ['text-summary'],
      thresholds: { lines: 94 },
    },
  },
});
