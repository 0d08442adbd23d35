import type { ListFilter } from '../../commerce-client/index.ts';
import type { PrismaClient } from '../../database/index.ts';
import { ChatFault } from '../../i18n/chat-fault.ts';
import type { SyncLater } from './concerns.ts';
import { type FetchDeps, type RefetchDeps, refetchMembership, turn } from './fetch-memberships.ts';
import { clearDoubts, findWitnesses, isMassLoss, markAllDoubted } from './mass-loss-guard.ts';
import { nextObservation, TRANSACTION, writeAnswers } from './mirror.ts';
import { findGone } from './tombstones.ts';

/** Memberships that are read from the mirror at a time. */
const BATCH = 50;

/**
 * Counts of a refresh: memberships listed, looked up one by one, unknown to the service, found to be gone after missing
 * for long, and skipped because of an unreadable answer. Skipped ones stay unchanged.
 */
export interface Refreshed {
  readonly listed: number;
  readonly asked: number;
  readonly missing: number;
  readonly gone: number;
  readonly skipped: number;
}

/** The service stopped showing our memberships. Counts those doubted for long; the mirror still holds them as valid. */
export interface Emptied {
  readonly emptied: number;
}

/**
 * Refreshes the whole mirror: reads the service's list of valid memberships, then looks up those that gave a role and
 * weren't listed, and some that count as gone. Queues no syncs but notes the affected accounts; the caller compares members
 * afterwards. Uses constant memory and is safe to run concurrently with other work.
 * @param options.isTrusted whether an admin has confirmed that the missing memberships have ended
 * @returns `Emptied`, with nothing concluded, if too few are shown; `unaskable` if the service can't be queried
 * @throws the client's faults. Nothing is concluded from an incomplete list: memberships not seen stay unchanged.
 */
export async function refreshMirror(
  fetchDeps: FetchDeps,
  { isTrusted = false, sweptUpTo = 0n }: { readonly isTrusted?: boolean } & Partial<SyncLater> = {},
  signal?: AbortSignal,
): Promise<Refreshed | Emptied | 'unaskable'> {
  const deps = { ...fetchDeps, later: { sweptUpTo } };
  if (!(await deps.commerce.canBeAsked(turn(signal)))) return 'unaskable';
  const { number: first } = await nextObservation(deps);
  const witnesses = await findWitnesses(deps.prisma, first);
  const { sample, ...list } = await takeList(deps, { valid: true, ...turn(signal) });
  if (!isTrusted && (await isMassLoss(deps, witnesses, signal)))
    return { emptied: await markAllDoubted(deps, first) };
  if (!isTrusted) await clearDoubts(deps.prisma);
  const late = await takeLate(deps, signal);
  const listed = list.count + late.count;
  const counts = { asked: 0, missing: 0, gone: 0, skipped: list.skipped + late.skipped };
  let shown = sample;
  const isBelieved = () => findsByItself(deps, shown, isTrusted, signal);
  let last = '';
  for (;;) {
    const missed = await findMissed(deps.prisma, first, last);
    for (const { id } of missed) {
      const found = await refetchMembership(deps, id, isBelieved, signal);
      counts.asked += 1;
      if (found === 'found') shown ??= id;
      else counts[found] += 1;
    }
    const end = missed.at(-1);
    if (!end) break;
    last = end.id;
  }
  const { asked, ...others } = counts;
  return { listed, asked: asked + (await askAgain(deps, first, signal)), ...others };
}

/** Writes a filtered list into the mirror. @returns the counts of memberships and unreadable entries, and one id */
async function takeList(deps: RefetchDeps, filter: ListFilter) {
  const pages = deps.commerce.listMemberships(filter);
  let count = 0;
  let skipped = 0;
  let sample: string | undefined;
  for (;;) {
    // Each page is a query of its own, numbered before it is sent.
    const observation = await nextObservation(deps);
    const { done, value: page } = await pages.next();
    const isFiltered = page?.memberships.every(({ status }) => status === (filter.status ?? status));
    // A service that ignores the status filter lists every membership that ever ended, so stop reading.
    if (done || !isFiltered) return { count, skipped, sample };
    const { memberships } = page;
    sample ??= memberships[0]?.id;
    await deps.prisma.$transaction(
      (transaction) => writeAnswers(transaction, memberships, observation, deps.later),
      TRANSACTION,
    );
    count += memberships.length;
    skipped += page.skipped;
  }
}

/**
 * Reads the list of late payments if any mapping gives a role for one, as the event may have been lost, or if any are
 * known: a list is read much faster than each membership of it, and anyone can let any number of trials run out.
 */
async function takeLate(deps: RefetchDeps, signal?: AbortSignal) {
  const late = { valid: false, status: 'past_due' } as const;
  const mappings = await deps.prisma.roleMapping.count({ where: { condition: 'past_due' }, take: 1 });
  const known = await deps.prisma.mirroredMembership.count({ where: late, take: 1 });
  if (mappings + known === 0) return { count: 0, skipped: 0 };
  return takeList(deps, { ...late, ...turn(signal) });
}

/** Finds memberships that gave a role (valid or past due) and that no answer since query `first` has covered. */
const findMissed = (prisma: PrismaClient, first: bigint, after: string) =>
  prisma.mirroredMembership.findMany({
    where: {
      OR: [{ valid: true }, { status: 'past_due' }],
      observation: { lt: first },
      id: { gt: after },
    },
    orderBy: { id: 'asc' },
    take: BATCH,
    select: { id: true },
  });

/** Looks up some memberships that count as gone. An error doesn't stop the sweep. @returns the number of lookups */
async function askAgain(deps: RefetchDeps, first: bigint, signal?: AbortSignal): Promise<number> {
  const { prisma, log } = deps;
  let asked = 0;
  for (const { id } of await findGone(prisma, first)) {
    asked += 1;
    try {
      if ((await refetchMembership(deps, id, async () => true, signal)) !== 'skipped') continue;
      await postpone(prisma, id, first);
    } catch (error) {
      signal?.throwIfAborted();
      log.warn({ err: error, membership: id }, 'a membership that seems to be gone could not be looked up');
      await postpone(prisma, id, first);
      break;
    }
  }
  return asked;
}

/** Marks the membership as looked up, so that others go first next time. */
const postpone = (prisma: PrismaClient, id: string, first: bigint) =>
  prisma.mirroredMembership.updateMany({
    where: { id, observation: { lt: first } },
    data: { observation: first },
  });

/**
 * Whether the service finds a membership that it has just listed. Only then is it believed when it doesn't know another
 * one. Without a listed membership there is nothing to check, and the admin's confirmation decides.
 * @param shown id of a listed membership
 * @param isTrusted whether an admin has confirmed that the missing memberships have ended
 * @throws Fault `COMMERCE_CONTRADICTORY` if the service doesn't find it
 */
async function findsByItself(
  deps: FetchDeps,
  shown: string | undefined,
  isTrusted: boolean,
  signal?: AbortSignal,
): Promise<boolean> {
  if (shown === undefined) return isTrusted;
  const answer = await deps.commerce.getMembership(shown, turn(signal));
  if (typeof answer === 'object') return true;
  throw new ChatFault('COMMERCE_CONTRADICTORY');
}
