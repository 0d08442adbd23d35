import type { Clock } from '../clock.ts';
import type { Transaction } from '../database/index.ts';
import type { Hint, LookAgain } from '../intake/inbox.ts';
import type { Send, SendAll } from '../queue.ts';
import type { Member, MemberRef } from './community.ts';
import { DECIDES } from './fold.ts';
import { observeMember } from './observe-member.ts';
import type { Occasion } from './occasion.ts';
import {
  guildMended,
  guildNotifications,
  guildSweep,
  guildSweepJob,
  memberChanged,
  membershipChanged,
  priorityOf,
  sweep,
  syncJob,
} from './queues.ts';
import type { SettleDeps } from './settle.ts';

/** Queues whose work is about the roles of a guild's members. */
export const accessQueues = [
  membershipChanged,
  memberChanged,
  guildSweep,
  sweep,
  guildMended,
  guildNotifications,
] as const;

/** How work is enqueued: its time gives what is urgent its place. */
export interface SendDeps {
  readonly send: Send;
  readonly clock: Clock;
}

/** Has memberships looked at again, what was just bought first, and after all others what anybody may have for nothing. */
export const lookAgain =
  (sendAll: SendAll, clock: Clock): LookAgain =>
  (hints, transaction) => {
    const now = clock.now();
    const urgencyOf = ({ name, isClaimed }: Pick<Hint, 'name' | 'isClaimed'>) =>
      isClaimed ? 'claimed' : DECIDES.get(name) === true ? 'urgent' : 'live';
    const jobs = hints.map(({ membershipId, trace, ...hint }) => ({
      data: { membershipId },
      key: membershipId,
      group: membershipId,
      priority: priorityOf(urgencyOf(hint), now),
      trace,
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
  syncSoon(deps, member, { urgency: 'urgent', mayTake: true, hasJoined: true });

/** A member was seen to change: a role by hand, the screening passed. What is wrong now is put right at once. */
export async function memberUpdated(deps: SettleDeps, ref: MemberRef, member: Member): Promise<void> {
  const occasion = await observeMember(deps, ref, member);
  if (occasion) await syncSoon(deps, ref, occasion);
}

/**
 * Has the mirror brought up to date, and a guild compared with it and healed: on an admin's order, or as its mappings
 * change.
 * @param orderedBy the admin's chat account; null for the operator on the command line
 * @param options.isTrusted whether the service is believed although it shows nothing of what gave access
 */
export const sweepSoon = (
  send: Send,
  guildId: string,
  orderedBy: string | null,
  { transaction, isTrusted = false }: { transaction?: Transaction; isTrusted?: boolean } = {},
): Promise<void> =>
  send(
    sweep,
    { guildId, ...(orderedBy !== null && { orderedBy }), ...(isTrusted && { isTrusted }) },
    {
      // What is trusted is not replaced by what isn't.
      key: [guildId, orderedBy ?? 'operator', ...(isTrusted ? ['trusted'] : [])].join(':'),
      ...(transaction && { transaction }),
    },
  );

/**
 * Gives what is missing in a guild in which something may have happened unseen: somebody joined, or lost a role. Goes
 * by what is stored, so that nobody waits for the mirror; therefore nothing is taken.
 */
export async function catchUp(send: Send, guildId: string): Promise<void> {
  const { data, ...job } = guildSweepJob(guildId, { mayTake: false });
  await send(guildSweep, data, job);
}
