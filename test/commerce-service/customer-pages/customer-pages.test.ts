import { expect, test } from 'vitest';
import { authorizeQuery, openBrowser } from '../oauth/browser.ts';
import { cookieOf, useCommerce } from '../support.ts';

const commerce = useCommerce({ mailbox: true });

const ANN = 'ann@example.com';
const APPROVED = '4242 4242 4242 4242';
const DECLINED = '4000 0000 0000 0002';
const FAILS_LATER = '4000 0000 0000 0341';
const RENEWAL = { plan_type: 'renewal', initial_price: 9, renewal_price: 9, billing_period: 30 };
const PASS = { initial_price: 5, expiration_days: 30, refillable: true };

async function buyPlan(plan: object, card_number = APPROVED) {
  const { post, buy } = commerce();
  const product = (await post('/products', { name: '<i>Club</i>' })).body.id;
  const { id } = (await post('/plans', { ...plan, product_id: product })).body;
  const order = { email: ANN, username: 'ann', community_chat_id: '42', card_number };
  return (await buy(id, order)).body.membership;
}

/** The buyer, in the browser that bought, in front of the page that `manage_url` leads to. */
async function openPage(membership: { manage_url: string }, email = ANN) {
  const browser = openBrowser(commerce().app);
  for (const cookie of cookieOf({ email }).split('; ')) {
    const [name = '', value = ''] = cookie.split('=');
    browser.cookies.set(name, value);
  }
  const path = new URL(membership.manage_url).pathname;
  const page = await browser.signInAt(`${path}?sign_in`, '../oauth/sign-in', email);
  const press = async (action: string, filled: Record<string, string> = {}, html?: string) => {
    const { html: shown } = html === undefined ? await browser.visit(path) : { html };
    const id = path.split('/').at(-1);
    const answer = await browser.submit(shown, `${id}/${action}`, filled);
    return answer.location === undefined ? answer : browser.visit(answer.location);
  };
  return { browser, page, path, press };
}

test('whoever bought signs in and sees what it is, until when, and what was paid', async () => {
  const membership = await buyPlan(RENEWAL);
  expect(membership.manage_url).toBe(`https://shop.test/memberships/${membership.id}`);
  const { page } = await openPage(membership);
  expect(page.status).toBe(200);
  for (const words of [
    ...[
      '&lt;i&gt;Club&lt;/i&gt;',
      '$9 every 30 days',
      'It renews on',
      'when $9 is charged',
      'Paid, card ending',
    ],
    ...[
      '>ann (not confirmed)<',
      membership.license_key,
      membership.id,
      `Signed in as <strong>${ANN}`,
      'Cancel the membership',
    ],
  ])
    expect(page.html).toContain(words);
  expect(page.html).not.toContain('<script');
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none';.*form-action 'self';/);
  expect(page.headers['cache-control']).toBe('no-store');
});

test('the license key lets one look, and the page after buying and the consent page lead here', async () => {
  const { app, post } = commerce();
  const membership = await buyPlan(RENEWAL);
  const browser = openBrowser(app);
  const start = await browser.visit(`/memberships/${membership.id}`);
  const signedIn = await browser.submit(start.html, '../oauth/sign-in', {
    email: ANN,
    license_key: membership.license_key,
  });
  const seen = await browser.visit(signedIn.location ?? '');
  expect(seen.html).toContain('It renews on');
  expect(seen.html).toContain('with its license key, which doesn’t allow changes');
  for (const hidden of [membership.license_key, 'Cancel the membership', 'Paid with', 'ending in'])
    expect(seen.html).not.toContain(hidden);
  const all = await browser.visit('../memberships');
  expect(all.html).toContain(`href="memberships/${membership.id}"`);
  const signIn = await browser.visit(`/oauth/authorize?${authorizeQuery()}`);
  expect(signIn.html).toContain('href="../memberships"');
  const free = (await post('/plans', {})).body.id;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const buy = { url: `/checkout/${free}`, headers: form, payload: 'email=bob%40example.com' };
  expect((await app.inject({ method: 'POST', ...buy })).body).toMatch(
    /<a href="https:\/\/shop\.test\/memberships\/mem_\w+">Manage your membership<\/a>/,
  );
});

test('canceling and undoing it show on the page and in the API', async () => {
  const { get } = commerce();
  const membership = await buyPlan(RENEWAL);
  const { press } = await openPage(membership);
  const canceled = await press('cancel');
  expect(canceled.html).toContain('Canceled. It ends on');
  expect(canceled.html).not.toContain('Cancel the membership');
  const url = `/memberships/${membership.id}`;
  expect((await get(url)).body).toMatchObject({ cancel_at_period_end: true, status: 'active' });
  expect((await press('resume')).html).toContain('The cancellation was undone. It renews on');
  expect((await get(url)).body.cancel_at_period_end).toBe(false);
});

test('topping up adds days once for each form, and a declined card is said and adds none', async () => {
  const { get } = commerce();
  const membership = await buyPlan(PASS);
  const { browser, path, press } = await openPage(membership);
  const { html } = await browser.visit(path);
  const declined = await press('refill', { card_number: DECLINED });
  expect(declined.status).toBe(402);
  expect(declined.html).toContain('The card was declined.');
  expect(declined.html).not.toContain(DECLINED.replaceAll(' ', ''));
  const done = await press('refill', {}, (await browser.visit(path)).html);
  expect(done.html).toContain('Topped up. Thank you!');
  await browser.visit(path);
  const again = await press('refill', {}, html);
  expect(again.status).toBe(409);
  expect(again.html).toContain('Nothing was charged.');
  const now = (await get(`/memberships/${membership.id}`)).body;
  expect(now.expires_at - membership.expires_at).toBe(30 * 86_400);
});

test('cards are tried thirty times in ten minutes, and no more stay on record', async () => {
  const { prisma, late } = commerce();
  // Other tests' declined cards don't count any more.
  late.seconds -= 601;
  const { press } = await openPage(await buyPlan(PASS));
  const before = await prisma.payment.count();
  const tries: number[] = [];
  for (let n = 0; n < 32; n++) tries.push((await press('refill', { card_number: DECLINED })).status);
  expect(tries).toEqual([...Array(30).fill(402), 429, 429]);
  expect((await press('refill', { card_number: APPROVED })).status).toBe(429);
  expect(await prisma.payment.count()).toBe(before + 30);
  late.seconds -= 601;
  expect((await press('refill', { card_number: APPROVED })).html).toContain('card ending in 4242');
});

test('what is overdue is paid with another card', async () => {
  const { clock, late, runDue } = commerce();
  const membership = await buyPlan(RENEWAL, FAILS_LATER);
  late.seconds -= 30 * 86_400 + 60;
  expect(await runDue()).toBe(1);
  const { page, press } = await openPage(membership);
  for (const words of ['Payment overdue', 'didn’t go through', 'We will try again on', 'Pay $9'])
    expect(page.html).toContain(words);
  expect((await press('pay')).html).toContain('The card was declined.');
  const paid = await press('pay', { card_number: APPROVED });
  expect(paid.html).toContain('Paid. Thank you! It renews on');
  expect(paid.html).toContain('ending in 4242');
  expect(clock.now().getTime()).toBeGreaterThan(membership.renewal_period_end * 1000);
});

test("somebody else's membership is not found, nor is one that is none, and neither can be changed", async () => {
  const { app, prisma } = commerce();
  const membership = await buyPlan(RENEWAL);
  const { browser, page, path } = await openPage(membership, 'eve@example.com');
  expect(page.status).toBe(404);
  expect(page.html).toContain('There is no such membership');
  expect(page.html).not.toContain(ANN);
  const proof = /name="proof" value="([^"]+)"/.exec(page.html)?.[1] ?? '';
  expect((await browser.visit(`${path}/cancel`, { proof })).status).toBe(404);
  expect((await browser.visit('/memberships/mem_NONE')).status).toBe(404);
  expect((await openBrowser(app).visit('/memberships/mem_NONE')).status).toBe(404);
  expect((await browser.visit('/memberships')).html).toContain('Nothing has been bought');
  const out = await browser.submit(page.html, '../oauth/sign-out');
  expect(out.status).toBe(303);
  const own = await browser.visit(path);
  expect(own.html).toContain('To manage your memberships, sign in');
  expect(await prisma.membership.count({ where: { cancelAtPeriodEnd: true } })).toBe(0);
});

test("another site's form changes nothing, and no sign-in leads to another site", async () => {
  const { app, prisma } = commerce();
  const membership = await buyPlan(RENEWAL);
  const { browser, path } = await openPage(membership);
  for (const who of [browser, openBrowser(app)]) {
    const { status, html } = await who.visit(`${path}/cancel`, { proof: 'guessed' });
    expect(status).toBe(403);
    expect(html).toContain('This didn’t work');
  }
  expect((await browser.visit(`${path}/terminate`, { proof: 'guessed' })).status).toBe(400);
  expect(await prisma.membership.count({ where: { cancelAtPeriodEnd: true } })).toBe(0);
  for (const request of ['membership=//evil.test', 'membership=https://evil.test/', 'membership=../..']) {
    const victim = openBrowser(app);
    const start = await victim.visit('/memberships');
    const { location } = await victim.submit(start.html, 'oauth/sign-in', {
      request,
      email: ANN,
      license_key: membership.license_key,
    });
    expect(location).toBe('../memberships');
  }
});

test('the address can’t make the page say what is not so', async () => {
  const membership = await buyPlan(RENEWAL);
  const { browser, path } = await openPage(membership);
  expect((await browser.visit(`${path}?done=cancel`)).html).not.toContain('Canceled.');
  expect((await browser.visit(`${path}?done=<b>`)).html).not.toContain('<b>');
});
