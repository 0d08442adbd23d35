import type { CommerceOAuth } from '../commerce-client/oauth.ts';
import type { Prisma, Transaction } from '../database/index.ts';
import { errorCode } from '../errors.ts';
import type { QueueRefresh } from '../intake/inbox.ts';
import type { Logger } from '../observability/log.ts';
import { type LinkingDeps, TRANSACTION } from './deps.ts';
import type { Failure } from './failure.ts';
import { digest, newSecret } from './proofs.ts';
import type { ChatProvider } from './providers.ts';
import { revokeSoon, tokensOf } from './revocations.ts';

/** Time limit of a step, in milliseconds. */
export const STEP = 10 * 60_000;

export type Journey = Prisma.LinkJourneyGetPayload<object>;

export type JourneyDeps = LinkingDeps & {
  readonly chat: ChatProvider;
  readonly commerce: CommerceOAuth;
  /** Queues a refresh of memberships, which also syncs the accounts that they note as unsynced. */
  readonly queueRefresh: QueueRefresh;
  readonly log: Logger;
};

/** Success: where the browser goes next, and its session from now on. */
export interface Onward {
  readonly kind: 'onward';
  readonly session: string;
  /** The page of the journey if undefined. */
  readonly location?: string;
}

/** The same answer is already being processed, because a button was pressed twice. */
export interface Busy {
  readonly kind: 'busy';
}

export type Outcome = Onward | Busy | Failure;

/** Returns the browser's journey; undefined if there is none or it has expired. */
export async function findJourney(
  { prisma, clock }: LinkingDeps,
  session: string | undefined,
): Promise<Journey | undefined> {
  if (session === undefined) return undefined;
  const where = { session: digest(session), expiresAt: { gt: clock.now() } };
  return (await prisma.linkJourney.findFirst({ where })) ?? undefined;
}

/**
 * Deletes an unsuccessful journey and revokes its tokens. Does nothing to a journey that is done.
 * @returns whether there was one to delete
 */
export async function drop(
  deps: Pick<LinkingDeps, 'send' | 'clock'>,
  transaction: Transaction,
  { session }: Pick<Journey, 'session'>,
): Promise<boolean> {
  const where = { session, step: { not: 'done' as const } };
  // Its tokens may have been sealed with another key since the caller read it.
  const current = await transaction.linkJourney.findUnique({ where });
  const { count } = await transaction.linkJourney.deleteMany({ where });
  if (current && count === 1) await revokeSoon(deps, transaction, tokensOf(current));
  return count === 1;
}

/** Runs a step of a journey. Deletes the journey unless the step succeeds, because its answer can't be used again. */
export async function orEnd(
  deps: JourneyDeps,
  journey: Journey,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const outcome = await asking(deps, work);
  if (outcome.kind !== 'onward')
    await deps.prisma.$transaction((transaction) => drop(deps, transaction, journey), TRANSACTION);
  return outcome;
}

/** Advances to the next step. The session is replaced, so that an earlier one that leaked becomes useless. */
export async function goOn(
  deps: JourneyDeps,
  transaction: Transaction,
  { session: before }: Journey,
  data: Partial<Omit<Journey, 'session'>>,
): Promise<Outcome> {
  const session = newSecret();
  const { count } = await transaction.linkJourney.updateMany({
    where: { session: before },
    data: { ...data, session: digest(session), expiresAt: later(deps, STEP) },
  });
  return count === 0 ? { kind: 'expired' } : { kind: 'onward', session };
}

/** Turns errors of a provider into outcomes. Logs the error, which contains no secrets. */
export async function asking(deps: JourneyDeps, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    const code = errorCode(error);
    if (code === 'GRANT_REFUSED') return { kind: 'expired' };
    if (code === undefined || !/^(COMMERCE|DISCORD)_/.test(code)) throw error;
    deps.log.error({ err: error }, 'linking: a provider could not be reached');
    return { kind: 'unavailable' };
  }
}

/** Returns the time so many milliseconds from now. */
export const later = ({ clock }: LinkingDeps, milliseconds: number): Date =>
  new Date(clock.now().getTime() + milliseconds);
