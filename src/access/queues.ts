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
export const guildTold = defineQueue({
  name: 'access.guild-told',
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

/** What starts first among the members of a guild; what is urgent goes before all of it. */
const PRIORITIES: Readonly<Record<Exclude<Urgency, 'urgent'>, number>> = { live: 10, background: 0 };

/** The priorities of what is urgent are counted from here, in seconds: they are more than all others until 2094. */
const FIRST_SECOND = Date.UTC(2026) / 1000;

/**
 * The priority of what is urgent: the newest goes first. Somebody who has just paid looks at the chat now; where
 * more pay at once than the platform lets us serve, that keeps most waits short instead of making all long.
 */
export const newestFirst = (now: Date): number => Math.floor(now.getTime() / 1000) - FIRST_SECOND;

/**
 * The job that syncs a member. Members of one guild take turns. What is urgent keeps its place when something
 * else happens to the member, and what may take is not replaced by what may not.
 */
export const syncJob = ({ guildId, userId }: MemberRef, occasion: Occasion, now: Date) => ({
  data: { guildId, userId, ...occasion },
  key: [
    ...[guildId, userId],
    ...(occasion.urgency === 'urgent' ? ['urgent'] : []),
    ...(occasion.mayTake ? [] : ['giving']),
    // Its success calls others: it is not replaced by what doesn't.
    ...(occasion.probes === undefined ? [] : [`probe of ${occasion.probes}`]),
  ].join(':'),
  group: guildId,
  priority: occasion.urgency === 'urgent' ? newestFirst(now) : PRIORITIES[occasion.urgency],
});
