import { expect } from 'vitest';
import { waitUntil } from '../../../support/wait.ts';
import { startReceiver } from '../../support.ts';
import { once } from '../once.ts';
import { EVENTS } from '../specification/others.ts';
import { CARD, type World } from '../world.ts';
import type { Proof } from './proof.ts';

/** What nothing here causes: such an event is sent as a test. */
const ONLY_TESTS = [
  ...['refund_updated', 'dispute_created', 'dispute_updated'],
  ...['payment_affiliate_reward_created', 'membership_experience_claimed'],
];

/** Lets everything happen while an endpoint for each event, and no other event, listens. */
const endpoints = once(async (world: World) => {
  const all = new Map<string, Awaited<ReturnType<typeof startReceiver>>>();
  for (const name of EVENTS) {
    const receiver = await startReceiver();
    const { id } = (await world.post('/webhooks', { url: receiver.url, events: [name] })).body;
    all.set(name, receiver);
    if (ONLY_TESTS.includes(name)) await world.post(`/webhooks/${id}/test`, { event: name });
  }
  await liveThroughAll(world);
  return all;
});

/** Each of the events that something here causes, once. */
async function liveThroughAll({ post, get, buy, plan }: World): Promise<void> {
  const buyer = { email: 'eve@example.com' };
  await buy(plan, { ...buyer, card_number: '4000000000000002' });
  const { id } = (await buy(plan, { ...buyer, card_number: CARD })).body.membership;
  await post(`/memberships/${id}`, { metadata: { tier: 'gold' } });
  await post(`/memberships/${id}/cancel`);
  const [payment] = (await get(`/payments?membership_id=${id}`)).body.data;
  await post(`/payments/${payment.id}/refund`, { amount: 1 });
  await post(`/memberships/${id}/terminate`);
}

/** An endpoint that is registered for an event is told that, once, under both of its names, and nothing else. */
export const EVENT_RULES: Readonly<Record<string, Proof>> = Object.fromEntries(
  EVENTS.map((name): [string, Proof] => [
    `POST /api/v2/webhooks events = ${name}`,
    async (world) => {
      const received = (await endpoints(world)).get(name)?.received ?? [];
      await waitUntil(() => received.length > 0);
      const told = received.map(({ raw }) => JSON.parse(raw)).map(({ type, action }) => [type, action]);
      expect(told).toEqual([[name, dotted(name)]]);
    },
  ]),
);

/** `app_membership_went_valid` is `app_membership.went_valid`. */
const dotted = (name: string): string => name.replace(/^((?:app_)?[a-z]+)_/, '$1.');
