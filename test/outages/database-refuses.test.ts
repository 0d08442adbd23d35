import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { sign } from '../intake/support.ts';
import { query } from '../support/empty-database.ts';
import { API_KEY, type Cluster, canCluster, PARTS, startCluster } from './harness/cluster.ts';
import { endure } from './harness/endure.ts';

/** How long the database lets nobody in, in milliseconds. */
const OUTAGE = 30_000;

/** How soon all parts say that they can work again, in milliseconds, on a busy machine. */
const RECOVERY = 60_000;

const ALL_WELL = PARTS.map(() => 200);

/** Sends the intake an event, as a service would. */
async function deliver({ addresses }: Cluster, id: string) {
  const body = JSON.stringify({ type: 'payment.succeeded', data: { id: 'pay_of_the_test' } });
  const headers = { 'content-type': 'application/json', ...sign(body, { id, at: new Date() }) };
  const response = await fetch(`${addresses.intake}/webhooks/commerce`, { method: 'POST', headers, body });
  return { status: response.status, retryAfter: response.headers.get('retry-after') };
}

/** What buyers and programs are told. */
async function visit({ addresses, guilds }: Cluster) {
  const asked = [
    [guilds[0]?.checkout, 'text/html'],
    ['/api/v2/plans', 'application/json'],
  ] as const;
  return Promise.all(
    asked.map(async ([path, accept]) => {
      const headers = { accept, authorization: `Bearer ${API_KEY}` };
      const response = await fetch(`${addresses.commerce}${path}`, { headers });
      return {
        status: response.status,
        retryAfter: response.headers.get('retry-after'),
        said: await response.text(),
      };
    }),
  );
}

test.runIf(canCluster)(
  'the database refuses everybody for 30 s, or ends every connection: nothing that was acknowledged is lost',
  { timeout: 900_000 },
  async () => {
    const cluster = await startCluster();
    const { database } = cluster.wires;
    const areWell = () =>
      vi.waitUntil(async () => (await cluster.readiness()).join() === ALL_WELL.join(), {
        timeout: RECOVERY,
        interval: 200,
      });
    await endure(cluster, 'refused for 30 s', async () => {
      database.refuse();
      const outage = wait(OUTAGE);
      expect(await cluster.readiness()).toEqual(PARTS.map(() => 503));
      expect(await Promise.all(PARTS.map((part) => cluster.statusOf(part, '/healthz')))).toEqual(ALL_WELL);
      expect(await deliver(cluster, 'msg_refused')).toEqual({ status: 503, retryAfter: '10' });
      for (const { status, retryAfter, said } of await visit(cluster)) {
        expect([status, retryAfter]).toEqual([503, '10']);
        expect(said).toMatch(
          /database (can't be reached|didn't answer in time)|database (can’t be reached|takes too long)/,
        );
      }
      await outage;
      database.mend();
      await areWell();
      expect((await deliver(cluster, 'msg_refused')).status).toBe(200);
    });
    await endure(cluster, 'every connection ended at once, three times', async (load) => {
      for (const _time of [1, 2, 3]) {
        await query(cluster.url, END_ALL);
        await load.goesOn(2);
      }
      await areWell();
    });
  },
);

const END_ALL = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;
