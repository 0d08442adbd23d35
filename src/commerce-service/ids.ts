import { randomInt } from 'node:crypto';
import { ulid } from 'ulid';
import type { Clock } from '../clock.ts';

/** The prefix that tells what an id stands for. */
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

/** Letters and digits that nobody confuses when reading them aloud. */
const LICENSE_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/**
 * A new id: prefix and ULID, so ids sort by the millisecond they were made in and 80 random bits keep them
 * from being guessed. (https://github.com/ulid/spec)
 */
export const newId = (clock: Clock, kind: keyof typeof PREFIX): string =>
  `${PREFIX[kind]}_${ulid(clock.now().getTime())}`;

/** A license key of 25 random characters in groups of five: 125 bits. */
export function newLicenseKey(): string {
  const group = () =>
    Array.from({ length: 5 }, () => LICENSE_ALPHABET[randomInt(LICENSE_ALPHABET.length)]).join('');
  return Array.from({ length: 5 }, group).join('-');
}
