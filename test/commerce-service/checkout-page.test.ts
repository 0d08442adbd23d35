import { expect, test } from 'vitest';
import { useCommerce } from './support.ts';

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
        ...{ email: 'ann@example.com', username: '', community_chat_id: '42', promo_code: '' },
        ...{ card_number: card, checkout_session: session },
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
  const { id } = (await post('/plans')).body;
  const { headers } = await app.inject({ url: `/checkout/${id}` });
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none';style-src 'sha256-.+';form-action 'self'/,
  );
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
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
