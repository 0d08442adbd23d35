import type { Member } from './community.ts';

/** A product or plan that gives a role in a guild, and on what terms. */
export interface Mapping {
  readonly guildId: string;
  readonly roleId: string;
  /** The id of a product or a plan. A quick link's memberships count for the plan it was copied from too. */
  readonly sourceId: string;
  /** While what it gives the role: the membership gives access, or a payment for it is late. */
  readonly condition: 'valid' | 'past_due';
  /** What becomes of the role at the end. `kick` removes the member from the guild if nothing else holds them. */
  readonly atEnd: 'remove' | 'keep' | 'kick';
  /** Days that the role stays after an end that may be a mishap: any that nobody meant. 0 to 365. */
  readonly graceDays: number;
  /** What becomes of the role on somebody whom no membership gives it and who has it not from us. */
  readonly orphans: 'keep' | 'strip';
  /** Whether the role waits until the member has passed the guild's membership screening. */
  readonly waitForScreening: boolean;
}

/** A chat account that a membership is tied to, and since when. */
export interface TiedAccount {
  readonly userId: string;
  readonly since: Date;
}

/** A chat account that was named to the service. */
export interface ConnectedAccount extends TiedAccount {
  /** Whether the service vouches that it is the buyer's. An id that anybody can type gives, and takes nothing else. */
  readonly isProven: boolean;
}

/** The status of a membership that the service doesn't know any more. */
export const GONE = 'gone';

/** A membership as a decision needs it. */
export interface MembershipState {
  readonly id: string;
  readonly productId: string | null;
  readonly planId: string;
  readonly sourcePlanId: string | null;
  readonly status: string;
  readonly valid: boolean;
  /** The end of the present period: of a trial, or of what is paid for. */
  readonly periodEndsAt: Date | null;
  /** When it ceased to give access; null while it does, and where it was never seen to. */
  readonly endedAt: Date | null;
  /** The account that the buyer connected, or only named, at the service. */
  readonly connected: ConnectedAccount | null;
  /** The account that the buyer linked with us, which proves it. */
  readonly linked: TiedAccount | null;
  /** Whether others have still to lose what the link gives, before the linked account gets it. */
  readonly isMoving: boolean;
}

/** Everything stored that a decision about one member of one guild rests on. */
export interface StoredState {
  readonly mappings: readonly Mapping[];
  /** The memberships that are tied to the member, valid or not. */
  readonly memberships: readonly MembershipState[];
  /** Roles that the ledger says we gave, or began to. */
  readonly granted: readonly string[];
  /** Those of them that were not yet seen on the member. */
  readonly unconfirmed: readonly string[];
  /** Those of them that we have asked to go. */
  readonly leaving: readonly string[];
  /** Those of them that only memberships with an unproven account have given. */
  readonly unproven: readonly string[];
  /** Whether they were to be removed from the guild and the platform refused: that is still to be done. */
  readonly owesRemoval: boolean;
}

/** Everything that a decision rests on. */
export interface MemberState extends StoredState {
  readonly userId: string;
  readonly member: Member;
  readonly now: Date;
}
