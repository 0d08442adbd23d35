import type { Clock } from '../../clock.ts';
import type { FieldAliases } from '../../commerce-client/aliases.ts';
import type { CommerceClient, Membership } from '../../commerce-client/index.ts';
import type { Prisma, PrismaClient, Transaction } from '../../database/index.ts';
import { Fault } from '../../errors.ts';
import { sourcesOf } from '../sync/entitlements.ts';
import { DECIDES, fold, type InboxEvent } from './fold.ts';
import type { Mirrored, Observation } from './merge.ts';
import { type Change, lockMirrored, nextObservation, TRANSACTION, write, writeAnswers } from './mirror.ts';

/** Events processed at a time; the others follow. */
const MAX_EVENTS = 500;

/** How long the service's answers may lag behind its events, in milliseconds, since it may answer from replicas. */
const PATIENCE = 60_000;

/** `urgent`: a new purchase. `claimed`: a free membership without a proven account, which anyone can get for anyone. */
export type Urgency = 'urgent' | 'live' | 'claimed';

/** Effect of a membership change on an account. */
export interface Concern {
  readonly urgency: Urgency;
  /** Time the first event about the change was received. */
  readonly eventAt: Date;
  /** Sources that the membership counts for, or did until now. Mappings of other sources aren't affected. */
  readonly sources: readonly string[];
}

/** Queues a sync of a chat account's roles, in the transaction that changes the mirror. */
export type RequestSync = (chatUserId: string, concern: Concern, transaction: Transaction) => Promise<void>;

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
 * queried, updates the mirror, and queues a sync for every affected chat account.
 * An event that reports a start or an end affects the accounts even if the mirror already shows it: a list may have
 * written the change first, without queuing a sync.
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
  if (!first) return;
  const worked = { id: { in: events.map(({ id }) => id) } };
  const observation = await nextObservation(deps);
  const answer = await deps.commerce.getMembership(membershipId, { signal });
  requirePatienceIsOver(events, answer, deps.clock.now());
  await deps.prisma.$transaction(async (transaction) => {
    if (answer !== 'missing') {
      const changes =
        answer === 'unaskable'
          ? await writeTold(deps, transaction, membershipId, worked)
          : await writeAnswers(transaction, [answer], observation);
      const change = changes[0] ?? (await unchanged(transaction, membershipId));
      const isTold = events.some(({ name }) => DECIDES.get(name) === change?.after.valid);
      const isFree = answer !== 'unaskable' && answer.isFree === true;
      if (change)
        await requestSyncs(deps, transaction, change, { isTold, isFree, eventAt: first.receivedAt });
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
  if (answer === 'missing' && said.includes(true))
    throw new Fault(
      'MEMBERSHIP_NOT_FOUND_YET',
      'The Commerce Service can’t find a membership that it has just sent an event about. Rolekeeper keeps asking for a minute.',
    );
  if (typeof answer !== 'object' || said.length === 0 || said.includes(answer.valid)) return;
  throw new Fault(
    'MEMBERSHIP_NOT_SETTLED_YET',
    'The Commerce Service contradicts an event that it has just sent about a membership. Rolekeeper keeps asking for a minute.',
  );
}

/**
 * Writes the service's answers, and queues a sync for every affected chat account.
 * @param eventAt time of the cause of the query: an event, or an admin's order
 */
export async function takeAnswers(
  deps: Pick<RefreshDeps, 'requestSync'>,
  transaction: Transaction,
  answers: Parameters<typeof writeAnswers>[1],
  observation: Observation,
  eventAt: Date,
): Promise<void> {
  const free = new Set(answers.flatMap(({ id, isFree }) => (isFree ? [id] : [])));
  for (const change of await writeAnswers(transaction, answers, observation))
    await requestSyncs(deps, transaction, change, {
      ...{ isTold: false, isFree: free.has(change.after.id), eventAt },
    });
}

async function writeTold(
  { aliases }: RefreshDeps,
  transaction: Transaction,
  membershipId: string,
  worked: Prisma.InboxEventWhereInput,
): Promise<readonly Change[]> {
  const events = await transaction.inboxEvent.findMany({ where: worked });
  const before = (await lockMirrored(transaction, [membershipId])).get(membershipId);
  const after = fold(before, membershipId, events, aliases);
  return after && after !== before ? write(transaction, [{ before, after }]) : [];
}

async function unchanged(transaction: Transaction, id: string): Promise<Change | undefined> {
  const row = await transaction.mirroredMembership.findUnique({ where: { id } });
  return row ? { before: row, after: row } : undefined;
}

/** Queues a sync for the accounts that a membership counts for, or counted for before the change. */
async function requestSyncs(
  { requestSync }: Pick<RefreshDeps, 'requestSync'>,
  transaction: Transaction,
  change: Change,
  { isTold, isFree, eventAt }: { readonly isTold: boolean; readonly isFree: boolean; readonly eventAt: Date },
): Promise<void> {
  const { before, after } = change;
  if (!isTold && !concernsRoles(change)) return;
  const had = await accountsOf(transaction, before);
  const has = await accountsOf(transaction, after);
  const proven = [...had, ...has].flatMap(([account, isProven]) => (isProven ? [account] : []));
  const now = [...(before ? sourcesOf(before) : []), ...sourcesOf(after)];
  for (const account of [...new Set([...had.keys(), ...has.keys()])].sort()) {
    // A list may have written the change first, so the previous sources are unknown: use those of the account's roles.
    const past = before === after ? await sourcesOfRoles(transaction, account) : [];
    const sources = [...new Set([...now, ...past])];
    const gains = after.valid && has.has(account) && (isTold || !(before?.valid && had.has(account)));
    const isClaimed = isFree && !proven.includes(account);
    const urgency = isClaimed ? 'claimed' : gains ? 'urgent' : 'live';
    await requestSync(account, { urgency, eventAt, sources }, transaction);
  }
}

/** Returns the accounts tied to a membership, each with whether it is proven to be the buyer's. */
async function accountsOf(
  transaction: Transaction,
  row: Mirrored | undefined,
): Promise<ReadonlyMap<string, boolean>> {
  const accounts = new Map<string, boolean>();
  if (row && row.chatUserId !== null) accounts.set(row.chatUserId, row.chatProven);
  const linked = row && (await linkedAccount(transaction, row));
  if (linked !== undefined) accounts.set(linked, true);
  return accounts;
}

async function linkedAccount(
  transaction: Transaction,
  { commerceUserId }: Pick<Mirrored, 'commerceUserId'>,
): Promise<string | undefined> {
  if (commerceUserId === null) return undefined;
  return (await transaction.accountLink.findUnique({ where: { commerceUserId } }))?.chatUserId;
}

/** Returns the sources mapped to the roles that we gave the account. */
async function sourcesOfRoles(transaction: Transaction, userId: string): Promise<readonly string[]> {
  const roles = await transaction.roleGrant.findMany({
    where: { userId },
    select: { guildId: true, roleId: true },
  });
  if (roles.length === 0) return [];
  const mappings = await transaction.roleMapping.findMany({
    where: { OR: roles },
    select: { sourceId: true },
  });
  return mappings.map(({ sourceId }) => sourceId);
}

/** Whether a change affects roles. Changes of payment or end dates don't, and cost no platform call. */
function concernsRoles({ before, after }: Change): boolean {
  const fields = [
    ...(['valid', 'status', 'productId', 'planId', 'sourcePlanId'] as const),
    ...(['commerceUserId', 'chatUserId', 'chatProven'] as const),
  ];
  return fields.some((field) => before?.[field] !== after[field]);
}
