import { DEFAULT_POLICY, saveMapping } from '../../src/access/mappings/mappings.ts';
import { sweep } from '../../src/access/queue/queues.ts';
import type { Clock } from '../../src/clock.ts';
import type { PrismaClient } from '../../src/database/index.ts';
import type { Send } from '../../src/queue.ts';
import type { foundCrew } from '../support/crew.ts';
import type { openChat } from './chat.ts';
import type { Truth } from './model.ts';
import { MANAGED, type Scenario } from './scenario.ts';
import type { Sent } from './send.ts';
import type { openShop } from './shop.ts';

/** What scenes share: a chat community, a Commerce Service and a database. */
export interface Ground {
  readonly clock: Clock;
  readonly chat: Awaited<ReturnType<typeof openChat>>;
  readonly shop: Awaited<ReturnType<typeof openShop>>;
  readonly prisma: () => PrismaClient;
  readonly send: Send;
}

/** An event on its way. */
export interface Delivery extends Sent {
  readonly truth: Truth;
}

/** A guild in which a scenario happens: what is true, what nobody was told yet, and what was done by hand. */
export async function setScene(container: Ground, scenario: Scenario, crew: ReturnType<typeof foundCrew>) {
  const { chat, shop, clock } = container;
  const { guildId, people, roles } = crew;
  /** Plans and memberships are the guild's own, as one service may sell for many. */
  const own = (name: string) => `${name}_${guildId}`;
  for (const { role, condition, sourceId, ...rest } of scenario.mappings) {
    const policy = { ...DEFAULT_POLICY, ...rest };
    const mapping = { guildId, roleId: roles[role] ?? '', sourceId: own(sourceId), condition };
    await saveMapping(container.prisma(), { ...mapping, ...policy });
  }
  const truths: Truth[] = [];
  const deliveries: Delivery[] = [];
  /** What was given by hand, and whether that was before anything that was bought gave it. */
  const byHand = new Map<string, boolean>();
  const gone = new Set<number>();
  const unwatch = chat.sandbox.community.watch((event) => {
    if (event.type !== 'member-removed' || event.guildId !== guildId) return;
    const who = people.indexOf(event.userId);
    for (let role = 0; role <= MANAGED; role++) byHand.delete(`${who} ${role}`);
  });

  const wireOf = (truth: Truth) => {
    const { plan, status, named, isTyped } = truth;
    const number = truths.indexOf(truth);
    return {
      id: own(`mem_${number}`),
      product: own('prod_1'),
      plan: { id: own(plan), mimic_plan_id: plan === 'plan_copy' ? own('plan_a') : null },
      user: own(`user_${number}`),
      community_chat: {
        id: named === undefined ? null : (people[named] ?? null),
        ...(isTyped && { verified: false }),
      },
      status,
      valid: status === 'active',
    };
  };
  return {
    container,
    scenario,
    guildId,
    people,
    roles,
    truths,
    deliveries,
    byHand,
    gone,
    wireOf,
    unwatch,
    /** The service changes a membership, and has it told. */
    changes(truth: Truth, change: Partial<Truth>) {
      const wasValid = truth.status === 'active';
      Object.assign(truth, change);
      const wire = wireOf(truth);
      const isProven = truth.isLinked || !truth.isTyped;
      truth.past.push({ person: truth.person, hasEnded: !wire.valid, isProven });
      shop.memberships.set(wire.id, wire);
      const name = wasValid === wire.valid ? 'updated' : wire.valid ? 'went_valid' : 'went_invalid';
      const id = `msg_${deliveries.length}_${truth.past.length}_${wire.id}`;
      const event = { id, type: `membership.${name}`, timestamp: clock.now().toISOString(), data: wire };
      deliveries.push({ id, body: JSON.stringify(event), truth });
    },
    sweepAll: () => container.send(sweep, {}, { key: 'sweep' }),
  };
}
export type Scene = Awaited<ReturnType<typeof setScene>>;
