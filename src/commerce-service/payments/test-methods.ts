import type { Words } from '../../i18n/index.ts';
import type { PaymentMethod } from '../plans/schema.ts';
import { APPROVED_CARD, type Charge, chargeTestCard, DECLINED_CARD, last4Of } from './test-cards.ts';

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
export function chargeTestMethod(method: PaymentMethod, account: string): Charge {
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

/** Returns whether this is the name of a stored account, as opposed to a stored card. */
export const isStoredAccount = (name: string): boolean =>
  [storedAccount('wallet'), storedAccount('commerce_crypto')].includes(name);

/** Describes a stored payment method in words: "the card ending in 4242". */
export function storedInWords({ pages }: Words, stored: string): string {
  const { wallet, crypto, card } = pages.customer.paidWith;
  if (!isStoredAccount(stored)) return card(last4Of(stored));
  return stored === storedAccount('wallet') ? wallet : crypto;
}
