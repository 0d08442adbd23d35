import type { Clock } from '../../clock.ts';
import type { FieldAliases } from '../../commerce-client/fields.ts';
import type { CommerceClient, Membership } from '../../commerce-client/index.ts';
import type { PrismaClient, Transaction } from '../../database/index.ts';
import { ChatFault } from '../../i18n/chat-fault.ts';
import type { RequestSync, SyncNow } from './concerns.ts';
import { DECIDES, fold, type InboxEvent } from './fold.ts';
import { lockMirrored, nextObservation, TRANSACTION, write, writeAnswers } from './mirror.ts';

/** Events processed at a time; the others follow. */
const MAX_EVENTS = 500;

/** How long the service's answers may lag behind its events, in milliseconds, since it may answer from replicas. */
const PATIENCE = 60_000;

export interface RefreshDeps {
  readonly prisma: PrismaClient;
  readonly commerce: CommerceClient;
  /** Field names of the service's events that differ from ours. */
  readonly aliases: FieldAliases;
  readonly clock: Clock;
  readonly requestSync: RequestSync;
}

/**
 * Processes the unprocessed events of a membership. Queries the service, or applies the events if the service can't be
 * queried, updates the mirror, and queues a sync for every affected chat account, including those of changes that were
 * written before without one. Does the latter also if there is no event.
 * The same transaction marks exactly the loaded events as processed. An event that arrives after the query needs
 * another one. A membership unknown to the service changes nothing.
 * @throws the client's faults; nothing is concluded from them. Fault `MEMBERSHIP_NOT_FOUND_YET` if a membership that
 * just began isn't found yet, `MEMBERSHIP_NOT_SETTLED_YET` if the answer contradicts a recent event
 */
export async function refreshMembership(
  deps: RefreshDeps,
  membershipId: string,
  signal?: AbortSignal,
): Promise<void> {
  const events = await deps.prisma.inboxEvent.findMany({
    where: { membershipId, workedAt: null },
    select: { id: true, name: true, occurredAt: true, receivedAt: true },
    orderBy: { receivedAt: 'asc' },
    take: MAX_EVENTS,
  });
  const [first] = events;
  if (!first && !(await hasUnsynced(deps.prisma, membershipId))) return;
  const worked = { id: { in: events.map(({ id }) => id) } };
  const observation = await nextObservation(deps);
  const answer = await deps.commerce.getMembership(membershipId, { signal });
  requirePatienceIsOver(events, answer, deps.clock.now());
  const sync = { requestSync: deps.requestSync, eventAt: first?.receivedAt ?? observation.at };
  await deps.prisma.$transaction(async (transaction) => {
    if (typeof answer === 'object') await writeAnswers(transaction, [answer], observation, sync);
    else {
      const told = answer === 'missing' ? [] : await transaction.inboxEvent.findMany({ where: worked });
      await writeTold(deps, transaction, membershipId, told, sync);
    }
    const workedAt = deps.clock.now();
    await transaction.inboxEvent.updateMany({ where: worked, data: { workedAt } });
  }, TRANSACTION);
  if (events.length === MAX_EVENTS) await refreshMembership(deps, membershipId, signal);
}

type Told = Pick<InboxEvent, 'name' | 'occurredAt' | 'receivedAt'>;

/**
 * Throws if the service lags behind its own recent events: a membership that began isn't found, or the answer
 * contradicts every event. The job is then retried until they agree or a minute has passed. If the events contradict
 * one another, the answer decides.
 */
function requirePatienceIsOver(
  events: readonly Told[],
  answer: Membership | 'missing' | 'unaskable',
  now: Date,
): void {
  const said = events
    .filter(
      ({ occurredAt, receivedAt }) =>
        Math.abs(now.getTime() - (occurredAt ?? receivedAt).getTime()) < PATIENCE,
    )
    .flatMap(({ name }) => DECIDES.get(name) ?? []);
  if (answer === 'missing' && said.includes(true)) throw new ChatFault('MEMBERSHIP_NOT_FOUND_YET');
  if (typeof answer !== 'object' || said.length === 0 || said.includes(answer.valid)) return;
  throw new ChatFault('MEMBERSHIP_NOT_SETTLED_YET');
}

const hasUnsynced = async (prisma: PrismaClient, id: string): Promise<boolean> =>
  (await prisma.mirroredMembership.count({ where: { id, unsynced: { isEmpty: false } } })) > 0;

/** Applies what the events say, without an answer of the service. */
async function writeTold(
  { aliases }: RefreshDeps,
  transaction: Transaction,
  membershipId: string,
  events: readonly InboxEvent[],
  sync: SyncNow,
): Promise<void> {
  const before = (await lockMirrored(transaction, [membershipId])).get(membershipId);
  const after = fold(before, membershipId, events, aliases);
  if (after) await write(transaction, [{ before, after }], sync);
}
