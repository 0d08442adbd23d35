import { expect, test } from 'vitest';
import { openBrowser } from '../oauth/browser.ts';
import { useCommerce } from '../support.ts';

const commerce = useCommerce();

/** A form of another website, which the browser sends without the cookies that are ours alone. */
const FOREIGN = {
  accept: 'text/html',
  'content-type': 'application/x-www-form-urlencoded',
  origin: 'https://other.example',
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
};

test('a browser knows what it bought, whatever another website has it send', async () => {
  const { app, post } = commerce();
  const { id } = (await post('/plans', {})).body;
  const browser = openBrowser(app);
  const page = await browser.visit(`/checkout/${id}`);
  const bought = await browser.submit(page.html, id, { email: 'ann@example.com' });
  const membership = /<code>(mem_\w+)<\/code>/.exec(bought.html)?.[1] ?? 'none';
  for (const url of [`/checkout/${id}`, '/memberships/any/cancel', '/oauth/sign-in', '/oauth/sign-out']) {
    const answer = await app.inject({
      method: 'POST',
      url,
      headers: FOREIGN,
      payload: 'email=eve@example.com',
    });
    for (const { name, value } of answer.cookies) browser.cookies.set(name, value);
    expect(answer.statusCode).toBe(403);
    expect(answer.body).toContain('Another website sent this');
  }
  expect((await browser.visit('/memberships')).html).toContain(membership);
});

test('another website buys nothing in anybody’s browser', async () => {
  const { app, post, prisma } = commerce();
  const { id } = (await post('/plans', {})).body;
  const answer = await app.inject({
    method: 'POST',
    url: `/checkout/${id}`,
    payload: 'email=eve@example.com',
    headers: { ...FOREIGN, accept: 'application/json' },
  });
  expect([answer.statusCode, JSON.parse(answer.body).error.status]).toEqual([403, 403]);
  expect(await prisma.membership.count()).toBe(0);
});
