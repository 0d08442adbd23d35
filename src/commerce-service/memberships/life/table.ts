import type { EventName } from '../../webhooks/event-names.ts';
import type { MembershipStatus } from '../schema.ts';

/** One thing that can happen. */
export interface Row {
  /** The charge that goes with it: recorded as a payment and told, unless nothing was to be paid. */
  readonly charge?: 'succeeded' | 'failed';
  /** What is told besides. That validity changed is told after any change that changed it. */
  readonly tells?: EventName;
  /** The status before, and the one it leads to. What is not here can't happen. */
  readonly leads: Partial<Record<MembershipStatus, MembershipStatus>>;
}

/**
 * The life of a membership, whole: what can happen in which status, and where that leads. `canceled` is final.
 * docs/membership-life.md has the same table for people.
 */
export const LIFE = {
  /** A due charge went through, and more are to come. */
  paid: {
    charge: 'succeeded',
    leads: { trialing: 'active', active: 'active', past_due: 'active', unresolved: 'active' },
  },
  /** The last charge of a split pay went through. */
  paid_in_full: {
    charge: 'succeeded',
    leads: { trialing: 'completed', active: 'completed', past_due: 'completed', unresolved: 'completed' },
  },
  /** A due charge failed; it is tried again. */
  payment_failed: {
    charge: 'failed',
    leads: { trialing: 'past_due', active: 'past_due', past_due: 'past_due' },
  },
  /** The last try failed. */
  payment_given_up: { charge: 'failed', leads: { past_due: 'unresolved' } },
  /** Nobody paid what was left open. */
  written_off: { leads: { unresolved: 'canceled' } },
  /** The buyer or the seller wants it to end with its period, or doesn't any more. */
  cancellation_changed: {
    tells: 'membership_cancel_at_period_end_changed',
    leads: { trialing: 'trialing', active: 'active', past_due: 'past_due', unresolved: 'unresolved' },
  },
  /** A period is over that was to be the last. */
  period_ended: {
    leads: { trialing: 'canceled', active: 'canceled', past_due: 'canceled', unresolved: 'canceled' },
  },
  /** The days of an expiration plan are over. */
  time_ran_out: { leads: { completed: 'expired' } },
  /** More days of an expiration plan were bought. */
  refilled: { charge: 'succeeded', leads: { completed: 'completed', expired: 'completed' } },
  /** The seller gave days away. */
  days_added: {
    leads: {
      ...{ trialing: 'trialing', active: 'active', past_due: 'active', unresolved: 'active' },
      ...{ completed: 'completed', expired: 'completed' },
    },
  },
  /** The seller ended it, at once. */
  terminated: {
    leads: {
      ...{ trialing: 'canceled', active: 'canceled', past_due: 'canceled', unresolved: 'canceled' },
      ...{ completed: 'canceled', expired: 'canceled' },
    },
  },
} as const satisfies Record<string, Row>;

/** What can happen to a membership. */
export type Cause = keyof typeof LIFE;

/** The statuses in which it can happen. */
export type From<C extends Cause> = Extract<keyof (typeof LIFE)[C]['leads'], MembershipStatus>;

/** Whether this can happen to a membership in its present status; asking is the only way to be let on. */
export const canHappen = <C extends Cause, M extends { readonly status: MembershipStatus }>(
  cause: C,
  membership: M,
): membership is M & { readonly status: From<C> } => membership.status in LIFE[cause].leads;

/** Where it leads. */
export function statusAfter<C extends Cause>(cause: C, from: From<C>): MembershipStatus {
  const leads: Row['leads'] = LIFE[cause].leads;
  return leads[from] ?? from;
}
