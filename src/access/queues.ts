import Type from 'typebox';
import { defineQueue } from '../queue.ts';
import type { MemberRef } from './community.ts';
import { Occasion, type Urgency } from './occasion.ts';

/** Look at a membership again: something may have happened to it. Many events about one collapse into one look. */
export const membershipChanged = defineQueue({
  name: 'access.membership-changed',
  data: Type.Object({ membershipId: Type.String() }),
  policy: 'collapse',
  retries: 50,
  retryDelay: 1,
  retryDelayMax: 600,
  // A minute of it may pass while the service wants to be left alone.
  timeout: 180,
  concurrency: 10,
});

/** Make the roles of a member right. Many hints about one member collapse into one job. */
export const memberChanged = defineQueue({
  name: 'access.member-changed',
  data: Type.Object({
    guildId: Type.String(),
    userId: Type.String(),
    ...Occasion.properties,
  }),
  policy: 'collapse',
  retries: 50,
  retryDelay: 1,
  retryDelayMax: 600,
  timeout: 120,
  concurrency: 10,
});

/** Compare a guild with what is stored, and heal what has drifted. */
export const guildSweep = defineQueue({
  name: 'access.guild-sweep',
  data: Type.Object({
    guildId: Type.String(),
    mayTake: Type.Boolean(),
    /** How many memberships the service does not show: admins are asked. Left out where it does. */
    missing: Type.Optional(Type.Integer()),
    /** The chat account of the admin on whose order; left out where it is nobody's. */
    orderedBy: Type.Optional(Type.String()),
  }),
  policy: 'collapse',
  retries: 3,
  retryDelay: 30,
  retryDelayMax: 300,
  timeout: 900,
  concurrency: 2,
});

/** Bring the mirror up to date, then sweep every guild, or one of them. */
export const sweep = defineQueue({
  name: 'access.sweep',
  data: Type.Object({
    guildId: Type.Optional(Type.String()),
    /** The chat account of the admin on whose order; left out where it is nobody's. */
    orderedBy: Type.Optional(Type.String()),
    /** Whether an admin has said that the service is right though it shows nothing of what gave access. */
    isTrusted: Type.Optional(Type.Boolean()),
  }),
  policy: 'collapse',
  retries: 3,
  retryDelay: 30,
  retryDelayMax: 300,
  timeout: 900,
  concurrency: 1,
});

/** Try again what needs action in a guild: it may be mended. */
export const guildMended = defineQueue({
  name: 'access.guild-mended',
  data: Type.Object({ guildId: Type.String() }),
  policy: 'collapse',
  retries: 10,
  retryDelay: 1,
  retryDelayMax: 600,
  timeout: 120,
  concurrency: 1,
});

/** Tell in the guild's log channel what has been announced. */
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
 * The job that sweeps a guild. Sweeps of one guild take turns. What an admin has ordered is not replaced by what
 * nobody has, nor what may take by what may not.
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

/** The priorities of what is new are counted from here, in seconds: they stay below the next class until 2060. */
const FIRST_SECOND = Date.UTC(2026) / 1000;
const CLASS = 2 ** 30;

/**
 * What starts first. Of what somebody waits for, the newest: somebody who has just paid looks at the chat now, and where
 * more pay at once than the platform lets us serve, that keeps most waits short instead of making all long. What anybody
 * may have for nothing, as often as they like and for anybody's account, comes after what was paid, or is proven, and after
 * all changes of it: a flood of it delays nobody else. So that it gets its turn too, and so does the oldest of each class, the
 * queue takes what has waited longest now and then (`src/jobs/oldest.ts`).
 */
export function priorityOf(urgency: Urgency, now: Date): number {
  const seconds = Math.floor(now.getTime() / 1000) - FIRST_SECOND;
  const priorities = { urgent: CLASS + seconds, live: CLASS - 1, claimed: seconds, background: 0 };
  return priorities[urgency];
}

/**
 * The job that syncs a member. Members of one guild take turns. What is urgent keeps its place when something
 * else happens to the member, and what may take is not replaced by what may not.
 */
export const syncJob = ({ guildId, userId }: MemberRef, occasion: Occasion, now: Date) => ({
  data: { guildId, userId, ...occasion },
  key: [
    ...[guildId, userId],
    ...(isWaitedFor(occasion) ? [occasion.urgency] : []),
    ...(occasion.mayTake ? [] : ['giving']),
    // Its success calls others: it is not replaced by what doesn't.
    ...(occasion.probes === undefined ? [] : [`probe of ${occasion.probes}`]),
  ].join(':'),
  group: guildId,
  priority: priorityOf(occasion.urgency, now),
});

/** Whether somebody waits for it, so that it keeps its place. What is only claimed must not take that of anything else. */
const isWaitedFor = ({ urgency }: Occasion): boolean => urgency === 'urgent' || urgency === 'claimed';
