import { expect, test } from 'vitest';
import { openCommerce } from '../../src/composition/commerce.ts';
import type { Container } from '../../src/composition/container.ts';
import { listen } from '../../src/composition/listen.ts';
import { openShop } from '../../src/composition/shop.ts';
import { parseConfig } from '../../src/config/config.ts';
import { containerForThisTest } from './container.ts';

const REAL = { DISCORD_TOKEN: 'x'.repeat(30), DISCORD_GUILD_IDS: '100000000000000001' };
const REMOTE = {
  COMMERCE_URL: 'https://shop.example.com',
  COMMERCE_API_KEY: 'key_of_the_tests_1',
  COMMERCE_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 'k').toString('base64')}`,
};

/** Opens the Commerce Service with its seeded plans, and stores one event about a membership. */
async function openService() {
  const container = await containerForThisTest();
  const service = await openCommerce(container);
  await service.seed();
  await listen(container);
  await container.database.prisma.inboxEvent.create({
    data: {
      id: 'evt_1',
      name: 'membership.went_valid',
      membershipId: 'mem_1',
      receivedAt: new Date(),
      payload: {},
    },
  });
  const configured = (variables: Record<string, string>): Container => {
    const { dataDir } = container.config;
    return { ...container, config: parseConfig({ DATA_DIR: dataDir, ...variables }) };
  };
  return { service, configured };
}

const seen = async (shop: ReturnType<typeof openShop>) => ({
  names: (await shop.products()).flatMap(({ plans }) => plans.map(({ name }) => name)),
  events: (await shop.arrivals()).map(({ id }) => id),
  buys: shop.counter !== undefined,
});

test('the sandbox’s shop shows internal notes as names, and purchases, only where everyone is the seller', async () => {
  const { service, configured } = await openService();
  expect(await seen(openShop(configured({}), service))).toEqual({
    names: ['Member', 'Patron'],
    events: ['evt_1'],
    buys: true,
  });
  const club = Array(2).fill('Community membership');
  expect(await seen(openShop(configured(REAL), service))).toEqual({ names: club, events: [], buys: false });
  // A remote service has other sellers, but what it tells this bot of is about the sandbox's members.
  const remote = { names: club, events: ['evt_1'], buys: false };
  expect(await seen(openShop(configured(REMOTE), undefined))).toEqual(remote);
});
