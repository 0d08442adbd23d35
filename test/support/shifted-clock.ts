import { fileURLToPath } from 'node:url';

const PRELOAD = fileURLToPath(new URL('shifted-clock.helper.ts', import.meta.url));

/** The variables of a process whose clock is wrong by so many milliseconds. */
export const shiftedClock = (shift: number) => ({
  NODE_OPTIONS: `--import=${PRELOAD}`,
  CLOCK_SHIFT: String(shift),
});
