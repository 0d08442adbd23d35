import Type, { type Static } from 'typebox';
import { toEpochSeconds } from '../../clock.ts';
import type { Prisma } from '../../database/index.ts';
import { Nullable, Timestamp } from './common.ts';
import { Currency } from './plan.ts';

/** One attempt to charge a buyer. Beyond the specification, which names its events only. */
export const Payment = Type.Object({
  id: Type.String({ description: 'Prefix pay_.' }),
  status: Type.Enum(['succeeded', 'failed']),
  membership: Nullable(Type.String({ description: 'What was paid for; null where nothing came of it.' })),
  plan: Type.String(),
  product: Nullable(Type.String()),
  user: Type.String(),
  email: Type.String(),
  amount: Type.Number({ minimum: 0, description: 'In the major unit of currency.' }),
  currency: Currency,
  card_last4: Type.String(),
  failure_message: Nullable(Type.String()),
  created_at: Timestamp,
});
export type Payment = Static<typeof Payment>;

/** What `toPayment` needs to be loaded with a payment. */
export const WITH_BUYER = { user: true, plan: true } as const;

export const toPayment = (row: Prisma.PaymentGetPayload<{ include: typeof WITH_BUYER }>): Payment => ({
  id: row.id,
  status: row.status,
  membership: row.membershipId,
  plan: row.planId,
  product: row.plan.productId,
  user: row.userId,
  email: row.user.email,
  amount: row.amount.toNumber(),
  currency: row.currency,
  card_last4: row.cardLast4,
  failure_message: row.failureMessage,
  created_at: toEpochSeconds(row.createdAt),
});
