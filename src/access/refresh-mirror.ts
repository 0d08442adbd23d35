import type { Clock } from '../clock.ts';
import type { CommerceClient, ListFilter } from '../commerce-client/index.ts';
import type { PrismaClient } from '../database/index.ts';
import { errorCode, Fault } from '../errors.ts';
import type { Logger } from '../log.ts';
import { nextObservation, TRANSACTION, writeAnswers } from './mirror.ts';
import { GONE } from './state.ts';

/** Memberships that are looked up in the mirror at once. */
const BATCH = 50;

export interface RefreshMirrorDeps {
  readonly prisma: PrismaClient;
  readonly commerce: CommerceClient;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * How many memberships were seen in the list, asked about one by one, and found to be gone; and how many answers were
 * skipped, since what the service says of them makes no sense: they stay as they were.
 */
export interface Refreshed {
  readonly listed: number;
  readonly asked: number;
  readonly gone: number;
  readonly skipped: number;
}

/**
 * Brings the whole mirror up to date: streams the service's valid memberships into it, then asks one by one
 * about those that gave something until now and weren't in the list. Has nobody synced: whoever calls compares
 * afterwards. In constant memory, and safe to run at the same time as anything else.
 * @returns `unaskable`, with nothing done, where the service answers no such questions
 * @throws the client's faults. Nothing is concluded from half a list: what was not seen is left as it was.
 */
export async function refreshMirror(
  deps: RefreshMirrorDeps,
  signal?: AbortSignal,
): Promise<Refreshed | 'unaskable'> {
  if (!(await deps.commerce.canBeAsked({ background: true, signal }))) return 'unaskable';
  const { number: first } = await nextObservation(deps);
  const { sample, ...list } = await takeList(deps, { valid: true, signal });
  const late = await takeLate(deps, signal);
  const listed = list.count + late.count;
  let findsListed: Promise<void> | undefined;
  const checkOnce = () => (findsListed ??= checkService(deps, sample, signal));
  const counts = { asked: 0, gone: 0, skipped: list.skipped + late.skipped };
  let last = '';
  for (;;) {
    const missed = await findMissed(deps.prisma, first, last);
    for (const { id } of missed) {
      const found = await askAbout(deps, id, checkOnce, signal);
      counts.asked += 1;
      if (found !== 'found') counts[found] += 1;
    }
    const end = missed.at(-1);
    if (!end) return { listed, ...counts };
    last = end.id;
  }
}

/** @returns how many memberships the list holds, the id of one of them, and how many make no sense */
async function takeList(deps: RefreshMirrorDeps, filter: ListFilter) {
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
async function takeLate(deps: RefreshMirrorDeps, signal?: AbortSignal) {
  const mappings = await deps.prisma.roleMapping.count({ where: { condition: 'past_due' } });
  if (mappings === 0) return { count: 0, skipped: 0 };
  return takeList(deps, { valid: false, status: 'past_due', signal });
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

/**
 * Sees that the service finds by itself what it has just listed, before anything is taken for gone.
 * @throws Fault `COMMERCE_UNAVAILABLE` where it doesn't
 */
async function checkService(
  deps: RefreshMirrorDeps,
  listedId: string | undefined,
  signal?: AbortSignal,
): Promise<void> {
  if (listedId === undefined) return;
  const answer = await deps.commerce.getMembership(listedId, { background: true, signal });
  if (typeof answer === 'object') return;
  throw new Fault('COMMERCE_UNAVAILABLE', 'The Commerce Service does not find what it has just listed.');
}

/** @returns whether the service knows it still; `skipped` where its answer makes no sense */
async function askAbout(
  deps: RefreshMirrorDeps,
  id: string,
  checkService: () => Promise<void>,
  signal?: AbortSignal,
): Promise<'found' | 'gone' | 'skipped'> {
  const observation = await nextObservation(deps);
  const answer = await deps.commerce.getMembership(id, { background: true, signal }).catch(oddOrThrow);
  if (answer === 'odd') {
    deps.log.warn(
      { membership: id },
      'what the service says of a membership makes no sense; it stays as it was',
    );
    return 'skipped';
  }
  if (answer === 'unaskable')
    throw new Fault('COMMERCE_UNAVAILABLE', 'The Commerce Service answers no questions any more.');
  if (answer === 'missing') await checkService();
  const found = answer === 'missing' ? { id, valid: false, status: GONE } : answer;
  await deps.prisma.$transaction(
    (transaction) => writeAnswers(transaction, [found], observation),
    TRANSACTION,
  );
  return answer === 'missing' ? 'gone' : 'found';
}

function oddOrThrow(error: unknown): 'odd' {
  if (errorCode(error) === 'COMMERCE_UNREADABLE') return 'odd';
  throw error;
}
