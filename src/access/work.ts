import type { Transaction } from '../database/index.ts';
import type { Schedule, Send, SendAll, Work } from '../queue.ts';
import type { ApplyDeps } from './apply.ts';
import type { MemberRef } from './community.ts';
import type { CompareDeps } from './compare-guild.ts';
import { syncSoon } from './index.ts';
import { freeLeases } from './lease.ts';
import type { Occasion } from './occasion.ts';
import { guildMended, guildSweep, memberChanged, membershipChanged, sweep } from './queues.ts';
import { type RefreshDeps, refreshMembership } from './refresh-membership.ts';
import { tellingRefusedToken } from './refused-token.ts';
import { followProbe, retryProblems } from './retry-problems.ts';
import { syncEverywhere } from './sync-everywhere.ts';
import { syncMember } from './sync-member.ts';
import { refreshAndSweep, sweepAndHeal } from './work-sweeps.ts';

/** Every quarter of an hour. */
const SWEEP_CRON = '*/15 * * * *';

export type WorkDeps = Omit<RefreshDeps, 'requestSync'> &
  ApplyDeps &
  CompareDeps & {
    readonly send: Send;
    readonly sendAll: SendAll;
    /** The guilds that we work in; nothing is done in any other. */
    readonly guildIds: readonly string[];
    /** Hears of accounts whose memberships have changed, in the transaction that changes them. */
    readonly accountChanged?: (chatUserId: string, transaction: Transaction) => Promise<void>;
    /** Whether no other process works on this database. */
    readonly isAlone: boolean;
  };

/** Starts to work the access queues in this process. */
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

/** Syncs a member, and again when time alone changes what is right. */
async function syncAndFollow(deps: WorkDeps, ref: MemberRef, occasion: Occasion, signal: AbortSignal) {
  const outcome = await tellingRefusedToken(deps, ref.guildId, () =>
    syncMember(deps, ref, occasion, signal),
  ).catch(async (error) => {
    // Whoever can't be tried now must not keep the others waiting.
    await followProbe(deps, ref, occasion);
    throw error;
  });
  const { changesAt } = outcome;
  await followProbe(deps, ref, occasion, outcome);
  if (!changesAt) return;
  // Whoever only gives has nobody take.
  const { mayTake } = occasion;
  await syncSoon(deps, ref, { urgency: 'live', mayTake }, { startAfter: changesAt });
}
