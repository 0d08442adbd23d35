import type { Clock } from '../clock.ts';
import type { FieldAliases } from '../commerce-client/aliases.ts';
import type { CommerceClient, Membership } from '../commerce-client/index.ts';
import type { Prisma, PrismaClient, Transaction } from '../database/index.ts';
import { Fault } from '../errors.ts';
import { sourcesOf } from './claims.ts';
import { DECIDES, fold, type InboxEvent } from './fold.ts';
import type { Mirrored, Observation } from './merge.ts';
import { type Change, lockMirrored, nextObservation, TRANSACTION, write, writeAnswers } from './mirror.ts';

/** Events that are taken on at a time; the others come next. */
const MAX_EVENTS = 500;

/** How long the service's answers may lag behind its events, in milliseconds: replicas do. */
const PATIENCE = 60_000;

/** Whether somebody waits for it: `urgent` for what was just bought, `claimed` for what anybody may have, for anybody. */
export type Urgency = 'urgent' | 'live' | 'claimed';

/** What a change of a membership means for an account. */
export interface Concern {
  readonly urgency: Urgency;
  /** When the first event that says so came in. */
  readonly eventAt: Date;
  /** What the membership counts for and counted for until now: no other mapping has to do with it. */
  readonly sources: readonly string[];
}

/** Has the roles of a chat account made right, in the same transaction that changes the mirror. */
export type RequestSync = (chatUserId: string, concern: Concern, transaction: Transaction) => Promise<void>;

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
 * change concerns. A beginning or an end that is told concerns them also where the mirror knew of it: a list may
 * have shown it first, which has nobody synced. The events are done with in the transaction that does so, and no
 * others: one that came after the question was asked calls for another look. A membership that doesn't exist
 * changes nothing.
 * @throws the client's faults; nothing is concluded from them. Fault `MEMBERSHIP_NOT_FOUND_YET` where one that
 * began a moment ago isn't there, `MEMBERSHIP_NOT_SETTLED_YET` where one isn't what was told a moment ago
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

/** What an inbox event says by itself. */
type Told = Pick<InboxEvent, 'name' | 'occurredAt' | 'receivedAt'>;

/**
 * The service may lag behind what it has just told: one that began isn't found, or one isn't what an event says. Then
 * the job is tried again, until the answer agrees or the minute is over. Of events that contradict one another the
 * answer decides.
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
      'The Commerce Service does not know a membership that it has just told of. It is asked again for a minute.',
    );
  if (typeof answer !== 'object' || said.length === 0 || said.includes(answer.valid)) return;
  throw new Fault(
    'MEMBERSHIP_NOT_SETTLED_YET',
    'The Commerce Service says of a membership the opposite of what it has just told. It is asked again for a minute.',
  );
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

/** The membership as the mirror knew it already. */
async function unchanged(transaction: Transaction, id: string): Promise<Change | undefined> {
  const row = await transaction.mirroredMembership.findUnique({ where: { id } });
  return row ? { before: row, after: row } : undefined;
}

/** The accounts that a membership counts for, and counted for until now. */
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
  const linked = await linkedAccount(transaction, after);
  const now = [...(before ? sourcesOf(before) : []), ...sourcesOf(after)];
  for (const account of [...had.union(has)].sort()) {
    // A list may have shown the change first, and nobody knows any more what it counted for before.
    const past = before === after ? await sourcesOfRoles(transaction, account) : [];
    const sources = [...new Set([...now, ...past])];
    const gains = after.valid && has.has(account) && (isTold || !(before?.valid && had.has(account)));
    const isClaimed = isFree && !after.chatProven && account !== linked;
    const urgency = isClaimed ? 'claimed' : gains ? 'urgent' : 'live';
    await requestSync(account, { urgency, eventAt, sources }, transaction);
  }
}

/** The account that the buyer connected at the service, and the one that they linked here. */
async function accountsOf(transaction: Transaction, row: Mirrored | undefined): Promise<ReadonlySet<string>> {
  const linked = row && (await linkedAccount(transaction, row));
  return new Set([row?.chatUserId, linked].filter((account) => account != null));
}

async function linkedAccount(
  transaction: Transaction,
  { commerceUserId }: Pick<Mirrored, 'commerceUserId'>,
): Promise<string | undefined> {
  if (commerceUserId === null) return undefined;
  return (await transaction.accountLink.findUnique({ where: { commerceUserId } }))?.chatUserId;
}

/** What gives the roles that the account has from us. */
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

/** Dates of the next charge or end change no role: a hint that says nothing else costs no call. */
function concernsRoles({ before, after }: Change): boolean {
  const fields = [
    ...(['valid', 'status', 'productId', 'planId', 'sourcePlanId'] as const),
    ...(['commerceUserId', 'chatUserId', 'chatProven'] as const),
  ];
  return fields.some((field) => before?.[field] !== after[field]);
}
