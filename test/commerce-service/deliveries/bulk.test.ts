import { expect, test } from 'vitest';
import { waitFor } from '../../support/wait.ts';
import { startReceiver, useCommerce } from '../support.ts';

const commerce = useCommerce({ work: true });

const BULK = 200;
const CARD = '4242 4242 4242 4242';

const newPlan = async (plan: object): Promise<string> => (await commerce().post('/plans', plan)).body.id;

/**
 * An endpoint that doesn't answer its first delivery until it is told to: that of a stranger's free purchase. Behind it
 * wait copies of that delivery.
 */
async function crowdedEndpoint() {
  const { prisma, post, buy, clock } = commerce();
  const receiver = await startReceiver((index) => (index === 0 ? 'later' : 200));
  const { id: webhookId } = (await post('/webhooks', { url: receiver.url })).body;
  const order = { email: 'stranger@example.com', community_chat_id: '42' };
  expect((await buy(await newPlan({}), order)).status).toBe(201);
  await waitFor(() => expect(receiver.received).toHaveLength(1));
  const { sequence: _, data: __, ...event } = await prisma.event.findFirstOrThrow();
  const { sequence: ___, ...delivery } = await prisma.delivery.findFirstOrThrow({ where: { webhookId } });
  const numbers = Array.from({ length: BULK }, (____, n) => n);
  await prisma.event.createMany({ data: numbers.map((n) => ({ ...event, id: `evt_${n}`, data: { n } })) });
  const add = (ids: readonly { readonly eventId: string; readonly orderingKey: string }[]) =>
    prisma.delivery.createMany({
      data: ids.map((one) => ({
        ...delivery,
        ...one,
        id: `dlv_of_${one.eventId}`,
        claimedUntil: null,
        nextAttemptAt: clock.now(),
      })),
    });
  await add(numbers.slice(1).map((n) => ({ eventId: `evt_${n}`, orderingKey: `mem_${n}` })));
  return {
    /** Adds a bulk delivery about a membership behind all others. */
    addAbout: (orderingKey: string) => add([{ eventId: 'evt_0', orderingKey }]),
    /** Answers, and waits until everything is delivered. @returns the events in their order, without the first */
    async deliver(count: number) {
      receiver.release(200);
      await waitFor(() => expect(receiver.received).toHaveLength(BULK + count));
      return receiver.received.slice(1).map(({ body }) => body);
    },
  };
}

const isBulk = ({ id }: { readonly id: string }) => /^evt_\d{1,3}$/.test(id);

test('a purchase overtakes 200 deliveries of free ones that only name a chat account', async () => {
  const { deliver } = await crowdedEndpoint();
  const plan = await newPlan({ initial_price: 5 });
  const { body } = await commerce().buy(plan, { email: 'ann@example.com', card_number: CARD });
  const told = await deliver(2);
  const [valid, paid] = told.flatMap((event, place) => (isBulk(event) ? [] : [{ ...event, place }]));
  expect(valid).toMatchObject({ action: 'membership.went_valid', data: { id: body.membership.id } });
  // After the first answer two run at the same time.
  expect(valid?.place).toBeLessThan(2);
  // It waits for the one before it, of the same membership.
  expect(paid?.place).toBeLessThan(10);
});

test('an event overtakes with those of its membership that it has to wait for', async () => {
  const { buy, post, prisma } = commerce();
  const plan = await newPlan({ initial_price: 5 });
  const { id } = (await buy(plan, { email: 'ann@example.com', card_number: CARD })).body.membership;
  await prisma.event.deleteMany();
  const { addAbout, deliver } = await crowdedEndpoint();
  await addAbout(id);
  await post(`/memberships/${id}/terminate`);
  const told = await deliver(2);
  const [before, ended] = [
    told.findIndex((event) => event.id === 'evt_0'),
    told.findIndex(({ action }) => action === 'membership.went_invalid'),
  ];
  expect(before).toBeLessThan(2);
  expect(ended).toBeGreaterThan(before);
  expect(ended).toBeLessThan(10);
});

test('one in ten is a bulk delivery, however many others wait', async () => {
  const { deliver } = await crowdedEndpoint();
  const plan = await newPlan({ initial_price: 5 });
  const buyers = Array.from({ length: 30 }, (_, n) => `buyer${n}@example.com`);
  for (const email of buyers) await commerce().buy(plan, { email, card_number: CARD });
  const told = await deliver(2 * buyers.length);
  const last = told.findLastIndex((event) => !isBulk(event));
  const shared = told.slice(0, last).filter(isBulk);
  expect(shared.length).toBeGreaterThanOrEqual(5);
  // Others are only passed where nothing else is due: a payment waits for its membership's first event.
  expect(shared.length).toBeLessThan(BULK / 2);
});
