import { defineConfig } from 'vitest/config';

/** Kills the process again and again: too slow for every run of `npm test`. */
export default defineConfig({
  test: {
    include: ['test/faults/**/*.test.ts'],
    testTimeout: 170_000,
  },
});
