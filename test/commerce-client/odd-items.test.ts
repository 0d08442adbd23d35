import { expect, test } from 'vitest';
import { createProbe } from '../../src/commerce-client/probe.ts';
import { waitFor } from '../support/wait.ts';
import { clientOf, flat, listOf, plan } from './service.ts';

const webhook = { id: 'hook_1', url: 'https://bot.test/webhooks/commerce', enabled: true };

/** Lists with well-formed and malformed items. */
const LISTS: Readonly<Record<string, readonly object[]>> = {
  plans: [plan('plan_1'), plan('plan_2', { initial_price: null })],
  promo_codes: [
    { id: 'promo_1', code: 'A' },
    { id: 'promo_2', code: 5 },
  ],
  webhooks: [{ ...webhook, enabled: 'yes' }, webhook],
  products: [{ id: 'prod_1', name: 'Club' }, { id: 'prod_2' }],
  memberships: [flat, { ...flat, id: 'mem_2', valid: 'yes' }],
  deliveries: [{ type: 'payment_succeeded' }],
};

const odd = () =>
  clientOf((path) => {
    const name = /(\w+)(\?|$)/.exec(path)?.[1] ?? '';
    const items = path.includes('hidden') || path.includes('inactive') ? [] : LISTS[name];
    return items ? listOf(1, 1, items) : { status: 404 };
  });

test('a malformed item does not hide the rest of its list and is counted', async () => {
  const { client } = await odd();
  const lists = [
    client.plans.list(),
    client.promoCodes.list(),
    client.webhooks.list(),
    client.products.list(),
    client.memberships.search({ commerceUserId: 'user_1' }),
  ];
  for (const page of await Promise.all(lists)) expect(page).toMatchObject({ items: [{}], skipped: 1 });
});

test('an item that may be the malformed one is not reported as missing', async () => {
  const { client } = await odd();
  await expect(client.plans.get('plan_2')).rejects.toMatchObject({ code: 'COMMERCE_UNREADABLE' });
  await expect(client.webhooks.setEnabled('hook_2', true)).rejects.toMatchObject({ code: 'COMMERCE_UNABLE' });
  await expect(client.webhooks.lastDelivery('hook_1')).rejects.toMatchObject({ code: 'COMMERCE_UNREADABLE' });
});

test('well-formed items are suggested, and the malformed one is not reported as nonexistent', async () => {
  const { client, asked } = await odd();
  await waitFor(async () => expect(await client.catalog.plans('', 25)).toMatchObject([{ id: 'plan_1' }]));
  await waitFor(async () => expect(await client.catalog.products('', 25)).toMatchObject([{ id: 'prod_1' }]));
  await waitFor(() => expect(asked.filter((path) => path.includes('hidden'))).toHaveLength(1));
  expect(await client.catalog.has('plan_2')).toBeUndefined();
});

test('the doctor finds our webhook beside a malformed one', async () => {
  const { baseUrl } = await odd();
  const probe = createProbe({ baseUrl, apiKey: 'key_1' });
  const found = await probe.listWebhooks(AbortSignal.timeout(10_000));
  expect(found).toMatchObject({ items: [{ url: webhook.url, enabled: true }], skipped: 1 });
});
