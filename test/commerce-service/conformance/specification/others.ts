import { type Row, rules, section, values } from '../claims.ts';

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

const LISTS = ['GET /api/v2/plans', 'GET /api/v2/promo_codes', 'GET /api/v2/webhooks'] as const;
const CREATED = [
  'POST /api/v2/plans',
  'POST /api/v2/plans/:plan/create_quick_link',
  'POST /api/v2/memberships/:membership/terminate',
  'POST /api/v2/webhooks',
] as const;

/** Parts 1, 2, 3 and 5 to 9 of the specification, row by row. */
export const OTHERS: readonly Row[] = [
  ...section(
    '1',
    rules(
      'buying a plan produces a membership of a user, with status, payment processor and renewal period',
      'a promo code gives a discount on a plan',
      'requests and responses are JSON',
      'timestamps are integers in seconds since the Unix epoch',
    ),
  ),
  ...section('2', rules('identifiers are strings with the prefixes plan_, prod_ or pass_, mem_, hook_, ch_')),
  ...section('3', [
    ...values('Membership', 'status', [
      ...['trialing', 'active', 'past_due', 'completed', 'canceled', 'expired', 'unresolved'],
    ]),
    ...values('Plan', 'visibility', ['visible', 'hidden', 'archived', 'quick_link']),
    ...values('Promo Code', 'status', ['active', 'inactive', 'archived']),
    ...rules('terminating is an operation on a membership'),
  ]),
  ...section('4', rules('expand takes an array of names, each of which replaces an id by the object')),
  ...section(
    '5',
    rules(
      'the v2 endpoints take "Bearer <API_KEY>" and nothing else',
      'the token exchange has no Authorization header',
      'an access_token speaks for a user',
    ),
  ),
  ...section('6', [
    ...rules(...EVENTS.map((name) => `POST /api/v2/webhooks events = ${name}`)),
    ...rules(
      'notifications go to the url only while enabled is true',
      'a webhook without events fires for all of them',
    ),
  ]),
  ...section('7', [
    ...CREATED.map((endpoint) => ({ kind: 'status' as const, endpoint, status: 201 })),
    ...LISTS.map((endpoint) => ({ kind: 'status' as const, endpoint, status: 200 })),
  ]),
  ...section('8', [
    ...LISTS.flatMap((list) =>
      rules(`${list} ?per at most 50`, `${list} ?per default 10`, `${list} ?page default 1`),
    ),
    {
      kind: 'default',
      endpoint: 'POST /api/v2/plans/:plan/create_quick_link',
      field: 'stock',
      value: 1,
    },
  ]),
  ...section(
    '9',
    rules(
      'the version is part of the path',
      'access_pass, access_pass_id and card_payments are still present',
    ),
  ),
];
