import type { Text, Words } from '../../i18n/index.ts';
import { PaymentMethod } from '../plans/schema.ts';

/** Response of a payment processor to a charge. It keeps only the last four digits of a card. */
export type ProcessorAnswer =
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
export function chargeTestCard(cardNumber: string): ProcessorAnswer {
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

export function chargeStoredCard(name: string): Exclude<ProcessorAnswer, { outcome: 'unknown card' }> {
  const last4 = last4Of(name);
  if (name === storedCard(APPROVED_CARD.slice(-4))) return { outcome: 'approved', last4, stored: name };
  return { outcome: 'declined', last4, said: ({ refusals }) => refusals.declined.cardOnFile };
}

/** Order field that takes the account of each payment method, and its test accounts. */
export const TEST_METHODS = {
  card: {
    field: 'card_number',
    processor: 'psp',
    approved: APPROVED_CARD,
    declined: DECLINED_CARD,
  },
  wallet: {
    field: 'wallet_account',
    processor: 'wallet',
    approved: 'approved@wallet.test',
    declined: 'declined@wallet.test',
  },
  commerce_crypto: {
    field: 'wallet_address',
    processor: 'commerce_crypto',
    approved: '0x4242424242424242424242424242424242424242',
    declined: '0x4000000000000000000000000000000000000002',
  },
} as const satisfies Record<PaymentMethod, object>;

/** Stands in for the processor of a method: moves no money and responds at once. */
export function chargeTestMethod(method: PaymentMethod, account: string): ProcessorAnswer {
  if (method === 'card') return chargeTestCard(account);
  const { approved, declined } = TEST_METHODS[method];
  const known = account.trim().toLowerCase();
  if (known === approved) return { outcome: 'approved', last4: '', stored: storedAccount(method) };
  if (known === declined)
    return { outcome: 'declined', last4: '', said: ({ refusals }) => refusals.declined[method] };
  return {
    outcome: 'unknown card',
    said: ({ refusals }) => refusals.testAccountsOnly(approved),
  };
}

/** Builds the processor's name for an approved account. Later charges to it always succeed. */
const storedAccount = (method: Exclude<PaymentMethod, 'card'>): string => `pm_test_${method}`;

/** Returns the payment method of a stored account or card, by the processor's name for it. */
export const storedMethod = (name: string): PaymentMethod =>
  PaymentMethod.enum.find((method) => method !== 'card' && name === storedAccount(method)) ?? 'card';

/** Describes a stored payment method in words: "the card ending in 4242". */
export const storedInWords = ({ pages }: Words, stored: string): string =>
  pages.customer.paidWith[storedMethod(stored)](last4Of(stored));
