import { describe, expect, test } from 'vitest';
import { authorizeQuery } from '../oauth/browser.ts';
import { percentOff } from '../promo-codes/percent-off.ts';
import { ANN, CARD, shopOf } from '../shop.ts';
import { APPLICATION, useCommerce } from '../support.ts';

const commerce = useCommerce({ mailbox: true });
const { buyIn, open, openShop, show, signInAs, tryToChange } = shopOf(commerce);

describe('somebody who types the address of somebody else', () => {
  test.each(['proven', 'typed, too'])('gets nothing that was bought with it (%s)', async (victim) => {
    const { buy, prisma } = commerce();
    const { paid, free } = await openShop();
    const owned = await buyIn(open(), paid);
    if (victim === 'proven') await signInAs(ANN);
    const stranger = open();
    const page = await stranger.visit(`/checkout/${free}`);
    const answers = [
      (await stranger.submit(page.html, free, { email: 'ANN@example.com' })).html,
      JSON.stringify((await buy(free, { email: ANN })).body),
    ];
    for (const text of answers) {
      expect(text).not.toContain(owned.id);
      expect(text).not.toContain(owned.license_key);
    }
    const id = /<code>(mem_\w+)<\/code>/.exec(answers[0] ?? '')?.[1] ?? '';
    const planted = await show(id);
    expect(planted.user).not.toBe((await show(owned.id)).user);

    // In the browser that bought, and with the key that it was given.
    const guest = open();
    const asked = await guest.visit('/memberships');
    await guest.submit(asked.html, 'oauth/sign-in', { email: ANN, license_key: planted.license_key });
    for (const browser of [stranger, guest]) {
      expect((await browser.visit('/memberships')).html).toContain(planted.id);
      expect((await browser.visit('/memberships')).html).not.toContain(owned.id);
      const other = await browser.visit(`/memberships/${owned.id}`);
      expect(other.html).not.toContain(owned.license_key);
      expect(await tryToChange(browser, owned.id)).not.toContain(303);
    }
    // Nor is any application told that the stranger is Ann.
    expect((await guest.visit(`/oauth/authorize?${authorizeQuery()}`)).html).not.toContain('Allow The App');
    expect(await prisma.membership.count({ where: { cancelAtPeriodEnd: true } })).toBe(0);
  });

  test('is asked the same whether or not its owner is a customer', async () => {
    const { post, buy } = commerce();
    const { product, paid } = await openShop();
    await buyIn(open(), paid);
    await signInAs(ANN);
    await post('/promo_codes', {
      code: 'MEMBERS',
      ...percentOff(5),
      existing_memberships_only: true,
    });
    await post('/promo_codes', {
      code: 'NEW',
      ...percentOff(5),
      new_users_only: true,
    });
    const once = (await post('/plans', { one_per_user: true })).body.id;
    await buyIn(open(), once);
    const requiring = async (requirements: object) => (await post('/plans', { requirements })).body.id;
    const tries: [string, object][] = [
      [paid, { promo_code: 'MEMBERS' }],
      [paid, { promo_code: 'NEW' }],
      [once, {}],
      [await requiring({ products: [product] }), {}],
      [await requiring({ minimum_account_age_days: 1 }), {}],
    ];
    for (const [plan, order] of tries) {
      const answer = async (email: string) => {
        const { status, body } = await buy(plan, { ...order, email, card_number: CARD });
        return { status, message: body.error?.message };
      };
      expect(await answer(ANN), JSON.stringify(order)).toEqual(await answer('nobody@example.com'));
    }
  });
});

describe('what is for customers', () => {
  test('is for whoever is signed in as one, or sits at the browser that bought', async () => {
    const { post } = commerce();
    const { product, paid } = await openShop();
    await post('/promo_codes', {
      code: 'MEMBERS',
      ...percentOff(5),
      existing_memberships_only: true,
    });
    const forMembers = (await post('/plans', { requirements: { products: [product] } })).body.id;
    const buyer = open();
    await buyIn(buyer, paid);
    await buyIn(buyer, paid, ANN, { promo_code: 'MEMBERS' });
    const { browser } = await signInAs(ANN);
    await buyIn(browser, paid, ANN, { promo_code: 'MEMBERS' });
    expect((await buyIn(browser, forMembers)).user).toBe((await buyIn(browser, paid)).user);
  });

  test('a person buys once what is sold once to each, wherever they are signed in', async () => {
    const { post } = commerce();
    const once = (await post('/plans', { one_per_user: true })).body.id;
    const { browser } = await signInAs(ANN);
    await buyIn(browser, once);
    const { browser: other } = await signInAs(ANN);
    const page = await other.visit(`/checkout/${once}`);
    expect((await other.submit(page.html, once, { email: ANN })).status).toBe(409);
  });
});

describe('the browser that bought', () => {
  test('looks after that purchase, and after no other', async () => {
    const { paid } = await openShop();
    const browser = open();
    const bought = await buyIn(browser, paid);
    const other = await buyIn(open(), paid);
    const page = await browser.visit(`/memberships/${bought.id}`);
    expect(page.html).toContain(bought.license_key);
    expect(page.html).toContain('You bought this in this browser');
    const canceled = await browser.submit(page.html, `${bought.id}/cancel`);
    expect(canceled.status).toBe(303);
    expect((await show(bought.id)).cancel_at_period_end).toBe(true);
    expect(await tryToChange(browser, other.id)).toEqual([404, 404, 404, 404, 404]);
  });

  test('tells an application of that purchase, as long as nobody has shown that the address is theirs', async () => {
    const { app } = commerce();
    const { paid } = await openShop();
    const browser = open();
    const bought = await buyIn(browser, paid);
    await buyIn(browser, paid, 'bob@example.com');
    const query = authorizeQuery();
    const asked = await browser.visit(`/oauth/authorize?${query}`);
    expect(asked.html).toContain('Or continue with a purchase from this browser');
    const form = { request: query, proof: /name="proof" value="([^"]+)"/.exec(asked.html)?.[1] ?? '' };
    const chosen = { ...form, membership: bought.id };
    expect((await open().visit('/oauth/sign-in/purchase', chosen)).status).toBe(403);
    const consent = await browser.visit(
      (await browser.visit('/oauth/sign-in/purchase', chosen)).location ?? '',
    );
    expect(consent.html).toContain('You continue with one purchase');
    const back = await browser.submit(consent.html, 'authorize', { decision: 'allow' });
    const exchange = {
      grant_type: 'authorization_code',
      code: new URL(back.location ?? '').searchParams.get('code'),
      client_id: APPLICATION.clientId,
      client_secret: APPLICATION.clientSecret,
      redirect_uri: APPLICATION.redirectUris[0],
    };
    const { access_token } = (
      await app.inject({ method: 'POST', url: '/v5/oauth/token', payload: exchange })
    ).json();
    const ask = async (path: string) => {
      const headers = { authorization: `Bearer ${access_token}` };
      const answer = await app.inject({ url: `/v5${path}`, headers });
      return { status: answer.statusCode, body: answer.json() };
    };
    // An application could take the address for a person.
    expect((await ask('/me')).body).toMatchObject({ id: bought.user, email: null, email_verified: false });
    const { data } = (await ask('/me/memberships')).body;
    expect(data).toMatchObject([{ id: bought.id, email: null, license_key: null, checkout_session: null }]);

    await signInAs(ANN);
    expect((await ask('/me')).status).toBe(401);
    expect((await browser.visit('/oauth/sign-in/purchase', chosen)).status).toBe(403);
    expect((await browser.visit(`/oauth/authorize?${query}`)).html).not.toContain(
      'You continue with one purchase',
    );
  });
});
