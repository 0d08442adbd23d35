import type { Static } from 'typebox';
import { CommunityRefusal } from '../community.ts';
import type { WorkDeps } from '../deps.ts';
import { mappedGuilds } from '../mappings/mappings.ts';
import { refreshMirror } from '../mirror/refresh-mirror.ts';
import { reportUnreadable } from '../mirror/unreadable.ts';
import { reportingRefusedToken } from '../problems/blame.ts';
import { closeProblem, raiseProblem } from '../problems/problems.ts';
import { retryProblems } from '../problems/retry-problems.ts';
import { MEMBER_LIST, TOKEN } from '../problems/subject.ts';
import { guildSweep, guildSweepJob, type sweep } from '../queue/queues.ts';
import { withLease } from '../sync/guild-lock.ts';
import { queueRepairs, type RepairDeps } from './queue-repairs.ts';
import { type SweepDeps, type SweepReport, sweepGuild } from './sweep-guild.ts';

/**
 * Refreshes the mirror and queues sweeps of one guild or all. If the refresh failed, or the service shows too few
 * memberships, the sweeps only give roles.
 */
export async function refreshAndSweep(
  deps: WorkDeps,
  { guildId: only, orderedBy, isTrusted = false }: Static<(typeof sweep)['data']>,
  signal: AbortSignal,
): Promise<void> {
  const found = await refresh(deps, isTrusted, signal);
  // A single ordered guild is swept even if it has no mappings: the admin waits for a result.
  const guildIds = only === undefined ? await mappedGuilds(deps.prisma, deps.guildIds) : [only];
  for (const guildId of guildIds) {
    const { data, ...job } = guildSweepJob(guildId, { ...found, orderedBy });
    await deps.send(guildSweep, data, job);
  }
}

/** @returns whether the sweeps may take roles, and the number of missing memberships to ask admins about */
async function refresh(
  deps: WorkDeps,
  isTrusted: boolean,
  signal: AbortSignal,
): Promise<{ readonly mayTake: boolean; readonly missing?: number }> {
  try {
    const options = { isTrusted, sweptUpTo: await sweptUpTo(deps) };
    const refreshed = await refreshMirror(deps, options, signal);
    deps.log.info({ memberships: refreshed }, 'mirror refreshed');
    if (refreshed === 'unaskable' || !('emptied' in refreshed)) return { mayTake: true };
    deps.log.error(
      'the Commerce Service no longer shows most of the known memberships; no roles are removed',
    );
    return { mayTake: false, missing: refreshed.emptied };
  } catch (error) {
    signal.throwIfAborted();
    // The admin's confirmation must be carried out, so let the job be retried.
    if (isTrusted) throw error;
    deps.log.error({ err: error }, 'the mirror could not be refreshed; this sweep removes no roles');
    return { mayTake: false };
  }
}

/** Returns the observation number up to which the sweeps of all guilds have queued every repair. */
async function sweptUpTo({ prisma, guildIds }: Pick<WorkDeps, 'prisma' | 'guildIds'>): Promise<bigint> {
  const guilds = await mappedGuilds(prisma, guildIds);
  const { _count, _min } = await prisma.sweep.aggregate({
    where: { guildId: { in: [...guilds] } },
    _count: { sweptUpTo: true },
    _min: { sweptUpTo: true },
  });
  return _count.sweptUpTo === guilds.length ? (_min.sweptUpTo ?? 0n) : 0n;
}

/** Sweeps a guild under a lease, and queues syncs for the members who have drifted. */
export const sweepAndRepair = (
  deps: SweepDeps & RepairDeps,
  { guildId, mayTake, orderedBy, missing }: Static<(typeof guildSweep)['data']>,
  stop: AbortSignal,
): Promise<void> =>
  withLease(deps.prisma, `sweep ${guildId}`, stop, async (signal) => {
    const report = await orRefused(deps, guildId, () =>
      sweepGuild(deps, guildId, { mayTake, missing }, signal),
    );
    if (!report) return;
    const options = { mayTake, ...(orderedBy !== undefined && { orderedBy }) };
    // The platform answers, so requests that it refused before may work now.
    await retryProblems(deps, guildId, signal, options);
    await queueRepairs(deps, guildId, report.run, options);
    if (mayTake && report.held.length === 0)
      await deps.prisma.sweep.update({ where: { guildId }, data: { sweptUpTo: report.observation } });
    await reportUnreadable(deps, guildId);
  });

/**
 * Runs a sweep and reports a refused member list to the admins; the next sweep tries again. A list with at least one
 * member proves that our token works, which closes the token's problem in all guilds.
 * @returns undefined if the list was refused
 */
async function orRefused(
  deps: SweepDeps,
  guildId: string,
  ask: () => Promise<SweepReport>,
): Promise<SweepReport | undefined> {
  try {
    const report = await reportingRefusedToken(deps, guildId, ask);
    await closeProblem(deps, MEMBER_LIST, guildId);
    if (report.members > 0) await closeProblem(deps, TOKEN);
    return report;
  } catch (error) {
    if (!(error instanceof CommunityRefusal)) throw error;
    await raiseProblem(deps, guildId, MEMBER_LIST, error);
    return undefined;
  }
}
