import type { Clock } from '../clock.ts';
import type { FieldAliases } from '../commerce-client/aliases.ts';
import type { CommerceClient } from '../commerce-client/index.ts';
import type { PrismaClient, Transaction } from '../database/index.ts';
import { fold } from './fold.ts';
import {
  type Change,
  lockMirrored,
  type Mirrored,
  nextObservation,
  type Observation,
  TRANSACTION,
  write,
  writeAnswers,
} from './mirror.ts';

/** Events that are taken on at a time; the others come next. */
const MAX_EVENTS = 500;

/** Whether somebody waits for it: `urgent` for what was just bought. */
export type Urgency = 'urgent' | 'live';

/**
 * Has the roles of a chat account made right, in the same transaction that changes the mirror.
 * @param eventAt when the first event that says so came in
 */
export type RequestSync = (
  chatUserId: string,
  urgency: Urgency,
  transaction: Transaction,
  eventAt: Date,
) => Promise<void>;

export interface RefreshDeps {
  readonly prisma: PrismaClient;
  readonly commerce: CommerceClient;
  /** What the service names otherwise than we do, in its events. */
  readonly aliases: FieldAliases;
  readonly clock: Clock;
  readonly requestSync: RequestSync;
}

/**
 * Works the events about a membership that nobody has worked yet: looks at it again, or takes what they say
 * where the service can't be asked, brings the mirror up to date and has every chat account synced that the
 * change concerns. The events are done with in the transaction that does so, and no others: one that came
 * after the question was asked calls for another look. A membership that doesn't exist changes nothing.
 * @throws the client's faults; nothing is concluded from them
 */
export async function refreshMembership(
  deps: RefreshDeps,
  membershipId: string,
  signal?: AbortSignal,
): Promise<void> {
  const events = await deps.prisma.inboxEvent.findMany({
    where: { membershipId, workedAt: null },
    select: { id: true, receivedAt: true },
    orderBy: { receivedAt: 'asc' },
    take: MAX_EVENTS,
  });
  const [first] = events;
  if (!first) return;
  const worked = { id: { in: events.map(({ id }) => id) } };
  const observation = await nextObservation(deps);
  const answer = await deps.commerce.getMembership(membershipId, { signal });
  await deps.prisma.$transaction(async (transaction) => {
    if (answer === 'unaskable') {
      const told = await transaction.inboxEvent.findMany({ where: worked });
      const changes = await writeTold(deps, transaction, membershipId, told);
      await requestSyncs(deps, transaction, changes, first.receivedAt);
    } else if (answer !== 'missing') {
      await takeAnswers(deps, transaction, [answer], observation, first.receivedAt);
    }
    const workedAt = deps.clock.now();
    await transaction.inboxEvent.updateMany({ where: worked, data: { workedAt } });
  }, TRANSACTION);
  if (events.length === MAX_EVENTS) await refreshMembership(deps, membershipId, signal);
}

/**
 * Writes what the service answered, and has every chat account synced that this concerns.
 * @param eventAt when that began by which it was asked: an event, or an admin's order
 */
export async function takeAnswers(
  deps: Pick<RefreshDeps, 'requestSync'>,
  transaction: Transaction,
  answers: Parameters<typeof writeAnswers>[1],
  observation: Observation,
  eventAt: Date,
): Promise<void> {
  await requestSyncs(deps, transaction, await writeAnswers(transaction, answers, observation), eventAt);
}

async function writeTold(
  { aliases }: RefreshDeps,
  transaction: Transaction,
  membershipId: string,
  events: Parameters<typeof fold>[2],
): Promise<readonly Change[]> {
  const before = (await lockMirrored(transaction, [membershipId])).get(membershipId);
  const after = fold(before, membershipId, events, aliases);
  return after && after !== before ? write(transaction, [{ before, after }]) : [];
}

/** The accounts that a membership counts for, and counted for until now. */
async function requestSyncs(
  { requestSync }: Pick<RefreshDeps, 'requestSync'>,
  transaction: Transaction,
  changes: readonly Change[],
  eventAt: Date,
): Promise<void> {
  for (const { before, after } of changes.filter(concernsRoles)) {
    const had = await accountsOf(transaction, before);
    const has = await accountsOf(transaction, after);
    for (const account of [...had.union(has)].sort()) {
      const gains = after.valid && has.has(account) && !(before?.valid && had.has(account));
      await requestSync(account, gains ? 'urgent' : 'live', transaction, eventAt);
    }
  }
}

/** The account that the buyer connected at the service, and the one that they linked here. */
async function accountsOf(transaction: Transaction, row: Mirrored | undefined): Promise<ReadonlySet<string>> {
  const link = row?.commerceUserId
    ? await transaction.accountLink.findUnique({ where: { commerceUserId: row.commerceUserId } })
    : null;
  return new Set([row?.chatUserId, link?.chatUserId].filter((account) => account != null));
}

/** Dates of the next charge or end change no role: a hint that says nothing else costs no call. */
function concernsRoles({ before, after }: Change): boolean {
  const fields = [
    ...(['valid', 'status', 'productId', 'planId', 'sourcePlanId'] as const),
    ...(['commerceUserId', 'chatUserId'] as const),
  ];
  return fields.some((field) => before?.[field] !== after[field]);
}
