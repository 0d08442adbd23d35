import type { Clock } from '../clock.ts';
import type { PrismaClient, Transaction } from '../database/index.ts';
import type { LookAgain } from '../intake/inbox.ts';
import type { Send, SendAll } from '../queue.ts';
import type { Member, MemberRef } from './community.ts';
import { heldGuilds } from './held.ts';
import type { LedgerDeps } from './ledger.ts';
import { observeMember } from './observe-member.ts';
import type { Occasion } from './occasion.ts';
import { unblock } from './problems.ts';
import {
  guildSweep,
  guildTold,
  memberChanged,
  membershipChanged,
  newestFirst,
  sweep,
  syncJob,
} from './queues.ts';

/** Queues whose work is about the roles of a guild's members. */
export const accessQueues = [membershipChanged, memberChanged, guildSweep, sweep, guildTold] as const;

/** How work is enqueued: its time gives what is urgent its place. */
export interface SendDeps {
  readonly send: Send;
  readonly clock: Clock;
}

/** Has memberships looked at again, what was just bought first. */
export const lookAgain =
  (sendAll: SendAll, clock: Clock): LookAgain =>
  (hints, transaction) => {
    const urgent = newestFirst(clock.now());
    const jobs = hints.map(({ membershipId, name }) => ({
      data: { membershipId },
      key: membershipId,
      group: membershipId,
      priority: name === 'membership_went_valid' ? urgent : 0,
    }));
    // Of several about one membership the first is the job.
    const urgentFirst = jobs.toSorted((a, b) => b.priority - a.priority);
    return sendAll(membershipChanged, urgentFirst, { transaction });
  };

/** Has the roles of one member made right. */
export async function syncSoon(
  { send, clock }: SendDeps,
  member: MemberRef,
  occasion: Occasion,
  options: { transaction?: Transaction; startAfter?: Date } = {},
): Promise<void> {
  const { data, ...job } = syncJob(member, occasion, clock.now());
  // What is to be done later doesn't stand in the way of what is to be done now.
  const key = options.startAfter ? `${job.key}:later` : job.key;
  await send(memberChanged, data, { ...job, key, ...options });
}

/** Somebody joined a guild, perhaps long after paying. */
export const memberJoined = (deps: SendDeps, member: MemberRef): Promise<void> =>
  syncSoon(deps, member, { urgency: 'urgent', mayTake: true });

/** A member was seen to change: a role by hand, the screening passed. What is wrong now is put right at once. */
export async function memberUpdated(deps: LedgerDeps, ref: MemberRef, member: Member): Promise<void> {
  const occasion = await observeMember(deps, ref, member);
  if (occasion) await syncSoon(deps, ref, occasion);
}

/**
 * Tries again what a person may have mended: everything that needs action in these guilds. Nothing is taken where
 * a sweep has found too much to take and an admin is asked about it.
 */
export async function retryProblems(
  deps: SendDeps & { readonly prisma: PrismaClient },
  guildIds: readonly string[],
  options: { readonly mayTake: boolean } = { mayTake: true },
): Promise<void> {
  const held = await heldGuilds(deps.prisma, guildIds);
  for (const member of await unblock(deps.prisma, guildIds)) {
    const mayTake = options.mayTake && !held.has(member.guildId);
    await syncSoon(deps, member, { urgency: 'live', mayTake });
  }
}

/** Has a guild compared with what is stored, now, and healed: on an admin's order, or as its mappings change. */
export const sweepSoon = (send: Send, guildId: string, transaction?: Transaction): Promise<void> =>
  send(
    guildSweep,
    { guildId, mayTake: true },
    { key: guildId, group: guildId, ...(transaction && { transaction }) },
  );
