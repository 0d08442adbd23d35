import { type Claim, type Endpoint, type Row, rules, section } from '../claims.ts';

const CREATE = 'POST /api/v2/plans';
const QUICK_LINK = 'POST /api/v2/plans/:plan/create_quick_link';
const TERMINATE = 'POST /api/v2/memberships/:membership/terminate';

type Taken = readonly [field: string, good: unknown, bad: unknown, isShown: boolean, beside?: object];

const body = (endpoint: Endpoint, lines: readonly Taken[]): Claim[] =>
  lines.map(([field, good, bad, isShown, beside]) => ({
    ...{ kind: 'body', endpoint, field, good, bad, isShown },
    ...(beside && { beside }),
  }));

const paging = (endpoint: Endpoint): Claim[] => [
  { kind: 'query', endpoint, good: 'page=2', bad: 'page=zero' },
  { kind: 'query', endpoint, good: 'per=50', bad: 'per=51' },
  ...rules(`page of ${endpoint} is 1 by default`, `per of ${endpoint} is 10 by default`),
];

const RENEWAL = { plan_type: 'renewal' };

/** Part 4 of the specification, row by row; the parts of 2.1.1 that only creation takes stand beside it. */
export const ENDPOINTS: readonly Row[] = [
  ...section('4.1', [
    ...['grant_type', 'code', 'client_id', 'client_secret', 'redirect_uri'].map(
      (field): Claim => ({ kind: 'required', endpoint: 'POST /v5/oauth/token', field }),
    ),
    ...rules(
      'grant_type authorization_code exchanges a code for an access_token',
      'another grant_type is refused',
    ),
  ]),
  ...section('2.1.1', [
    ...body(CREATE, [
      ['product_id', ':product', 5, false],
      ['access_pass_id', ':product', 5, false],
      ['allow_multiple_quantity', true, 'yes', false],
      ['commerce_crypto_accepted', true, 'yes', false],
      ['wallet_accepted', true, 'yes', false],
      ['expiration_days', 30, 1.5, false],
      ['grace_period_days', 3, 'three', false],
      ['one_per_user', true, 'yes', false],
      ['refillable', true, 'yes', false],
      ['short_link', 'spring-sale', 'a b', false],
      ['trial_period_days', 7, 'a week', false, RENEWAL],
      ['split_pay_required_payments', 3, 'three', false, RENEWAL],
    ]),
  ]),
  ...section('4.2', [
    { kind: 'expand', endpoint: CREATE, name: 'product' },
    { kind: 'status', endpoint: CREATE, status: 201 },
    { kind: 'default', endpoint: CREATE, field: 'plan_type', value: 'one_time' },
    { kind: 'default', endpoint: CREATE, field: 'base_currency', value: 'usd' },
    ...rules('one_per_user is false by default', 'every field of a new plan is optional'),
    ...body(CREATE, [
      ['plan_type', 'renewal', 'weekly', true],
      ['base_currency', 'eur', 'EURO', true],
      ['billing_period', 7, 'a week', true, RENEWAL],
      ['card_payments', false, 'no', true, { wallet_accepted: true }],
      ['initial_price', 19.99, '19.99', true],
      ['internal_notes', 'for spring', 5, true],
      ['payment_link_description', 'A week at a time', 5, true],
      ['release_method', 'waitlist', 'lottery', true],
      ['release_method_settings', {}, 'none', true],
      ['renewal_price', 9.99, '9.99', true, RENEWAL],
      ['requirements', {}, [], true],
      ['stock', 5, 1.5, true],
      ['unlimited_stock', true, 'yes', true],
      ['visibility', 'hidden', 'invisible', true],
      ['metadata', { tier: 'gold', list: [1, null] }, 'gold', true],
    ]),
  ]),
  ...section('4.3', [
    { kind: 'expand', endpoint: QUICK_LINK, name: 'product' },
    { kind: 'status', endpoint: QUICK_LINK, status: 201 },
    { kind: 'default', endpoint: QUICK_LINK, field: 'stock', value: 1 },
    ...body(QUICK_LINK, [
      ['internal_notes', 'for Ann', 5, true],
      ['payment_link_description', 'Just for you', 5, true],
      ['short_link', 'just-for-ann', 'a b', false],
      ['custom_password', 'sesame', 5, false],
      ['stock', 3, 'many', true],
      ['trial_period_days', 7, 'a week', false],
      ['metadata', { from: 'Bob' }, 'Bob', true],
      ['requirements', { a: 3 }, [], true],
    ]),
    ...rules(
      'mimic_plan_id names the plan whose data is copied',
      'custom_password is appended to direct_link',
      'metadata of a quick link is assigned to the memberships created on it',
      'requirements come from the copied plan, and keys given overwrite them',
    ),
  ]),
  ...section('4.4', [
    ...paging('GET /api/v2/plans'),
    ...['visible', 'hidden', 'archived', 'quick_link'].map(
      (one): Claim => ({
        ...{ kind: 'query', endpoint: 'GET /api/v2/plans', good: `visibility=${one}`, bad: 'visibility=x' },
      }),
    ),
    { kind: 'query', endpoint: 'GET /api/v2/plans', good: 'product_id=:product' },
    { kind: 'query', endpoint: 'GET /api/v2/plans', good: 'access_pass_id=:product' },
    { kind: 'expand', endpoint: 'GET /api/v2/plans', name: 'product' },
    { kind: 'status', endpoint: 'GET /api/v2/plans', status: 200 },
    ...rules(
      'the filters of GET /api/v2/plans leave only what they name',
      'GET /api/v2/plans answers pagination and data',
    ),
  ]),
  ...section('4.5', [
    ...paging('GET /api/v2/promo_codes'),
    ...['active', 'inactive', 'archived'].map(
      (one): Claim => ({
        ...{ kind: 'query', endpoint: 'GET /api/v2/promo_codes', good: `status=${one}`, bad: 'status=x' },
      }),
    ),
    { kind: 'expand', endpoint: 'GET /api/v2/promo_codes', name: 'plans' },
    { kind: 'status', endpoint: 'GET /api/v2/promo_codes', status: 200 },
    ...rules('GET /api/v2/promo_codes answers pagination and data'),
  ]),
  ...section('4.6', [
    ...['product', 'user', 'plan', 'promo_code'].map(
      (name): Claim => ({ kind: 'expand', endpoint: TERMINATE, name }),
    ),
    { kind: 'status', endpoint: TERMINATE, status: 201 },
    ...rules('terminating needs no body and answers the membership'),
  ]),
  ...section('4.7', [
    { kind: 'required', endpoint: 'POST /api/v2/webhooks', field: 'url' },
    { kind: 'default', endpoint: 'POST /api/v2/webhooks', field: 'enabled', value: true },
    { kind: 'status', endpoint: 'POST /api/v2/webhooks', status: 201 },
    ...body('POST /api/v2/webhooks', [
      ['url', 'https://example.com/hooks', 5, true],
      ['enabled', false, 'no', true, { url: 'https://example.com/hooks' }],
      ['events', ['payment_failed'], ['payment_lost'], false, { url: 'https://example.com/hooks' }],
    ]),
  ]),
  ...section('4.8', [
    ...paging('GET /api/v2/webhooks'),
    { kind: 'query', endpoint: 'GET /api/v2/webhooks', good: 'enabled=true', bad: 'enabled=maybe' },
    { kind: 'status', endpoint: 'GET /api/v2/webhooks', status: 200 },
    ...rules(
      'the filter of GET /api/v2/webhooks leaves only what it names',
      'GET /api/v2/webhooks answers pagination and data',
    ),
  ]),
];
