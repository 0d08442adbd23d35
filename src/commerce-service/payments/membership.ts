import { toEpochSeconds } from '../../clock.ts';
import { Refusal } from '../api/refusal.ts';
import { changing, type Moment, type Outcome, type Target } from '../memberships/changes.ts';
import { change } from '../memberships/life/change.ts';
import { daysAfter, laterOf } from '../memberships/life/dates.ts';
import { type PaidWith, takePayment } from '../memberships/life/due-changes.ts';
import { canHappen } from '../memberships/life/table.ts';
import type { Membership, MembershipRow } from '../memberships/schema.ts';
import type { Service } from '../service.ts';
import { type Charge, charge, nextCharge } from './charge-on-file.ts';
import { recordPayment } from './record.ts';
import { chargeTestCard } from './test-cards.ts';

/**
 * Sells more days of an expiration plan, at its price less what a promo code still takes off, from its end on or
 * from now if that is over.
 * @throws Refusal when it can't be topped up, or the card is declined, which stays on record
 */
export const refillMembership = (
  service: Service,
  target: Target,
  { cardNumber, seenEnd }: Refill,
): Promise<Membership> =>
  changing(service, target, { action: 'membership topped up' }, async ({ transaction, row, now: at }) => {
    const { expirationDays } = row.plan;
    if (
      expirationDays === null ||
      row.expiresAt === null ||
      !canHappen('refilled', row) ||
      !isRefillable(row)
    )
      throw new Refusal('conflict', `This membership is ${row.status} and can’t be topped up.`);
    const end = refillEnd(row);
    if (end && end < at)
      throw new Refusal('conflict', 'The time in which this membership could be topped up is over.');
    if (seenEnd !== undefined && seenEnd !== toEpochSeconds(row.expiresAt))
      throw new Refusal('conflict', 'This membership ends at another time by now. Nothing was charged.');
    const paid = pay(row, cardNumber);
    if (paid.charge.failure !== undefined) return refuse(service, { transaction, row, now: at }, paid.charge);
    return change(service, transaction, row, 'refilled', {
      at,
      charge: paid.charge,
      set: {
        expiresAt: daysAfter(laterOf(row.expiresAt, at), expirationDays),
        ...paid.set,
        paymentsMade: row.paymentsMade + 1,
      },
    });
  });

/** How a membership is topped up. */
export interface Refill {
  /** The card to charge, from now on too; the one on file when left out. */
  readonly cardNumber?: string | undefined;
  /** The end that the buyer saw, in seconds: a form that is sent twice tops up once. Any when left out. */
  readonly seenEnd?: number;
}

/** Whether more days of a membership are sold, as long as its time for that isn't over. */
export const isRefillable = (row: MembershipRow): boolean =>
  row.plan.planType !== 'renewal' &&
  row.plan.refillable &&
  row.plan.expirationDays !== null &&
  row.expiresAt !== null &&
  canHappen('refilled', row);

/** Until when a membership that has run out can be topped up; null while it runs. */
export const refillEnd = ({ status, expiresAt, plan }: MembershipRow): Date | null =>
  status === 'expired' && expiresAt ? daysAfter(expiresAt, plan.gracePeriodDays ?? 0) : null;

/**
 * Pays what is overdue, before the next try does.
 * @param cardNumber the card to charge, from now on too; the one on file when left out
 * @throws Refusal when nothing is overdue, or the card is declined, which stays on record
 */
export const payMembership = (
  service: Service,
  target: Target,
  cardNumber: string | undefined,
): Promise<Membership> =>
  changing(service, target, { action: 'membership paid' }, async ({ transaction, row, now: at }) => {
    if (row.status !== 'past_due' && row.status !== 'unresolved')
      throw new Refusal('conflict', `This membership is ${row.status}: nothing is overdue.`);
    const paid = pay(row, cardNumber);
    if (paid.charge.failure !== undefined) return refuse(service, { transaction, row, now: at }, paid.charge);
    return takePayment(service, transaction, row, { at, ...paid });
  });

interface Paid {
  readonly charge: Charge;
  /** What is charged from now on, where that changes. */
  readonly set: PaidWith;
}

/** Charges a new card, or the one on file. */
function pay(row: MembershipRow, cardNumber: string | undefined): Paid {
  const next = nextCharge(row);
  if (cardNumber === undefined || next.amount.isZero()) return { charge: charge(row), set: {} };
  if (!row.plan.acceptedPaymentMethods.includes('card'))
    throw new Refusal('conflict', 'This plan takes no cards: leave card_number out.');
  const answer = chargeTestCard(cardNumber);
  if (answer.outcome === 'unknown card') throw new Refusal('declined', answer.message);
  const { last4 } = answer;
  if (answer.outcome === 'declined') return { charge: { ...next, last4, failure: answer.message }, set: {} };
  const set = { pspPaymentMethod: answer.stored, paymentProcessor: 'psp' as const, walletAddress: null };
  return { charge: { ...next, last4 }, set };
}

/** Puts a failed charge on record; the membership stays as it is. */
async function refuse(
  service: Service,
  { transaction, row, now }: Moment,
  { failure = 'The card was declined.', ...rest }: Charge,
): Promise<Outcome> {
  await recordPayment(service, transaction, row.plan, {
    ...{ ...rest, failure, user: row.user, membership: row, at: now },
  });
  return { declined: failure };
}
