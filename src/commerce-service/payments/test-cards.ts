/** What the card processor answers. Of the card it keeps the last four digits. */
export type Charge =
  | {
      readonly outcome: 'approved';
      readonly last4: string;
      /** The name under which it is charged again. */
      readonly stored: string;
    }
  | { readonly outcome: 'declined'; readonly last4: string; readonly message: string }
  | { readonly outcome: 'unknown card'; readonly message: string };

export const APPROVED_CARD = '4242 4242 4242 4242';
export const DECLINED_CARD = '4000 0000 0000 0002';

/** Approved when something is bought, declined whenever it is charged again. */
export const FAILS_LATER_CARD = '4000 0000 0000 0341';

const digitsOf = (text: string): string => text.replace(/[\s-]/g, '');

/**
 * Stands in for a card processor: no money moves, and three card numbers are known. It answers at once and
 * remembers nothing, so asking twice does no harm; a real processor would take an idempotency key here.
 */
export function chargeTestCard(cardNumber: string): Charge {
  const digits = digitsOf(cardNumber);
  const last4 = digits.slice(-4);
  if ([APPROVED_CARD, FAILS_LATER_CARD].some((card) => digits === digitsOf(card)))
    return { outcome: 'approved', last4, stored: storedCard(last4) };
  if (digits === digitsOf(DECLINED_CARD))
    return { outcome: 'declined', last4, message: 'The card was declined. Nothing was charged.' };
  return {
    outcome: 'unknown card',
    message: `This shop takes test cards only: use ${APPROVED_CARD}. Nothing was charged.`,
  };
}

/** The processor's name for a card that it approved, under which it charges it again. */
const storedCard = (last4: string): string => `pm_test_${last4}`;

/** The last four digits of a stored card. */
export const last4Of = (name: string): string => name.slice(-4);

/** Charges a card that was stored before. */
export function chargeStoredCard(name: string): Exclude<Charge, { outcome: 'unknown card' }> {
  const last4 = last4Of(name);
  if (name === storedCard(APPROVED_CARD.slice(-4))) return { outcome: 'approved', last4, stored: name };
  return { outcome: 'declined', last4, message: 'The card was declined.' };
}
