import type { CommerceOAuth } from '../commerce-client/oauth.ts';
import type { Prisma, Transaction } from '../database/index.ts';
import { errorCode } from '../errors.ts';
import type { Logger } from '../log.ts';
import { type LinkingDeps, TRANSACTION } from './deps.ts';
import type { Failure } from './failure.ts';
import { digest, newSecret } from './proofs.ts';
import type { ChatProvider } from './providers.ts';
import { revokeSoon } from './revocations.ts';

/** How long a step may take, in milliseconds. */
export const STEP = 10 * 60_000;

export type Journey = Prisma.LinkJourneyGetPayload<object>;

export type JourneyDeps = LinkingDeps & {
  readonly chat: ChatProvider;
  readonly commerce: CommerceOAuth;
  readonly log: Logger;
};

/** Where the browser goes next, and the session by which it is known from now on. */
export interface Onward {
  readonly kind: 'onward';
  readonly session: string;
  /** Undefined: to the page of the journey. */
  readonly location?: string;
}

/** The same answer is being looked at already: a second press of a button. */
export interface Busy {
  readonly kind: 'busy';
}

export type Outcome = Onward | Busy | Failure;

/** The journey of a browser; undefined where there is none, or no more. */
export async function findJourney(
  { prisma, clock }: LinkingDeps,
  session: string | undefined,
): Promise<Journey | undefined> {
  if (session === undefined) return undefined;
  const where = { session: digest(session), expiresAt: { gt: clock.now() } };
  return (await prisma.linkJourney.findFirst({ where })) ?? undefined;
}

/**
 * Ends a journey that led nowhere, and has its tokens revoked. Nothing is done about one that is done.
 * @returns whether it was there to be ended
 */
export async function drop(
  deps: Pick<LinkingDeps, 'send' | 'clock'>,
  transaction: Transaction,
  { session, chatUserId, chatTokens: tokens }: Journey,
): Promise<boolean> {
  const { count } = await transaction.linkJourney.deleteMany({ where: { session, step: { not: 'done' } } });
  if (count === 1 && chatUserId !== null && tokens !== null)
    await revokeSoon(deps, transaction, [{ side: 'chat', userId: chatUserId, tokens }]);
  return count === 1;
}

/** Goes on with a journey, and ends it where that leads nowhere: its answer is used up. */
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

/** The next step, under a new session: whoever knew the one before is left behind. */
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

/** What goes wrong at a provider is told; what they said is for the log, without anything secret. */
export async function asking(deps: JourneyDeps, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    const code = errorCode(error);
    if (code === 'GRANT_REFUSED') return { kind: 'expired' };
    if (code === undefined || !/^(COMMERCE|DISCORD)_/.test(code)) throw error;
    deps.log.error({ err: error }, 'linking: a provider could not be asked');
    return { kind: 'unavailable' };
  }
}

/** So many milliseconds from now. */
export const later = ({ clock }: LinkingDeps, milliseconds: number): Date =>
  new Date(clock.now().getTime() + milliseconds);
