import type { Transaction } from '../database/index.ts';
import type { Schedule, Send, SendAll, Work } from '../queue.ts';
import type { ApplyDeps } from './sync/apply.ts';
import type { MemberRef } from './community.ts';
import type { CompareDeps } from './sweep/compare-guild.ts';
import { syncSoon } from './index.ts';
import { freeLeases } from './sync/lease.ts';
import type { Occasion } from './queue/sync-request.ts';
import { guildMended, guildSweep, memberChanged, membershipChanged, sweep } from './queue/queues.ts';
import { type RefreshDeps, refreshMembership } from './mirror/refresh-membership.ts';
import { tellingRefusedToken } from './problems/refused-token.ts';
import { followProbe, retryProblems } from './problems/retry-problems.ts';
import { syncEverywhere } from './queue/sync-everywhere.ts';
import { syncMember } from './sync/sync-member.ts';
import { refreshAndSweep, sweepAndHeal } from './sweep/run-sweeps.ts';

const SWEEP_CRON = '*/15 * * * *';

export type WorkDeps = Omit<RefreshDeps, 'requestSync'> &
  ApplyDeps &
  CompareDeps & {
    readonly send: Send;
    readonly sendAll: SendAll;
    /** Guilds that we manage; nothing is done in others. */
    readonly guildIds: readonly string[];
    /** Called when an account's memberships change, in the same transaction. */
    readonly accountChanged?: (chatUserId: string, transaction: Transaction) => Promise<void>;
    /** Whether this is the only process on the database. */
    readonly isAlone: boolean;
  };

/** Starts the workers of the access queues in this process. */
export async function workAccess(deps: WorkDeps, work: Work, schedule: Schedule): Promise<void> {
  if (deps.isAlone) await freeLeases(deps.prisma);
  const isOurs = (guildId: string) => deps.guildIds.includes(guildId);
  const requestSync = syncEverywhere(deps, ({ urgency, eventAt }) => {
    const purchase = urgency !== 'live' ? { eventAt: eventAt.getTime() } : {};
    return { urgency, mayTake: true, ...purchase };
  });
  await work(membershipChanged, ({ membershipId }, { signal }) =>
    refreshMembership({ ...deps, requestSync }, membershipId, signal),
  );
  await work(memberChanged, async ({ guildId, userId, ...occasion }, { signal }) => {
    if (isOurs(guildId)) await syncAndFollow(deps, { guildId, userId }, occasion, signal);
  });
  await work(guildMended, async ({ guildId }, { signal }) => {
    if (isOurs(guildId)) await retryProblems(deps, guildId, signal);
  });
  await work(guildSweep, async (order, { signal }) => {
    if (isOurs(order.guildId)) await sweepAndHeal(deps, order, signal);
  });
  await work(sweep, (order, { signal }) => refreshAndSweep(deps, order, signal));
  await schedule(sweep, SWEEP_CRON, {});
}

/** Syncs a member, and queues another sync for the time at which the decision changes by itself. */
async function syncAndFollow(deps: WorkDeps, ref: MemberRef, occasion: Occasion, signal: AbortSignal) {
  const outcome = await tellingRefusedToken(deps, ref.guildId, () =>
    syncMember(deps, ref, occasion, signal),
  ).catch(async (error) => {
    // A failing member must not block the retry of the problem for the others.
    await followProbe(deps, ref, occasion);
    throw error;
  });
  const { changesAt } = outcome;
  await followProbe(deps, ref, occasion, outcome);
  if (!changesAt) return;
  // A job that may only give must not queue one that may take.
  const { mayTake } = occasion;
  await syncSoon(deps, ref, { urgency: 'live', mayTake }, { startAfter: changesAt });
}
