import type { Clock } from '../clock.ts';

/** A role change that the bot requested, successful or not, or a failed read of a member. */
export interface Attempt {
  /** Time at which the request finished (ISO 8601). */
  readonly at: string;
  readonly guildId: string;
  readonly userId: string;
  /** Undefined if the request changes several roles at once. */
  readonly roleId: string | undefined;
  readonly deed: 'give' | 'take' | 'change' | 'look';
  /** The audit log reason that the bot gave; empty for a read. */
  readonly reason: string;
  /** HTTP status of the answer; null if there was none. */
  readonly status: number | null;
  /** Whether the change was made. With fault injection this can differ from the answer. */
  readonly isDone: boolean;
}

/** The most recent attempts, in memory only. */
export interface Attempts {
  /** Oldest first. */
  list(): readonly Attempt[];
  add(attempt: Omit<Attempt, 'at'>): void;
}

const LENGTH = 500;

export function createAttempts(clock: Clock): Attempts {
  const attempts: Attempt[] = [];
  return {
    list: () => attempts,
    add(attempt) {
      attempts.push({ ...attempt, at: clock.now().toISOString() });
      if (attempts.length > LENGTH) attempts.shift();
    },
  };
}
