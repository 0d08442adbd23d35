import type { Clock } from '../clock.ts';
import type { Transaction } from '../database/index.ts';
import type { Words } from '../i18n/index.ts';
import type { Hint, QueueRefresh } from '../intake/inbox.ts';
import type { Send, SendAll } from '../queue.ts';
import type { Member, MemberRef } from './community.ts';
import { mappedGuilds } from './mappings/mappings.ts';
import type { Concern, RequestSync } from './mirror/concerns.ts';
import { DECIDES } from './mirror/fold.ts';
import {
  guildNotifications,
  guildSweep,
  guildSweepJob,
  memberChanged,
  membershipChanged,
  problemsDue,
  sweep,
} from './queue/queues.ts';
import { priorityOf, type SyncRequest, syncJob } from './queue/sync-request.ts';
import type { ConfirmDeps } from './sync/confirm.ts';
import { type OwnSyncs, observeMember } from './sync/observe-member.ts';

/** The queues whose failed work admins see. Each language names it. */
export const accessQueues = [
  membershipChanged,
  memberChanged,
  guildSweep,
  sweep,
  problemsDue,
  guildNotifications,
] as const satisfies readonly { readonly name: keyof Words['problems']['work'] }[];

/** Dependencies for queueing work. The clock gives urgent jobs their priority. */
export interface SendDeps {
  readonly send: Send;
  readonly clock: Clock;
}

/** Queues a refresh of memberships: new purchases first, free memberships without a proven account last. */
export const queueRefresh =
  (sendAll: SendAll, clock: Clock): QueueRefresh =>
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
    // Jobs with the same key collapse into the first, so the most urgent one must come first.
    const urgentFirst = jobs.toSorted((a, b) => b.priority - a.priority);
    return sendAll(membershipChanged, urgentFirst, { transaction });
  };

/** Queues a sync of one member's roles. */
export async function queueSync(
  { send, clock }: SendDeps,
  member: MemberRef,
  request: SyncRequest,
  options: { transaction?: Transaction; startAfter?: Date } = {},
): Promise<void> {
  const { data, ...job } = syncJob(member, request, clock.now());
  // A delayed job needs its own key, or it would collapse with an immediate one.
  const key = options.startAfter ? `${job.key}:later` : job.key;
  await send(memberChanged, data, { ...job, key, ...options });
}

/** Queues an urgent sync of a member who joined the guild, perhaps long after paying. */
export const memberJoined = (deps: SendDeps, member: MemberRef): Promise<void> =>
  queueSync(deps, member, { urgency: 'urgent', mayTake: true, hasJoined: true });

/**
 * Handles a member update, such as a manual role change or a passed screening. Queues a sync if roles are wrong. Ignores
 * reports of our own changes.
 */
export async function memberUpdated(
  deps: ConfirmDeps & { readonly ownSyncs: OwnSyncs },
  ref: MemberRef,
  member: Member,
): Promise<void> {
  if (await deps.ownSyncs.hasSeen(ref, member)) return;
  const request = await observeMember(deps, ref, member);
  if (request) await queueSync(deps, ref, request);
}

/**
 * Queues a refresh of the mirror and then a sweep of the guild, on an admin's order or after a mapping change.
 * @param orderedBy the admin's chat account; null for the operator on the command line
 * @param options.isTrusted whether an admin has confirmed that the memberships missing from the service have ended
 */
export const queueSweep = (
  send: Send,
  guildId: string,
  orderedBy: string | null,
  { transaction, isTrusted = false }: { transaction?: Transaction; isTrusted?: boolean } = {},
): Promise<void> =>
  send(
    sweep,
    { guildId, ...(orderedBy !== null && { orderedBy }), ...(isTrusted && { isTrusted }) },
    {
      // An untrusted sweep must not replace a trusted one.
      key: [guildId, orderedBy ?? 'operator', ...(isTrusted ? ['trusted'] : [])].join(':'),
      ...(transaction && { transaction }),
    },
  );

/**
 * Queues a sweep that gives missing roles in a guild where events may have been missed, such as a join or a lost role.
 * It uses the stored state, to avoid waiting for a refresh of the mirror, so it takes nothing.
 */
export async function queueCatchUp(send: Send, guildId: string): Promise<void> {
  const { data, ...job } = guildSweepJob(guildId, { mayTake: false });
  await send(guildSweep, data, job);
}

export type SyncGuildsDeps = SendDeps & {
  /** Guilds that we manage; nothing is done in others. */
  readonly guildIds: readonly string[];
};

export type SyncEverywhereDeps = SyncGuildsDeps & {
  /** Called when an account's memberships change, in the same transaction. */
  readonly accountChanged?: (chatUserId: string, transaction: Transaction) => Promise<void>;
};

/**
 * Queues a sync of a chat account in every guild with managed roles, if the transaction commits.
 * @param sources only guilds that map one of these products or plans
 */
export async function syncGuilds(
  deps: SyncGuildsDeps,
  transaction: Transaction,
  userId: string,
  request: SyncRequest,
  sources?: readonly string[],
): Promise<void> {
  for (const guildId of await mappedGuilds(transaction, deps.guildIds, sources))
    await queueSync(deps, { guildId, userId }, request, { transaction });
}

/** Returns the callback for membership changes: syncs the account and calls `accountChanged`. */
export const syncEverywhere =
  (deps: SyncEverywhereDeps, requestOf: (concern: Concern) => SyncRequest): RequestSync =>
  async (userId, concern, transaction) => {
    await syncGuilds(deps, transaction, userId, requestOf(concern), concern.sources);
    await deps.accountChanged?.(userId, transaction);
  };
