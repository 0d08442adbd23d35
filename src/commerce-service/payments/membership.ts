import { toEpochSeconds } from '../../clock.ts';
import { Refusal } from '../api/refusal.ts';
import { changing, limitCustomer, type Moment, type Outcome, type Target } from '../memberships/changes.ts';
import { change } from '../memberships/life/change.ts';
import { daysAfter, laterOf } from '../memberships/life/dates.ts';
import { type PaidWith, takePayment } from '../memberships/life/due-changes.ts';
import { canHappen } from '../memberships/life/table.ts';
import type { Membership, MembershipRow } from '../memberships/schema.ts';
import type { Service } from '../service.ts';
import { emit } from '../webhooks/events.ts';
import { type Charge, charge, nextCharge } from './charge-on-file.ts';
import { askForCard, claimed, isOthersCard, keepCard, tryCard } from './own-card.ts';
import { recordPayment } from './record.ts';

/**
 * Sells more days of an expiration plan, at its price less what a promo code still takes off. They start at the current
 * end, or now if that has passed.
 * @throws Refusal if the membership can't be topped up, a customer has done so for free too often, or the card is
 *   declined; a declined charge stays on record
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
      throw new Refusal('conflict', ({ refusals }) => refusals.notRefillable(row.status));
    const end = refillEnd(row);
    if (end && end < at) throw new Refusal('conflict', ({ refusals }) => refusals.refillOver);
    if (seenEnd !== undefined && seenEnd !== toEpochSeconds(row.expiresAt))
      throw new Refusal('conflict', ({ refusals }) => refusals.endChanged);
    const paid = pay(target, row, cardNumber, at);
    if (paid.charge.failure !== undefined) return refuse(service, { transaction, row, now: at }, paid.charge);
    if (paid.charge.amount.isZero())
      await limitCustomer(service, target, { transaction, row, now: at }, 'top up for free');
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

export interface Refill {
  /** The card for this and later charges. If omitted, the payment method on file, unless it is somebody else's. */
  readonly cardNumber?: string | undefined;
  /** End that the buyer saw, in Unix seconds, so that a form sent twice tops up once. Optional. */
  readonly seenEnd?: number;
}

/** Returns whether a membership can be topped up, apart from the time limit (`refillEnd`). */
export const isRefillable = (row: MembershipRow): boolean =>
  row.plan.planType !== 'renewal' &&
  row.plan.refillable &&
  row.plan.expirationDays !== null &&
  row.expiresAt !== null &&
  canHappen('refilled', row);

/** Returns until when an expired membership can be topped up; null if it hasn't expired. */
export const refillEnd = ({ status, expiresAt, plan }: MembershipRow): Date | null =>
  status === 'expired' && expiresAt ? daysAfter(expiresAt, plan.gracePeriodDays ?? 0) : null;

/**
 * Charges the overdue amount now instead of at the next retry.
 * @param cardNumber the card for this and later charges; if omitted, the payment method on file, unless it is somebody
 *   else's
 * @throws Refusal if nothing is overdue, a card is needed, or the card is declined; a declined charge stays on record
 */
export const payMembership = (
  service: Service,
  target: Target,
  cardNumber: string | undefined,
): Promise<Membership> =>
  changing(service, target, { action: 'membership paid' }, async ({ transaction, row, now: at }) => {
    if (row.status !== 'past_due' && row.status !== 'unresolved')
      throw new Refusal('conflict', ({ refusals }) => refusals.nothingOverdue(row.status));
    const paid = pay(target, row, cardNumber, at);
    if (paid.charge.failure !== undefined) return refuse(service, { transaction, row, now: at }, paid.charge);
    return takePayment(service, transaction, row, { at, ...paid });
  });

interface Paid {
  readonly charge: Charge;
  /** The payment method for later charges, and who it belongs to; empty if that stays the same. */
  readonly set: PaidWith;
}

/** Charges the given card, or the payment method on file. */
function pay(target: Target, row: MembershipRow, cardNumber: string | undefined, now: Date): Paid {
  const next = nextCharge(row);
  const isOthers = isOthersCard(target, row);
  if (next.amount.isZero()) return { charge: charge(row), set: isOthers ? claimed(now) : {} };
  if (cardNumber === undefined) {
    if (isOthers) throw askForCard(row);
    return { charge: charge(row), set: {} };
  }
  const answer = tryCard(row, cardNumber);
  const { last4 } = answer;
  if (answer.outcome === 'declined') return { charge: { ...next, last4, failure: answer.said }, set: {} };
  return { charge: { ...next, last4 }, set: keepCard(answer.stored, row, now) };
}

/** Records a failed charge. The membership stays unchanged. */
async function refuse(
  service: Service,
  { transaction, row, now }: Moment,
  { failure = ({ refusals }) => refusals.declined.cardOnFile, ...rest }: Charge,
): Promise<Outcome> {
  const happening = await recordPayment(service, transaction, row.plan, {
    ...rest,
    failure,
    user: row.user,
    membership: row,
    at: now,
  });
  await emit(service, transaction, row.accountId, [happening]);
  return { declined: failure };
}
