import { type Row, rules, section } from '../claims.ts';

/** Every event name of part 6. */
export const EVENTS = [
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

const LISTS = ['GET /api/v2/plans', 'GET /api/v2/webhooks'];

/** Parts 1, 3 and 5 to 9 of the specification, row by row. */
export const OTHERS: readonly Row[] = [
  ...section('1', rules('timestamps are integers in seconds since the Unix epoch')),
  ...section('3', rules('terminating is an operation on a membership')),
  ...section('4', rules('expand takes a list, a repeated and a bracketed parameter')),
  ...section(
    '5',
    rules(
      'the v2 endpoints take "Bearer <API_KEY>" and nothing else',
      'the token exchange has no Authorization header',
      'an access_token speaks for a user',
    ),
  ),
  ...section('6', [
    ...rules(...EVENTS.map((name) => `a webhook is registered for ${name}`)),
    ...rules(
      'notifications go to the url only while enabled is true',
      'a webhook without events fires for all of them',
      'a webhook with events fires for those only',
    ),
  ]),
  ...section('7', rules('an error has a status from 400 on and one shape')),
  ...section('8', [
    ...LISTS.flatMap((endpoint) =>
      rules(
        `per of ${endpoint} is at most 50`,
        `per of ${endpoint} is 10 by default`,
        `page of ${endpoint} is 1 by default`,
      ),
    ),
    ...rules('stock of a quick link is 1 by default'),
  ]),
  ...section(
    '8',
    rules(
      'per of GET /api/v2/promo_codes is at most 50',
      'per of GET /api/v2/promo_codes is 10 by default',
      'page of GET /api/v2/promo_codes is 1 by default',
    ),
  ),
  ...section(
    '9',
    rules(
      'the version is part of the path',
      'access_pass and access_pass_id are product and product_id',
      'card_payments is in step with accepted_payment_methods',
    ),
  ),
];
