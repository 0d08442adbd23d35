import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new secret of 256 random bits with a prefix that tells what it is for, also to a secret scanner. */
export const newCredential = (prefix: string): string => `${prefix}_${randomBytes(32).toString('base64url')}`;

/**
 * What is kept of a credential: SHA-256, hexadecimal. Credentials are long and random, so a plain hash is
 * enough: there is no dictionary to try.
 */
export const hashCredential = (credential: string): string =>
  createHash('sha256').update(credential).digest('hex');

/** Compares a credential with a kept hash, in a time that doesn't tell how much of them is the same. */
export const matchesHash = (credential: string, hash: string): boolean =>
  isSame(hashCredential(credential), hash);

/** Compares two texts of which an attacker may choose one. */
export function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
