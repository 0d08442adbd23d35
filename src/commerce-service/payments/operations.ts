import { Prisma, type Transaction } from '../../database/index.ts';
import { listOf, type PageRequest, pageOf, readPage } from '../api/pagination.ts';
import { Refusal } from '../api/refusal.ts';
import { type AccountAuthor, audited } from '../audited.ts';
import { newId } from '../ids.ts';
import type { Service } from '../service.ts';
import { emit } from '../webhooks/events.ts';
import { parseMoney } from './money.ts';
import {
  type Payment,
  type PaymentStatus,
  type Refund,
  refundedOf,
  toPayment,
  toRefund,
  WITH_BUYER,
  WITH_PAYMENT,
} from './schema.ts';

export interface PaymentFilter {
  readonly status?: PaymentStatus;
  readonly membership_id?: string;
  readonly user_id?: string;
}

const HAS_STATUS = {
  paid: { status: 'succeeded', refundedAt: null },
  open: { status: 'failed' },
  refunded: { refundedAt: { not: null } },
} as const satisfies Record<PaymentStatus, Prisma.PaymentWhereInput>;

/** Lists an account's payments, newest first. */
export async function listPayments(
  { prisma }: Service,
  accountId: string,
  { status, membership_id, user_id, ...page }: PageRequest & PaymentFilter,
) {
  const where = {
    accountId,
    ...(status && HAS_STATUS[status]),
    ...(membership_id !== undefined && { membershipId: membership_id }),
    ...(user_id !== undefined && { userId: user_id }),
  };
  const [count, rows] = await readPage(
    page,
    () => prisma.payment.findMany({ where, include: WITH_BUYER, ...pageOf(page) }),
    () => prisma.payment.count({ where }),
  );
  return listOf(page, count, rows.map(toPayment));
}

/** @throws Refusal when the account has no such payment */
export const retrievePayment = async ({ prisma }: Service, accountId: string, id: string): Promise<Payment> =>
  toPayment(await load(prisma, accountId, id));

async function load(database: Transaction, accountId: string, id: string) {
  const row = await database.payment.findFirst({ where: { accountId, id }, include: WITH_BUYER });
  if (!row) throw new Refusal('not found', `There is no payment ${id}.`);
  return row;
}

/**
 * Refunds a payment in full or in part, without changing access. Refunds never exceed the payment, even if made
 * concurrently.
 * @param amount in the major unit of the payment's currency; all that is left if omitted
 * @throws Refusal if there is no such payment, or less of it is left
 */
export async function refundPayment(
  service: Service,
  by: AccountAuthor,
  paymentId: string,
  amount: number | undefined,
): Promise<Refund> {
  const { accountId } = by;
  const giveBack = async (transaction: Transaction): Promise<Refund> => {
    await transaction.$queryRaw(
      Prisma.sql`SELECT id FROM commerce.payments WHERE account_id = ${accountId} AND id = ${paymentId} FOR UPDATE`,
    );
    const payment = await load(transaction, accountId, paymentId);
    const left = payment.amount.minus(refundedOf(payment));
    const back = amount === undefined ? left : parseMoney(amount, payment.currency, 'amount');
    if (payment.status !== 'succeeded' || left.isZero())
      throw new Refusal('conflict', 'There is nothing left of this payment to refund.');
    if (back.isZero() || back.gt(left))
      throw new Refusal('invalid', `amount must be more than 0 and at most ${left.toFixed()}.`);
    const now = service.clock.now();
    if (payment.refundedAt === null)
      await transaction.payment.update({ where: { id: paymentId }, data: { refundedAt: now } });
    const row = await transaction.refund.create({
      data: { id: newId(service.clock, 'refund'), accountId, paymentId, amount: back, createdAt: now },
      include: WITH_PAYMENT,
    });
    const refund = toRefund(row);
    await emit(service, transaction, accountId, [{ name: 'refund_created', data: refund }]);
    return refund;
  };
  return audited(service, by, giveBack, ({ id, ...refund }) => ({
    action: 'payment refunded',
    object: { type: 'payment', id: paymentId },
    details: { refund: id, amount: refund.amount, currency: refund.currency },
  }));
}
