import type { events as english } from '../en/events.ts';

export const events = {
  membership_activated: 'elle a commencé à donner accès',
  membership_went_valid: 'elle a commencé à donner accès',
  membership_deactivated: 'elle a cessé de donner accès',
  membership_went_invalid: 'elle a cessé de donner accès',
  membership_metadata_updated: 'ses notes ont changé',
  membership_cancel_at_period_end_changed: 'sa résiliation a changé',
  membership_experience_claimed: 'une expérience a été utilisée',
  payment_succeeded: 'un paiement est arrivé',
  payment_failed: 'un paiement a échoué',
  payment_affiliate_reward_created: 'une commission a été gagnée',
  refund_created: 'un remboursement a commencé',
  refund_updated: 'un remboursement a changé',
  dispute_created: 'un paiement a été contesté',
  dispute_updated: 'une contestation a changé',
} satisfies typeof english;
