import type { Clock } from '../../clock.ts';
import type { CommerceClient } from '../../commerce-client/index.ts';
import type { PrismaClient } from '../../database/index.ts';
import { errorCode, type Fault } from '../../errors.ts';
import { ChatFault } from '../../i18n/chat-fault.ts';
import type { Logger } from '../../observability/log.ts';
import type { SyncLater } from './concerns.ts';
import { nextObservation, TRANSACTION, writeAnswers } from './mirror.ts';
import { writeMissing } from './tombstones.ts';
import { markUnreadable } from './unreadable.ts';

/** How long a request may wait to be sent, in milliseconds. Keeps a service's long backoff from stalling sweeps. */
const PATIENCE = 60_000;

export interface FetchDeps {
  readonly prisma: PrismaClient;
  readonly commerce: CommerceClient;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Dependencies of a sweep's writes, which queue no syncs. */
export interface RefetchDeps extends FetchDeps {
  readonly later: SyncLater;
}

/** Returns the request options for sweeps: background priority, after all other requests. */
export const turn = (signal?: AbortSignal) => ({ background: true, signal, patience: PATIENCE });

/**
 * Asks the service about one membership in the mirror and stores the answer.
 * @param isBelieved whether to believe the service when it doesn't know a membership
 * @returns whether the service knows the membership; `skipped` if the answer is unreadable or not believed
 * @throws the client's faults; then nothing is concluded
 */
export async function refetchMembership(
  deps: RefetchDeps,
  id: string,
  isBelieved: () => Promise<boolean>,
  signal?: AbortSignal,
): Promise<'found' | 'missing' | 'gone' | 'skipped'> {
  const observation = await nextObservation(deps);
  const answer = await orUnreadable(deps.commerce.getMembership(id, turn(signal)));
  if (answer === 'unaskable') throw unaskable();
  // Checked for each membership, since the service may have failed since the last one.
  if (answer === 'odd' || (answer === 'missing' && !(await isBelieved()))) {
    deps.log.warn(
      { membership: id },
      'the Commerce Service sent a membership that can’t be read; its stored state stays as it was',
    );
    await markUnreadable(deps.prisma, id, observation);
    return 'skipped';
  }
  return deps.prisma.$transaction(async (transaction) => {
    if (answer === 'missing') return writeMissing(transaction, id, observation, deps.later);
    await writeAnswers(transaction, [answer], observation, deps.later);
    return 'found';
  }, TRANSACTION);
}

/** Turns an unreadable answer into `odd`, so that it doesn't stop the sweep. @throws the client's other faults */
export const orUnreadable = <Answer>(asked: Promise<Answer>): Promise<Answer | 'odd'> =>
  asked.catch((error: unknown) => {
    if (errorCode(error) === 'COMMERCE_UNREADABLE') return 'odd' as const;
    throw error;
  });

export const unaskable = (): Fault => new ChatFault('COMMERCE_UNASKABLE');
