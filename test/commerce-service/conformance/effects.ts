import { expect } from 'vitest';
import type { Answer, Json } from './reach.ts';
import { CARD, type World } from './world.ts';

const DAY = 86_400;

/** Shows that a plan does what a field is for that its answer doesn't have. */
type Effect = (world: World, plan: Json) => Promise<void> | void;

let buyers = 0;
const buy = (world: World, plan: string, order: object = {}): Promise<Answer> =>
  world.buy(plan, { email: `somebody-${++buyers}@example.com`, card_number: CARD, ...order });

/** A plan with no field but those that stand beside the one in question. */
const without = async ({ post }: World, beside: object = {}): Promise<string> =>
  (await post('/plans', beside)).body.id;

const sellsProduct: Effect = ({ product }, plan) => expect(plan.product).toBe(product);

const accepts =
  (method: string): Effect =>
  async ({ get }, { id, accepted_payment_methods }) => {
    expect(accepted_payment_methods).toEqual(['card', method]);
    expect((await get(`/plans/${id}`)).body.accepted_payment_methods).toEqual(['card', method]);
  };

/** What each field is for that is taken on creation and shown by no answer. The values are those of the rows. */
export const EFFECTS: Readonly<Record<string, Effect>> = {
  product_id: sellsProduct,
  access_pass_id: sellsProduct,
  commerce_crypto_accepted: accepts('commerce_crypto'),
  wallet_accepted: accepts('wallet'),
  async allow_multiple_quantity(world, { id }) {
    expect((await buy(world, id, { quantity: 2 })).body.membership.quantity).toBe(2);
    expect((await buy(world, await without(world), { quantity: 2 })).status).toBe(400);
  },
  async expiration_days(world, { id }) {
    const { membership } = (await buy(world, id)).body;
    expect(membership.expires_at - membership.created_at).toBe(30 * DAY);
    expect((await buy(world, await without(world))).body.membership.expires_at).toBeNull();
  },
  async grace_period_days(world, { id }) {
    const [one, other] = [(await buy(world, id)).body.membership, (await buy(world, id)).body.membership];
    await world.passDays(3);
    const refilled = await world.post(`/memberships/${one.id}/refill`);
    expect([refilled.status, refilled.body.status]).toEqual([201, 'completed']);
    await world.passDays(2);
    expect((await world.post(`/memberships/${other.id}/refill`)).status).toBe(409);
  },
  async one_per_user(world, { id }) {
    const email = { email: 'only-once@example.com' };
    expect((await buy(world, id, email)).status).toBe(201);
    expect((await buy(world, id, email)).status).toBe(409);
    expect((await buy(world, id)).status).toBe(201);
  },
  async refillable(world, { id }) {
    const { membership } = (await buy(world, id)).body;
    const { status, body } = await world.post(`/memberships/${membership.id}/refill`);
    expect([status, body.expires_at - membership.expires_at]).toEqual([201, DAY]);
    const other = (await buy(world, await without(world, { expiration_days: 1 }))).body.membership;
    expect((await world.post(`/memberships/${other.id}/refill`)).status).toBe(409);
  },
  async short_link(world, { id, mimic_plan_id }) {
    const link = mimic_plan_id === null ? 'spring-sale' : 'just-for-ann';
    expect((await buy(world, link)).body.membership.plan).toBe(id);
  },
  async trial_period_days(world, { id }) {
    const { membership } = (await buy(world, id)).body;
    expect(membership.status).toBe('trialing');
    expect(membership.renewal_period_end - membership.renewal_period_start).toBe(7 * DAY);
  },
  async split_pay_required_payments(world, { id }) {
    const { membership } = (await buy(world, id)).body;
    const status = async () => (await world.get(`/memberships/${membership.id}`)).body.status;
    await world.passDays(1);
    expect(await status()).toBe('active');
    await world.passDays(1);
    expect(await status()).toBe('completed');
  },
  async custom_password(world, { id }) {
    for (const password of [undefined, 'other'])
      expect((await buy(world, id, { password })).status).toBe(403);
    expect((await buy(world, id, { password: 'sesame' })).status).toBe(201);
  },
};
