import { queueSync, type SendDeps } from '../index.ts';
import { problemsDue } from '../queue/queues.ts';
import type { SyncRequest } from '../queue/sync-request.ts';
import { withLease } from '../sync/lease.ts';
import type { Outcome } from '../sync/sync-member.ts';
import { liftBlocks, type OpenProblem, openProblems, unblock } from './problems.ts';
import { NOT_ABOUT_MEMBERS } from './subject.ts';
import { type SyncAffectedDeps, syncAffected, type Terms } from './sync-affected.ts';

export type RetryDeps = SendDeps & SyncAffectedDeps;

/** How long to collect further changes before retrying, in milliseconds: an admin often moves several roles. */
const GATHER = 3_000;

/** Queues a retry of the guild's open problems, after a change that may have fixed their cause. */
export const retrySoon = ({ send, clock }: SendDeps, guildId: string): Promise<void> =>
  send(
    problemsDue,
    { guildId },
    { key: guildId, group: guildId, startAfter: new Date(clock.now().getTime() + GATHER) },
  );

/**
 * Retries problems whose cause may be fixed. For each problem, one affected member is synced first; its success queues
 * the others. Retries take no more than a sweep may, and nothing that admins are being asked about.
 * @throws Fault `LOCK_BUSY` if the guild lock is held for too long; retry later
 */
export const retryProblems = (
  deps: RetryDeps,
  guildId: string,
  stop: AbortSignal,
  terms: Terms = { mayTake: true },
): Promise<void> =>
  // Takes the guild lock to wait for a running sync: it may have been refused before the fix, and record that only now.
  withLease(deps.prisma, guildId, stop, () => retryOpen(deps, guildId, terms));

async function retryOpen(deps: RetryDeps, guildId: string, terms: Terms): Promise<void> {
  // A role conflict without an affected member was left by a process that died halfway. No sync could ever close it.
  const nobodys = { guildId, kind: 'conflict', affected: { none: {} } };
  await deps.prisma.problem.deleteMany({ where: nobodys });
  const problems = await openProblems(deps.prisma, guildId);
  await liftBlocks(deps.prisma, guildId);
  for (const problem of problems)
    if (!NOT_ABOUT_MEMBERS.includes(problem.kind)) await probe(deps, guildId, problem, terms);
}

/** Queues a sync of the problem's next affected member. @param after the member tried before */
async function probe(
  deps: RetryDeps,
  guildId: string,
  { subject, kind }: Pick<OpenProblem, 'subject' | 'kind'>,
  terms: Terms,
  after = '',
) {
  const next = await deps.prisma.affectedMember.findFirst({
    where: { guildId, subject, userId: { gt: after } },
    orderBy: { userId: 'asc' },
  });
  if (!next) return;
  // A problem of a single account waits for all other jobs.
  const urgency = kind === 'account' ? 'background' : 'live';
  const request = { urgency, ...terms, isGuarded: true, probes: subject } as const;
  await queueSync(deps, { guildId, userId: next.userId }, request);
}

/**
 * Continues after the sync of a member with whom a problem was retried. If the sync proves that the problem is fixed,
 * queues all affected members; if it proves nothing, tries the next one.
 * @param outcome undefined if the sync failed
 */
export async function followProbe(
  deps: RetryDeps,
  { guildId, userId }: { readonly guildId: string; readonly userId: string },
  { probes: subject, mayTake, orderedBy }: SyncRequest,
  outcome?: Outcome,
): Promise<void> {
  if (subject === undefined) return;
  const problem = await deps.prisma.problem.findUnique({ where: { guildId_subject: { guildId, subject } } });
  if (!problem || problem.blocking) return;
  const terms = { mayTake, ...(orderedBy !== undefined && { orderedBy }) };
  if (!outcome || !proves(outcome, problem)) return probe(deps, guildId, problem, terms, userId);
  await syncAffected(deps, await unblock(deps.prisma, guildId, subject), terms);
}

/** Whether the platform accepted from this member's sync what it had refused. */
function proves(
  { result, changes }: Outcome,
  { kind, roleId: refused }: Pick<OpenProblem, 'kind' | 'roleId'>,
): boolean {
  if (kind === 'server' || kind === 'token') return result === 'in order' || result === 'changed';
  return kind === 'role' && changes.some(({ roleId }) => roleId === refused);
}
