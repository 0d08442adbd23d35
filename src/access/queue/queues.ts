import Type from 'typebox';
import { defineQueue } from '../../queue.ts';
import { SyncRequest } from './sync-request.ts';

/** Refreshes a membership after an event about it. Many events about one membership collapse into one job. */
export const membershipChanged = defineQueue({
  name: 'access.membership-changed',
  data: Type.Object({ membershipId: Type.String() }),
  policy: 'collapse',
  retries: 50,
  retryDelay: 1,
  retryDelayMax: 600,
  // Up to a minute of this may pass waiting for the service's backoff to end.
  timeout: 180,
  concurrency: 10,
});

/** Syncs a member's roles. Many hints about one member collapse into one job. */
export const memberChanged = defineQueue({
  name: 'access.member-changed',
  data: Type.Object({
    guildId: Type.String(),
    userId: Type.String(),
    ...SyncRequest.properties,
  }),
  policy: 'collapse',
  retries: 50,
  retryDelay: 1,
  retryDelayMax: 600,
  timeout: 120,
  concurrency: 10,
});

/** Compares a guild with the stored state, and queues syncs for members who have drifted. */
export const guildSweep = defineQueue({
  name: 'access.guild-sweep',
  data: Type.Object({
    guildId: Type.String(),
    mayTake: Type.Boolean(),
    /** Number of memberships missing from the service, for which admins are asked for approval. Omitted if none are. */
    missing: Type.Optional(Type.Integer()),
    /** Chat account of the admin who ordered the sweep; omitted if none did. */
    orderedBy: Type.Optional(Type.String()),
  }),
  policy: 'collapse',
  retries: 3,
  retryDelay: 30,
  retryDelayMax: 300,
  timeout: 900,
  concurrency: 2,
});

/** Refreshes the mirror, then queues a sweep of every guild, or of one. */
export const sweep = defineQueue({
  name: 'access.sweep',
  data: Type.Object({
    guildId: Type.Optional(Type.String()),
    orderedBy: Type.Optional(Type.String()),
    /** Whether an admin has confirmed that the memberships missing from the service have ended. */
    isTrusted: Type.Optional(Type.Boolean()),
  }),
  policy: 'collapse',
  retries: 3,
  retryDelay: 30,
  retryDelayMax: 300,
  timeout: 900,
  concurrency: 1,
});

/** Retries a guild's open problems, whose cause may be fixed. */
export const problemsDue = defineQueue({
  name: 'access.problems-due',
  data: Type.Object({ guildId: Type.String() }),
  policy: 'collapse',
  retries: 10,
  retryDelay: 1,
  retryDelayMax: 600,
  timeout: 120,
  concurrency: 1,
});

/** Delivers pending messages to the guild's log channel. */
export const guildNotifications = defineQueue({
  name: 'notifications.guild',
  data: Type.Object({ guildId: Type.String() }),
  policy: 'collapse',
  retries: 10,
  retryDelay: 5,
  retryDelayMax: 600,
  timeout: 120,
  concurrency: 2,
});

/**
 * Builds the job that sweeps a guild. Sweeps of one guild run one at a time. An ordered sweep has its own key, so that
 * no other sweep replaces it; likewise, a sweep that may only give never replaces one that may take.
 */
export const guildSweepJob = (
  guildId: string,
  {
    mayTake,
    orderedBy,
    missing = 0,
  }: {
    readonly mayTake: boolean;
    readonly orderedBy?: string | undefined;
    readonly missing?: number | undefined;
  },
) => ({
  data: { guildId, mayTake, ...(orderedBy !== undefined && { orderedBy }), ...(missing > 0 && { missing }) },
  key: [
    guildId,
    ...(orderedBy === undefined ? [] : [orderedBy]),
    ...(mayTake ? [] : [missing > 0 ? 'missing' : 'giving']),
  ].join(':'),
  group: guildId,
});
