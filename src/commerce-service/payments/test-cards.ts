import type { Text } from '../../i18n/index.ts';

/** Response of the card processor. It keeps only the last four digits of a card. */
export type Charge =
  | {
      readonly outcome: 'approved';
      readonly last4: string;
      /** The processor's name for the card, for later charges. */
      readonly stored: string;
    }
  | { readonly outcome: 'declined'; readonly last4: string; readonly said: Text }
  | { readonly outcome: 'unknown card'; readonly said: Text };

export const APPROVED_CARD = '4242 4242 4242 4242';
export const DECLINED_CARD = '4000 0000 0000 0002';

/** Approved for a purchase, declined for every later charge. */
export const FAILS_LATER_CARD = '4000 0000 0000 0341';

const digitsOf = (text: string): string => text.replace(/[\s-]/g, '');

/**
 * Stands in for a card processor: moves no money and knows three card numbers. It responds at once and stores nothing,
 * so calling it twice is harmless. A real processor would take an idempotency key here.
 */
export function chargeTestCard(cardNumber: string): Charge {
  const digits = digitsOf(cardNumber);
  const last4 = digits.slice(-4);
  if ([APPROVED_CARD, FAILS_LATER_CARD].some((card) => digits === digitsOf(card)))
    return { outcome: 'approved', last4, stored: storedCard(last4) };
  if (digits === digitsOf(DECLINED_CARD))
    return { outcome: 'declined', last4, said: ({ refusals }) => refusals.declined.card };
  return {
    outcome: 'unknown card',
    said: ({ refusals }) => refusals.testCardsOnly(APPROVED_CARD),
  };
}

/** Builds the processor's name for an approved card, for later charges. */
const storedCard = (last4: string): string => `pm_test_${last4}`;

export const last4Of = (name: string): string => name.slice(-4);

export function chargeStoredCard(name: string): Exclude<Charge, { outcome: 'unknown card' }> {
  const last4 = last4Of(name);
  if (name === storedCard(APPROVED_CARD.slice(-4))) return { outcome: 'approved', last4, stored: name };
  return { outcome: 'declined', last4, said: ({ refusals }) => refusals.declined.cardOnFile };
}
