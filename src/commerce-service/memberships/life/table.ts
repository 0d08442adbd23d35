import type { EventName } from '../../webhooks/schema.ts';
import type { MembershipStatus } from '../schema.ts';

/** The effects of one cause. */
export interface Row {
  /** The charge that goes with it. It is recorded as a payment with its event, unless the amount is zero. */
  readonly charge?: 'succeeded' | 'failed';
  /** An additional event. A change of validity always has its own event. */
  readonly tells?: EventName;
  /** The new status for each current status. In any other current status, the cause can't occur. */
  readonly leads: Partial<Record<MembershipStatus, MembershipStatus>>;
}

/**
 * State machine of a membership: what can happen in which status, and the status that it leads to. `canceled` is final.
 * docs/membership-life.md describes the same table.
 */
export const LIFE = {
  /** A due charge succeeded, and more are to come. */
  paid: {
    charge: 'succeeded',
    leads: { trialing: 'active', active: 'active', past_due: 'active', unresolved: 'active' },
  },
  /** The last charge of a split payment succeeded. */
  paid_in_full: {
    charge: 'succeeded',
    leads: { trialing: 'completed', active: 'completed', past_due: 'completed', unresolved: 'completed' },
  },
  /** A due charge failed and will be retried. */
  payment_failed: {
    charge: 'failed',
    leads: { trialing: 'past_due', active: 'past_due', past_due: 'past_due' },
  },
  /** The last retry failed. */
  payment_given_up: { charge: 'failed', leads: { past_due: 'unresolved' } },
  /** The debt stayed unpaid for too long. */
  written_off: { leads: { unresolved: 'canceled' } },
  /** The buyer or the seller scheduled a cancellation at the end of the period, or undid that. */
  cancellation_changed: {
    tells: 'membership_cancel_at_period_end_changed',
    leads: { trialing: 'trialing', active: 'active', past_due: 'past_due', unresolved: 'unresolved' },
  },
  /** The last period before a scheduled cancellation is over. */
  period_ended: {
    leads: { trialing: 'canceled', active: 'canceled', past_due: 'canceled', unresolved: 'canceled' },
  },
  /** The days of an expiration plan are over. */
  time_ran_out: { leads: { completed: 'expired' } },
  /** More days of an expiration plan were bought. */
  refilled: { charge: 'succeeded', leads: { completed: 'completed', expired: 'completed' } },
  /** The seller added free days. */
  days_added: {
    leads: {
      trialing: 'trialing',
      active: 'active',
      past_due: 'active',
      unresolved: 'active',
      completed: 'completed',
      expired: 'completed',
    },
  },
  /** The seller ended it immediately. */
  terminated: {
    leads: {
      trialing: 'canceled',
      active: 'canceled',
      past_due: 'canceled',
      unresolved: 'canceled',
      completed: 'canceled',
      expired: 'canceled',
    },
  },
} as const satisfies Record<string, Row>;

/** Cause of a change of status. */
export type Cause = keyof typeof LIFE;

/** The statuses in which a cause can occur. */
export type From<C extends Cause> = Extract<keyof (typeof LIFE)[C]['leads'], MembershipStatus>;

/** Returns whether a cause can occur in the current status. Only this type guard gives access to `change`. */
export const canHappen = <C extends Cause, M extends { readonly status: MembershipStatus }>(
  cause: C,
  membership: M,
): membership is M & { readonly status: From<C> } => membership.status in LIFE[cause].leads;

export function statusAfter<C extends Cause>(cause: C, from: From<C>): MembershipStatus {
  const leads: Row['leads'] = LIFE[cause].leads;
  return leads[from] ?? from;
}
