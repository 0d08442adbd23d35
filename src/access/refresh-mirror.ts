import type { ListFilter } from '../commerce-client/index.ts';
import type { PrismaClient } from '../database/index.ts';
import { Fault } from '../errors.ts';
import { type AskDeps, askAbout, turn } from './ask-about.ts';
import { doubtAll, endDoubts, findWitnesses, isEmptied } from './emptied.ts';
import { nextObservation, TRANSACTION, writeAnswers } from './mirror.ts';
import { findGone } from './missing.ts';

/** Memberships that are looked up in the mirror at once. */
const BATCH = 50;

/**
 * How many memberships were seen in the list and asked about one by one; how many of these the service doesn't know,
 * and were found to be gone, having been missing for long; and how many answers were skipped, since what the service
 * says of them makes no sense: they stay as they were.
 */
export interface Refreshed {
  readonly listed: number;
  readonly asked: number;
  readonly missing: number;
  readonly gone: number;
  readonly skipped: number;
}

/** The service does not show what gave access: how many for long. The mirror holds them as valid still. */
export interface Emptied {
  readonly emptied: number;
}

/**
 * Brings the whole mirror up to date: streams the service's valid memberships into it, then asks one by one
 * about those that gave something until now and weren't in the list, and about some that were taken for gone. Has
 * nobody synced: whoever calls compares afterwards. In constant memory, and safe to run at the same time as anything else.
 * @param options.isTrusted whether an admin has said that the service is right although it does not show what gave access
 * @returns `Emptied`, with nothing concluded, where too little is shown; `unaskable`, with nothing done, where the
 * service answers no such questions
 * @throws the client's faults. Nothing is concluded from half a list: what was not seen is left as it was.
 */
export async function refreshMirror(
  deps: AskDeps,
  { isTrusted = false }: { readonly isTrusted?: boolean } = {},
  signal?: AbortSignal,
): Promise<Refreshed | Emptied | 'unaskable'> {
  if (!(await deps.commerce.canBeAsked(turn(signal)))) return 'unaskable';
  const { number: first } = await nextObservation(deps);
  const witnesses = await findWitnesses(deps.prisma, first);
  const { sample, ...list } = await takeList(deps, { valid: true, ...turn(signal) });
  if (!isTrusted && (await isEmptied(deps, witnesses, signal)))
    return { emptied: await doubtAll(deps, first) };
  if (!isTrusted) await endDoubts(deps.prisma);
  const late = await takeLate(deps, signal);
  const listed = list.count + late.count;
  const counts = { asked: 0, missing: 0, gone: 0, skipped: list.skipped + late.skipped };
  let shown = sample;
  const isBelieved = () => findsByItself(deps, shown, isTrusted, signal);
  let last = '';
  for (;;) {
    const missed = await findMissed(deps.prisma, first, last);
    for (const { id } of missed) {
      const found = await askAbout(deps, id, isBelieved, signal);
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

/** @returns how many memberships the list holds, the id of one of them, and how many make no sense */
async function takeList(deps: AskDeps, filter: ListFilter) {
  const pages = deps.commerce.listMemberships(filter);
  let count = 0;
  let skipped = 0;
  let sample: string | undefined;
  for (;;) {
    // Each page is a question of its own, numbered before it is asked.
    const observation = await nextObservation(deps);
    const { done, value: page } = await pages.next();
    const isFiltered = page?.memberships.every(({ status }) => status === (filter.status ?? status));
    // A service that knows no filter by status lists all that ever ended: nobody needs to read that.
    if (done || !isFiltered) return { count, skipped, sample };
    const { memberships } = page;
    sample ??= memberships[0]?.id;
    await deps.prisma.$transaction(
      (transaction) => writeAnswers(transaction, memberships, observation),
      TRANSACTION,
    );
    count += memberships.length;
    skipped += page.skipped;
  }
}

/** Where a late payment gives a role, those who pay late are listed too: their event may have been lost. */
async function takeLate(deps: AskDeps, signal?: AbortSignal) {
  const mappings = await deps.prisma.roleMapping.count({ where: { condition: 'past_due' } });
  if (mappings === 0) return { count: 0, skipped: 0 };
  return takeList(deps, { valid: false, status: 'past_due', ...turn(signal) });
}

/** What gave a role by what is known, being valid or past due, and was not seen since the question. */
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

/** What was taken for gone may be there after all. Trouble with one of them stops no sweep. @returns how many were asked about */
async function askAgain(deps: AskDeps, first: bigint, signal?: AbortSignal): Promise<number> {
  const { prisma, log } = deps;
  let asked = 0;
  for (const { id } of await findGone(prisma, first)) {
    asked += 1;
    try {
      if ((await askAbout(deps, id, async () => true, signal)) !== 'skipped') continue;
      await postpone(prisma, id, first);
    } catch (error) {
      signal?.throwIfAborted();
      log.warn(
        { err: error, membership: id },
        'a membership that was taken for gone could not be asked about',
      );
      await postpone(prisma, id, first);
      break;
    }
  }
  return asked;
}

/** The others have their turn before it comes again. */
const postpone = (prisma: PrismaClient, id: string, first: bigint) =>
  prisma.mirroredMembership.updateMany({
    where: { id, observation: { lt: first } },
    data: { observation: first },
  });

/**
 * Whether the service finds by itself what it has just shown: then it is believed that it doesn't know another
 * membership. Where it has shown none there is nothing to see that by.
 * @param shown the id of one that it has shown
 * @param isTrusted whether an admin has said that it is right
 * @throws Fault `COMMERCE_UNAVAILABLE` where it doesn't
 */
async function findsByItself(
  deps: AskDeps,
  shown: string | undefined,
  isTrusted: boolean,
  signal?: AbortSignal,
): Promise<boolean> {
  if (shown === undefined) return isTrusted;
  const answer = await deps.commerce.getMembership(shown, turn(signal));
  if (typeof answer === 'object') return true;
  throw new Fault('COMMERCE_UNAVAILABLE', 'The Commerce Service does not find what it has just listed.');
}
