import { expect, test } from 'vitest';
import { percentOff } from '../promo-codes/percent-off.ts';
import { useCommerce } from '../support.ts';

const commerce = useCommerce();

/** A new address for each test, as failures are remembered. */
const addresses = Array.from({ length: 20 }, (_, n) => `198.51.100.${n}`);
const newAddress = () => addresses.shift() ?? '';

/** Sends a form of the checkout from an address; a program's unless it is a person's. */
const send = (ip: string, plan: string, form: object, accept = 'application/json') =>
  commerce().app.inject({
    method: 'POST',
    url: `/checkout/${plan}`,
    remoteAddress: ip,
    // Nothing that a client can make up changes who it is.
    headers: { accept, 'x-forwarded-for': `203.0.113.${Math.floor(Math.random() * 250)}` },
    payload: { email: 'ann@example.com', ...form },
  });

test('whoever guesses a password has to wait, also with the right one; nobody else does', async () => {
  const { post, clock } = commerce();
  const source = (await post('/plans', {})).body.id;
  const link = { custom_password: 'sesame', stock: 9 };
  const { id } = (await post(`/plans/${source}/create_quick_link`, link)).body;
  clock.stopAt(new Date('2027-01-01T00:00:00Z'));
  const ip = newAddress();
  // However it is asked: by a program, in a form, and all at once.
  const guesses = Array.from({ length: 40 }, (_, n) => {
    if (n % 2 === 0) return send(ip, id, { password: `guess-${n}` });
    return send(ip, id, { password: `guess-${n}`, preview: '1' }, 'text/html');
  });
  const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  const refused = await send(ip, id, { password: 'sesame' });
  expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
    ...[429, '600', { error: { status: 429, message: expect.stringContaining('in 10 minutes') } }],
  ]);
  expect((await send(newAddress(), id, { password: 'sesame' })).statusCode).toBe(201);
  expect((await send(ip, source, {})).statusCode).toBe(201);
  clock.stopAt(new Date('2027-01-01T00:10:00Z'));
  expect((await send(ip, id, { password: 'sesame', email: 'bob@example.com' })).statusCode).toBe(201);
});

test('cards that are tried out make a few failed payments, not a flood', async () => {
  const { post, prisma } = commerce();
  const { id } = (await post('/plans', { initial_price: 5 })).body;
  const ip = newAddress();
  const cards = ['4000000000000002', '4111111111111111'];
  const answers = [];
  for (let n = 0; n < 40; n++) answers.push((await send(ip, id, { card_number: cards[n % 2] })).statusCode);
  expect(answers.slice(0, 30).every((status) => status === 402)).toBe(true);
  expect(answers.slice(30).every((status) => status === 429)).toBe(true);
  expect(await prisma.event.count({ where: { name: 'payment_failed' } })).toBe(15);
});

test('a promo code is not found by trying, neither in previews nor behind what else is wrong', async () => {
  const { post } = commerce();
  const { id } = (await post('/plans', { initial_price: 5 })).body;
  await post('/promo_codes', {
    code: 'RIGHT',
    ...percentOff(50),
  });
  const ip = newAddress();
  const page = (form: object) => send(ip, id, form, 'text/html');
  expect((await page({ promo_code: 'RIGHT', preview: '1' })).body).toContain('RIGHT is applied.');
  for (let n = 0; n < 15; n++) {
    expect((await page({ promo_code: `WRONG${n}`, preview: '1' })).statusCode).toBe(200);
    expect((await page({ promo_code: `WRONG${n}`, email: 'nobody' })).statusCode).toBe(400);
  }
  for (const form of [{ preview: '1' }, { email: 'nobody' }]) {
    const refused = await page({ promo_code: 'RIGHT', ...form });
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, expect.any(String)]);
    expect(refused.body).toContain('Too many attempts have failed.');
    expect(refused.body).not.toContain('applied');
  }
});

test('a plan that many addresses guess at gives each of them one more try, and buyers theirs', async () => {
  const { post } = commerce();
  const source = (await post('/plans', {})).body.id;
  const link = { custom_password: 'sesame', stock: 9 };
  const { id } = (await post(`/plans/${source}/create_quick_link`, link)).body;
  const guess = async (ip: string) => (await send(ip, id, { password: 'no' })).statusCode;
  // Every address of an IPv6 network is the same guesser.
  for (let n = 0; n < 150; n++) await guess(`2001:db8:0:${n % 5}::${n}`);
  expect(await guess('2001:db8:0:4::abcd')).toBe(429);
  const ip = newAddress();
  expect([await guess(ip), await guess(ip)]).toEqual([403, 429]);
  expect((await send(newAddress(), id, { password: 'sesame' })).statusCode).toBe(201);
});

test('what links get wrong is counted apart: it keeps nobody from typing, and finds nothing by trying', async () => {
  const { app, post } = commerce();
  const source = (await post('/plans', {})).body.id;
  const link = { custom_password: 'sesame', stock: 9 };
  const { id } = (await post(`/plans/${source}/create_quick_link`, link)).body;
  const ip = newAddress();
  const follow = (password: string) =>
    app.inject({ url: `/checkout/${id}?password=${password}`, remoteAddress: ip });
  const statuses = [];
  for (let n = 0; n < 40; n++) statuses.push((await follow(`guess-${n}`)).statusCode);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  const unseen = await follow('sesame');
  expect([unseen.statusCode, unseen.headers['retry-after']]).toEqual([429, expect.any(String)]);
  expect(unseen.body).toContain('This link has a password');
  expect((await send(ip, id, { password: 'sesame' })).statusCode).toBe(201);
});
