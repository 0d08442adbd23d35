import type { Text } from '../../i18n/index.ts';
import type { MembershipRow } from '../memberships/schema.ts';
import { amountDue, type Money } from './money.ts';
import { chargeStoredCard, storedMethod } from './test-methods.ts';

/** An attempted charge: its amount, its card, and why it failed if it did. */
export interface Charge {
  readonly amount: Money;
  /** The amount before any discount. */
  readonly subtotal: Money;
  readonly last4: string;
  readonly failure?: Text;
}

/** Computes the next charge for all units, less what a promo code takes off that charge. */
export const nextAmount = ({ plan, promoCode, paymentsMade, quantity }: MembershipRow): Money =>
  amountDue(plan, promoCode, paymentsMade + 1, quantity);

/** Computes the next charge with and without the promo code. */
export const nextCharge = (row: MembershipRow): Pick<Charge, 'amount' | 'subtotal'> => ({
  amount: nextAmount(row),
  subtotal: amountDue(row.plan, null, row.paymentsMade + 1, row.quantity),
});

/**
 * Makes the next charge to the card or account on file. The test processor responds at once and moves no money, so a
 * rollback afterwards leaves nothing behind. A real processor would have to be called before the transaction, with the
 * membership and its period as the idempotency key.
 */
export function charge(row: MembershipRow): Charge {
  const next = nextCharge(row);
  const { pspPaymentMethod } = row;
  if (next.amount.isZero()) return { ...next, last4: '' };
  if (pspPaymentMethod === null)
    return { ...next, last4: '', failure: ({ refusals }) => refusals.declined.noCard };
  if (storedMethod(pspPaymentMethod) !== 'card') return { ...next, last4: '' };
  const answer = chargeStoredCard(pspPaymentMethod);
  const { last4 } = answer;
  return answer.outcome === 'approved' ? { ...next, last4 } : { ...next, last4, failure: answer.said };
}
