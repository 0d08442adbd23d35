import type { HowOften } from './fault.ts';

/** Decides on each occasion whether a fault strikes, and counts how often it still may. */
export function createOdds({ times = Number.POSITIVE_INFINITY, chance = 1, seed = 1 }: HowOften) {
  const random = mulberry32(seed);
  let left = times;
  return {
    isDue(): boolean {
      if (left === 0 || random() >= chance) return false;
      left -= 1;
      return true;
    },
    get isUsedUp(): boolean {
      return left === 0;
    },
  };
}

/**
 * A small deterministic random number generator (mulberry32):
 * https://gist.github.com/tommyettinger/46a874533244883189143505d203312c
 */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
