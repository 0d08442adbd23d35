import Type from 'typebox';
import Value from 'typebox/value';
import { toDate } from './dates.ts';
import { Amount, FreeObject, idOf, Maybe, Moment, nameOf, Reference, readable, toNumber } from './fields.ts';

/** What every service says of a plan. */
const WirePlan = Type.Object({
  id: Type.String({ pattern: '^plan_' }),
  plan_type: Type.String(),
  direct_link: Type.String(),
  initial_price: Amount,
  renewal_price: Amount,
  base_currency: Type.String(),
});

const WireDetails = Type.Object({
  product: Maybe(Reference),
  internal_notes: Maybe(Type.String()),
  payment_link_description: Maybe(Type.String()),
  billing_period: Maybe(Type.Integer()),
  visibility: Maybe(Type.String()),
  release_method: Maybe(Type.String()),
  stock: Maybe(Type.Integer()),
  unlimited_stock: Maybe(Type.Boolean()),
  accepted_payment_methods: Maybe(Type.Array(Type.String())),
  metadata: Maybe(FreeObject),
  mimic_plan_id: Maybe(Type.String()),
  created_at: Maybe(Moment),
});

/** A plan as the bot knows it. What the service doesn't say is null. */
export interface Plan {
  readonly id: string;
  /** What its seller calls it. */
  readonly name: string | null;
  readonly description: string | null;
  readonly productId: string | null;
  readonly productName: string | null;
  /** `renewal` or `one_time`. */
  readonly type: string;
  /** `visible`, `hidden`, `archived` or `quick_link`. */
  readonly visibility: string | null;
  readonly releaseMethod: string | null;
  /** Where it is bought. May hold the password that this takes: show it to who asked, and never log it. */
  readonly directLink: string;
  /** What is charged regularly, or once, in the currency's major unit. Only for people to read. */
  readonly price: number;
  readonly initialPrice: number;
  readonly renewalPrice: number;
  /** ISO 4217, lower case. */
  readonly currency: string;
  /** Days between charges; null where there is one charge only. */
  readonly billingPeriod: number | null;
  /** Units left; null where there is no end of them, or nobody says. */
  readonly stock: number | null;
  readonly paymentMethods: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The plan that a quick link was copied from. */
  readonly sourcePlanId: string | null;
  readonly createdAt: Date | null;
}

/** Turns the service's names and shapes into ours; undefined for what is no plan. */
export function toPlan(answer: unknown): Plan | undefined {
  if (!Value.Check(WirePlan, answer)) return undefined;
  const said = readable(WireDetails, answer);
  const renews = answer.plan_type === 'renewal';
  const [initialPrice, renewalPrice] = [Number(answer.initial_price), Number(answer.renewal_price)];
  return {
    id: answer.id,
    name: said.internal_notes || null,
    description: said.payment_link_description || null,
    productId: idOf(said.product),
    productName: nameOf(said.product),
    type: answer.plan_type,
    visibility: said.visibility ?? null,
    releaseMethod: said.release_method ?? null,
    directLink: answer.direct_link,
    price: renews ? renewalPrice || initialPrice : initialPrice,
    ...{ initialPrice, renewalPrice },
    currency: answer.base_currency.toLowerCase(),
    billingPeriod: renews ? (said.billing_period ?? null) : null,
    stock: said.unlimited_stock ? null : toNumber(said.stock),
    paymentMethods: said.accepted_payment_methods ?? [],
    metadata: said.metadata ?? {},
    sourcePlanId: said.mimic_plan_id || null,
    createdAt: toDate(said.created_at) ?? null,
  };
}
