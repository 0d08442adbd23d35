import Type, { type Static } from 'typebox';

/** What the bot reads of a plan, with its product expanded. */
export const WirePlan = Type.Object({
  id: Type.String({ pattern: '^plan_' }),
  product: Type.Union([Type.Object({ name: Type.String() }), Type.String(), Type.Null()]),
  plan_type: Type.String(),
  internal_notes: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  direct_link: Type.String(),
  initial_price: Type.Number(),
  renewal_price: Type.Number(),
  base_currency: Type.String(),
  billing_period: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
});

/** A plan as the bot knows it. */
export interface Plan {
  readonly id: string;
  /** What its seller calls it. */
  readonly name: string | null;
  readonly productName: string | null;
  readonly directLink: string;
  /** What is charged regularly, or once, in the currency's major unit. Only for people to read. */
  readonly price: number;
  /** ISO 4217, lower case. */
  readonly currency: string;
  /** Days between charges; null where there is one charge only. */
  readonly billingPeriod: number | null;
}

/** Turns the service's names and shapes into ours. */
export function toPlan(wire: Static<typeof WirePlan>): Plan {
  const renews = wire.plan_type === 'renewal';
  return {
    id: wire.id,
    name: wire.internal_notes ?? null,
    productName: typeof wire.product === 'object' ? (wire.product?.name ?? null) : null,
    directLink: wire.direct_link,
    price: renews ? wire.renewal_price || wire.initial_price : wire.initial_price,
    currency: wire.base_currency,
    billingPeriod: renews ? (wire.billing_period ?? null) : null,
  };
}
