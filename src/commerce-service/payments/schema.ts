import Type, { type Static } from 'typebox';
import { toEpochSeconds } from '../../clock.ts';
import { Prisma } from '../../database/index.ts';
import { Nullable, Timestamp } from '../api/schema.ts';
import { emailOf } from '../customers/users.ts';
import { CommunityChat, toCommunityChat } from '../memberships/community-chat.ts';
import { Currency } from '../plans/schema.ts';

/** `open`: a failed charge, nothing was paid. `refunded`: in part or in full, by `refunded_amount`. */
export const PaymentStatus = Type.Enum(['paid', 'open', 'refunded']);
export type PaymentStatus = Static<typeof PaymentStatus>;

/** An attempt to charge a buyer. Beyond the specification, which only names its events. */
export const Payment = Type.Object({
  id: Type.String({ description: 'Prefix pay_.' }),
  status: PaymentStatus,
  membership: Nullable(
    Type.String({ description: 'The membership paid for. Null if the payment did not lead to one.' }),
  ),
  plan: Type.String(),
  product: Nullable(Type.String()),
  user: Type.String(),
  email: Type.String(),
  amount: Type.Number({ minimum: 0, description: 'In the major unit of currency.' }),
  final_amount: Type.Number({ minimum: 0, description: 'The same as amount.' }),
  subtotal: Type.Number({
    minimum: 0,
    description: 'Amount before the promo code discount. Equals amount on payments older than this field.',
  }),
  currency: Currency,
  card_last4: Nullable(Type.String({ description: 'Null if it was not a card payment.' })),
  last4: Nullable(Type.String({ description: 'The same as card_last4.' })),
  paid_at: Nullable(Timestamp),
  failure_message: Nullable(Type.String()),
  refunded_amount: Type.Number({ minimum: 0, description: 'In the major unit of currency.' }),
  community_chat: Nullable(CommunityChat),
  created_at: Timestamp,
});
export type Payment = Static<typeof Payment>;

export const WITH_BUYER = { user: true, plan: true, membership: true, refunds: true } as const;
export type PaymentRow = Prisma.PaymentGetPayload<{ include: typeof WITH_BUYER }>;

/** The part of a payment and its relations that `toPayment` needs. */
interface ShownPayment extends Omit<PaymentRow, 'user' | 'plan' | 'membership'> {
  readonly user: Pick<PaymentRow['user'], 'email' | 'typedEmail'>;
  readonly plan: Pick<PaymentRow['plan'], 'productId'>;
  readonly membership: Parameters<typeof toCommunityChat>[0];
}

export const toPayment = (row: ShownPayment): Payment => ({
  id: row.id,
  status: statusOf(row),
  membership: row.membershipId,
  plan: row.planId,
  product: row.plan.productId,
  user: row.userId,
  email: emailOf(row.user),
  amount: row.amount.toNumber(),
  final_amount: row.amount.toNumber(),
  subtotal: (row.subtotal ?? row.amount).toNumber(),
  currency: row.currency,
  card_last4: row.cardLast4 || null,
  last4: row.cardLast4 || null,
  paid_at: row.status === 'succeeded' ? toEpochSeconds(row.createdAt) : null,
  failure_message: row.failureMessage,
  refunded_amount: refundedOf(row).toNumber(),
  community_chat: toCommunityChat(row.membership),
  created_at: toEpochSeconds(row.createdAt),
});

function statusOf({ status, refundedAt }: Pick<PaymentRow, 'status' | 'refundedAt'>): PaymentStatus {
  if (status === 'failed') return 'open';
  return refundedAt === null ? 'paid' : 'refunded';
}

export const refundedOf = ({ refunds }: Pick<PaymentRow, 'refunds'>): Prisma.Decimal =>
  refunds.reduce((sum, { amount }) => sum.plus(amount), new Prisma.Decimal(0));

/** A refund of all or part of a payment. Beyond the specification. */
export const Refund = Type.Object({
  id: Type.String({ description: 'Prefix re_.' }),
  payment: Type.String(),
  membership: Nullable(Type.String()),
  amount: Type.Number({ minimum: 0, description: 'In the major unit of currency.' }),
  currency: Currency,
  community_chat: Nullable(CommunityChat),
  created_at: Timestamp,
});
export type Refund = Static<typeof Refund>;

export const WITH_PAYMENT = { payment: { include: { membership: true } } } as const;

export const toRefund = (row: Prisma.RefundGetPayload<{ include: typeof WITH_PAYMENT }>): Refund => ({
  id: row.id,
  payment: row.paymentId,
  membership: row.payment.membershipId,
  amount: row.amount.toNumber(),
  currency: row.payment.currency,
  community_chat: toCommunityChat(row.payment.membership),
  created_at: toEpochSeconds(row.createdAt),
});
