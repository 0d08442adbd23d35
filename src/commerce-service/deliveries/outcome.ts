import type { ClaimedDelivery } from './claim.ts';
import { type Answer, succeeded } from './post-signed.ts';

/** Seconds from a failed attempt to the next one, as the Standard Webhooks specification recommends. */
export const RETRY_AFTER = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

export interface Attempt {
  readonly answer: Answer;
  readonly startedAt: Date;
  readonly endedAt: Date;
}

/** The result of a claimed delivery. Without an attempt if its endpoint is disabled. */
export interface Outcome {
  readonly delivery: ClaimedDelivery;
  readonly attempt?: Attempt;
}

export const hasSucceeded = ({ attempt }: Outcome): boolean =>
  attempt !== undefined && succeeded(attempt.answer);

/** @returns the delivery's next state */
export function stateAfter({ delivery, attempt }: Outcome) {
  const { attempts } = delivery;
  if (!attempt) return { attempts, status: 'dropped', nextAttemptAt: null } as const;
  const made = { attempts: attempts + 1 };
  if (succeeded(attempt.answer)) return { ...made, status: 'delivered', nextAttemptAt: null } as const;
  const seconds = RETRY_AFTER[attempts];
  if (seconds === undefined) return { ...made, status: 'failed', nextAttemptAt: null } as const;
  const nextAttemptAt = new Date(attempt.endedAt.getTime() + seconds * 1000);
  return { ...made, status: 'pending', nextAttemptAt } as const;
}
