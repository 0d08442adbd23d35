import { expect, test, vi } from 'vitest';
import { hasPostgres } from '../support/postgres.ts';
import { PARTS, startCluster } from './harness/cluster.ts';
import { endure } from './harness/endure.ts';

/** How soon all parts say that they can work again, in milliseconds, on a busy machine. */
const RECOVERY = 90_000;

test.runIf(hasPostgres)(
  'the database server crashes, and is stopped and started: all parts recover by themselves, and nothing is lost',
  { timeout: 900_000 },
  async () => {
    const cluster = await startCluster();
    const { postgres } = cluster;
    if (!postgres) throw new Error('the cluster has no server of its own');
    for (const [name, signal] of [
      ['the server crashes', 'SIGQUIT'],
      ['the server is stopped', 'SIGINT'],
    ] as const)
      await endure(cluster, `${name}, and is started again`, async () => {
        await postgres.stop(signal);
        expect(await cluster.readiness()).toEqual(PARTS.map(() => 503));
        await postgres.start();
        const areWell = async () => (await cluster.readiness()).every((status) => status === 200);
        await vi.waitUntil(areWell, { timeout: RECOVERY, interval: 200 });
      });
  },
);
