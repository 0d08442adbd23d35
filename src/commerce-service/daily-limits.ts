import type { Transaction } from '../database/index.ts';
import type { Text } from '../i18n/index.ts';
import { Refusal } from './api/refusal.ts';
import { lock } from './customers/users.ts';
import type { Service } from './service.ts';

const DAY = 24 * 60 * 60 * 1000;

/**
 * How often a person may do in a day what leaves an audit log entry each time, and in part an event. Entries are kept
 * for good, so one membership must not be enough to fill the database.
 */
const MOST = {
  /** Counted by proof. */
  'sign in': 30,
  /** Counted by user and application. */
  'allow application': 30,
  /** These are counted by membership and owner. */
  'replace license key': 10,
  'undo cancellation': 10,
  'top up for free': 10,
} as const;
export type LimitedAction = keyof typeof MOST;

/**
 * Counts an action in the transaction that carries it out, so that a refused or failed one doesn't count. A lock makes
 * concurrent ones wait.
 * @returns from when it is possible again if there were too many in a day
 */
export async function countAction(
  { clock }: Pick<Service, 'clock'>,
  transaction: Transaction,
  action: LimitedAction,
  subject: string,
): Promise<TooOften | undefined> {
  await lock(transaction, `count ${action} ${subject}`);
  const where = { action_subject: { action, subject } };
  const known = await transaction.actionCount.findUnique({ where });
  const limit = { most: MOST[action], period: DAY };
  const counted = countInPeriod(known ?? { count: 0, since: null }, limit, clock.now());
  if ('retryAt' in counted) return counted;
  await transaction.actionCount.upsert({ where, create: { action, subject, ...counted }, update: counted });
  return undefined;
}

/**
 * Counts an action like `countAction`.
 * @param outcome tells the customer what didn't happen
 * @throws Refusal 429 if there were too many in a day
 */
export async function limitAction(
  service: Pick<Service, 'clock'>,
  transaction: Transaction,
  { action, subject, outcome }: { action: LimitedAction; subject: string; outcome: Text },
): Promise<void> {
  const refused = await countAction(service, transaction, action, subject);
  if (refused) throw tooOften(service, action, refused, outcome);
}

/** Creates the refusal of an action. @param outcome tells the customer what didn't happen */
export function tooOften(
  { clock }: Pick<Service, 'clock'>,
  action: LimitedAction,
  { retryAt }: TooOften,
  outcome: Text,
): Refusal {
  const seconds = Math.ceil((retryAt.getTime() - clock.now().getTime()) / 1000);
  const said: Text = (words) => words.refusals.tooOften(outcome(words), MOST[action], seconds);
  return new Refusal('too many', said, seconds);
}

/** Deletes counts whose day is over. Idempotent. */
export async function pruneCounts({ prisma }: Service, now: Date): Promise<void> {
  await prisma.actionCount.deleteMany({ where: { since: { lte: new Date(now.getTime() - DAY) } } });
}

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
