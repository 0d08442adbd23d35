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

/** What a provider sends a browser back with. */
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

/** An answer counts once, at its own step, in the browser that asked, in time. */
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
 * By what an answer is known again. Whoever planted the session in somebody's browser knows its state, but not the code
 * that the provider gave to that browser alone.
 */
const once = (state: string, code: string): string => digest(`${state} ${code}`);

const failureOf = (error: string | undefined) => {
  if (error === undefined) return 'expired';
  return isOutage(error) ? 'unavailable' : 'denied';
};

/** How long a second arrival of an answer is told what became of the first, in milliseconds. */
const REMEMBERED = 60_000;

/**
 * A button that is pressed twice brings the same answer twice, and the browser may never see what the first one got:
 * not even its new session. Nothing is exchanged a second time.
 * @param answered by what the answer is known
 * @returns where the journey is now; undefined where this is the first time
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
      ...{ answered, expiresAt: { gt: now } },
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

/** Whether another browser waits for this answer. */
const isSomebodys = async ({ prisma, clock }: LinkingDeps, state: string): Promise<boolean> =>
  (await prisma.linkJourney.count({ where: { state: digest(state), expiresAt: { gt: clock.now() } } })) > 0;
