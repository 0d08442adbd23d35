import { createHash, timingSafeEqual } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { Refusal } from '../refusal.ts';
import type { PlanRow } from '../resources/plan.ts';
import { closedBecause } from './terms.ts';

/** What a buyer fills in. */
export const Order = Type.Object({
  email: Type.String({
    pattern: '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$',
    maxLength: 254,
    description: 'an e-mail address',
  }),
  username: Type.Optional(Type.String({ maxLength: 100 })),
  community_chat_id: Type.Optional(Type.String({ maxLength: 100 })),
  quantity: Type.Integer({ minimum: 1, maximum: 10_000, default: 1 }),
  promo_code: Type.Optional(Type.String({ maxLength: 100 })),
  password: Type.Optional(Type.String({ maxLength: 200 })),
  card_number: Type.Optional(Type.String({ maxLength: 40 })),
  checkout_session: Type.Optional(
    Type.String({ pattern: '^ch_[0-9A-HJKMNP-TV-Z]{26}$', description: 'an id with the prefix ch_' }),
  ),
});
export type Order = Static<typeof Order>;

/**
 * Checks an order against the plan, as far as the two alone decide.
 * @throws Refusal with the reason, in words for the buyer
 */
export function checkOrder(plan: PlanRow, order: Order): void {
  const closed = closedBecause(plan);
  if (closed !== undefined) throw new Refusal('conflict', closed);
  if (plan.password !== null && !isSame(order.password ?? '', plan.password))
    throw new Refusal('forbidden', 'This plan needs its password: the one given is not it.');
  if (order.quantity > 1 && !plan.allowMultipleQuantity)
    throw new Refusal('invalid', 'quantity must be 1: this plan is sold one at a time.');
  if (order.promo_code !== undefined)
    throw new Refusal('invalid', 'promo_code is not one we know: check its spelling or leave it out.');
}

/** Compares secrets in a time that doesn't tell how much of them is the same. */
function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}
