import { Fault } from '../errors.ts';

/** One member of one guild. */
export interface MemberRef {
  readonly guildId: string;
  readonly userId: string;
}

/** A member of a guild as the platform shows them. */
export interface Member {
  readonly roleIds: readonly string[];
  /** Whether they have still to pass the guild's membership screening. */
  readonly isPending: boolean;
  readonly isBot: boolean;
  /** When they came into the guild; undefined where that isn't told. */
  readonly joinedAt?: Date | undefined;
}

/** The bot as a member of a guild. */
export type Self = Pick<Member, 'roleIds'> & { readonly userId: string };

/** Some members of a guild. */
export interface MemberPage {
  readonly members: readonly (Member & { readonly userId: string })[];
  /** Whether none come after these. False where only the next page tells. */
  readonly isLast: boolean;
}

/** What only a person can mend. */
export interface Obstacle {
  /** Under which every language has its words for it. */
  readonly code: string;
  /** What is wrong and what to do, in English. */
  readonly message: string;
  /** What the platform said of it. */
  readonly said?: string | undefined;
}

/**
 * Permissions by which somebody could take a guild over or do it harm, in the order in which they are told, as the
 * platform calls them.
 */
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

/** A role of a guild as the platform shows it. */
export interface Role {
  readonly id: string;
  readonly name: string;
  /** Its place in the hierarchy: the higher, the more of the others it is above. No two have the same. */
  readonly rank: number;
  /** What of the powers it gives by itself. */
  readonly powers: readonly Power[];
  /** Why the bot can't give it to anybody; null where it can. */
  readonly obstacle: Obstacle | null;
}

/** A guild as the platform shows it. */
export interface Guild {
  readonly name: string;
  readonly ownerId: string;
  readonly roles: readonly Role[];
}

/** What people know a guild and its roles by. */
export interface GuildNames {
  readonly name: string;
  readonly roles: readonly Pick<Role, 'id' | 'name'>[];
}

/** What the platform says about the next changes, or looks, of the same kind in the guild. */
export interface Allowance {
  /** How many one window takes. */
  readonly size: number;
  /** How many are left in the present window. */
  readonly left: number;
  /** Milliseconds until the next window. */
  readonly resetsIn: number;
}

/**
 * The chat community, as the access engine needs it. Each call goes to the platform: nothing is answered
 * from a cache. A change answers with what the platform said about the next ones, where it said something.
 * @throws CommunityRefusal when only a person can mend what is wrong; any other error is worth a retry
 * @throws MemberUnknown from a change of somebody who is not in the guild (any more)
 */
export interface Community {
  /**
   * The member; null when the user is not in the guild.
   * @param hear hears what the platform says about the next look in the guild
   */
  getMember(member: MemberRef, signal: AbortSignal, hear?: (said: Allowance) => void): Promise<Member | null>;
  /**
   * The bot's own membership, as `getMember` tells of others'. What is refused for this one is refused for everybody.
   * @throws CommunityRefusal also where the bot is not in the guild (any more)
   */
  getSelf(guildId: string, signal: AbortSignal, hear?: (said: Allowance) => void): Promise<Self>;
  /** Members whose ids come after `after` ("0" for the first), in the order of their ids; as many as one call gives. */
  listMembers(guildId: string, after: string, signal: AbortSignal): Promise<MemberPage>;
  /** The guild with every role of it. */
  getGuild(guildId: string, signal: AbortSignal): Promise<Guild>;
  /** What the guild and its roles are called, which takes one call where the above takes several. */
  getNames(guildId: string, signal: AbortSignal): Promise<GuildNames>;
  /** Gives one role. `reason` goes to the platform's audit log, here and below. */
  addRole(
    member: MemberRef,
    roleId: string,
    reason: string,
    signal: AbortSignal,
  ): Promise<Allowance | undefined>;
  /** Takes one role. */
  removeRole(
    member: MemberRef,
    roleId: string,
    reason: string,
    signal: AbortSignal,
  ): Promise<Allowance | undefined>;
  /**
   * Replaces all roles of the member: only with a list that was read just then. Asked once and at once.
   * @throws LimitReached when the platform's limit is used up; nothing has happened then
   * @throws ChangeFailed when the platform fails at it
   */
  setRoles(
    member: MemberRef,
    roleIds: readonly string[],
    reason: string,
    signal: AbortSignal,
  ): Promise<Allowance | undefined>;
  /**
   * Removes the member from the guild; they may come back. Asked once and at once, so that who is not there is known
   * to have left before.
   */
  kick(member: MemberRef, reason: string, signal: AbortSignal): Promise<Allowance | undefined>;
}

/** The user is not, or no longer, in the guild. */
export class MemberUnknown extends Error {
  override readonly name = 'MemberUnknown';
}

/** The platform takes no more changes of this kind for now. */
export class LimitReached extends Error {
  override readonly name = 'LimitReached';
}

/** The platform has failed at a change, which it may have made all the same. */
export class ChangeFailed extends Fault {}

/** The platform says no, and will say no again until somebody changes something. */
export class CommunityRefusal extends Error implements Obstacle {
  override readonly name = 'CommunityRefusal';
  readonly code: string;
  readonly said: string | undefined;

  constructor({ code, message, said }: Obstacle, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
    this.said = said;
  }
}
