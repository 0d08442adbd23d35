import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares two secrets in constant time, since an attacker may choose one of them. Their hashes have equal lengths. */
export const isSameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
