import { randomBytes } from 'node:crypto';
import type { Kind } from '../load/load.ts';

export const SECRET = `whsec_${randomBytes(24).toString('base64')}`;

/** Events as a Commerce Service sends them after a purchase, each about another membership. */
export const DELIVERIES: Kind = {
  method: 'POST',
  path: '/webhooks/commerce',
  headers: { 'content-type': 'application/json' },
  secret: SECRET,
  body: JSON.stringify({
    id: 'evt_{n}',
    type: 'membership.went_valid',
    action: 'membership.went_valid',
    timestamp: '2026-11-21T12:00:00.000Z',
    data: {
      id: 'mem_{n}',
      product: 'prod_01KAM0S9ZX8F6Z8V5YJ2B7T4QC',
      plan: 'plan_01KAM0S9ZX8F6Z8V5YJ2B7T4QD',
      user: 'user_{n}',
      email: 'buyer.{n}@example.com',
      status: 'active',
      valid: true,
      cancel_at_period_end: false,
      payment_processor: 'psp',
      license_key: '{n}',
      quantity: 1,
      wallet_address: null,
      metadata: { campaign: 'autumn', referrer: 'https://example.com/posts/why-we-opened-our-doors' },
      community_chat: { id: '440832553390155656', username: 'ada.okafor' },
      expires_at: null,
      renewal_period_start: 1_763_726_400,
      renewal_period_end: 1_766_318_400,
      created_at: 1_763_726_400,
    },
  }),
};
