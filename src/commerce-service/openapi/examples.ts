/** Example body of each operation that takes one, for the API reference and its curl examples. */
export const BODY_EXAMPLES: Readonly<Record<string, object | undefined>> = {
  'POST /api/v2/products': { name: 'Club' },
  'POST /api/v2/products/:id': { name: 'The Club' },
  'POST /api/v2/plans': { plan_type: 'renewal', initial_price: 9, renewal_price: 9, billing_period: 30 },
  'POST /api/v2/plans/:mimic_plan_id/create_quick_link': {
    internal_notes: 'For Ann',
    custom_password: 'sesame',
  },
  'POST /api/v2/plans/:id': { visibility: 'hidden' },
  'POST /api/v2/plans/:id/draw': { winners: 3 },
  'POST /api/v2/checkout_sessions': { plan_id: 'plan_…', metadata: { campaign: 'spring' } },
  'POST /api/v2/promo_codes': {
    ...{ code: 'SPRING', promo_type: 'percentage', amount_off: 20, base_currency: 'usd' },
    number_of_intervals: 3,
  },
  'POST /api/v2/promo_codes/:id': { status: 'inactive' },
  'POST /api/v2/memberships/:id': { metadata: { seat: 'A1' } },
  'POST /api/v2/memberships/:id/validate_license': { metadata: { machine: 'A1-B2' } },
  'POST /api/v2/memberships/:id/cancel': { at_period_end: true },
  'POST /api/v2/memberships/:id/add_free_days': { days: 7 },
  'POST /api/v2/memberships/:id/refill': { card_number: '4242 4242 4242 4242' },
  'POST /api/v2/memberships/:id/pay': { card_number: '4242 4242 4242 4242' },
  'POST /api/v2/payments/:id/refund': { amount: 5 },
  'POST /api/v2/webhooks': {
    url: 'https://example.com/hooks',
    events: ['membership_went_valid', 'membership_went_invalid'],
  },
  'POST /api/v2/webhooks/:id': { enabled: false },
  'POST /api/v2/webhooks/:id/test': { event: 'membership_went_valid' },
  'POST /api/v2/account': { access_while_past_due: false },
  'POST /api/v2/api_keys': { name: 'Reporting', scopes: ['memberships:read', 'plans:read'] },
  'POST /api/v2/oauth_clients': {
    ...{ name: 'Shop Window', redirect_uris: ['https://window.example/back'], scopes: ['profile', 'email'] },
  },
  'POST /api/v2/oauth_clients/:id': { name: 'Shop Window' },
  'POST /checkout/:plan_id': { email: 'ann@example.com', card_number: '4242 4242 4242 4242' },
  'POST /v5/oauth/token': {
    ...{ grant_type: 'authorization_code', code: 'CODE', redirect_uri: 'https://window.example/back' },
    ...{ client_id: 'CLIENT_ID', client_secret: 'CLIENT_SECRET' },
  },
  'POST /v5/oauth/revoke': {
    ...{ token: 'ACCESS_TOKEN', client_id: 'CLIENT_ID', client_secret: 'CLIENT_SECRET' },
  },
};
