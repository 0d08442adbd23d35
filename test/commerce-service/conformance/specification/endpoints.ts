import { type Claim, type Endpoint, type Row, rules, section } from '../claims.ts';

const CREATE = 'POST /api/v2/plans';
const QUICK_LINK = 'POST /api/v2/plans/:plan/create_quick_link';
const TERMINATE = 'POST /api/v2/memberships/:membership/terminate';

type Taken = readonly [field: string, good: unknown, bad: unknown, beside?: object];

const body = (endpoint: Endpoint, lines: readonly Taken[]): Claim[] =>
  lines.map(([field, good, bad, beside]) => ({
    kind: 'body',
    endpoint,
    field,
    good,
    bad,
    ...(beside && { beside }),
  }));

const choices = (field: string, all: readonly string[]): Claim[] =>
  all.map((value) => ({ kind: 'choice', endpoint: CREATE, field, value }));

const queryChoices = (endpoint: Endpoint, name: string, all: readonly string[]): Claim[] =>
  all.map((one) => ({ kind: 'query', endpoint, good: `${name}=${one}`, bad: `${name}=x`, isChoice: true }));

const paging = (endpoint: Endpoint): Claim[] =>
  rules(
    ...[`${endpoint} ?page`, `${endpoint} ?page default 1`],
    ...[`${endpoint} ?per`, `${endpoint} ?per default 10`, `${endpoint} ?per at most 50`],
  );

const RENEWAL = { plan_type: 'renewal' };

/** What creation alone takes, which both 2.1.1 and 4.2 list. */
const ONLY_ON_CREATION: readonly Taken[] = [
  ['product_id', ':product', 5],
  ['access_pass_id', ':product', 5],
  ['allow_multiple_quantity', true, 'yes'],
  ['commerce_crypto_accepted', true, 'yes'],
  ['wallet_accepted', true, 'yes'],
  ['expiration_days', 30, 1.5],
  ['grace_period_days', 3, 'three', { expiration_days: 1, refillable: true }],
  ['one_per_user', true, 'yes'],
  ['refillable', true, 'yes', { expiration_days: 1 }],
  ['short_link', 'spring-sale', 'a b'],
  ['trial_period_days', 7, 'a week', RENEWAL],
  ['split_pay_required_payments', 3, 'three', { ...RENEWAL, billing_period: 1 }],
];

/** Part 4 of the specification, row by row; the parts of 2.1.1 that only creation takes stand beside it. */
export const ENDPOINTS: readonly Row[] = [
  ...section('4.1', [
    ...['grant_type', 'code', 'client_id', 'client_secret', 'redirect_uri'].map(
      (field): Claim => ({ kind: 'required', endpoint: 'POST /v5/oauth/token', field }),
    ),
    ...rules(
      'POST /v5/oauth/token grant_type = authorization_code',
      'the answer is an OAuth token with access_token',
    ),
  ]),
  ...section('2.1.1', [
    ...body(CREATE, ONLY_ON_CREATION),
    ...rules(`${CREATE} access_pass_id is deprecated for product_id`),
  ]),
  ...section('4.2', [
    { kind: 'expand', endpoint: CREATE, name: 'product' },
    { kind: 'status', endpoint: CREATE, status: 201 },
    { kind: 'default', endpoint: CREATE, field: 'plan_type', value: 'one_time' },
    { kind: 'default', endpoint: CREATE, field: 'base_currency', value: 'usd' },
    ...rules(`${CREATE} one_per_user default false`, 'every field of a new plan is optional'),
    ...choices('plan_type', ['renewal', 'one_time']),
    ...choices('release_method', ['buy_now', 'waitlist', 'raffle']),
    ...choices('visibility', ['visible', 'hidden', 'archived', 'quick_link']),
    ...body(CREATE, [
      ...ONLY_ON_CREATION,
      ['plan_type', 'renewal', 'weekly'],
      ['base_currency', 'eur', 'EURO'],
      ['billing_period', 7, 'a week', RENEWAL],
      ['card_payments', false, 'no', { wallet_accepted: true }],
      ['initial_price', 19.99, '19.99'],
      ['internal_notes', 'for spring', 5],
      ['payment_link_description', 'A week at a time', 5],
      ['release_method', 'waitlist', 'lottery'],
      ['release_method_settings', { winners: 2 }, 'none'],
      ['renewal_price', 9.99, '9.99', RENEWAL],
      ['requirements', { emails: ['ann@example.com'] }, []],
      ['stock', 5, 1.5],
      ['unlimited_stock', true, 'yes', { stock: 5 }],
      ['visibility', 'hidden', 'invisible'],
      ['metadata', { tier: 'gold', list: [1, null] }, 'gold'],
    ]),
  ]),
  ...section('4.3', [
    { kind: 'expand', endpoint: QUICK_LINK, name: 'product' },
    { kind: 'status', endpoint: QUICK_LINK, status: 201 },
    { kind: 'default', endpoint: QUICK_LINK, field: 'stock', value: 1 },
    ...body(QUICK_LINK, [
      ['internal_notes', 'for Ann', 5],
      ['payment_link_description', 'Just for you', 5],
      ['short_link', 'just-for-ann', 'a b'],
      ['custom_password', 'sesame', 5],
      ['stock', 3, 'many'],
      ['trial_period_days', 7, 'a week'],
      ['metadata', { from: 'Bob' }, 'Bob'],
      ['requirements', { a: 3 }, []],
    ]),
    ...rules(
      'mimic_plan_id names the plan whose data is copied',
      'custom_password is appended to direct_link',
      'metadata of a quick link is assigned to the memberships created on it',
      'requirements come from the copied plan, and keys given overwrite them',
    ),
  ]),
  ...section('4.4', [
    { kind: 'expand', endpoint: 'GET /api/v2/plans', name: 'product' },
    ...paging('GET /api/v2/plans'),
    ...queryChoices('GET /api/v2/plans', 'visibility', ['visible', 'hidden', 'archived', 'quick_link']),
    { kind: 'query', endpoint: 'GET /api/v2/plans', good: 'product_id=:product', field: 'product' },
    { kind: 'query', endpoint: 'GET /api/v2/plans', good: 'access_pass_id=:product', field: 'access_pass' },
    { kind: 'status', endpoint: 'GET /api/v2/plans', status: 200 },
    ...rules(
      'GET /api/v2/plans ?access_pass_id is deprecated for product_id',
      'the filters of GET /api/v2/plans leave only what they name',
      'GET /api/v2/plans answers pagination and data',
    ),
  ]),
  ...section('4.5', [
    { kind: 'expand', endpoint: 'GET /api/v2/promo_codes', name: 'plans' },
    ...paging('GET /api/v2/promo_codes'),
    ...queryChoices('GET /api/v2/promo_codes', 'status', ['active', 'inactive', 'archived']),
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
      ['url', 'https://example.com/hooks', 5],
      ['enabled', false, 'no', { url: 'https://example.com/hooks' }],
      ['events', ['payment_failed'], ['payment_lost'], { url: 'https://example.com/hooks' }],
    ]),
    ...rules('events are the names of part 6; when omitted, all are enabled'),
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
