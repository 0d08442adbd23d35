/** How often something is allowed within a period, in milliseconds, that starts with its first time. */
export interface PeriodLimit {
  readonly most: number;
  readonly period: number;
}

/** How often something happened in the period that started then; `since` is null before its first time. */
export interface Counted {
  readonly count: number;
  readonly since: Date | null;
}

export interface TooOften {
  /** Time from which it is possible again. */
  readonly retryAt: Date;
}

/** Counts one more time. Call it with the stored count locked. */
export function countInPeriod(
  { count, since }: Counted,
  { most, period }: PeriodLimit,
  now: Date,
): { readonly count: number; readonly since: Date } | TooOften {
  const end = since && new Date(since.getTime() + period);
  if (!end || end <= now) return { count: 1, since: now };
  return count < most ? { count: count + 1, since } : { retryAt: end };
}
