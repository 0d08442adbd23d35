import { randomInt } from 'node:crypto';
import { ulid } from 'ulid';
import type { Clock } from '../clock.ts';

const PREFIX = {
  account: 'acct',
  apiKey: 'key',
  application: 'app',
  grant: 'grant',
  product: 'prod',
  plan: 'plan',
  customField: 'field',
  promoCode: 'promo',
  entry: 'entry',
  user: 'user',
  membership: 'mem',
  payment: 'pay',
  refund: 're',
  checkout: 'ch',
  webhook: 'hook',
  event: 'evt',
  delivery: 'dlv',
  signInLink: 'link',
  pspCustomer: 'cus',
  pspSubscription: 'sub',
} as const;

/** Letters and digits that can't be mistaken for each other when read aloud. */
const LICENSE_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Creates an id from a prefix and a ULID (https://github.com/ulid/spec): sorts by millisecond, 80 random bits. */
export const newId = (clock: Clock, kind: keyof typeof PREFIX): string =>
  `${PREFIX[kind]}_${ulid(clock.now().getTime())}`;

/** Creates a license key of 25 random characters in groups of five: 125 bits. */
export function newLicenseKey(): string {
  const group = () =>
    Array.from({ length: 5 }, () => LICENSE_ALPHABET[randomInt(LICENSE_ALPHABET.length)]).join('');
  return Array.from({ length: 5 }, group).join('-');
}
