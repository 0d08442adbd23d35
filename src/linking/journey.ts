import type { CommerceOAuth } from '../commerce-client/oauth.ts';
import type { Prisma, Transaction } from '../database/index.ts';
import { errorCode } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { LinkingDeps } from './deps.ts';
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

export type Outcome = Onward | Failure;

/** What a provider sends a browser back with. */
export interface Answer {
  readonly state?: string | undefined;
  readonly code?: string | undefined;
  readonly error?: string | undefined;
  readonly iss?: string | undefined;
}

/** The journey of a browser; undefined where there is none, or no more. */
export async function findJourney(
  { prisma, clock }: LinkingDeps,
  session: string | undefined,
): Promise<Journey | undefined> {
  if (session === undefined) return undefined;
  const where = { session: digest(session), expiresAt: { gt: clock.now() } };
  return (await prisma.linkJourney.findFirst({ where })) ?? undefined;
}

/** Ends a journey that led nowhere, and has its tokens revoked. Nothing is done about one that is done. */
export async function drop(
  deps: Pick<LinkingDeps, 'send' | 'clock'>,
  transaction: Transaction,
  { session, chatUserId, chatTokens: tokens }: Journey,
): Promise<void> {
  const { count } = await transaction.linkJourney.deleteMany({ where: { session, step: { not: 'done' } } });
  if (count === 1 && chatUserId !== null && tokens !== null)
    await revokeSoon(deps, transaction, [{ side: 'chat', userId: chatUserId, tokens }]);
}

type Taken = {
  readonly kind: 'taken';
  readonly code: string;
  readonly state: string;
  readonly journey: Journey;
};

/** An answer counts once, at its own step, in the browser that asked, in time. */
export async function takeAnswer(
  deps: JourneyDeps,
  step: 'chat' | 'commerce',
  session: string | undefined,
  { state = '', code, error }: Answer,
): Promise<Taken | Failure> {
  const journey = await findJourney(deps, session);
  if (!journey) return (await isSomebodys(deps, state)) ? { kind: 'other browser' } : { kind: 'expired' };
  const { count } = await deps.prisma.linkJourney.updateMany({
    where: { session: journey.session, step, state: digest(state), expiresAt: { gt: deps.clock.now() } },
    data: { state: null },
  });
  if (count === 0 && journey.state === digest(state)) return { kind: 'mixed up' };
  if (count === 0) return (await isSomebodys(deps, state)) ? { kind: 'other browser' } : { kind: 'expired' };
  if (error !== undefined) return isOutage(error) ? { kind: 'unavailable' } : { kind: 'denied' };
  return code === undefined ? { kind: 'expired' } : { kind: 'taken', code, state, journey };
}

const isOutage = (error: string): boolean => ['server_error', 'temporarily_unavailable'].includes(error);

/** Whether another browser waits for this answer. */
const isSomebodys = async ({ prisma, clock }: LinkingDeps, state: string): Promise<boolean> =>
  (await prisma.linkJourney.count({ where: { state: digest(state), expiresAt: { gt: clock.now() } } })) > 0;

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
