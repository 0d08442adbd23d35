import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Creates a secret of 256 random bits. The prefix identifies its kind, also to secret scanners. */
export const newCredential = (prefix: string): string => `${prefix}_${randomBytes(32).toString('base64url')}`;

/** Hashes a credential for storage. Plain SHA-256 is enough, since no dictionary contains long random credentials. */
export const hashCredential = (credential: string): string =>
  createHash('sha256').update(credential).digest('hex');

/** Compares a credential with a stored hash in constant time. */
export const matchesHash = (credential: string, hash: string): boolean =>
  isSame(hashCredential(credential), hash);

/** Compares two texts in constant time, since an attacker may choose one of them. */
export function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
