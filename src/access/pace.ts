import type { Allowance } from './community.ts';

/** How long a change must wait so that it costs no refusal, in milliseconds. */
export const pause = (allowance: Allowance | undefined): number =>
  allowance && allowance.left <= 0 ? Math.max(allowance.resetsIn, 0) : 0;

/**
 * How long the next change is to wait after one, in milliseconds. The first half of a window is free; the second
 * half is spread over the rest of it. So a long backlog uses all that the platform allows, and a purchase in the
 * middle of it, which goes first when the wait is over, waits for two seconds at most.
 */
export function gap({ left, size, resetsIn }: Allowance): number {
  return left > size / 2 ? 0 : Math.max(resetsIn, 0) / (Math.max(left, 0) + 1);
}
