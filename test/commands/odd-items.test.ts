import { onTestFinished, test } from 'vitest';
import { expectGolden, timeless } from './golden.ts';
import { PLAN, startSpecifiedService } from './specified-service.ts';
import { startWorld } from './world.ts';

/** Starts a bot with a service that returns malformed items in its lists of plans, promo codes and webhooks. */
async function oddWorld() {
  const service = await startSpecifiedService({
    plans: [PLAN, { ...PLAN, id: 'plan_odd', initial_price: null }],
    promos: [{ id: 'promo_1', code: 5 }],
    webhooks: [
      { id: 'hook_1', url: 'https://bot.test/webhooks/commerce', enabled: true, created_at: '0' },
      { id: 'hook_2', url: null, enabled: true },
      { id: 'hook_3' },
    ],
  });
  onTestFinished(() => service.close());
  const world = await startWorld({ commerceUrl: service.url });
  onTestFinished(() => world.close());
  return world;
}

test('a malformed list item is left out, and the answer says so', async () => {
  const world = await oddWorld();
  await expectGolden('odd-items/plans', await world.owner().run('plans list'));
  await expectGolden('odd-items/promos.de', await world.german().run('promos list'));
  await expectGolden('odd-items/webhooks', timeless(await world.owner().run('webhooks list')));
});
