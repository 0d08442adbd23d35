import { test, vi } from 'vitest';
import { canCluster, type Part, startCluster } from './harness/cluster.ts';
import { endure } from './harness/endure.ts';

/** How long it takes at most until a part notices what a wire does, or that it is well, in milliseconds. */
const NOTICED = 90_000;

/** What says that it isn't ready while nothing comes through to the database. */
const ON_DATABASE: readonly Part[] = ['commerce', 'intake', 'worker', 'bot'];

test.runIf(canCluster)(
  'each wire is reset in the middle of replies, slow, and cut with nobody told: nothing is lost',
  { timeout: 600_000 },
  async () => {
    const cluster = await startCluster();
    const isReady = async (part: Part) => (await cluster.statusOf(part, '/readyz')) === 200;
    const say = (parts: readonly Part[], ready: boolean) =>
      vi.waitUntil(async () => (await Promise.all(parts.map(isReady))).every((is) => is === ready), {
        timeout: NOTICED,
        interval: 200,
      });
    for (const [end, wire] of Object.entries(cluster.wires))
      await endure(cluster, `the wire to the ${end}`, async (load) => {
        await wire.resetReplies(8);
        wire.slow();
        await load.goesOn();
        wire.mend();
        wire.cut();
        if (end === 'database') await say(ON_DATABASE, false);
        else await load.goesOn(10);
        wire.mend();
        await say(ON_DATABASE, true);
      });

    await endure(cluster, 'every connection goes silent for good, and new ones are well', async () => {
      const { database, ...others } = cluster.wires;
      for (const wire of Object.values(others)) wire.strand();
      database.strand();
      await say(ON_DATABASE, false);
      await say(ON_DATABASE, true);
    });
    // What went silent is given up at last, also where a goodbye was waited for.
    await vi.waitUntil(() => cluster.chat.sockets.open === 1, { timeout: NOTICED, interval: 200 });
  },
);
