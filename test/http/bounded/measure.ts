import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

/** Number of measurements before a cost counts as too high. */
const TRIES = 12;

export interface Measured<Result> {
  /** CPU time of all threads of this process. */
  readonly milliseconds: number;
  readonly result: Result;
}

export async function cpuOf<Result>(work: () => Promise<Result>): Promise<Measured<Result>> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { milliseconds: (user + system) / 1000, result };
}

/** Share of a core below which the process counts as idle, and how long it is watched, in milliseconds. */
const IDLE = { share: 0.2, time: 100 };

/** Waits until the process is idle, so that work left by earlier requests isn't counted as that of the next one. */
export async function untilIdle(): Promise<void> {
  const watch = () => cpuOf(() => setTimeout(IDLE.time));
  while ((await watch()).milliseconds > IDLE.share * IDLE.time);
}

/**
 * Returns the lowest of several measurements. Measures again only while the cost exceeds `most`: the first run
 * compiles, and a garbage collection or background work may interfere.
 */
export async function leastCpu<Result>(most: number, measure: () => Promise<Measured<Result>>) {
  let least = await measure();
  for (let tried = 1; tried < TRIES && least.milliseconds > most; tried++) {
    const next = await measure();
    if (next.milliseconds < least.milliseconds) least = next;
  }
  return least;
}

/** CPU time of the reference work on the machine for which limits are stated, in milliseconds. */
const REFERENCE = 10;

/** Returns how many times slower this machine is than the one for which limits are stated; at least 1. */
export async function slowness(): Promise<number> {
  const { milliseconds } = await leastCpu(0, () => cpuOf(async () => referenceWork()));
  return Math.max(1, milliseconds / REFERENCE);
}

/** Parses, writes and hashes texts, as requests do. */
function referenceWork(): void {
  const entries = Array.from({ length: 200 }, (_, n) => [
    `field_${n}`,
    { n, text: `value ${n}`, list: [n, n + 1] },
  ]);
  const body = Object.fromEntries(entries);
  for (let n = 0; n < 60; n++)
    createHash('sha256')
      .update(JSON.stringify(JSON.parse(JSON.stringify({ n, ...body }))))
      .digest();
}
