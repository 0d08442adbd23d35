import { expect, test } from 'vitest';
import { RENEWAL, useSeller } from '../seller.ts';

const FAILS_LATER = '4000000000000341';
const TRIAL = { ...RENEWAL, initial_price: 0, trial_period_days: 3 };

const { commerce, sell, pass, look } = useSeller();

const isPaid = async ({ id }: { readonly id: string }) => (await look(id)).paid;

test('a membership counts as paid from its first charge above zero on', async () => {
  const bought = await sell(RENEWAL);
  expect(bought.paid).toBe(true);
  expect((await sell({})).paid).toBe(false);
  const [trial, firstFree] = [await sell(TRIAL), await sell({ ...RENEWAL, initial_price: 0 })];
  const off = { promo_type: 'percentage', amount_off: 100, base_currency: 'usd' };
  const { status } = await commerce().post('/promo_codes', { ...off, code: 'ALL', new_users_only: false });
  expect(status).toBe(201);
  const withCode = await sell(RENEWAL, { promo_code: 'ALL' });
  for (const one of [trial, firstFree, withCode]) expect(one.paid).toBe(false);
  await pass(3.5);
  expect([await isPaid(trial), await isPaid(firstFree)]).toEqual([true, false]);
  await pass(27);
  expect(await isPaid(firstFree)).toBe(true);
});

test('a trial whose charges are all declined never counts as paid, whatever becomes of it', async () => {
  const trial = await sell(TRIAL, { card_number: FAILS_LATER });
  for (const [days, status] of [
    [4, 'past_due'],
    [8, 'unresolved'],
    [25, 'canceled'],
  ] as const) {
    await pass(days);
    expect(await look(trial.id)).toMatchObject({ status, paid: false });
  }
});

test('its events are delivered after all others, like those of a free membership', async () => {
  const { post, prisma } = commerce();
  await post('/webhooks', { url: 'https://93.184.215.14/hooks' });
  const order = { card_number: FAILS_LATER, community_chat_id: '440832553390155656' };
  const trial = await sell(TRIAL, order);
  const paid = await sell(RENEWAL, { community_chat_id: '440832553390155656' });
  await pass(10);
  const classesOf = async (orderingKey: string) =>
    (await prisma.delivery.findMany({ where: { orderingKey } })).map(({ isBulk }) => isBulk);
  expect(await classesOf(paid.id)).toEqual([false, false]);
  const ofTrial = await classesOf(trial.id);
  expect(ofTrial.length).toBeGreaterThan(3);
  expect(ofTrial).not.toContain(false);
});
