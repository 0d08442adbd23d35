import { failed, type Judged, ok, warning } from './finding.ts';

/**
 * Thresholds for the difference between two clocks, in seconds. Small differences don't count: the `Date` header has
 * whole seconds, and the answer takes time. A signature is refused if its timestamp is off by 300 s.
 */
const WORTH_TELLING = 10;
const TOO_FAR = 120;

/** Judges our clock against another system's. */
export function judgeClock(theirs: Date | null, ours: Date): Judged {
  if (theirs === null) return warning({ code: 'CLOCK_UNKNOWN' });
  const seconds = Math.round((theirs.getTime() - ours.getTime()) / 1000);
  if (Math.abs(seconds) < WORTH_TELLING) return ok({ code: 'CLOCK_RIGHT', seconds });
  const fact = { code: 'CLOCK_WRONG', seconds } as const;
  return Math.abs(seconds) < TOO_FAR ? warning(fact) : failed(fact);
}
