/** What the card processor answers. Of the card it keeps the last four digits. */
export type Charge =
  | { readonly outcome: 'approved'; readonly last4: string }
  | { readonly outcome: 'declined'; readonly last4: string; readonly message: string }
  | { readonly outcome: 'unknown card'; readonly message: string };

export const APPROVED_CARD = '4242 4242 4242 4242';
export const DECLINED_CARD = '4000 0000 0000 0002';

const digitsOf = (text: string): string => text.replace(/[\s-]/g, '');

/**
 * Stands in for a card processor: no money moves, and two card numbers are known. It answers at once and
 * remembers nothing, so asking twice does no harm; a real processor would take an idempotency key here.
 */
export function chargeTestCard(cardNumber: string): Charge {
  const digits = digitsOf(cardNumber);
  const last4 = digits.slice(-4);
  if (digits === digitsOf(APPROVED_CARD)) return { outcome: 'approved', last4 };
  if (digits === digitsOf(DECLINED_CARD))
    return { outcome: 'declined', last4, message: 'The card was declined. Nothing was charged.' };
  return {
    outcome: 'unknown card',
    message: `This shop takes test cards only: use ${APPROVED_CARD}. Nothing was charged.`,
  };
}
