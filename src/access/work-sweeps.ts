import type { Static } from 'typebox';
import { CommunityRefusal } from './community.ts';
import { type HealDeps, heal } from './heal.ts';
import { withLease } from './lease.ts';
import { mappedGuilds } from './mappings.ts';
import { MEMBER_LIST, meet, settleSubject, TOKEN } from './problems.ts';
import { guildSweep, guildSweepJob, type sweep } from './queues.ts';
import { refreshMirror } from './refresh-mirror.ts';
import { tellingRefusedToken } from './refused-token.ts';
import { retryProblems } from './retry-problems.ts';
import { type SweepDeps, type SweepReport, sweepGuild } from './sweep-guild.ts';
import { tellUnreadable } from './unreadable.ts';
import type { WorkDeps } from './work.ts';

/**
 * Brings the mirror up to date and has guilds swept: one, or all. A mirror that couldn't be brought up to date is
 * good enough to give by, not to take by; nor is one of whose memberships the service shows too few.
 */
export async function refreshAndSweep(
  deps: WorkDeps,
  { guildId: only, orderedBy, isTrusted = false }: Static<(typeof sweep)['data']>,
  signal: AbortSignal,
): Promise<void> {
  const found = await refresh(deps, isTrusted, signal);
  // The only one is swept also where nothing is mapped (any more): whoever ordered it waits for an answer.
  const guildIds = only === undefined ? await mappedGuilds(deps.prisma, deps.guildIds) : [only];
  for (const guildId of guildIds) {
    const { data, ...job } = guildSweepJob(guildId, { ...found, orderedBy });
    await deps.send(guildSweep, data, job);
  }
}

/** @returns what the guilds are swept by: whether anything may be taken, and of how many memberships admins are asked */
async function refresh(
  deps: WorkDeps,
  isTrusted: boolean,
  signal: AbortSignal,
): Promise<{ readonly mayTake: boolean; readonly missing?: number }> {
  try {
    const refreshed = await refreshMirror(deps, { isTrusted }, signal);
    deps.log.info({ memberships: refreshed }, 'mirror refreshed');
    if (refreshed === 'unaskable' || !('emptied' in refreshed)) return { mayTake: true };
    deps.log.error('the Commerce Service does not show most of the memberships known; nothing is taken');
    return { mayTake: false, missing: refreshed.emptied };
  } catch (error) {
    signal.throwIfAborted();
    // An admin's word is carried out, now or with the next try.
    if (isTrusted) throw error;
    deps.log.error({ err: error }, 'the mirror could not be refreshed; nothing is taken in this sweep');
    return { mayTake: false };
  }
}

/** Sweeps a guild, alone there among all instances, and has healed what was found. */
export const sweepAndHeal = (
  deps: SweepDeps & HealDeps,
  { guildId, mayTake, orderedBy, missing }: Static<(typeof guildSweep)['data']>,
  stop: AbortSignal,
): Promise<void> =>
  withLease(deps.prisma, `sweep ${guildId}`, stop, async (signal) => {
    const report = await orRefused(deps, guildId, () =>
      sweepGuild(deps, guildId, { mayTake, missing }, signal),
    );
    if (!report) return;
    const mayTakeNow = mayTake && report.held.length === 0;
    const options = { mayTake: mayTakeNow, ...(orderedBy !== undefined && { orderedBy }) };
    // The platform answers: what was refused before may work now.
    await retryProblems(deps, guildId, signal, options);
    await heal(deps, guildId, report.run, options);
    await tellUnreadable(deps, guildId);
  });

/**
 * Who is in the guild may be kept from us for good: that is put before the admins, and asked again by the next sweep.
 * A list with somebody in it proves that our token is taken, wherever that was in doubt.
 * @returns undefined then
 */
async function orRefused(
  deps: SweepDeps,
  guildId: string,
  ask: () => Promise<SweepReport>,
): Promise<SweepReport | undefined> {
  try {
    const report = await tellingRefusedToken(deps, guildId, ask);
    await settleSubject(deps, MEMBER_LIST, guildId);
    if (report.members > 0) await settleSubject(deps, TOKEN);
    return report;
  } catch (error) {
    if (!(error instanceof CommunityRefusal)) throw error;
    await meet(deps, guildId, MEMBER_LIST, error);
    return undefined;
  }
}
