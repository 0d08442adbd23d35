import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Slow ones, run by `npm run test:faults`.
    exclude: ['test/faults/**'],
    globalSetup: 'test/support/global-setup.ts',
    testTimeout: 15_000,
    hookTimeout: 30_000,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts', 'commands/**/*.ts'],
      exclude: ['src/database/client/**'],
      reporter: ['text-summary'],
    },
  },
});
