import { expect } from 'vitest';
import type { Json } from '../reach.ts';
import { SPECIMENS } from '../specimens.ts';
import type { Proof } from './proof.ts';

const CREATE = 'POST /api/v2/plans';

/** What parts 1 and 2 say in sentences. */
export const RESOURCE_RULES: Readonly<Record<string, Proof>> = {
  'metadata is copied onto the memberships created on the plan': async ({ bought }) => {
    expect(bought.metadata).toEqual({ from: 'the plan' });
  },
  'Plan.access_pass is deprecated for product': async (world) => {
    for (const plan of await SPECIMENS.Plan(world)) expect(plan.access_pass).toBe(plan.product);
  },
  'Plan.card_payments is deprecated for accepted_payment_methods': async ({ call }) => {
    for (const card_payments of [true, false]) {
      const plan = (await call(CREATE, '', { card_payments, wallet_accepted: true })).body;
      expect(plan.card_payments).toBe(card_payments);
      expect(plan.accepted_payment_methods.includes('card')).toBe(card_payments);
    }
  },
  'Membership.access_pass is deprecated for product': async ({ bought, product }) => {
    expect([bought.product, bought.access_pass]).toEqual([product, product]);
  },
  'buying a plan produces a membership of a user, with status, payment processor and renewal period': async ({
    bought,
    plan,
  }) => {
    expect(bought).toMatchObject({ plan, status: 'active', payment_processor: 'psp' });
    expect(bought.user).toMatch(/^user_/);
    expect(bought.renewal_period_end - bought.renewal_period_start).toBe(30 * 86_400);
  },
  'a promo code gives a discount on a plan': async ({ get, bought }) => {
    const payments = (await get(`/payments?membership_id=${bought.id}`)).body.data;
    expect(payments.map((payment: Json) => payment.amount)).toEqual([2.5]);
  },
  'identifiers are strings with the prefixes plan_, prod_ or pass_, mem_, hook_, ch_': async (world) => {
    const { bought, post } = world;
    const hook = (await post('/webhooks', { url: 'https://example.com/' })).body.id;
    expect([bought.plan, bought.product, bought.id, hook, bought.checkout_session].join(' ')).toMatch(
      /^plan_\w+ (prod|pass)_\w+ mem_\w+ hook_\w+ ch_\w+$/,
    );
  },
};
