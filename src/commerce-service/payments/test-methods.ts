import type { PaymentMethod } from '../plans/schema.ts';
import { APPROVED_CARD, type Charge, chargeTestCard, DECLINED_CARD, last4Of } from './test-cards.ts';

/** Words for each payment method, the order field that takes its account, and its test accounts. */
export const TEST_METHODS = {
  card: {
    title: 'Card',
    label: 'Card number',
    plural: 'cards',
    field: 'card_number',
    processor: 'psp',
    approved: APPROVED_CARD,
    declined: DECLINED_CARD,
  },
  wallet: {
    title: 'Wallet',
    label: 'Wallet account',
    plural: 'wallets',
    field: 'wallet_account',
    processor: 'wallet',
    approved: 'approved@wallet.test',
    declined: 'declined@wallet.test',
  },
  commerce_crypto: {
    title: 'Crypto',
    label: 'Wallet address',
    plural: 'crypto',
    field: 'wallet_address',
    processor: 'commerce_crypto',
    approved: '0x4242424242424242424242424242424242424242',
    declined: '0x4000000000000000000000000000000000000002',
  },
} as const satisfies Record<PaymentMethod, object>;

/** Stands in for the processor of a method: moves no money and responds at once. */
export function chargeTestMethod(method: PaymentMethod, account: string): Charge {
  if (method === 'card') return chargeTestCard(account);
  const { approved, declined, title } = TEST_METHODS[method];
  const known = account.trim().toLowerCase();
  if (known === approved) return { outcome: 'approved', last4: '', stored: storedAccount(method) };
  if (known === declined)
    return { outcome: 'declined', last4: '', message: `${title} payment was declined. Nothing was charged.` };
  return {
    outcome: 'unknown card',
    message: `This shop takes test accounts only: use ${approved}. Nothing was charged.`,
  };
}

/** Builds the processor's name for an approved account. Later charges to it always succeed. */
const storedAccount = (method: Exclude<PaymentMethod, 'card'>): string => `pm_test_${method}`;

/** Returns whether this is the name of a stored account, as opposed to a stored card. */
export const isStoredAccount = (name: string): boolean =>
  [storedAccount('wallet'), storedAccount('commerce_crypto')].includes(name);

/** Describes a stored payment method in words: "the card ending in 4242". */
export const inWords = (stored: string): string =>
  isStoredAccount(stored)
    ? stored === storedAccount('wallet')
      ? 'the wallet'
      : 'the crypto wallet'
    : `the card ending in ${last4Of(stored)}`;
