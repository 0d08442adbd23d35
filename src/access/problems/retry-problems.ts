import { Fault } from '../../errors.ts';
import { CommunityRefusal } from '../community.ts';
import { queueSync, type SendDeps } from '../index.ts';
import { problemsDue } from '../queue/queues.ts';
import type { SyncRequest } from '../queue/sync-request.ts';
import { type GuildLock, withGuildLock } from '../sync/guild-lock.ts';
import type { Outcome } from '../sync/sync-member.ts';
import { nextAffected, type SyncAffectedDeps, syncAffected, type Terms } from './affected.ts';
import { type BlameDeps, lookAtSelf } from './blame.ts';
import {
  closeProblems,
  liftBlocks,
  type OpenProblem,
  openProblems,
  raiseProblem,
  unblock,
} from './problems.ts';
import { NOT_ABOUT_MEMBERS, SERVER, TOKEN } from './subject.ts';

type RetryDeps = SendDeps & SyncAffectedDeps & BlameDeps;

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
 * Retries problems whose cause may be fixed. A problem of the whole guild is retried with the bot's own membership. For
 * each other one, one affected member is synced first. A success queues the others. Retries take no more than a sweep
 * may, and nothing that admins are being asked about.
 * @throws Fault `LOCK_BUSY` if the guild lock is held for too long; retry later
 */
export const retryProblems = (
  deps: RetryDeps,
  guildId: string,
  stop: AbortSignal,
  terms: Terms = { mayTake: true },
): Promise<void> =>
  // Takes the guild lock to wait for a running sync: it may have been refused before the fix, and record that only now.
  withGuildLock(deps.prisma, guildId, stop, (lock) => retryOpen(deps, lock, guildId, terms));

async function retryOpen(deps: RetryDeps, lock: GuildLock, guildId: string, terms: Terms): Promise<void> {
  // A role conflict without an affected member was left by a process that died halfway. No sync could ever close it.
  const nobodys = { guildId, kind: 'conflict', affected: { none: {} } };
  await deps.prisma.problem.deleteMany({ where: nobodys });
  const problems = await openProblems(deps.prisma, guildId);
  await liftBlocks(deps.prisma, guildId);
  const walls = problems.filter(isWall);
  if (walls.length > 0 && !(await retryWalls(deps, lock, guildId, walls, terms))) return;
  for (const problem of problems)
    if (!isWall(problem) && !NOT_ABOUT_MEMBERS.includes(problem.kind))
      await probe(deps, guildId, problem, terms);
}

/** Whether the problem concerns every member of the guild. */
const isWall = ({ kind }: Pick<OpenProblem, 'kind'>): boolean => kind === 'server' || kind === 'token';

/**
 * Retries what keeps the bot from everything. The bot's own membership shows it in one request, however many members
 * are affected: an absent one would prove nothing. If the platform can't be asked, the jobs of the members try on.
 * @returns whether other problems are worth a try
 */
async function retryWalls(
  deps: RetryDeps,
  lock: GuildLock,
  guildId: string,
  walls: readonly OpenProblem[],
  terms: Terms,
): Promise<boolean> {
  try {
    const self = await lookAtSelf(deps, lock, guildId);
    if (self instanceof CommunityRefusal) {
      await raiseProblem(deps, guildId, SERVER, self);
      return false;
    }
  } catch (error) {
    lock.signal.throwIfAborted();
    if (error instanceof Fault && error.code === 'DISCORD_TOKEN_REFUSED') {
      await raiseProblem(deps, guildId, TOKEN, error);
      return false;
    }
    deps.log.warn({ err: error, guildId }, 'problems are retried without knowing if the server is reachable');
    for (const wall of walls) await probe(deps, guildId, wall, terms);
    return true;
  }
  // Those that affect nobody: no sync would close them.
  await closeProblems(deps, { guildId, userId: '' }, walls);
  for (const { subject } of walls)
    await syncAffected(deps, await unblock(deps.prisma, guildId, subject), terms);
  return true;
}

/** Queues a sync of the problem's next affected member. @param after the member tried before; omitted for the first */
async function probe(
  deps: RetryDeps,
  guildId: string,
  { subject, kind }: Pick<OpenProblem, 'subject' | 'kind'>,
  terms: Terms,
  after?: string,
) {
  const next = await nextAffected(deps.prisma, guildId, subject, after);
  if (!next) return;
  // A problem of a single account waits for all other jobs.
  const urgency = kind === 'account' ? 'background' : next.hasOwner ? 'live' : 'claimed';
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
