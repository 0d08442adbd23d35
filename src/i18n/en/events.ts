/** What happened to a membership, by the registered name of the event. */
export const events = {
  membership_activated: 'it started to give access',
  membership_went_valid: 'it started to give access',
  membership_deactivated: 'it stopped giving access',
  membership_went_invalid: 'it stopped giving access',
  membership_metadata_updated: 'its notes changed',
  membership_cancel_at_period_end_changed: 'its cancellation changed',
  membership_experience_claimed: 'an experience was claimed',
  payment_succeeded: 'a payment came in',
  payment_failed: 'a payment failed',
  payment_affiliate_reward_created: 'a commission was earned',
  refund_created: 'a refund began',
  refund_updated: 'a refund changed',
  dispute_created: 'a payment was disputed',
  dispute_updated: 'a dispute changed',
};
