import { test, vi } from 'vitest';
import type { SandboxFault } from '../../src/sandbox/faults/fault.ts';
import { type Cluster, canCluster, startCluster } from './harness/cluster.ts';
import { endure } from './harness/endure.ts';

/** How often each fault strikes: more often than the library tries by itself. */
const TIMES = 5;

/** How long it may take until it has, in milliseconds, on a busy machine. */
const STRUCK = 90_000;

type Effect = Extract<SandboxFault, { route?: unknown }>['effect'];

const REFUSALS: readonly Effect[] = [
  { kind: 'answer', status: 429, scope: 'user', retryAfter: 0.5 },
  { kind: 'answer', status: 429, scope: 'shared', retryAfter: 0.5 },
  { kind: 'answer', status: 429, scope: 'global', retryAfter: 0.5 },
  { kind: 'answer', status: 500 },
  { kind: 'answer', status: 502, html: true },
];
/** After it nothing is called for a minute. */
const FIREWALL: SandboxFault = { times: 1, effect: { kind: 'answer', status: 403, html: true } };

const SILENCE: readonly Effect[] = [{ kind: 'reset' }, { kind: 'latency', milliseconds: 1_000 }];
const LIES: readonly Effect[] = [{ kind: 'forget' }, { kind: 'lose-parallel', milliseconds: 200 }];

const MEMBER = { route: '/guilds/:guild_id/members/:user_id*' };
const ROLE = { route: '/guilds/:guild_id/members/:user_id/roles/:role_id' };

/** Lets each strike some times, one after the other. */
async function strike({ chat: { sandbox } }: Cluster, faults: readonly SandboxFault[]): Promise<void> {
  for (const fault of faults) {
    const { id } = sandbox.faults.add(fault);
    await vi.waitUntil(() => !sandbox.faults.list().some((one) => one.id === id), {
      timeout: STRUCK,
      interval: 20,
    });
  }
}

test.runIf(canCluster)(
  'the platform refuses, keeps silent and lies: nothing is lost',
  { timeout: 600_000 },
  async () => {
    const cluster = await startCluster();
    const { faults } = cluster.chat.sandbox;
    const each = (target: typeof MEMBER, effects: readonly Effect[], when: 'before' | 'after') =>
      strike(
        cluster,
        effects.map((effect): SandboxFault => ({ ...target, effect, when, times: TIMES })),
      );
    await endure(cluster, 'refusals before anything is done', () => each(MEMBER, REFUSALS, 'before'));
    await endure(cluster, 'refusals of what was done', () =>
      each(
        MEMBER,
        REFUSALS.filter((effect) => effect.kind === 'answer' && effect.status >= 500),
        'after',
      ),
    );
    await endure(cluster, 'broken and slow', async () => {
      await each(MEMBER, SILENCE, 'before');
      await each(MEMBER, SILENCE, 'after');
    });
    await endure(cluster, 'a firewall', () => strike(cluster, [{ ...MEMBER, ...FIREWALL }]));
    await endure(cluster, '204 that did not stick', () => each(ROLE, LIES, 'before'));
    await endure(cluster, 'silence', async (load) => {
      const hold = faults.hold(MEMBER);
      await hold.arrived;
      await load.goesOn(15);
      hold.remove();
    });
  },
);
