import Type, { type Static } from 'typebox';
import type { MemberRef } from '../community.ts';

/**
 * Urgency of a job. `urgent`: a role just paid for. `live`: a recent change. `claimed`: a free membership without a
 * proven account. `background`: drift found by a sweep.
 */
export const Urgency = Type.Enum(['urgent', 'live', 'claimed', 'background']);
export type Urgency = Static<typeof Urgency>;

/** A link of a commerce user. A later link of the same user has another time, in milliseconds since the epoch. */
export const AwaitingLink = Type.Object({ commerceUserId: Type.String(), linkedAt: Type.Integer() });
export type AwaitingLink = Static<typeof AwaitingLink>;

/** Why and how a member is synced. */
export const SyncRequest = Type.Object({
  urgency: Urgency,
  /** Whether roles may be taken; false for findings of a sweep that awaits approval. */
  mayTake: Type.Boolean(),
  /** Whether the breaker's budgets limit what is taken, because anyone can cause such syncs for anyone. */
  isGuarded: Type.Optional(Type.Boolean()),
  /** The member as a sweep saw them, which saves a lookup while recent. `at` is in milliseconds since the epoch. */
  seen: Type.Optional(
    Type.Object({
      roleIds: Type.Array(Type.String()),
      isPending: Type.Boolean(),
      isBot: Type.Boolean(),
      at: Type.Integer(),
    }),
  ),
  /** Chat account of the admin who ordered the sync; omitted if none did. */
  orderedBy: Type.Optional(Type.String()),
  /** Time a purchase's event was received, in milliseconds since the epoch; omitted if no purchase is the cause. */
  eventAt: Type.Optional(Type.Integer()),
  /** Whether the member has just joined. Roles of an earlier stay ended with it; no one undid our change. */
  hasJoined: Type.Optional(Type.Boolean()),
  /** Subject of the problem that this sync retries ahead of the other affected members; omitted if none. */
  probes: Type.Optional(Type.String()),
  /** Link whose account waits until this member has been synced; omitted if none does. */
  awaitedBy: Type.Optional(AwaitingLink),
});
export type SyncRequest = Static<typeof SyncRequest>;

/** Whether to retry what failed before with this member: on an admin's order, or after a join. */
export const isNewTry = ({ orderedBy, hasJoined = false }: SyncRequest): boolean =>
  orderedBy !== undefined || hasJoined;

/** Start of the count of seconds in the priorities. With it, priorities stay below the next class until 2060. */
const FIRST_SECOND = Date.UTC(2026) / 1000;
const CLASS = 2 ** 30;

/**
 * Returns a job's priority. Of urgent jobs the newest starts first: a member who has just paid is looking at the chat,
 * and under a backlog most waits stay short instead of all becoming long. Claimed jobs are free, unlimited and possible
 * for any account, so they come after all paid, proven and live ones: a flood of them delays nothing else. To prevent
 * starvation, the queue now and then takes the job that has waited longest (`src/jobs/workers.ts`).
 */
export function priorityOf(urgency: Urgency, now: Date): number {
  const seconds = Math.floor(now.getTime() / 1000) - FIRST_SECOND;
  const priorities = { urgent: CLASS + seconds, live: CLASS - 1, claimed: seconds, background: 0 };
  return priorities[urgency];
}

/**
 * Builds the job that syncs a member, one at a time per guild. An urgent job has its own key, so that it keeps its
 * priority when the member changes again. A job that may only give never replaces one that may take, nor a guarded one
 * an unguarded one.
 */
export const syncJob = ({ guildId, userId }: MemberRef, request: SyncRequest, now: Date) => ({
  data: { guildId, userId, ...request },
  key: [
    ...[guildId, userId],
    ...(isWaitedFor(request) ? [request.urgency] : []),
    ...(request.mayTake ? [] : ['giving']),
    // A job that takes nothing needs no guard.
    ...(request.mayTake && request.isGuarded ? ['guarded'] : []),
    // Others wait for the success of these two, so an ordinary job must not replace them.
    ...(request.probes === undefined ? [] : [`probe of ${request.probes}`]),
    ...(request.awaitedBy === undefined ? [] : [`awaited by ${keyOf(request.awaitedBy)}`]),
  ].join(':'),
  group: guildId,
  priority: priorityOf(request.urgency, now),
});

const keyOf = ({ commerceUserId, linkedAt }: AwaitingLink): string => `${commerceUserId} ${linkedAt}`;

/** Whether the urgency is part of the key: urgent jobs keep their priority, claimed ones must not change another's. */
const isWaitedFor = ({ urgency }: SyncRequest): boolean => urgency === 'urgent' || urgency === 'claimed';
