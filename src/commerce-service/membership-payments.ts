import { recordPayment } from './checkout/payments.ts';
import { chargeTestCard, storedCard } from './checkout/test-cards.ts';
import { change } from './life/change.ts';
import { type Charge, charge, nextAmount } from './life/charge.ts';
import { daysAfter, laterOf } from './life/dates.ts';
import { takePayment } from './life/settle.ts';
import { canHappen } from './life/table.ts';
import { changing, type Moment, type Outcome, type Target } from './membership-changes.ts';
import type { Money } from './money.ts';
import { Refusal } from './refusal.ts';
import type { Membership, MembershipRow } from './resources/membership.ts';
import type { Service } from './service.ts';

/**
 * Sells more days of an expiration plan, at its price, from its end on or from now if that is over.
 * @param cardNumber the card to charge, from now on too; the one on file when left out
 * @throws Refusal when it can't be topped up, or the card is declined, which stays on record
 */
export const refillMembership = (
  service: Service,
  target: Target,
  cardNumber: string | undefined,
): Promise<Membership> =>
  changing(service, target, async ({ transaction, row, now: at }) => {
    const { refillable, expirationDays, gracePeriodDays, initialPrice } = row.plan;
    if (!refillable || expirationDays === null || row.expiresAt === null || !canHappen('refilled', row))
      throw new Refusal('conflict', `This membership is ${row.status} and can’t be topped up.`);
    if (row.status === 'expired' && daysAfter(row.expiresAt, gracePeriodDays ?? 0) < at)
      throw new Refusal('conflict', 'The time in which this membership could be topped up is over.');
    const paid = pay(row, initialPrice.times(row.quantity), cardNumber);
    if (paid.charge.failure !== undefined) return refuse(service, { transaction, row, now: at }, paid.charge);
    return change(service, transaction, row, 'refilled', {
      at,
      charge: paid.charge,
      set: {
        expiresAt: daysAfter(laterOf(row.expiresAt, at), expirationDays),
        pspPaymentMethod: paid.pspPaymentMethod,
        paymentsMade: row.paymentsMade + 1,
      },
    });
  });

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
  changing(service, target, async ({ transaction, row, now: at }) => {
    if (row.status !== 'past_due' && row.status !== 'unresolved')
      throw new Refusal('conflict', `This membership is ${row.status}: nothing is overdue.`);
    const paid = pay(row, nextAmount(row), cardNumber);
    if (paid.charge.failure !== undefined) return refuse(service, { transaction, row, now: at }, paid.charge);
    return takePayment(service, transaction, row, { at, ...paid });
  });

/** Charges a new card, or the one on file. */
function pay(row: MembershipRow, amount: Money, cardNumber: string | undefined) {
  const { pspPaymentMethod } = row;
  if (cardNumber === undefined || amount.isZero()) return { charge: charge(row, amount), pspPaymentMethod };
  const answer = chargeTestCard(cardNumber);
  if (answer.outcome === 'unknown card') throw new Refusal('declined', answer.message);
  const { last4 } = answer;
  if (answer.outcome === 'declined')
    return { charge: { amount, last4, failure: answer.message }, pspPaymentMethod };
  return { charge: { amount, last4 }, pspPaymentMethod: storedCard(last4) };
}

/** Puts a failed charge on record; the membership stays as it is. */
async function refuse(
  service: Service,
  { transaction, row, now }: Moment,
  { failure = 'The card was declined.', ...rest }: Charge,
): Promise<Outcome> {
  await recordPayment(service, transaction, row.plan, {
    ...{ ...rest, failure, userId: row.userId, membershipId: row.id, at: now },
  });
  return { declined: failure };
}
