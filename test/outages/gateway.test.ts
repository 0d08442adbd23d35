import { expect, test, vi } from 'vitest';
import { type Cluster, canCluster, startCluster } from './harness/cluster.ts';
import { endure } from './harness/endure.ts';

/** How often the chat wants to hear from its bot, in milliseconds: so soon is silence noticed. */
const HEARTBEAT = 2_000;

/** How long the bot may take to be back, in milliseconds, on a busy machine; it may log in once in five seconds. */
const BACK = 90_000;

/** https://docs.discord.com/developers/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes */
const RESUMABLE = [1001, 4000, 4001, 4002, 4003, 4005, 4008];
const ANEW = [1000, 4007, 4009];
/** After these the library does not come back by itself, and an operator can do something. */
const FOR_GOOD = { 4004: 'Check DISCORD_TOKEN', 4014: 'Enable the Server Members intent' };

async function backAfter({ chat, statusOf }: Cluster, lose: () => void): Promise<void> {
  expect(chat.sockets.open).toBe(1);
  const before = chat.lostSockets();
  lose();
  await vi.waitUntil(() => chat.lostSockets() > before, { timeout: BACK, interval: 10 });
  const isBack = async () => chat.sockets.open === 1 && (await statusOf('bot', '/readyz')) === 200;
  await vi.waitUntil(isBack, { timeout: BACK, interval: 100 });
}

test.runIf(canCluster)(
  'the gateway is closed in every way, and goes silent: the bot comes back, and nothing is lost',
  { timeout: 600_000 },
  async () => {
    const cluster = await startCluster({ heartbeatInterval: HEARTBEAT });
    const { sandbox } = cluster.chat;
    await endure(cluster, 'closed, to be resumed', async () => {
      for (const code of RESUMABLE) await backAfter(cluster, () => sandbox.disconnect(code));
      await backAfter(cluster, () => sandbox.reconnect());
    });
    await endure(cluster, 'closed, to be begun anew', async () => {
      for (const code of ANEW) await backAfter(cluster, () => sandbox.disconnect(code));
      await backAfter(cluster, () => sandbox.invalidate());
    });
    await endure(cluster, 'closed for good', async () => {
      for (const [code, cure] of Object.entries(FOR_GOOD)) {
        await backAfter(cluster, () => sandbox.disconnect(Number(code)));
        expect(cluster.output('bot')).toContain(cure);
      }
    });
    await endure(cluster, 'silent', () => backAfter(cluster, () => cluster.wires.chat.strand()));
    await endure(cluster, 'events lost', async (load) => {
      const fault = sandbox.faults.add({ effect: { kind: 'lose-events' }, times: 20 });
      await load.goesOn(10);
      fault.remove();
    });
  },
);
