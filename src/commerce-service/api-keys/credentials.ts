import { createHash, randomBytes } from 'node:crypto';
import { isSameSecret } from '../../same-secret.ts';

/** Creates a secret of 256 random bits. The prefix identifies its kind, also to secret scanners. */
export const newCredential = (prefix: string): string => `${prefix}_${randomBytes(32).toString('base64url')}`;

/** Hashes a credential for storage. Plain SHA-256 is enough, since no dictionary contains long random credentials. */
export const hashCredential = (credential: string): string =>
  createHash('sha256').update(credential).digest('hex');

/** Compares a credential with a stored hash in constant time. */
export const matchesHash = (credential: string, hash: string): boolean =>
  isSameSecret(hashCredential(credential), hash);
