import { expect, test } from 'vitest';
import { useCommerce } from '../support.ts';

const commerce = useCommerce();

const DAY = 86_400;
const RENEWAL = { plan_type: 'renewal', initial_price: 9, renewal_price: 5, billing_period: 30 };

/** Sells a plan to Ann. */
async function sell(plan: object, card = '4242424242424242') {
  const { post, buy } = commerce();
  const { id } = (await post('/plans', plan)).body;
  return (await buy(id, { email: 'ann@example.com', card_number: card })).body.membership;
}

/** Lets time pass for a membership, and looks at it. */
async function pass(id: string) {
  await commerce().letTimePass(id);
  return (await commerce().get(`/memberships/${id}`)).body;
}

/** The names of the last events, newest last. */
async function told(count: number) {
  const events = await commerce().prisma.event.findMany({ orderBy: { sequence: 'desc' }, take: count });
  return events.map(({ name }) => name).toReversed();
}

test('time that passes ends a trial now: the card is charged, and the first period begins now', async () => {
  const { id } = await sell({ ...RENEWAL, trial_period_days: 3 });
  const now = Math.floor(commerce().clock.now().getTime() / 1000);
  const active = await pass(id);
  expect(active).toMatchObject({ status: 'active', valid: true });
  expect(active.renewal_period_start - now).toBeLessThanOrEqual(5);
  expect(active.renewal_period_end - active.renewal_period_start).toBe(30 * DAY);
  expect(await told(1)).toEqual(['payment_succeeded']);
});

test('time that passes ends what is not to renew, once', async () => {
  const { id } = await sell(RENEWAL);
  await commerce().post(`/memberships/${id}/cancel`, { at_period_end: true });
  expect(await pass(id)).toMatchObject({ status: 'canceled', valid: false });
  expect(await told(1)).toEqual(['membership_went_invalid']);
  await expect(commerce().letTimePass(id)).rejects.toMatchObject({
    statusCode: 409,
    message: 'This membership is canceled, so letting time pass changes nothing.',
  });
});

test('time that passes again and again goes through the tries to charge, in their order', async () => {
  const { id } = await sell(RENEWAL, '4000000000000341');
  const statuses: string[] = [];
  for (let times = 0; times < 6; times += 1) statuses.push((await pass(id)).status);
  expect(statuses).toEqual(['past_due', 'past_due', 'past_due', 'past_due', 'unresolved', 'canceled']);
});

test('time that passes for one leaves the others alone, and what never ends as it is', async () => {
  const days = await sell({ initial_price: 5, expiration_days: 7 });
  const other = await sell({ initial_price: 5, expiration_days: 7 });
  const forever = await sell({ initial_price: 5 });
  expect(await pass(days.id)).toMatchObject({ status: 'expired', valid: false });
  expect((await commerce().get(`/memberships/${other.id}`)).body).toEqual(other);
  await expect(commerce().letTimePass(forever.id)).rejects.toMatchObject({ statusCode: 409 });
  await expect(commerce().letTimePass('mem_none')).rejects.toMatchObject({ statusCode: 404 });
});
