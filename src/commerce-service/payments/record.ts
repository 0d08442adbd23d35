import type { Transaction } from '../../database/index.ts';
import { emit } from '../events.ts';
import { newId } from '../ids.ts';
import type { Money } from '../money.ts';
import { toPayment, WITH_BUYER } from '../resources/payment.ts';
import type { PlanRow } from '../resources/plan.ts';
import type { Service } from '../service.ts';

/** A charge that was tried. */
export interface Charged {
  readonly userId: string;
  readonly amount: Money;
  readonly last4: string;
  /** What was bought with it. */
  readonly membershipId?: string;
  /** Why it was declined; undefined when it went through. */
  readonly failure?: string;
  /** When; now, unless it was due before. */
  readonly at?: Date;
}

/** Writes down a charge, successful or not, and tells the endpoints. */
export async function recordPayment(
  service: Service,
  transaction: Transaction,
  plan: PlanRow,
  { userId, amount, last4, membershipId, failure, at = service.clock.now() }: Charged,
): Promise<void> {
  const { accountId } = plan;
  const row = await transaction.payment.create({
    data: {
      id: newId(service.clock, 'payment'),
      accountId,
      userId,
      planId: plan.id,
      membershipId: membershipId ?? null,
      status: failure === undefined ? 'succeeded' : 'failed',
      amount,
      currency: plan.baseCurrency,
      cardLast4: last4,
      failureMessage: failure ?? null,
      createdAt: at,
    },
    include: WITH_BUYER,
  });
  const name = failure === undefined ? 'payment_succeeded' : 'payment_failed';
  await emit(service, transaction, { accountId, name, data: toPayment(row), at });
}
