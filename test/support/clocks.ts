import type { Clock } from '../../src/clock.ts';

/** How far apart two looks at a hurried clock are, in milliseconds: longer than any window of the platform's limits. */
const STRIDE = 20_000;

/**
 * When the first hurried clock starts, which is after the sandbox's own people came, and how far apart they do: ids
 * are made of time, and none comes twice.
 */
const FIRST = Date.parse('2023-06-01T00:00:00Z');
const APART = 10 * 24 * 60 * 60_000;

let clocks = 0;

/**
 * A clock for a platform whose limits are not what a test is about: by it, calls come so rarely that it never makes
 * one wait.
 */
export function hurriedClock(): Clock {
  let now = FIRST + APART * clocks++;
  return {
    now() {
      now += STRIDE;
      return new Date(now);
    },
  };
}
