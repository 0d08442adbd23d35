import { DEFAULT_POLICY } from '../../src/access/mappings/mappings.ts';
import type { Mapping, MemberState, MembershipState } from '../../src/access/state.ts';
import { decide } from '../../src/access/sync/decide.ts';
import { explain } from '../../src/access/sync/reasons.ts';

export const NOW = new Date('2026-11-21T12:00:00Z');
export const MEMBER = '100000000000000001';
const OTHER = '100000000000000002';

const EARLIER = new Date('2026-11-01T12:00:00Z');

/** Mapping of plan A to the role Supporter. */
export const supporter: Mapping = {
  guildId: 'guild',
  roleId: 'supporter',
  sourceId: 'plan_a',
  condition: 'valid',
  ...DEFAULT_POLICY,
};

/** An active membership of plan A, connected by the member. */
export const active: MembershipState = {
  id: 'mem_1',
  productId: 'prod_1',
  planId: 'plan_a',
  sourcePlanId: null,
  status: 'active',
  valid: true,
  free: false,
  buyerVerified: true,
  periodEndsAt: null,
  endedAt: null,
  connected: { userId: MEMBER, since: EARLIER, isProven: true },
  linked: null,
  isMoving: false,
};

/** Returns the same membership after its end. */
export const ended = (status = 'canceled', endedAt = EARLIER): MembershipState => ({
  ...active,
  valid: false,
  status,
  endedAt,
});

/** A membership of plan A whose buyer only typed the member's id. */
export const typed: MembershipState = {
  ...active,
  id: 'mem_typed',
  connected: { userId: MEMBER, since: EARLIER, isProven: false },
};

/** Connects a membership to another user, since the given time. */
export const somebodyElse = (since: string) => ({
  userId: OTHER,
  since: new Date(since),
  isProven: true,
});

/** Returns the state of a member without roles or memberships, where plan A gives Supporter. */
export const stateOf = (
  state: Partial<MemberState> & { roles?: readonly string[]; isPending?: boolean; isBot?: boolean },
): MemberState => {
  const { roles = [], isPending = false, isBot = false, ...rest } = state;
  return {
    userId: MEMBER,
    member: { roleIds: roles, isPending, isBot },
    mappings: [supporter],
    memberships: [],
    granted: [],
    unconfirmed: [],
    leaving: [],
    unproven: [],
    awaitsKick: false,
    claimed: [],
    owesRemoval: false,
    now: NOW,
    ...rest,
  };
};

type Given = Parameters<typeof stateOf>[0];

/** Returns the decided action for each role. */
export const actions = (given: Given) =>
  Object.fromEntries(decide(stateOf(given)).roleDecisions.map(({ roleId, action }) => [roleId, action]));

/** Returns the explanation for each role. */
export const words = (given: Given) =>
  decide(stateOf(given)).roleDecisions.map(({ reasons }) => explain(reasons));
