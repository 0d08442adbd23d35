import Type from 'typebox';
import Value from 'typebox/value';
import {
  Amount,
  FreeObject,
  idOf,
  Maybe,
  Moment,
  nameOf,
  Reference,
  readable,
  toDate,
  toNumber,
} from './fields.ts';

/** Fields that every service sends of a plan. */
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

/** Plan as the bot uses it. Null means that the service doesn't say. */
export interface Plan {
  readonly id: string;
  /** Name used by the seller. */
  readonly name: string | null;
  readonly description: string | null;
  readonly productId: string | null;
  readonly productName: string | null;
  /** `renewal` or `one_time`. */
  readonly type: string;
  /** `visible`, `hidden`, `archived` or `quick_link`. */
  readonly visibility: string | null;
  readonly releaseMethod: string | null;
  /** Checkout page. The link may contain a password: show it only to the admin who asked, and never log it. */
  readonly directLink: string;
  /** Recurring price, or the only one, in the currency's major unit. For display only. */
  readonly price: number;
  readonly initialPrice: number;
  readonly renewalPrice: number;
  /** ISO 4217, lower case. */
  readonly currency: string;
  /** Days between charges; null if there is only one charge. */
  readonly billingPeriod: number | null;
  /** Units left; null if unlimited or unknown. */
  readonly stock: number | null;
  readonly paymentMethods: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Plan that a quick link was copied from. */
  readonly sourcePlanId: string | null;
  readonly createdAt: Date | null;
}

/** Parses the service's plan into ours; undefined if it isn't one. */
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
    initialPrice,
    renewalPrice,
    currency: answer.base_currency.toLowerCase(),
    billingPeriod: renews ? (said.billing_period ?? null) : null,
    stock: said.unlimited_stock ? null : toNumber(said.stock),
    paymentMethods: said.accepted_payment_methods ?? [],
    metadata: said.metadata ?? {},
    sourcePlanId: said.mimic_plan_id || null,
    createdAt: toDate(said.created_at) ?? null,
  };
}
