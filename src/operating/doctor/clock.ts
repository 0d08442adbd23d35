import { failed, type Judged, ok, warning } from './finding.ts';

/**
 * How far apart two clocks may be, in seconds. The header that tells the other's has whole seconds, and an answer
 * takes its time; a signature whose time is 300 s off is refused.
 */
const WORTH_TELLING = 10;
const TOO_FAR = 120;

/** Judges our clock by somebody else's. */
export function judgeClock(theirs: Date | null, ours: Date): Judged {
  if (theirs === null) return warning({ code: 'CLOCK_UNKNOWN' });
  const seconds = Math.round((theirs.getTime() - ours.getTime()) / 1000);
  if (Math.abs(seconds) < WORTH_TELLING) return ok({ code: 'CLOCK_RIGHT', seconds });
  const fact = { code: 'CLOCK_WRONG', seconds } as const;
  return Math.abs(seconds) < TOO_FAR ? warning(fact) : failed(fact);
}
