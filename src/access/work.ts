import type { Transaction } from '../database/index.ts';
import { errorCode } from '../errors.ts';
import type { Schedule, Send, SendAll, Work } from '../queue.ts';
import type { ApplyDeps } from './apply.ts';
import type { MemberRef } from './community.ts';
import type { CompareDeps } from './compare-guild.ts';
import type { Verdict } from './decide.ts';
import { heal } from './heal.ts';
import { retryProblems, syncSoon } from './index.ts';
import { freeLanes } from './lane.ts';
import { mappedGuilds } from './mappings.ts';
import type { Occasion } from './occasion.ts';
import { meet, TOKEN } from './problems.ts';
import { guildSweep, memberChanged, membershipChanged, sweep } from './queues.ts';
import { type RefreshDeps, refreshMembership } from './refresh-membership.ts';
import { refreshMirror } from './refresh-mirror.ts';
import { sweepGuild } from './sweep-guild.ts';
import { syncEverywhere } from './sync-everywhere.ts';
import { syncMember } from './sync-member.ts';

/** Every quarter of an hour. */
const SWEEP_CRON = '*/15 * * * *';

export type WorkDeps = Omit<RefreshDeps, 'requestSync'> &
  ApplyDeps &
  CompareDeps & {
    readonly send: Send;
    readonly sendAll: SendAll;
    /** The guilds that we work in; nothing is done in any other. */
    readonly guildIds: readonly string[];
    /** Tells a member what they got or lost. */
    readonly tellMember: (member: MemberRef, changes: readonly Verdict[]) => Promise<void>;
    /** Hears of accounts whose memberships have changed, in the transaction that changes them. */
    readonly accountChanged?: (chatUserId: string, transaction: Transaction) => Promise<void>;
    /** Whether no other process works on this database. */
    readonly isAlone: boolean;
  };

/** Starts to work the access queues in this process. */
export async function workAccess(deps: WorkDeps, work: Work, schedule: Schedule): Promise<void> {
  if (deps.isAlone) await freeLanes(deps.prisma);
  const isOurs = (guildId: string) => deps.guildIds.includes(guildId);
  const requestSync = syncEverywhere(deps, (urgency, eventAt) => {
    const purchase = urgency === 'urgent' ? { eventAt: eventAt.getTime() } : {};
    return { urgency, mayTake: true, ...purchase };
  });
  await work(membershipChanged, ({ membershipId }, { signal }) =>
    refreshMembership({ ...deps, requestSync }, membershipId, signal),
  );
  await work(memberChanged, async ({ guildId, userId, ...occasion }, { signal }) => {
    if (isOurs(guildId)) await syncAndFollow(deps, { guildId, userId }, occasion, signal);
  });
  await work(guildSweep, async ({ guildId, mayTake }, { signal }) => {
    if (isOurs(guildId)) await sweepAndHeal(deps, guildId, mayTake, signal);
  });
  await work(sweep, (_data, { signal }) => sweepAll(deps, signal));
  await schedule(sweep, SWEEP_CRON, {});
}

/** Syncs a member, and again when time alone changes what is right. */
async function syncAndFollow(deps: WorkDeps, ref: MemberRef, occasion: Occasion, signal: AbortSignal) {
  const { changes, changesAt } = await tellingRefusedToken(deps, ref.guildId, () =>
    syncMember(deps, ref, occasion, signal),
  );
  if (occasion.urgency !== 'background') await deps.tellMember(ref, changes);
  if (!changesAt) return;
  await syncSoon(deps, ref, { urgency: 'live', mayTake: true }, { startAfter: changesAt });
}

async function sweepAndHeal(deps: WorkDeps, guildId: string, mayTake: boolean, signal: AbortSignal) {
  const report = await tellingRefusedToken(deps, guildId, () => sweepGuild(deps, guildId, signal));
  const options = { mayTake: mayTake && report.held.length === 0 };
  // The platform answers: what was refused before may work now.
  await retryProblems(deps, [guildId], options);
  await heal(deps, guildId, report.run, options);
}

/** A mirror that couldn't be brought up to date is good enough to give by, not to take by. */
async function sweepAll(deps: WorkDeps, signal: AbortSignal): Promise<void> {
  const isFresh = await isRefreshed(deps, signal);
  for (const guildId of await mappedGuilds(deps.prisma, deps.guildIds)) {
    await deps.send(guildSweep, { guildId, mayTake: isFresh }, { key: guildId, group: guildId });
  }
}

async function isRefreshed(deps: WorkDeps, signal: AbortSignal): Promise<boolean> {
  try {
    deps.log.info({ memberships: await refreshMirror(deps, signal) }, 'mirror refreshed');
    return true;
  } catch (error) {
    signal.throwIfAborted();
    deps.log.error({ err: error }, 'the mirror could not be refreshed; nothing is taken in this sweep');
    return false;
  }
}

/** A refused token stops everything; it is put before the admins, and the job waits for better times. */
async function tellingRefusedToken<T>(deps: WorkDeps, guildId: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (errorCode(error) === 'DISCORD_TOKEN_REFUSED' && error instanceof Error) {
      await meet(deps, guildId, TOKEN, error.message);
    }
    throw error;
  }
}
