import type { Transaction } from '../../database/index.ts';
import { english, type Text } from '../../i18n/index.ts';
import type { UserRow } from '../customers/users.ts';
import { newId } from '../ids.ts';
import type { ShownMembership } from '../memberships/schema.ts';
import type { PlanRow } from '../plans/schema.ts';
import type { Service } from '../service.ts';
import type { Happening } from '../webhooks/events.ts';
import type { Money } from './money.ts';
import { toPayment } from './schema.ts';

export interface Charged {
  readonly user: Pick<UserRow, 'id' | 'email' | 'typedEmail'>;
  readonly amount: Money;
  /** The amount before any discount. */
  readonly subtotal: Money;
  readonly last4: string;
  readonly membership?: ShownMembership;
  /** Why it was declined; undefined if it succeeded. */
  readonly failure?: Text;
  /** Time of the charge; now by default. It may be in the past, when the charge was due. */
  readonly at?: Date;
}

/** Records a charge, successful or not. @returns its event, for the caller to emit */
export async function recordPayment(
  service: Service,
  transaction: Transaction,
  plan: PlanRow,
  { user, amount, subtotal, last4, membership, failure, at = service.clock.now() }: Charged,
): Promise<Happening> {
  const row = await transaction.payment.create({
    data: {
      id: newId(service.clock, 'payment'),
      accountId: plan.accountId,
      userId: user.id,
      planId: plan.id,
      membershipId: membership?.id ?? null,
      status: failure === undefined ? 'succeeded' : 'failed',
      amount,
      subtotal,
      currency: plan.baseCurrency,
      cardLast4: last4,
      failureMessage: failure?.(english) ?? null,
      createdAt: at,
    },
  });
  const name = failure === undefined ? 'payment_succeeded' : 'payment_failed';
  const data = toPayment({ ...row, user, plan, membership: membership ?? null, refunds: [] });
  // Like the other events of an unpaid membership without a proven chat account, of which anybody can have many.
  const isProven = membership?.communityChatProvenAt !== null && membership?.unclaimedSince === null;
  const isBulk = membership?.paid === false && !isProven;
  return { name, data, at, isBulk };
}
