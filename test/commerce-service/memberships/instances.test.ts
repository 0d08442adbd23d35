import { expect, test } from 'vitest';
import { waitFor } from '../../support/wait.ts';
import { startReceiver, useCommerce } from '../support.ts';

const commerce = useCommerce({ work: true });

const DAY = 86_400;
const CARD = '4242424242424242';
const MEMBERS = 12;
const RENEWAL = { plan_type: 'renewal', initial_price: 9, renewal_price: 5, billing_period: 30 };

test('three instances make each due change once, and deliver its events once and in order', async () => {
  const { post, buy, prisma, late, prepare, runDue, startAnother } = commerce();
  const others = [await startAnother(), await startAnother()];
  const plan = (await post('/plans', RENEWAL)).body.id;
  await Promise.all(
    Array.from({ length: MEMBERS }, (_, n) => buy(plan, { email: `${n}@example.com`, card_number: CARD })),
  );
  const bought = (await prisma.event.findMany()).map(({ id }) => id);
  expect(bought).toHaveLength(2 * MEMBERS);
  const receiver = await startReceiver();
  await prepare(receiver.url);
  late.seconds -= 61 * DAY;
  await Promise.all([runDue, ...others.map((one) => one.runDue)].map((run) => run()));

  // At least once: two instances may make the same attempt, under the same id.
  const told = () =>
    receiver.received
      .map(({ body }) => body)
      .filter(({ id }, n, all) => all.findIndex((one) => one.id === id) === n);
  await waitFor(() => expect(told()).toHaveLength(2 * MEMBERS));
  expect(await prisma.payment.count()).toBe(3 * MEMBERS);
  // The scheduled cleanup may have deleted the events of the purchases, which are 61 days old now.
  expect(await prisma.event.count({ where: { id: { notIn: bought } } })).toBe(2 * MEMBERS);
  const timesOf = Map.groupBy(told(), ({ data }) => data.membership);
  expect(timesOf.size).toBe(MEMBERS);
  for (const mine of timesOf.values()) {
    const times = mine.map(({ timestamp }) => timestamp);
    expect(new Set(times).size).toBe(2);
    expect(times).toEqual(times.toSorted());
  }
});
