import { beforeAll, expect, test } from 'vitest';
import { type CommerceClient, createCommerceClient } from '../../src/commerce-client/index.ts';
import { CURRENCIES } from '../../src/commerce-client/new-plan.ts';
import { CURRENCIES as TAKEN } from '../../src/commerce-service/payments/money.ts';
import { percentOff } from '../commerce-service/promo-codes/percent-off.ts';
import { useCommerce } from '../commerce-service/support.ts';

const commerce = useCommerce();

let client: CommerceClient;
beforeAll(async () => {
  const { app, apiKey, clock } = commerce();
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  client = createCommerceClient({ baseUrl, apiKey, clock });
});

test('the embedded service answers for a membership, a missing one, and a list of several pages', async () => {
  const { buy, post } = commerce();
  const { body: plan } = await post('/plans', {});
  const sold: string[] = [];
  for (let n = 0; n < 52; n++) {
    const { body } = await buy(plan.id, {
      email: `${n}@example.com`,
      community_chat_id: `4408325533901556${n}`,
    });
    sold.push(body.membership.id);
  }
  const [first = '', ...rest] = sold;
  await post(`/memberships/${first}/terminate`);

  expect(await client.getMembership(first)).toMatchObject({
    isChatProven: false,
    valid: false,
    status: 'canceled',
    planId: plan.id,
  });
  expect(await client.getMembership('mem_nobody')).toBe('missing');
  const pages: number[] = [];
  const listed: string[] = [];
  for await (const { memberships: page } of client.listMemberships({ valid: true })) {
    pages.push(page.length);
    listed.push(...page.map(({ id }) => id));
  }
  expect(pages).toEqual([50, 1]);
  expect(listed.toSorted()).toEqual(rest.toSorted());
});

test('a membership bought by quick link names the plan that the link was copied from', async () => {
  const { buy, post } = commerce();
  const { body: plan } = await post('/plans', {});
  const { body: link } = await post(`/plans/${plan.id}/create_quick_link`, {});
  const { body } = await buy(link.id, { email: 'by-link@example.com' });
  expect(await client.getMembership(body.membership.id)).toMatchObject({
    planId: link.id,
    sourcePlanId: plan.id,
  });
});

test('plans are created with every field, read, listed by filter and page, and copied into quick links', async () => {
  const { post, get } = commerce();
  const { body: product } = await post('/products', { name: 'Club' });
  const plan = await client.plans.create({
    productId: product.id,
    planType: 'renewal',
    visibility: 'hidden',
    releaseMethod: 'buy_now',
    initialPrice: 12.5,
    renewalPrice: 9,
    baseCurrency: 'eur',
    billingPeriod: 30,
    trialPeriodDays: 7,
    splitPayRequiredPayments: 12,
    stock: 5,
    unlimitedStock: false,
    allowMultipleQuantity: true,
    onePerUser: false,
    cardPayments: true,
    walletAccepted: true,
    commerceCryptoAccepted: false,
    internalNotes: 'Gold',
    paymentLinkDescription: 'All of it',
    shortLink: 'gold',
    refillable: false,
    requirements: { emails: ['ann@example.com'] },
    releaseMethodSettings: { claim_days: 3 },
    expirationDays: 10,
    gracePeriodDays: 2,
    metadata: { tier: 'gold' },
  });
  expect(plan).toMatchObject({
    name: 'Gold',
    description: 'All of it',
    productId: product.id,
    productName: 'Club',
    type: 'renewal',
    visibility: 'hidden',
    releaseMethod: 'buy_now',
    price: 9,
    initialPrice: 12.5,
    currency: 'eur',
    billingPeriod: 30,
    stock: 5,
    paymentMethods: ['card', 'wallet'],
    metadata: { tier: 'gold' },
    sourcePlanId: null,
    directLink: `https://shop.test/checkout/${plan.id}`,
  });
  expect((await get(`/plans/${plan.id}`)).body.requirements).toEqual({ emails: ['ann@example.com'] });
  expect(await client.plans.get(plan.id)).toEqual(plan);

  const link = await client.plans.createQuickLink(plan.id, {
    stock: 2,
    customPassword: 'open sesame',
    trialPeriodDays: 0,
    internalNotes: 'For Ann',
    paymentLinkDescription: 'Just for you',
    shortLink: 'ann',
    metadata: { from: 'chat' },
    requirements: {},
  });
  expect(link).toMatchObject({
    name: 'For Ann',
    description: 'Just for you',
    visibility: 'quick_link',
    stock: 2,
    sourcePlanId: plan.id,
    metadata: { from: 'chat' },
    directLink: `https://shop.test/checkout/${link.id}?password=open%20sesame`,
  });

  await post('/plans', {});
  const hidden = await client.plans.list({ visibility: 'hidden', productId: product.id });
  expect(hidden).toEqual({ items: [plan], page: 1, pages: 1, total: 1, skipped: 0 });
  const second = await client.plans.list({ page: 2, per: 1 });
  expect(second).toMatchObject({ items: [{ id: link.id }], page: 2, pages: 3, total: 3 });
});

test('a refusal carries the message of the service', async () => {
  const { post } = commerce();
  const { body: plan } = await post('/plans', { short_link: 'taken' });
  const declined = { code: 'COMMERCE_DECLINED' };
  await expect(client.plans.create({ shortLink: 'taken' })).rejects.toMatchObject(declined);
  await expect(client.plans.create({ shortLink: 'a/b' })).rejects.toThrow('It says: ');
  await expect(client.plans.createQuickLink(plan.id, { stock: -1 })).rejects.toMatchObject(declined);
  const notFound = { code: 'COMMERCE_NOT_FOUND' };
  await expect(client.plans.createQuickLink('plan_none', {})).rejects.toMatchObject(notFound);
  await expect(client.plans.get('plan_none')).rejects.toMatchObject(notFound);
  for (const act of [
    () => client.memberships.get('mem_none'),
    () => client.memberships.terminate('mem_none'),
    () => client.memberships.cancelAtPeriodEnd('mem_none', true),
    () => client.memberships.addFreeDays('mem_none', 3),
    () => client.webhooks.rotate('hook_none'),
  ])
    await expect(act()).rejects.toMatchObject(notFound);
});

test('promo codes are listed by status and page', async () => {
  const { post } = commerce();
  const { body: plan } = await post('/plans', {});
  const order = {
    code: 'SPRING',
    ...percentOff(20),
    plan_ids: [plan.id],
    stock: 9,
  };
  await post('/promo_codes', { ...order, duration: 'repeating', number_of_intervals: 3 });
  const { body: old } = await post('/promo_codes', { ...order, code: 'WINTER', duration: 'once' });
  await post(`/promo_codes/${old.id}/archive`);
  expect((await client.promoCodes.list({ status: 'active' })).items).toMatchObject([
    {
      code: 'SPRING',
      status: 'active',
      type: 'percentage',
      amountOff: 20,
      currency: 'usd',
      uses: 0,
      duration: 'repeating',
      intervals: 3,
      planIds: [plan.id],
      stock: 9,
      expiresAt: null,
    },
  ]);
  expect(await client.promoCodes.list({ per: 1, page: 2 })).toMatchObject({ pages: 2, total: 2 });
});

test('memberships are searched by chat account, e-mail and key, and changed', async () => {
  const { buy, post } = commerce();
  const { body: plan } = await post('/plans', {
    plan_type: 'renewal',
    initial_price: 9,
    renewal_price: 9,
    internal_notes: 'Gold',
  });
  const order = { email: 'Ann@example.com', community_chat_id: '440832553390155656', username: 'ann' };
  const { body: bought } = await buy(plan.id, { ...order, card_number: '4242 4242 4242 4242' });
  const { id, license_key: key } = bought.membership;
  await buy(plan.id, { email: 'bob@example.com', card_number: '4242 4242 4242 4242' });

  const ann = await client.memberships.get(id);
  expect(ann).toMatchObject({
    id,
    valid: true,
    planName: 'Gold',
    email: 'ann@example.com',
    username: 'ann',
    licenseKey: key,
    chatUserId: order.community_chat_id,
    paymentProcessor: 'psp',
    cancelAtPeriodEnd: false,
    manageUrl: `https://shop.test/memberships/${id}`,
  });
  expect(await client.memberships.get(key)).toEqual(ann);
  for (const filter of [{ chatUserId: order.community_chat_id }, { email: 'ANN@example.com' }])
    expect(await client.memberships.search(filter)).toMatchObject({ items: [ann], total: 1 });
  expect(await client.memberships.search({ email: 'nobody@example.com' })).toMatchObject({ items: [] });

  const canceled = await client.memberships.cancelAtPeriodEnd(id, true);
  expect(canceled).toMatchObject({ valid: true, cancelAtPeriodEnd: true });
  expect(await client.memberships.cancelAtPeriodEnd(id, false)).toEqual(ann);
  const longer = await client.memberships.addFreeDays(id, 3);
  const added = Number(longer.periodEndsAt) - Number(ann.periodEndsAt);
  expect(added).toBe(3 * 24 * 60 * 60 * 1000);
  const ended = await client.memberships.terminate(id);
  expect(ended).toMatchObject({ status: 'canceled', valid: false });
  expect(await client.memberships.terminate(id)).toEqual(ended);
  await expect(client.memberships.addFreeDays(id, 3)).rejects.toThrow('It says: This membership is canceled');
});

test('a webhook is registered, rotated, switched off and on, and reports its last delivery', async () => {
  const { post } = commerce();
  const hook = await client.webhooks.register('http://127.0.0.1:8080/hooks', ['membership_went_valid']);
  expect(hook).toMatchObject({ enabled: true, events: ['membership_went_valid'], disabledReason: null });
  const { secret, ...shown } = hook;
  expect(secret).toMatch(/^whsec_/);
  expect((await client.webhooks.list({ enabled: true })).items).toEqual([shown]);
  const rotated = await client.webhooks.rotate(hook.id);
  expect(rotated.secret).toMatch(/^whsec_/);
  expect(rotated.secret).not.toBe(secret);
  expect(await client.webhooks.lastDelivery(hook.id)).toBeUndefined();
  await post(`/webhooks/${hook.id}/test`);
  const pending = { status: 'pending', event: 'membership_went_valid', attempts: 0, at: expect.any(Date) };
  expect(await client.webhooks.lastDelivery(hook.id)).toMatchObject(pending);
  expect(await client.webhooks.setEnabled(hook.id, false)).toEqual({ ...shown, enabled: false });
  expect((await client.webhooks.list({ enabled: true })).items).toEqual([]);
  expect(await client.webhooks.setEnabled(hook.id, true)).toEqual(shown);
});

test('a read-only key is reported to lack a scope, and a wrong key is refused', async () => {
  const { post, app, clock } = commerce();
  const { body: reader } = await post('/api_keys', { name: 'Reader', scopes: ['read'] });
  const address = app.server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const of = (apiKey: string) => createCommerceClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey, clock });
  expect((await of(reader.secret).plans.list()).items).toEqual([]);
  await expect(of(reader.secret).plans.create({})).rejects.toThrow('lacks the scope "plans:write"');
  await expect(of('key_wrong').plans.list()).rejects.toMatchObject({ code: 'COMMERCE_REFUSED' });
});

test('the offered currencies are those that the service accepts', () => {
  expect(CURRENCIES.toSorted()).toEqual(TAKEN.toSorted());
});
