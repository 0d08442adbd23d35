import type { Schedule, Work } from '../queue.ts';
import type { MemberRef } from './community.ts';
import type { WorkDeps } from './deps.ts';
import { queueSync, syncEverywhere } from './index.ts';
import { refreshMembership } from './mirror/refresh-membership.ts';
import { reportingRefusedToken } from './problems/blame.ts';
import { followProbe, retryProblems } from './problems/retry-problems.ts';
import { guildSweep, memberChanged, membershipChanged, problemsDue, sweep } from './queue/queues.ts';
import type { SyncRequest } from './queue/sync-request.ts';
import { refreshAndSweep, sweepAndRepair } from './sweep/run-sweeps.ts';
import { freeLeases } from './sync/guild-lock.ts';
import { syncMember } from './sync/sync-member.ts';

const SWEEP_CRON = '*/15 * * * *';

/** Starts the workers of the access queues in this process. */
export async function workAccess(deps: WorkDeps, work: Work, schedule: Schedule): Promise<void> {
  if (deps.isAlone) await freeLeases(deps.prisma);
  const isOurs = (guildId: string) => deps.guildIds.includes(guildId);
  const requestSync = syncEverywhere(deps, ({ urgency, isGuarded, eventAt }) => {
    const purchase = urgency !== 'live' ? { eventAt: eventAt.getTime() } : {};
    return { urgency, mayTake: true, ...(isGuarded && { isGuarded }), ...purchase };
  });
  await work(membershipChanged, ({ membershipId }, { signal }) =>
    refreshMembership({ ...deps, requestSync }, membershipId, signal),
  );
  await work(memberChanged, async ({ guildId, userId, ...request }, { signal }) => {
    if (isOurs(guildId)) await syncAndFollow(deps, { guildId, userId }, request, signal);
  });
  await work(problemsDue, async ({ guildId }, { signal }) => {
    if (isOurs(guildId)) await retryProblems(deps, guildId, signal);
  });
  await work(guildSweep, async (order, { signal }) => {
    if (isOurs(order.guildId)) await sweepAndRepair(deps, order, signal);
  });
  await work(sweep, (order, { signal }) => refreshAndSweep(deps, order, signal));
  await schedule(sweep, SWEEP_CRON, {});
}

/** Syncs a member, and queues another sync for the time at which the decision changes by itself. */
async function syncAndFollow(deps: WorkDeps, ref: MemberRef, request: SyncRequest, signal: AbortSignal) {
  const outcome = await reportingRefusedToken(deps, ref.guildId, () =>
    deps.ownSyncs.run(ref, () => syncMember(deps, ref, request, signal)),
  ).catch(async (error) => {
    // A failing member must not block the retry of the problem for the others.
    await followProbe(deps, ref, request);
    throw error;
  });
  const { changesAt, isProven } = outcome;
  await followProbe(deps, ref, request, outcome);
  if (request.awaitedBy) await deps.memberLeft?.(ref, request.awaitedBy);
  if (!changesAt) return;
  // A job that may only give must not queue one that may take. Anyone can cause such a job for anyone, with a free
  // membership that expires, so it takes no more than a sweep may.
  const { mayTake } = request;
  const urgency = isProven ? 'live' : 'claimed';
  await queueSync(deps, ref, { urgency, mayTake, isGuarded: true }, { startAfter: changesAt });
}
