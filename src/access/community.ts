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
}

/** Some members of a guild. */
export interface MemberPage {
  readonly members: readonly (Member & { readonly userId: string })[];
  /** Whether none come after these. False where only the next page tells. */
  readonly isLast: boolean;
}

/** A role of a guild as the platform shows it. */
export interface Role {
  readonly id: string;
  readonly name: string;
  /** Why the bot can't give it to anybody; null where it can. */
  readonly obstacle: string | null;
}

/** A guild as the platform shows it. */
export interface Guild {
  readonly name: string;
  readonly roles: readonly Role[];
}

/** What the platform says about the next changes of the same kind in the guild. */
export interface Allowance {
  /** Changes that one window takes. */
  readonly size: number;
  /** Changes left in the present window. */
  readonly left: number;
  /** Milliseconds until the next window. */
  readonly resetsIn: number;
}

/**
 * The chat community, as the access engine needs it. Each call goes to the platform: nothing is answered
 * from a cache. A change answers with what the platform said about the next ones, where it said something.
 * @throws CommunityRefusal when only a person can mend what is wrong; any other error is worth a retry
 */
export interface Community {
  /** The member; null when the user is not in the guild. */
  getMember(member: MemberRef, signal: AbortSignal): Promise<Member | null>;
  /** Members whose ids come after `after` ("0" for the first), in the order of their ids; as many as one call gives. */
  listMembers(guildId: string, after: string, signal: AbortSignal): Promise<MemberPage>;
  /** The guild with every role of it. */
  getGuild(guildId: string, signal: AbortSignal): Promise<Guild>;
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
   */
  setRoles(
    member: MemberRef,
    roleIds: readonly string[],
    reason: string,
    signal: AbortSignal,
  ): Promise<Allowance | undefined>;
  /** Removes the member from the guild; they may come back. */
  kick(member: MemberRef, reason: string, signal: AbortSignal): Promise<Allowance | undefined>;
}

/** The platform takes no more changes of this kind for now. */
export class LimitReached extends Error {
  override readonly name = 'LimitReached';
}

/** The platform says no, and will say no again until somebody changes something. */
export class CommunityRefusal extends Error {
  override readonly name = 'CommunityRefusal';
}
