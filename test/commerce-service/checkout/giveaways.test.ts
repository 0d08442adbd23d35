import { expect, test } from 'vitest';
import { useCommerce } from '../support.ts';

const MOST = 5;
const CARD = '4242424242424242';

// Ten times as many requests: what is refused here is what costs nothing.
const commerce = useCommerce({ service: { rateLimit: MOST } });
const named = useCommerce();

const NOON = new Date('2027-01-01T12:00:00Z');
const LATER = new Date('2027-01-01T12:10:00Z');

let addresses = 0;
const newAddress = () => `198.51.100.${++addresses}`;

const send = (ip: string, plan: string, form: object = {}, accept = 'application/json') =>
  commerce().app.inject({
    method: 'POST',
    url: `/checkout/${plan}`,
    remoteAddress: ip,
    headers: { accept },
    payload: { email: 'ann@example.com', ...form },
  });

const sell = async (plan: object = {}) => (await commerce().post('/plans', plan)).body.id;

test('what costs nothing an address gets so many times; who pays, and who comes from elsewhere, gets it still', async () => {
  const { clock, prisma } = commerce();
  clock.stopAt(NOON);
  const [free, paid, ip] = [await sell(), await sell({ initial_price: 5 }), newAddress()];
  const answers = await Promise.all(Array.from({ length: 2 * MOST }, () => send(ip, free)));

  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(MOST);
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(MOST);
  expect(await prisma.membership.count()).toBe(MOST);
  expect((await send(ip, paid, { card_number: CARD })).statusCode).toBe(201);
  expect((await send(newAddress(), free)).statusCode).toBe(201);
  clock.stopAt(LATER);
  expect((await send(ip, free)).statusCode).toBe(201);
});

test('a trial, for which nothing is charged yet, counts as one of them', async () => {
  commerce().clock.stopAt(NOON);
  const renewal = { plan_type: 'renewal', initial_price: 0, renewal_price: 9 };
  const [trial, paid, ip] = [
    await sell({ ...renewal, trial_period_days: 7 }),
    await sell({ ...renewal, initial_price: 9 }),
    newAddress(),
  ];
  for (let n = 0; n < MOST; n++) expect((await send(ip, trial, { card_number: CARD })).statusCode).toBe(201);
  expect((await send(ip, trial, { card_number: CARD })).statusCode).toBe(429);
  expect((await send(ip, await sell())).statusCode).toBe(429);
  expect((await send(ip, paid, { card_number: CARD })).statusCode).toBe(201);
});

test('a page says so, and when to come again', async () => {
  commerce().clock.stopAt(NOON);
  const [free, ip] = [await sell(), newAddress()];
  for (let n = 0; n < MOST; n++) await send(ip, free);
  const page = await send(ip, free, {}, 'text/html');

  expect(page.statusCode).toBe(429);
  expect(page.headers['retry-after']).toBe('600');
  expect(page.body).toContain('Please try again in 10 minutes.');
});

test('a form that is refused, or sent twice, uses nothing up', async () => {
  commerce().clock.stopAt(NOON);
  const [free, gone, ip] = [await sell(), await sell({ stock: 1 }), newAddress()];
  const session = { checkout_session: 'ch_01HZZZZZZZZZZZZZZZZZZZZZZZ' };
  const first = await send(ip, free, session);
  const cookie = first.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  expect((await send(newAddress(), gone)).statusCode).toBe(201);
  for (let n = 0; n < MOST; n++) {
    expect((await send(ip, gone)).statusCode).toBe(409);
    const again = await commerce().app.inject({
      method: 'POST',
      url: `/checkout/${free}`,
      remoteAddress: ip,
      headers: { cookie },
      payload: { email: 'ann@example.com', ...session },
    });
    expect(again.statusCode).toBe(201);
  }
  for (let n = 1; n < MOST; n++) expect((await send(ip, free)).statusCode).toBe(201);
  expect((await send(ip, free)).statusCode).toBe(429);
});

test('places on a list are counted with it', async () => {
  commerce().clock.stopAt(NOON);
  const [raffle, ip] = [await sell({ release_method: 'raffle' }), newAddress()];
  const join = (n: number) => send(ip, raffle, { email: `ann+${n}@example.com` });
  for (let n = 0; n < MOST; n++) expect((await join(n)).statusCode).toBe(202);
  expect((await join(MOST)).statusCode).toBe(429);
});

test('a chat account that nobody has shown to have is named by twenty purchases of a plan, and no more', async () => {
  const { post, buy, app, prisma } = named();
  const [plan, other] = [(await post('/plans', {})).body.id, (await post('/plans', {})).body.id];
  const order = (n: number) => ({ email: `buyer${n}@example.com`, community_chat_id: '200000000000000002' });
  const statuses = await Promise.all(
    Array.from({ length: 25 }, async (_, n) => (await buy(plan, order(n))).status),
  );
  expect(statuses.filter((status) => status === 201)).toHaveLength(20);
  expect(await prisma.membership.count()).toBe(20);

  const page = await app.inject({
    method: 'POST',
    url: `/checkout/${plan}`,
    headers: { accept: 'text/html' },
    payload: order(30),
  });
  expect(page.statusCode).toBe(409);
  expect(page.body).toContain('Leave community_chat_id empty, and connect or link your account');
  expect((await buy(plan, { email: 'buyer30@example.com' })).status).toBe(201);
  expect((await buy(other, order(30))).status).toBe(201);
});

test('a trial that was canceled before its first charge is counted with them', async () => {
  const { post, buy } = named();
  const trial = { plan_type: 'renewal', initial_price: 0, renewal_price: 9, trial_period_days: 7 };
  const plan = (await post('/plans', trial)).body.id;
  const order = (n: number) => ({
    email: `buyer${n}@example.com`,
    community_chat_id: '200000000000000004',
    card_number: CARD,
  });
  for (let n = 0; n < 20; n++) {
    const { membership } = (await buy(plan, order(n))).body;
    expect((await post(`/memberships/${membership.id}/terminate`)).body.status).toBe('canceled');
  }
  expect((await buy(plan, order(20))).status).toBe(409);
});

test('what has run out and can be topped up is counted with them, what was canceled is not', async () => {
  const { post, buy, get, late } = named();
  const refillable = { initial_price: 9, expiration_days: 30, refillable: true };
  const plan = (await post('/plans', refillable)).body.id;
  const order = (n: number) => ({
    email: `buyer${n}@example.com`,
    community_chat_id: '200000000000000003',
    card_number: '4242424242424242',
  });
  const ids: string[] = [];
  for (let n = 0; n < 20; n++) ids.push((await buy(plan, order(n))).body.membership.id);
  late.seconds -= 31 * 86_400;
  for (const id of ids) await post(`/memberships/${id}`, { metadata: { seen: true } });
  expect((await get(`/memberships/${ids[0]}`)).body.status).toBe('expired');
  expect((await buy(plan, order(20))).status).toBe(409);
  await post(`/memberships/${ids[0]}/terminate`);
  expect((await get(`/memberships/${ids[0]}`)).body.status).toBe('canceled');
  expect((await buy(plan, order(20))).status).toBe(201);
});
