import Type, { type Static } from 'typebox';
import { Email } from '../../network/email.ts';
import { isSameSecret } from '../../same-secret.ts';
import { Refusal } from '../api/refusal.ts';
import { JoinedEntry } from '../entries/schema.ts';
import { Membership } from '../memberships/schema.ts';
import { MOST_TEXT } from '../plans/custom-fields.ts';
import { PaymentMethod, type PlanRow } from '../plans/schema.ts';
import type { Attempts } from './attempts.ts';
import type { Offer } from './offer.ts';

const MOST_UNITS = 10_000;

const SessionId = Type.String({
  pattern: '^ch_[0-9A-HJKMNP-TV-Z]{26}$',
  description: 'an id with the prefix ch_',
});

const Answers = Type.Unsafe<Readonly<Record<string, string | boolean>>>(
  Type.Object(
    {},
    {
      additionalProperties: Type.Union([Type.String({ maxLength: MOST_TEXT }), Type.Boolean()]),
      maxProperties: 10,
      description: 'Answers to the plan’s questions, keyed by question id. A ticked checkbox is true.',
    },
  ),
);

/** A buyer's input. `session` is the checkout session whose link the buyer followed. */
export const Order = Type.Object({
  email: Email,
  username: Type.Optional(Type.String({ maxLength: 100 })),
  community_chat_id: Type.Optional(Type.String({ maxLength: 100 })),
  quantity: Type.Integer({ minimum: 1, maximum: MOST_UNITS, default: 1 }),
  promo_code: Type.Optional(Type.String({ maxLength: 100 })),
  password: Type.Optional(Type.String({ maxLength: 200 })),
  claim: Type.Optional(
    Type.String({ maxLength: 100, description: 'The claim key from an accepted entry’s link.' }),
  ),
  payment_method: Type.Optional(PaymentMethod),
  card_number: Type.Optional(Type.String({ maxLength: 100, description: 'For card, which is the default.' })),
  wallet_account: Type.Optional(Type.String({ maxLength: 100, description: 'For wallet.' })),
  wallet_address: Type.Optional(Type.String({ maxLength: 100, description: 'For commerce_crypto.' })),
  custom_fields: Type.Optional(Answers),
  checkout_session: Type.Optional(SessionId),
  session: Type.Optional(SessionId),
});
export type Order = Static<typeof Order>;

/** @throws Refusal if the plan's current offer doesn't allow this order, with a reason for the buyer */
export function checkOrder(plan: PlanRow, order: Order, { offer, isClaimed }: Standing): void {
  if (offer.kind === 'closed') throw new Refusal('conflict', offer.reason);
  if (offer.kind === 'join') {
    const { list } = offer;
    throw new Refusal('conflict', ({ refusals }) => refusals.claimNeeded[list]);
  }
  if (order.quantity > 1 && plan.onePerUser)
    throw new Refusal('invalid', ({ refusals }) => refusals.oneUnit.perPerson);
  if (order.quantity > 1 && !plan.allowMultipleQuantity)
    throw new Refusal('invalid', ({ refusals }) => refusals.oneUnit.perOrder);
  if (order.quantity > 1 && isClaimed)
    throw new Refusal('invalid', ({ refusals }) => refusals.oneUnit.perPlace);
}

interface Standing {
  readonly offer: Offer;
  /** Whether the buyer followed the link of an accepted entry, which is a place for one. */
  readonly isClaimed: boolean;
}

/** Returns the maximum number of units in one order. */
export const mostUnits = (plan: PlanRow): number =>
  plan.allowMultipleQuantity && !plan.onePerUser ? MOST_UNITS : 1;

/** @throws Refusal if the plan has a password and this one is wrong or missing */
export function checkPassword(plan: PlanRow, password: string | undefined, attempts: Attempts): void {
  if (!opens(plan, password ?? '', attempts))
    throw new Refusal('forbidden', ({ refusals }) => refusals.passwordNeeded);
}

/** Reports whether the plan needs no password, or this is the right one. */
export function opens({ password }: PlanRow, given: string, attempts: Attempts): boolean {
  if (password === null) return true;
  if (given === '') return false;
  const isRight = isSameSecret(given, password);
  attempts.try(isRight);
  return isRight;
}

/** JSON response to a purchase. */
export const Purchased = Type.Object({ membership: Membership });

/** JSON response to joining a waiting list or a raffle. */
export const Joined = Type.Object({ entry: JoinedEntry });
