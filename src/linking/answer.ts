import type { LinkingDeps } from './deps.ts';
import {
  type Busy,
  findJourney,
  type Journey,
  type JourneyDeps,
  type Onward,
  type Outcome,
  orEnd,
} from './journey.ts';
import { digest, newSecret } from './proofs.ts';

/** Query parameters with which a provider sends the browser back. */
export interface Answer {
  readonly state?: string | undefined;
  readonly code?: string | undefined;
  readonly error?: string | undefined;
  readonly iss?: string | undefined;
}

type Taken = {
  readonly kind: 'taken';
  readonly code: string;
  readonly state: string;
  readonly journey: Journey;
};

/** Accepts a provider's answer once: at its own step, in the browser that started it, before it expires. */
export async function takeAnswer(
  deps: JourneyDeps,
  step: 'chat' | 'commerce',
  session: string | undefined,
  { state = '', code = '', error }: Answer,
): Promise<Taken | Outcome> {
  const again =
    session === undefined ? undefined : await answeredBefore(deps, step, session, once(state, code));
  if (again) return again;
  const journey = await findJourney(deps, session);
  if (!journey) return (await isSomebodys(deps, state)) ? { kind: 'other browser' } : { kind: 'expired' };
  const now = deps.clock.now();
  const { count } = await deps.prisma.linkJourney.updateMany({
    where: { session: journey.session, step, state: digest(state), expiresAt: { gt: now } },
    data: { state: null, answered: once(state, code), answeredBy: journey.session, answeredAt: now },
  });
  if (count === 0 && journey.state === digest(state)) return { kind: 'mixed up' };
  if (count === 0) return (await isSomebodys(deps, state)) ? { kind: 'other browser' } : { kind: 'expired' };
  if (error === undefined && code !== '') return { kind: 'taken', code, state, journey };
  return orEnd(deps, journey, async () => ({ kind: failureOf(error) }));
}

/**
 * Key that identifies an answer. It includes the code, because an attacker who planted the session in a browser knows
 * its state, but not the code that the provider gave to that browser.
 */
const once = (state: string, code: string): string => digest(`${state} ${code}`);

const failureOf = (error: string | undefined) => {
  if (error === undefined) return 'expired';
  return isOutage(error) ? 'unavailable' : 'denied';
};

/** How long a repeated answer is recognised, in milliseconds. */
const REMEMBERED = 60_000;

/**
 * Detects a repeated answer. A button pressed twice sends the same answer twice, and the browser may never receive the
 * first response with its new session. The code is not exchanged a second time.
 * @param answered key of the answer
 * @returns where the journey continues; undefined for a first answer
 */
async function answeredBefore(
  { prisma, clock }: JourneyDeps,
  step: 'chat' | 'commerce',
  session: string,
  answered: string,
): Promise<Onward | Busy | undefined> {
  const now = clock.now();
  const known = digest(session);
  const found = await prisma.linkJourney.findFirst({
    where: {
      answered,
      expiresAt: { gt: now },
      answeredAt: { gt: new Date(now.getTime() - REMEMBERED) },
      OR: [{ answeredBy: known }, { session: known }],
    },
  });
  if (!found) return undefined;
  if (found.step === step) return { kind: 'busy' };
  if (found.session === known) return { kind: 'onward', session };
  const fresh = newSecret();
  const { count } = await prisma.linkJourney.updateMany({
    where: { session: found.session },
    data: { session: digest(fresh) },
  });
  return count === 0 ? { kind: 'busy' } : { kind: 'onward', session: fresh };
}

const isOutage = (error: string): boolean => ['server_error', 'temporarily_unavailable'].includes(error);

/** Returns whether the answer belongs to a journey in another browser. */
const isSomebodys = async ({ prisma, clock }: LinkingDeps, state: string): Promise<boolean> =>
  (await prisma.linkJourney.count({ where: { state: digest(state), expiresAt: { gt: clock.now() } } })) > 0;
