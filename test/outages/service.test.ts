import { test, vi } from 'vitest';
import { canCluster, startCluster } from './harness/cluster.ts';
import { endure } from './harness/endure.ts';
import type { Illness } from './harness/sickbed.ts';

/** How often a service that is ill is asked in vain before it is well. */
const TIMES = 3;

/** How long it may take until it was asked so often, in milliseconds: silence and 429 are borne for some time each. */
const STRUCK = 180_000;

const JSON_TYPE = { 'content-type': 'application/json' };
const PAGE = { headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' };

const ILLNESSES: Readonly<Record<string, Illness>> = {
  '429': { status: 429, headers: { ...JSON_TYPE, 'retry-after': '1' }, body: '{}' },
  '500': { status: 500, headers: JSON_TYPE, body: '{"error":{"status":500,"message":"no"}}' },
  '502 with a page': { status: 502, ...PAGE },
  '403 with a page': { status: 403, ...PAGE },
  '200 with a page': { status: 200, ...PAGE },
  '200 with something else': { status: 200, headers: JSON_TYPE, body: '{"data":42}' },
  'half an answer': 'half an answer',
  silence: 'hang',
};

test.runIf(canCluster)(
  'the Commerce Service is ill in every way for the bot: nothing is lost',
  { timeout: 600_000 },
  async () => {
    const cluster = await startCluster();
    const { sickbed } = cluster;
    await endure(cluster, Object.keys(ILLNESSES).join(', '), async () => {
      for (const illness of Object.values(ILLNESSES)) {
        sickbed.fallIll(illness);
        await vi.waitUntil(() => sickbed.struck() >= TIMES, { timeout: STRUCK, interval: 20 });
        sickbed.heal();
      }
    });
  },
);
