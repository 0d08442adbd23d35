/** One member of one guild. */
export interface MemberRef {
  readonly guildId: string;
  readonly userId: string;
}

/** A member of a guild as the platform shows them now. */
export interface Member {
  readonly roleIds: readonly string[];
}

/**
 * The chat community, as the access engine needs it. Each call goes to the platform: nothing is answered
 * from a cache.
 * @throws CommunityRefusal when only a person can mend what is wrong; any other error is worth a retry
 */
export interface Community {
  /** The member; null when the user is not in the guild. */
  getMember(member: MemberRef, signal: AbortSignal): Promise<Member | null>;
  /** Gives one role. `reason` goes to the platform's audit log. */
  addRole(member: MemberRef, roleId: string, reason: string, signal: AbortSignal): Promise<void>;
  /** Takes one role. */
  removeRole(member: MemberRef, roleId: string, reason: string, signal: AbortSignal): Promise<void>;
}

/** The platform says no, and will say no again until somebody changes something. */
export class CommunityRefusal extends Error {
  override readonly name = 'CommunityRefusal';
}
