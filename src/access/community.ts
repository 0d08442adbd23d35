import { ChatFault, type PlainCode } from '../i18n/chat-fault.ts';
import type { FaultDetails } from '../i18n/en/faults.ts';

export interface MemberRef {
  readonly guildId: string;
  readonly userId: string;
}

export interface Member {
  readonly roleIds: readonly string[];
  /** Whether the member still has to pass the guild's membership screening. */
  readonly isPending: boolean;
  readonly isBot: boolean;
  /** Undefined if the platform doesn't say. */
  readonly joinedAt?: Date | undefined;
}

export type Self = Pick<Member, 'roleIds'> & { readonly userId: string };

export interface MemberPage {
  readonly members: readonly (Member & { readonly userId: string })[];
  /** Whether this is known to be the last page. If false, the next page may still be empty. */
  readonly isLast: boolean;
}

/** A problem that only a person can fix. */
export interface Obstacle {
  /** Code under which each language has its text: the problem and its remedy. */
  readonly code: PlainCode;
  readonly details?: Partial<FaultDetails>;
}

/** Permissions with which a member could take over or harm a guild, under the platform's names and in display order. */
export const POWERS = [
  'Administrator',
  'Manage Server',
  'Manage Roles',
  'Manage Channels',
  'Manage Webhooks',
  'Ban Members',
  'Kick Members',
  'Mention Everyone',
] as const;
export type Power = (typeof POWERS)[number];

export interface Role {
  readonly id: string;
  readonly name: string;
  /** Position in the hierarchy: a higher rank is above all lower ones. Unique in the guild. */
  readonly rank: number;
  /** The dangerous permissions that the role itself gives. */
  readonly powers: readonly Power[];
  /** Why the bot can't give the role; null if it can. */
  readonly obstacle: Obstacle | null;
}

export interface Guild {
  readonly name: string;
  readonly ownerId: string;
  readonly roles: readonly Role[];
}

export interface GuildNames {
  readonly name: string;
  readonly roles: readonly Pick<Role, 'id' | 'name'>[];
}

/** Rate limit reported by the platform for the next changes, or lookups, of the same kind in the guild. */
export interface Allowance {
  /** Calls per window. */
  readonly size: number;
  /** Calls left in the current window. */
  readonly left: number;
  readonly resetsIn: number;
}

/**
 * The chat community, as the access engine needs it. Every call goes to the platform; nothing is cached. Changes return
 * the rate limit for the next ones, if the platform reported it.
 * @throws CommunityRefusal if only a person can fix the problem; any other error is worth a retry
 * @throws MemberUnknown from a change to a member who isn't in the guild
 */
export interface Community {
  /** Returns the member; null if not in the guild. @param hear receives the rate limit for the next lookup */
  getMember(member: MemberRef, signal: AbortSignal, hear?: (said: Allowance) => void): Promise<Member | null>;
  /**
   * Returns the bot's own membership. It takes the same access as `getMember`: a refusal here applies to all members.
   * @throws CommunityRefusal also if the bot isn't in the guild
   */
  getSelf(guildId: string, signal: AbortSignal, hear?: (said: Allowance) => void): Promise<Self>;
  /** Returns members by ascending id, starting after the id `after` ("0" for the first page); one call's worth. */
  listMembers(guildId: string, after: string, signal: AbortSignal): Promise<MemberPage>;
  getGuild(guildId: string, signal: AbortSignal): Promise<Guild>;
  /** Returns the names of the guild and its roles, in one call; `getGuild` needs several. */
  getNames(guildId: string, signal: AbortSignal): Promise<GuildNames>;
  /** Gives one role. `reason` goes to the platform's audit log, here and in the methods below. */
  addRole(
    member: MemberRef,
    roleId: string,
    reason: string,
    signal: AbortSignal,
  ): Promise<Allowance | undefined>;
  removeRole(
    member: MemberRef,
    roleId: string,
    reason: string,
    signal: AbortSignal,
  ): Promise<Allowance | undefined>;
  /**
   * Replaces all roles of the member, so pass a list that was read right before. Never delayed or retried.
   * @throws LimitReached if the rate limit is used up; then nothing has happened
   * @throws ChangeFailed if the platform fails
   */
  setRoles(
    member: MemberRef,
    roleIds: readonly string[],
    reason: string,
    signal: AbortSignal,
  ): Promise<Allowance | undefined>;
  /**
   * Removes the member from the guild; they may rejoin. Never delayed or retried, so that `MemberUnknown` proves that
   * the member had left before this call.
   */
  kick(member: MemberRef, reason: string, signal: AbortSignal): Promise<Allowance | undefined>;
}

/** The user isn't in the guild. */
export class MemberUnknown extends Error {
  override readonly name = 'MemberUnknown';
}

/** The platform's rate limit for this kind of change is used up. */
export class LimitReached extends Error {
  override readonly name = 'LimitReached';
}

/** The platform failed during a change, and may have made it all the same. */
export class ChangeFailed extends ChatFault<'DISCORD_UNAVAILABLE'> {}

/** The platform refuses, and will refuse again until a person changes something. */
export class CommunityRefusal extends ChatFault<PlainCode> {}
