import { expect, test } from 'vitest';
import { percentOff } from '../promo-codes/percent-off.ts';
import { useCommerce } from '../support.ts';

const commerce = useCommerce();

const FORM = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };

test('a buyer fills in the form, is told what is wrong, and keeps what was typed', async () => {
  const { app, post } = commerce();
  const product = await post('/products', { name: '<b>Club</b>' });
  const { id } = (await post('/plans', { product_id: product.body.id, initial_price: 9.5 })).body;
  const url = `/checkout/${id}`;

  const page = await app.inject({
    url: `${url}?email=ann@example.com&community_chat_id=42&username="><script>`,
  });
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('$9.50');
  expect(page.body).toContain('&lt;b&gt;Club&lt;/b&gt;');
  expect(page.body).toContain('value="ann@example.com"');
  expect(page.body).not.toContain('<script');
  const session = /name="checkout_session" value="(ch_\w+)"/.exec(page.body)?.[1] ?? '';

  const send = (card: string) =>
    app.inject({
      method: 'POST',
      url,
      headers: FORM,
      payload: new URLSearchParams({
        email: 'ann@example.com',
        username: '',
        community_chat_id: '42',
        promo_code: '',
        card_number: card,
        checkout_session: session,
      }).toString(),
    });
  const declined = await send('4000000000000002');
  expect(declined.statusCode).toBe(402);
  expect(declined.headers['content-type']).toContain('text/html');
  expect(declined.body).toContain('The card was declined.');
  expect(declined.body).toContain('value="42"');
  expect(declined.body).toContain(session);
  expect(declined.body).not.toContain('4000000000000002');
  const bought = await send('4242424242424242');
  expect(bought.statusCode).toBe(200);
  expect(bought.body).toContain('Thank you');
});

test('the pages run nothing, are framed by nobody and kept by no cache', async () => {
  const { app, post } = commerce();
  const { id } = (await post('/plans', {})).body;
  const { headers } = await app.inject({ url: `/checkout/${id}` });
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none';style-src 'sha256-.+';form-action 'self'/,
  );
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
  });
});

test('a plan that is not there, or not for sale, says so on a page', async () => {
  const { app, post } = commerce();
  const nothing = await app.inject({ url: '/checkout/plan_none', headers: { accept: 'text/html' } });
  expect(nothing.statusCode).toBe(404);
  expect(nothing.body).toContain('Nothing to buy here');
  expect((await app.inject({ url: '/checkout/%00' })).body).toContain('Nothing to buy here');
  const { id } = (await post('/plans', { stock: 0 })).body;
  expect((await app.inject({ url: `/checkout/${id}` })).body).toContain('This plan is sold out.');
});

test('a promo code is applied without buying, and the page says what it makes of the price', async () => {
  const { app, post, prisma } = commerce();
  const renewal = { plan_type: 'renewal', initial_price: 19, renewal_price: 9 };
  const { id } = (await post('/plans', renewal)).body;
  await post('/promo_codes', {
    code: 'SPRING',
    ...percentOff(50),
    duration: 'repeating',
    number_of_intervals: 3,
  });
  const url = `/checkout/${id}`;
  const apply = (promo_code: string) =>
    app.inject({
      method: 'POST',
      url,
      headers: FORM,
      payload: new URLSearchParams({ promo_code, preview: '1', username: 'ann' }).toString(),
    });
  const applied = await apply('spring');
  expect(applied.statusCode).toBe(200);
  for (const words of [
    ...['SPRING is applied.', '−$9.50', 'Pay $9.50', 'for the first 30 days', 'value="ann"'],
    ...['First 30 days: $9.50', 'Then 2 times 30 days: $4.50 each time', 'After that: $9 every 30 days'],
  ])
    expect(applied.body).toContain(words);
  expect((await apply('autumn')).body).toContain('We don’t know this promo code');
  expect((await app.inject({ url: `${url}?promo_code=SPRING` })).body).toContain('Pay $9.50');
  expect(await prisma.membership.count()).toBe(0);
});

test('the page asks how to pay, says what so many cost, and what is charged when', async () => {
  const { app, post } = commerce();
  const many = { allow_multiple_quantity: true, initial_price: 5, wallet_accepted: true };
  const { id } = (await post('/plans', many)).body;
  const updated = await app.inject({
    method: 'POST',
    url: `/checkout/${id}`,
    headers: FORM,
    payload: 'quantity=3&preview=1&payment_method=wallet',
  });
  for (const words of [
    ...['<dt>Due today</dt><dd>$15</dd>', '>Update</button>', 'value="wallet" checked', 'value="card">'],
    ...['approved@wallet.test', 'Test wallets only, no money moves'],
  ])
    expect(updated.body).toContain(words);
  const trial = { plan_type: 'renewal', initial_price: 19, renewal_price: 9, trial_period_days: 7 };
  const page = await app.inject(`/checkout/${(await post('/plans', trial)).body.id}`);
  expect(page.body).toContain('$19 <small>after 7 free days, then $9 every 30 days</small>');
});

test('a link with a password asks for it first, and one that carries it does not', async () => {
  const { app, post, buy } = commerce();
  const plan = (await post('/plans', {})).body.id;
  const link = (await post(`/plans/${plan}/create_quick_link`, { custom_password: 'sesame' })).body;
  const url = `/checkout/${link.id}?email=ann@example.com`;
  const asked = await app.inject({ url });
  expect(asked.body).toContain('This link has a password');
  expect(asked.body).not.toContain('Join for free');
  const answer = (password: string) =>
    app.inject({
      method: 'POST',
      url: `/checkout/${link.id}`,
      headers: FORM,
      payload: new URLSearchParams({ password, preview: '1', email: 'ann@example.com' }).toString(),
    });
  expect((await answer('Sesame')).body).toContain('This password is wrong.');
  const open = await answer('sesame');
  expect(open.body).toContain('Join for free');
  expect(open.body).toContain('value="ann@example.com"');
  const direct = link.direct_link.split('/checkout/')[1];
  expect((await app.inject({ url: `/checkout/${direct}` })).body).toContain('Join for free');
  expect((await buy(direct, { email: 'ann@example.com' })).status).toBe(201);
});

test('a list is joined on its page, and an accepted place is bought on the page of its link', async () => {
  const { app, post, get } = commerce();
  const { id } = (await post('/plans', { release_method: 'waitlist' })).body;
  expect((await app.inject({ url: `/checkout/${id}` })).body).toContain('Join the waiting list');
  const joined = await app.inject({
    method: 'POST',
    url: `/checkout/${id}`,
    headers: FORM,
    payload: 'email=ann%40example.com',
  });
  expect(joined.statusCode).toBe(202);
  expect(joined.body).toContain('You’re on the list.');
  const entry = (await get(`/plans/${id}/entries`)).body.data[0];
  const accepted = await post(`/plans/${id}/entries/${entry.id}/accept`);
  const address = accepted.body.claim_link.replace('https://shop.test', '');
  expect((await app.inject({ url: address })).body).toContain('A place is reserved for you.');
  expect((await app.inject({ url: `${address}x` })).body).toContain('Invalid link');
  const raffle = (await post('/plans', { release_method: 'raffle' })).body.id;
  expect((await app.inject({ url: `/checkout/${raffle}` })).body).toContain('Enter the raffle');
});
