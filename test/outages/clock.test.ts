import { test, vi } from 'vitest';
import { shiftedClock } from '../support/shifted-clock.ts';
import { canCluster, PARTS, type Part, startCluster } from './harness/cluster.ts';
import { endure } from './harness/endure.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** How wrong each part's clock is, in milliseconds: all at the same time, and each another way. */
const JUMPS: readonly Readonly<Record<Part, number>>[] = [
  { commerce: DAY, intake: -10 * MINUTE, worker: -DAY, bot: 10 * MINUTE },
  { commerce: -DAY, intake: 10 * MINUTE, worker: DAY, bot: -10 * MINUTE },
];

/** How long the parts may take to be ready, in milliseconds, on a busy machine. */
const READY = 90_000;

test.runIf(canCluster)(
  'clocks jump by minutes and days, apart from each other, and back again: nothing is lost',
  { timeout: 900_000 },
  async () => {
    const cluster = await startCluster();
    const restartAll = (shiftOf: (part: Part) => number) =>
      Promise.all(
        PARTS.map(async (part) => {
          await cluster.kill(part);
          await cluster.start(part, shiftedClock(shiftOf(part)));
        }),
      );
    const areReady = () =>
      vi.waitUntil(async () => (await cluster.readiness()).every((status) => status === 200), {
        timeout: READY,
        interval: 200,
      });
    for (const jump of JUMPS)
      await endure(cluster, JSON.stringify(jump), async (load) => {
        await restartAll((part) => jump[part]);
        await areReady();
        await load.goesOn(10);
        await restartAll(() => 0);
        await areReady();
      });
  },
);
