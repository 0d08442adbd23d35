/** Endpoints of the specification, with the section that defines each. All others are beyond it. */
export const SPECIFIED: Readonly<
  Record<string, { readonly section: string; readonly summary: string } | undefined>
> = {
  'POST /v5/oauth/token': { section: '4.1', summary: 'Exchange an authorization code' },
  'POST /api/v2/plans': { section: '4.2', summary: 'Create a plan' },
  'POST /api/v2/plans/:mimic_plan_id/create_quick_link': { section: '4.3', summary: 'Create a quick link' },
  'GET /api/v2/plans': { section: '4.4', summary: 'List plans' },
  'GET /api/v2/promo_codes': { section: '4.5', summary: 'List promo codes' },
  'POST /api/v2/memberships/:id/terminate': { section: '4.6', summary: 'Terminate a membership' },
  'POST /api/v2/webhooks': { section: '4.7', summary: 'Create a webhook' },
  'GET /api/v2/webhooks': { section: '4.8', summary: 'List webhooks' },
};

/** Groups of endpoints in display order. An endpoint belongs to the first group whose path its URL starts with. */
export const TAGS = [
  { path: '/api/v2/plans', name: 'Plans', description: 'Plans for sale, and quick links.' },
  {
    path: '/api/v2/checkout_sessions',
    name: 'Checkout sessions',
    description: 'Purchases prepared for one buyer each.',
  },
  { path: '/api/v2/promo_codes', name: 'Promo codes', description: 'Discounts on plans.' },
  { path: '/api/v2/memberships', name: 'Memberships', description: 'Plans that buyers have bought.' },
  { path: '/api/v2/customers', name: 'Customers', description: 'People who have bought something.' },
  { path: '/api/v2/members', name: 'Customers', description: '' },
  { path: '/api/v2/payments', name: 'Payments', description: 'Charges and refunds.' },
  { path: '/api/v2/webhooks', name: 'Webhooks', description: 'Endpoints that receive events.' },
  { path: '/api/v2/products', name: 'Products', description: 'Products that plans give access to.' },
  { path: '/api/v2/api_keys', name: 'API keys', description: 'Credentials for programs.' },
  {
    path: '/api/v2/oauth_clients',
    name: 'OAuth clients',
    description: 'Applications that buyers can allow to see their data.',
  },
  { path: '/api/v2/', name: 'Account', description: 'Everything else about the account.' },
  { path: '/checkout/', name: 'Checkout', description: 'Buying a plan, on a page or by a program.' },
  { path: '/v5/me', name: 'Me', description: 'What an application can see about a buyer who consented.' },
  { path: '/v5/oauth', name: 'OAuth', description: 'How an application gets a buyer’s consent and tokens.' },
  { path: '/oauth/authorize', name: 'OAuth', description: '' },
  { path: '/.well-known/', name: 'OAuth', description: '' },
] as const;

/** Prefixes of the ids in a path, by the path segment before the id. */
export const ID_PREFIX: Readonly<Record<string, string | undefined>> = {
  plans: 'plan_',
  checkout_sessions: 'ch_',
  promo_codes: 'promo_',
  memberships: 'mem_',
  customers: 'user_',
  members: 'user_',
  payments: 'pay_',
  entries: 'entry_',
  webhooks: 'hook_',
  deliveries: 'dlv_',
  products: 'prod_',
  api_keys: 'key_',
  oauth_clients: 'app_',
};
