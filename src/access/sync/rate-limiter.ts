import type { Allowance } from '../community.ts';

/** Returns how long a change must wait to avoid a rate-limit error, in milliseconds. */
export const pause = (allowance: Allowance | undefined): number =>
  allowance && allowance.left <= 0 ? Math.max(allowance.resetsIn, 0) : 0;

/**
 * Returns how long the next change must wait after one, in milliseconds. Changes in the first half of a window don't
 * wait; those in the second half are spread over its remaining time. A long backlog thus uses the whole rate limit, and
 * a purchase in the middle of it, which goes first after the wait, waits two seconds at most.
 */
export function gap({ left, size, resetsIn }: Allowance): number {
  return left > size / 2 ? 0 : Math.max(resetsIn, 0) / (Math.max(left, 0) + 1);
}
