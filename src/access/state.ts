import type { Member } from './community.ts';

/** A product or plan that gives a role in a guild, with its terms. */
export interface Mapping {
  readonly guildId: string;
  readonly roleId: string;
  /** Id of a product or plan. A quick link's membership also counts for the plan that the link was copied from. */
  readonly sourceId: string;
  /** When the mapping gives the role: while the membership gives access, or while a payment is late. */
  readonly condition: 'valid' | 'past_due';
  /** What happens to the role at the end. `kick` removes the member from the guild if no other membership is valid. */
  readonly atEnd: 'remove' | 'keep' | 'kick';
  /** Days that the role stays after an unintended end, which may be a mishap. 0 to `MAX_DAYS`. */
  readonly graceDays: number;
  /** What happens to the role of a member who has it without a membership and not from us. */
  readonly orphans: 'keep' | 'strip';
  /** Whether the role waits until the member has passed the guild's membership screening. */
  readonly waitForScreening: boolean;
}

export interface TiedAccount {
  readonly userId: string;
  readonly since: Date;
}

/** A chat account named to the service. */
export interface ConnectedAccount extends TiedAccount {
  /** Whether the service vouches for the account. An unproven one gains roles, and loses only those gained this way. */
  readonly isProven: boolean;
}

/** Status of a membership that the service no longer knows. */
export const GONE = 'gone';

/** The fields of a membership that a role decision needs. */
export interface MembershipState {
  readonly id: string;
  readonly productId: string | null;
  readonly planId: string;
  readonly sourcePlanId: string | null;
  readonly status: string;
  readonly valid: boolean;
  /** Whether nothing has been paid for it yet, so that anyone can make any number of its kind. */
  readonly free: boolean;
  /** Whether its owner is known to have bought it, rather than someone with their e-mail address. */
  readonly buyerVerified: boolean;
  /** End of the current period: of a trial, or of the paid time. */
  readonly periodEndsAt: Date | null;
  /** Time the membership stopped giving access; null while it does, or if that was never seen. */
  readonly endedAt: Date | null;
  /** Account that the buyer connected, or only named, at the service. */
  readonly connected: ConnectedAccount | null;
  /** Account that the owner linked here, which proves it. */
  readonly linked: TiedAccount | null;
  /** Whether other accounts must lose what the link gives before the linked account gets it. */
  readonly isMoving: boolean;
}

/** All stored state that a role decision about one member needs. */
export interface StoredState {
  readonly mappings: readonly Mapping[];
  /** Memberships tied to the member, valid or not. */
  readonly memberships: readonly MembershipState[];
  /** Roles that we gave, or began to give, according to the ledger. */
  readonly granted: readonly string[];
  /** Granted roles not yet seen on the member. */
  readonly unconfirmed: readonly string[];
  /** Granted roles that we have asked the platform to take. */
  readonly leaving: readonly string[];
  /** Granted roles that only memberships with an unproven account have given. */
  readonly unproven: readonly string[];
  /** Whether a removal from the guild was requested, and its outcome isn't known. */
  readonly awaitsKick: boolean;
  /** Granted roles that only claimed memberships have given: free ones without a proven account. */
  readonly claimed: readonly string[];
  /** Whether a removal from the guild was refused by the platform and is still pending. */
  readonly owesRemoval: boolean;
}

/** The complete input of a role decision. */
export interface MemberState extends StoredState {
  readonly userId: string;
  readonly member: Member;
  readonly now: Date;
}
