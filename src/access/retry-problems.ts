import type { PrismaClient } from '../database/index.ts';
import { isHeld } from './held.ts';
import { type SendDeps, syncSoon } from './index.ts';
import { withLease } from './lease.ts';
import type { Occasion } from './occasion.ts';
import {
  ACCOUNT,
  CONTESTED,
  liftBlocks,
  NOT_ABOUT_MEMBERS,
  openProblems,
  SERVER,
  TOKEN,
  unblock,
} from './problems.ts';
import { guildMended } from './queues.ts';
import type { Outcome } from './sync-member.ts';

export type RetryDeps = SendDeps & { readonly prisma: PrismaClient };

/** How long is waited for more of the same, in milliseconds: who moves a role moves others with it. */
const GATHER = 3_000;

/** What those may do who are tried, and on whose order. */
type Terms = Pick<Occasion, 'mayTake' | 'orderedBy'>;

/** Something has changed that was perhaps in the way in a guild: what needs action there is soon tried again. */
export const mendedSoon = ({ send, clock }: SendDeps, guildId: string): Promise<void> =>
  send(
    guildMended,
    { guildId },
    { key: guildId, group: guildId, startAfter: new Date(clock.now().getTime() + GATHER) },
  );

/**
 * Tries again what a person may have mended in a guild: for each problem with one member whom it concerns, whose
 * success calls the others. Nothing is taken where a sweep has found too much to take and an admin is asked about it.
 * @throws Fault `LANE_BUSY` when the guild's members keep it waiting for too long; trying again later is right
 */
export const retryProblems = (
  deps: RetryDeps,
  guildId: string,
  stop: AbortSignal,
  terms: Terms = { mayTake: true },
): Promise<void> =>
  // A sync under way may have been refused before the change, and note that only now: it is waited for.
  withLease(deps.prisma, guildId, stop, () => retryOpen(deps, guildId, terms));

async function retryOpen(deps: RetryDeps, guildId: string, { mayTake, orderedBy }: Terms): Promise<void> {
  const isFree = !(await isHeld(deps.prisma, guildId));
  const terms = { mayTake: mayTake && isFree, ...(orderedBy !== undefined && { orderedBy }) };
  // A process died before it wrote with whom: nobody could ever prove that it is over.
  const nobodys = { guildId, subject: { startsWith: CONTESTED }, affected: { none: {} } };
  await deps.prisma.problem.deleteMany({ where: nobodys });
  const problems = await openProblems(deps.prisma, guildId);
  await liftBlocks(deps.prisma, guildId);
  for (const { subject } of problems)
    if (!NOT_ABOUT_MEMBERS.includes(subject)) await probe(deps, guildId, subject, terms);
}

/** Has the next member tried whom a problem concerns. @param after the one who was tried before */
async function probe(deps: RetryDeps, guildId: string, subject: string, terms: Terms, after = '') {
  const next = await deps.prisma.affectedMember.findFirst({
    where: { guildId, subject, userId: { gt: after } },
    orderBy: { userId: 'asc' },
  });
  if (!next) return;
  // What concerns one account alone waits until everybody else is served.
  const urgency = subject.startsWith(ACCOUNT) ? 'background' : 'live';
  await syncSoon(deps, { guildId, userId: next.userId }, { urgency, ...terms, probes: subject });
}

/**
 * After the sync of somebody with whom a problem was tried: where they prove that it is mended, all whom it concerns
 * are called; where they prove nothing, the next one is tried.
 * @param outcome undefined where the sync failed
 */
export async function followProbe(
  deps: RetryDeps,
  { guildId, userId }: { readonly guildId: string; readonly userId: string },
  { probes: subject, mayTake, orderedBy }: Occasion,
  outcome?: Outcome,
): Promise<void> {
  if (subject === undefined) return;
  const problem = await deps.prisma.problem.findUnique({ where: { guildId_subject: { guildId, subject } } });
  if (!problem || problem.blocking) return;
  const terms = { mayTake, ...(orderedBy !== undefined && { orderedBy }) };
  if (!outcome || !proves(outcome, subject)) return probe(deps, guildId, subject, terms, userId);
  for (const member of await unblock(deps.prisma, guildId, subject))
    await syncSoon(deps, member, { urgency: 'live', ...terms });
}

/** Whether the platform did for the member what it had refused. */
function proves({ result, changes }: Outcome, subject: string): boolean {
  if (subject === SERVER || subject === TOKEN) return result === 'in order' || result === 'changed';
  return changes.some(({ roleId }) => roleId === subject);
}
