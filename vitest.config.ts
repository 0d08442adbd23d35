import { globSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** Timeout of every test and hook, in milliseconds; long, as a busy machine isn't a fault of the tested code. */
const PATIENCE = 180_000;

const common = {
  testTimeout: PATIENCE,
  hookTimeout: PATIENCE,
  expect: { poll: { timeout: PATIENCE / 2 } },
};

const onDatabase = {
  ...common,
  globalSetup: 'test/support/global-setup.ts',
  setupFiles: ['test/support/name-plugins.ts', 'test/support/show-log.ts'],
};

const UNIT = 'test/**/*.unit.test.ts';
const BROWSER = 'test/**/*.browser.test.ts';
const HEAVY = 'test/**/*.heavy.test.ts';
/** Each starts four or six processes at once, with up to 22 connections each; a server accepts a hundred. */
const CROWDED = ['test/faults/cluster/migrations.test.ts', 'test/faults/cluster/parts.test.ts'];
const SLOW = ['test/faults/**', 'test/outages/**', 'test/storm/**'];

/**
 * Tests of behaviour in which a PostgreSQL server may differ from the embedded database: concurrent connections with
 * their locks and notifications, query plans, value formats, and errors.
 */
const ON_A_SERVER = [
  'audit/chain',
  'audit/killed',
  'audit/tampering',
  'database/lease',
  'database/server-adapter',
  'database/transactions',
  'intake/**',
  'jobs/**',
  'composition/**',
  'access/sweep/breaker',
  'access/sync/by-hand',
  'access/sync/guild-lock',
  'access/sync/platform-faults',
  'access/mappings/mappings',
  'access/problems/problems',
  'access/sync/storm.heavy',
  'access/sync/strongest-memberships.heavy',
  'access/sync/sync-member',
  'commands/no-database',
  'commerce-client/shared-rate-slots',
  'commerce-service/audit/**',
  'commerce-service/conformance/**',
  'commerce-service/memberships/life-model/*.heavy',
  'commerce-service/memberships/access',
  'commerce-service/memberships/instances',
  'commerce-service/checkout/attempts',
  'commerce-service/checkout/crowd.heavy',
  'commerce-service/payments/charges',
  'commerce-service/promo-codes/promo-codes',
  'commerce-service/deliveries/bulk',
  'commerce-service/deliveries/deliveries',
  'commerce-service/entries/release',
  'commerce-service/api/database-gone',
  'commerce-service/api/idempotency',
  'commerce-service/api/parallel-reads.heavy',
  'commerce-service/api/query-plans.heavy',
  'commerce-service/customer-pages/repeated-changes',
  'commerce-service/oauth/license-sign-in',
  'commerce-service/oauth/mail',
  'commerce-service/oauth/repeated-consents',
  'commerce-service/oauth/repeated-sign-ins',
  'commerce-service/chat/connect',
  'commerce-service/chat/many-memberships',
  'commerce-service/chat/sign-in',
  'e2e/purchase-to-role',
  'linking/revocations',
  'linking/apply-link',
  'linking/link-limit',
  'linking/typed-accounts',
  'admin/history',
  'admin/stats',
  'doctor/doctor',
].map((name) => `test/${name}${name.endsWith('**') ? '/*' : ''}.test.ts`);

// A test that was moved must not silently drop out.
for (const pattern of ON_A_SERVER)
  if (globSync(pattern, { cwd: import.meta.dirname }).length === 0)
    throw new Error(`No test matches ${pattern}.`);

export default defineConfig({
  test: {
    // One more than the cores of a small machine, as some tests wait for a process or for the platform's rate limits.
    // Each further worker compiles everything again.
    maxWorkers: 3,
    // Most of what a test allocates is gone when it ends: a larger young generation is collected less often.
    execArgv: ['--max-semi-space-size=64'],
    // Files share the modules loaded by their worker: no module keeps state, and loading takes most of the time.
    isolate: false,
    projects: [
      // Decisions and formats, without database or network.
      {
        test: { ...common, name: 'unit', include: [UNIT], setupFiles: 'test/support/forbid-network.ts' },
      },
      {
        test: {
          ...onDatabase,
          name: 'main',
          include: ['test/**/*.test.ts'],
          exclude: [...SLOW, UNIT, BROWSER, HEAVY],
        },
      },
      // Many cases or much data: fuzzing, random runs, crowds, every command in every trouble, plans of large tables, and
      // the cost of requests.
      { test: { ...onDatabase, name: 'heavy', include: [HEAVY], exclude: SLOW } },
      { test: { ...onDatabase, name: 'server', include: ON_A_SERVER, exclude: [UNIT] } },
      // Pages in a real browser, which not every machine has.
      { test: { ...onDatabase, name: 'browser', include: [BROWSER] } },
      // Slow because of the amount of work, or because of the platform's rate limits.
      { test: { ...onDatabase, name: 'storm', include: ['test/storm/**/*.test.ts'] } },
      // Loses one dependency after the other while parts run under load.
      {
        test: {
          ...onDatabase,
          name: 'outages',
          include: ['test/outages/**/*.test.ts'],
          testTimeout: 900_000,
        },
      },
      // Kills real processes over and over; slow, so it has its own script.
      {
        test: {
          ...onDatabase,
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          exclude: [...CROWDED, HEAVY],
        },
      },
      // Many kills, much data or a whole installation: every night instead of every change.
      { test: { ...onDatabase, name: 'faults, heavy', include: ['test/faults/**/*.heavy.test.ts'] } },
      // Run one by one, after the others of that script.
      {
        test: {
          ...onDatabase,
          name: 'faults, crowded',
          include: CROWDED,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
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
