import type { Obstacle, Power } from '../access/community.ts';
import type { ChannelObstacle, Permission } from '../admin/platform.ts';
import type { ChatFault } from '../i18n/chat-fault.ts';

/** The result of a check. The code is a key of the word tables, which explain the state and the remedy. */
export type Fact =
  | { readonly code: 'TOKEN_TAKEN'; readonly name: string; readonly operatorIds: readonly string[] }
  | { readonly code: 'INTENT_ENABLED' | 'INTENT_MISSING' }
  | { readonly code: 'PERMISSIONS_GIVEN' }
  | { readonly code: 'PERMISSION_MISSING'; readonly permission: Permission }
  | { readonly code: 'NOTHING_MAPPED' }
  | { readonly code: 'ROLES_IN_REACH'; readonly count: number }
  | { readonly code: 'ROLE_DELETED'; readonly roleId: string }
  | { readonly code: 'ROLE_OUT_OF_REACH'; readonly roleId: string; readonly obstacle: Obstacle }
  | { readonly code: 'ROLE_POWERFUL'; readonly roleId: string; readonly powers: readonly Power[] }
  | { readonly code: 'NO_LOG_CHANNEL' }
  | { readonly code: 'LOG_CHANNEL_WRITABLE' | 'LOG_CHANNEL_PUBLIC'; readonly channelId: string }
  | {
      readonly code: 'LOG_CHANNEL_UNUSABLE';
      readonly channelId: string;
      readonly obstacle: ChannelObstacle;
    }
  | { readonly code: 'WEBHOOK_REGISTERED' | 'WEBHOOK_DISABLED' | 'WEBHOOK_MISSING'; readonly url: string }
  /** The service doesn't list its webhooks. */
  | { readonly code: 'SERVICE_UNASKABLE' }
  | { readonly code: 'DELIVERY_SEEN'; readonly milliseconds: number }
  | { readonly code: 'DELIVERY_REFUSED'; readonly url: string; readonly status: number }
  | {
      readonly code: 'DELIVERY_NOT_STORED' | 'DELIVERY_UNREACHABLE' | 'DELIVERY_ELSEWHERE';
      readonly url: string;
    }
  | { readonly code: 'KEY_TAKEN' | 'KEY_REFUSED' | 'KEY_CANT_READ' | 'KEY_CANT_WRITE' }
  /** Difference between the other clock and ours; negative if ours is ahead. */
  | { readonly code: 'CLOCK_RIGHT' | 'CLOCK_WRONG'; readonly seconds: number }
  | { readonly code: 'CLOCK_UNKNOWN' }
  | {
      readonly code: 'DATABASE_FINE' | 'DATABASE_SLOW';
      readonly milliseconds: number;
      readonly version: string;
    }
  | { readonly code: 'DATABASE_GONE' | 'DATABASE_FULL' }
  /** The check needs the database, which doesn't answer. */
  | { readonly code: 'NEEDS_DATABASE' }
  | { readonly code: 'MIGRATIONS_PENDING'; readonly count: number }
  | { readonly code: 'QUEUE_FLOWS' | 'QUEUE_BEHIND'; readonly waiting: number; readonly oldest: Date | null }
  | { readonly code: 'SWEEP_DONE' | 'SWEEP_LATE'; readonly at: Date }
  | { readonly code: 'SWEEP_NEVER' }
  | { readonly code: 'NOTHING_HELD' }
  | {
      readonly code: 'SWEEP_HELD' | 'SWEEP_REFUSED';
      readonly since: Date;
      /** Number of roles that would be removed, counted per member. */
      readonly losses: number;
      /** Number of memberships that the service no longer shows; null if the sweep is held for another reason. */
      readonly missing: number | null;
    }
  | { readonly code: 'EVENT_RECEIVED'; readonly at: Date }
  | { readonly code: 'EVENT_NEVER' }
  | { readonly code: 'EVENTS_UNWORKED'; readonly count: number; readonly oldest: Date }
  | { readonly code: 'TIMED_OUT' }
  /** The check failed with a known fault. */
  | { readonly code: 'FAULT'; readonly fault: ChatFault }
  | { readonly code: 'UNEXPECTED' };

/** The checks, in the order shown. */
export type CheckName =
  | 'token'
  | 'intents'
  | 'permissions'
  | 'hierarchy'
  | 'log channel'
  | 'webhook'
  | 'delivery'
  | 'key'
  | 'platform clock'
  | 'service clock'
  | 'database'
  | 'queue'
  | 'sweep'
  | 'held'
  | 'events';

export type Judged = Fact & { readonly state: 'ok' | 'warning' | 'failed' };

export type Finding = Judged & { readonly check: CheckName };

/** A check. Most return one fact, some one per role. */
export interface Check {
  readonly name: CheckName;
  /** The fact to report on a timeout; `TIMED_OUT` if left out. */
  readonly silence?: Fact;
  run(signal: AbortSignal): Promise<readonly Judged[]>;
}

export const ok = (fact: Fact): Judged => ({ ...fact, state: 'ok' });
export const warning = (fact: Fact): Judged => ({ ...fact, state: 'warning' });
export const failed = (fact: Fact): Judged => ({ ...fact, state: 'failed' });
