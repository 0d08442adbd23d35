export const EVENT_NAMES = [
  'membership_went_valid',
  'membership_went_invalid',
  'membership_metadata_updated',
  'payment_succeeded',
  'payment_failed',
  'refund_created',
  'refund_updated',
  'dispute_created',
  'dispute_updated',
  'membership_cancel_at_period_end_changed',
  'payment_affiliate_reward_created',
  'membership_experience_claimed',
  'app_membership_went_valid',
  'app_membership_went_invalid',
  'app_payment_succeeded',
  'app_payment_failed',
  'app_membership_cancel_at_period_end_changed',
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/** Converts an event name to a delivery's `action`: `membership_went_valid` becomes `membership.went_valid`. */
export const actionOf = (name: string): string => name.replace(/^((?:app_)?[a-z]+)_/, '$1.');

/** Returns the `app_` counterpart of an event; undefined if there is none. */
export const twinOf = (name: EventName): EventName | undefined =>
  EVENT_NAMES.find((other) => other === `app_${name}`);

/** Whether only endpoints that have subscribed to this event by name get it. */
export const isOfApps = (name: EventName): boolean => name.startsWith('app_');
