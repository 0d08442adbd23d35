import type { events as english } from '../en/events.ts';

export const events = {
  membership_activated: 'sie gab Zugang',
  membership_went_valid: 'sie gab Zugang',
  membership_deactivated: 'sie gab keinen Zugang mehr',
  membership_went_invalid: 'sie gab keinen Zugang mehr',
  membership_metadata_updated: 'ihre Notizen änderten sich',
  membership_cancel_at_period_end_changed: 'ihre Kündigung änderte sich',
  membership_experience_claimed: 'ein Erlebnis wurde eingelöst',
  payment_succeeded: 'eine Zahlung kam an',
  payment_failed: 'eine Zahlung scheiterte',
  payment_affiliate_reward_created: 'eine Provision entstand',
  refund_created: 'eine Erstattung begann',
  refund_updated: 'eine Erstattung änderte sich',
  dispute_created: 'eine Zahlung wurde angefochten',
  dispute_updated: 'eine Anfechtung änderte sich',
} satisfies typeof english;
