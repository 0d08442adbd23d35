import { expect, test, vi } from 'vitest';
import { type Cluster, canCluster, PARTS, startCluster } from './harness/cluster.ts';
import { endure } from './harness/endure.ts';

/** How long a part may take to be ready, in milliseconds, on a busy machine. */
const READY = 90_000;

/** Takes the role of somebody who pays, behind the bot's back; from now on they do nothing themselves. */
async function takeARole({ chat, guilds, people }: Cluster): Promise<void> {
  const { community } = chat.sandbox;
  const rob = () =>
    people.some((person) =>
      guilds.some(({ guildId, roles: [role = ''] }) => {
        const isHeld = community.guild(guildId)?.members.get(person.userId)?.roles.includes(role);
        if (!isHeld || !person.membershipId || person.isBusy) return false;
        person.isBusy = true;
        community.takeRole(guildId, person.userId, role);
        return true;
      }),
    );
  await vi.waitUntil(rob, { timeout: READY, interval: 50 });
}

test.runIf(canCluster)(
  'each part is killed under load and started again: nothing is lost',
  { timeout: 900_000 },
  async () => {
    const cluster = await startCluster();
    for (const part of PARTS)
      await endure(cluster, `kill -9 of the ${part}`, async (load) => {
        await cluster.kill(part);
        expect(await cluster.statusOf(part, '/healthz')).toBeUndefined();
        // Where nothing is sold by a shop that is gone, the rest goes on.
        if (part !== 'commerce') await load.goesOn();
        // Nobody sees it: the next bot looks for what it has missed.
        if (part === 'bot') await takeARole(cluster);
        await cluster.start(part);
        const isReady = async () => (await cluster.statusOf(part, '/readyz')) === 200;
        await vi.waitUntil(isReady, { timeout: READY, interval: 200 });
      });
  },
);
