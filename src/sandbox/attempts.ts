import type { Clock } from '../clock.ts';

/** A change of a member's roles that the bot asked for, whatever came of it, or a look at a member in vain. */
export interface Attempt {
  /** When it was over (ISO 8601). */
  readonly at: string;
  readonly guildId: string;
  readonly userId: string;
  /** Undefined where several were to change at once. */
  readonly roleId: string | undefined;
  readonly deed: 'give' | 'take' | 'change' | 'look';
  /** What the bot said that it is for; of a look it says nothing. */
  readonly reason: string;
  /** What it was answered; null where no answer came. */
  readonly status: number | null;
  /** Whether it changed anything: a change may be made and called a failure, or called done and not be made. */
  readonly isDone: boolean;
}

/** The last changes of roles that were asked for, and the last looks in vain. A restart forgets them. */
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
