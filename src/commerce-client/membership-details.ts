import Type from 'typebox';
import { FreeObject, idOf, Maybe, Moment, nameOf, Reference, readable, toDate } from './fields.ts';
import { type Membership, toMembership } from './membership.ts';

const User = Type.Object({ email: Maybe(Type.String()), username: Maybe(Type.String()) });
const Plan = Type.Object({ internal_notes: Maybe(Type.String()) });
const PromoCode = Type.Object({ code: Type.String() });
const Chat = Type.Object({ username: Maybe(Type.String()) });

const WireDetails = Type.Object({
  product: Maybe(Reference),
  plan: Maybe(Plan),
  user: Maybe(User),
  promo_code: Maybe(PromoCode),
  community_chat: Maybe(Chat),
  email: Maybe(Type.String()),
  license_key: Maybe(Type.String()),
  payment_processor: Maybe(Type.String()),
  cancel_at_period_end: Maybe(Type.Boolean()),
  quantity: Maybe(Type.Integer()),
  renewal_period_start: Maybe(Moment),
  created_at: Maybe(Moment),
  manage_url: Maybe(Type.String()),
  metadata: Maybe(FreeObject),
});

/** Everything an admin may see of a membership: show it only to the one who asked. Null means not stated. */
export interface MembershipDetails extends Omit<Membership, 'createdAt'> {
  readonly productId: string | null;
  readonly productName: string | null;
  readonly planName: string | null;
  readonly email: string | null;
  readonly username: string | null;
  /** Name of the chat account at the time it was connected. */
  readonly chatUsername: string | null;
  /** Code used for the purchase; null unless the service expands it. */
  readonly promoCode: string | null;
  readonly licenseKey: string | null;
  readonly paymentProcessor: string | null;
  readonly cancelAtPeriodEnd: boolean | null;
  readonly quantity: number | null;
  readonly periodStartedAt: Date | null;
  readonly createdAt: Date | null;
  /** Page where the buyer manages the membership. */
  readonly manageUrl: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Query that expands every field of `MembershipDetails`. */
export const EXPANDED = 'expand=product,user,plan,promo_code';

/** Parses an answer; undefined if it isn't a membership. */
export function toMembershipDetails(answer: unknown): MembershipDetails | undefined {
  const membership = toMembership(answer);
  if (!membership || typeof answer !== 'object' || answer === null) return undefined;
  const said = readable(WireDetails, answer);
  return {
    ...membership,
    productId: membership.productId ?? idOf(said.product),
    productName: nameOf(said.product),
    planName: said.plan?.internal_notes || null,
    email: said.email || said.user?.email || null,
    username: said.user?.username || null,
    chatUsername: said.community_chat?.username || null,
    promoCode: said.promo_code?.code ?? null,
    licenseKey: said.license_key || null,
    paymentProcessor: said.payment_processor || null,
    cancelAtPeriodEnd: said.cancel_at_period_end ?? null,
    quantity: said.quantity ?? null,
    periodStartedAt: toDate(said.renewal_period_start) ?? null,
    createdAt: toDate(said.created_at) ?? null,
    manageUrl: said.manage_url || null,
    metadata: said.metadata ?? {},
  };
}
