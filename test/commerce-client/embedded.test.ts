import { beforeAll, expect, test } from 'vitest';
import { type CommerceClient, createCommerceClient } from '../../src/commerce-client/index.ts';
import { useCommerce } from '../commerce-service/support.ts';

const commerce = useCommerce();

let client: CommerceClient;
beforeAll(async () => {
  const { app, apiKey, clock } = commerce();
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  client = createCommerceClient({ baseUrl, apiKey, clock });
});

test('our own service can be asked: for one membership, for a missing one, and for a list of several pages', async () => {
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
    valid: false,
    status: 'canceled',
    planId: plan.id,
  });
  expect(await client.getMembership('mem_nobody')).toBe('missing');
  const pages: number[] = [];
  const listed: string[] = [];
  for await (const page of client.listMemberships({ valid: true })) {
    pages.push(page.length);
    listed.push(...page.map(({ id }) => id));
  }
  expect(pages).toEqual([50, 1]);
  expect(listed.toSorted()).toEqual(rest.toSorted());
});

test('who buys by a quick link has a membership that tells which plan the link was copied from', async () => {
  const { buy, post } = commerce();
  const { body: plan } = await post('/plans', {});
  const { body: link } = await post(`/plans/${plan.id}/create_quick_link`, {});
  const { body } = await buy(link.id, { email: 'by-link@example.com' });
  expect(await client.getMembership(body.membership.id)).toMatchObject({
    planId: link.id,
    sourcePlanId: plan.id,
  });
});
