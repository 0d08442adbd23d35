import { Refusal } from '../api/refusal.ts';
import type { AccountAuthor } from '../audited.ts';
import type { PaidWith } from '../memberships/life/due-changes.ts';
import type { MembershipRow } from '../memberships/schema.ts';
import { chargeTestCard, type ProcessorAnswer } from './test-methods.ts';

/**
 * Whether the payment method on file may belong to someone who bought in the customer's name. It pays for what they
 * bought, and is never charged on the customer's order.
 */
export const isOthersCard = (
  { by }: { readonly by: AccountAuthor },
  { unclaimedSince }: MembershipRow,
): boolean => by.actor.kind === 'customer' && unclaimedSince !== null;

/** Makes an unclaimed membership the owner's, without a card until the owner enters one. */
export const claimed = (now: Date): PaidWith => ({
  unclaimedSince: null,
  claimedAt: now,
  pspPaymentMethod: null,
  walletAddress: null,
});

/**
 * Checks a card that a customer has entered, for this and later charges.
 * @throws Refusal if the plan doesn't accept cards, or the number isn't a card's
 */
export function tryCard(
  { plan }: MembershipRow,
  cardNumber: string,
): Exclude<ProcessorAnswer, { outcome: 'unknown card' }> {
  if (!plan.acceptedPaymentMethods.includes('card'))
    throw new Refusal('conflict', ({ refusals }) => refusals.noCards);
  const answer = chargeTestCard(cardNumber);
  if (answer.outcome === 'unknown card') throw new Refusal('declined', answer.said);
  return answer;
}

/** Fields that keep an approved card for later charges. Whoever enters a card claims the membership. */
export const keepCard = (stored: string, { unclaimedSince }: MembershipRow, now: Date): PaidWith => ({
  ...(unclaimedSince !== null && claimed(now)),
  pspPaymentMethod: stored,
  paymentProcessor: 'psp',
  walletAddress: null,
});

/** Asks for a card, because the one on file may be somebody else's. */
export function askForCard({ plan }: MembershipRow): Refusal {
  return plan.acceptedPaymentMethods.includes('card')
    ? new Refusal('invalid', ({ refusals }) => refusals.ownCard)
    : new Refusal('conflict', ({ refusals }) => refusals.othersPay);
}
