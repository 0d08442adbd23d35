import { describe, expect, test } from 'vitest';
import { waitUntil } from '../support/wait.ts';
import { authorizeQuery, openBrowser } from './oauth/browser.ts';
import { APPLICATION, mailsTo, useCommerce } from './support.ts';

const commerce = useCommerce({ mailbox: true });

const ANN = 'ann@example.com';
const CARD = '4242 4242 4242 4242';
const RENEWAL = { plan_type: 'renewal', initial_price: 9, renewal_price: 9 };

type Browser = ReturnType<typeof openBrowser>;
type Bought = { id: string; user: string; license_key: string; checkout_session: string };

/** A plan that costs something, and one that doesn't. */
async function openShop() {
  const { post } = commerce();
  const product = (await post('/products', { name: 'Club' })).body.id;
  const create = async (plan: object): Promise<string> =>
    (await post('/plans', { ...plan, product_id: product })).body.id;
  return { product, paid: await create(RENEWAL), free: await create({}) };
}

/** Buys on the page, in this browser, and says what the API then shows. */
async function buyIn(
  browser: Browser,
  plan: string,
  email = ANN,
  order: Record<string, string> = {},
): Promise<Bought> {
  const page = await browser.visit(`/checkout/${plan}`);
  const done = await browser.submit(page.html, plan, { email, card_number: CARD, ...order });
  expect(done.status).toBe(200);
  const id = /<code>(mem_\w+)<\/code>/.exec(done.html)?.[1] ?? '';
  return (await commerce().get(`/memberships/${id}`)).body;
}

const open = () => openBrowser(commerce().app);
const show = async (id: string) => (await commerce().get(`/memberships/${id}`)).body;

/** Somebody who has shown that they read an address. */
async function signInAs(email: string, browser = open()) {
  const page = await browser.signInAt('/memberships?sign_in', 'oauth/sign-in', email);
  return { browser, page };
}

/** The link that a browser has had mailed to Ann. */
async function askForLink(browser: Browser) {
  const page = await browser.visit('/memberships?sign_in');
  await browser.submit(page.html, 'oauth/sign-in', { email: ANN });
  const { token } = await browser.openMailed(ANN);
  return { browser, token };
}

/** Everything at which a browser can try to change a membership. */
async function tryToChange(browser: Browser, id: string) {
  const proof =
    /name="proof" value="([^"]+)"/.exec((await browser.visit(`/memberships/${id}`)).html)?.[1] ?? '';
  const actions = ['cancel', 'resume', 'pay', 'refill', 'replace-key'];
  return Promise.all(
    actions.map(async (action) => (await browser.visit(`/memberships/${id}/${action}`, { proof })).status),
  );
}

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
      promo_type: 'percentage',
      base_currency: 'usd',
      amount_off: 5,
      existing_memberships_only: true,
    });
    await post('/promo_codes', {
      code: 'NEW',
      promo_type: 'percentage',
      base_currency: 'usd',
      amount_off: 5,
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
      promo_type: 'percentage',
      base_currency: 'usd',
      amount_off: 5,
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
    expect(page.html).toContain('It was bought in this browser');
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
    expect(asked.html).toContain('Or go on with what was bought in this browser');
    const form = { request: query, proof: /name="proof" value="([^"]+)"/.exec(asked.html)?.[1] ?? '' };
    const chosen = { ...form, membership: bought.id };
    expect((await open().visit('/oauth/sign-in/purchase', chosen)).status).toBe(403);
    const consent = await browser.visit(
      (await browser.visit('/oauth/sign-in/purchase', chosen)).location ?? '',
    );
    expect(consent.html).toContain('and with that alone');
    const back = await browser.submit(consent.html, 'authorize', { decision: 'allow' });
    const exchange = {
      ...{ grant_type: 'authorization_code', code: new URL(back.location ?? '').searchParams.get('code') },
      ...{ client_id: APPLICATION.clientId, client_secret: APPLICATION.clientSecret },
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
    expect((await browser.visit(`/oauth/authorize?${query}`)).html).not.toContain('and with that alone');
  });
});

describe('a proof of the address', () => {
  test('makes the purchases with it one person’s, and leaves the browser that bought a look at its own', async () => {
    const { app, prisma } = commerce();
    const { paid, free } = await openShop();
    const { browser: ann } = await signInAs(ANN);
    const own = await buyIn(ann, paid);
    const elsewhere = open();
    const added = await buyIn(elsewhere, paid, ANN, { community_chat_id: '440832553390155656' });
    await buyIn(open(), free, 'bob@example.com');
    expect(added.user).not.toBe(own.user);

    const { page } = await signInAs(ANN);
    expect(page.html).toContain(added.id);
    expect(await show(added.id)).toMatchObject({ user: own.user, email: ANN, valid: true });
    expect(await prisma.payment.count({ where: { userId: own.user } })).toBe(2);
    expect(await prisma.user.findMany({ orderBy: { id: 'asc' } })).toMatchObject([
      { email: ANN, typedEmail: null },
      { typedEmail: 'bob@example.com', emailProvenAt: null },
    ]);
    const told = await prisma.event.findMany({ where: { name: 'membership_metadata_updated' } });
    expect(told.map(({ data }) => data)).toMatchObject([{ id: added.id, user: own.user }]);

    await waitUntil(() => mailsTo(app, ANN).some((text) => text.includes(added.id)));
    const [mail] = mailsTo(app, ANN);
    expect(mail).toContain('Club, for the chat account 440832553390155656:');
    expect(mail).not.toContain(own.id);
    const seen = await elsewhere.visit(`/memberships/${added.id}`);
    expect(seen.html).toContain('It is theirs now, and here you can look at it.');
    for (const hidden of [ANN, added.license_key, 'ending in', 'Cancel'])
      expect(seen.html).not.toContain(hidden);
    expect((await elsewhere.visit('/memberships')).html).not.toContain(own.id);
    const proof = /name="proof" value="([^"]+)"/.exec((await ann.visit('/memberships')).html)?.[1] ?? '';
    expect(proof).not.toBe('');
    expect(await tryToChange(elsewhere, own.id)).not.toContain(303);
    expect((await show(added.id)).cancel_at_period_end).toBe(false);
  });

  test('in the browser that bought makes its buyer the person, so that what is linked stays so', async () => {
    const { paid } = await openShop();
    const browser = open();
    const [first, second] = [await buyIn(browser, paid), await buyIn(browser, paid)];
    expect(second.user).not.toBe(first.user);
    await signInAs(ANN, browser);
    expect([(await show(first.id)).user, (await show(second.id)).user]).toEqual([first.user, first.user]);
  });

  test('comes from several at the same time, and while something is bought, as it does one by one', async () => {
    const { prisma } = commerce();
    const { paid } = await openShop();
    const bought = [await buyIn(open(), paid), await buyIn(open(), paid)];
    const late = open();
    const links = [await askForLink(open()), await askForLink(open()), await askForLink(open())];
    const follow = async ({ browser, token }: (typeof links)[number]) =>
      (await browser.visit('/oauth/sign-in/follow', { token })).status;
    const [last, ...statuses] = await Promise.all([buyIn(late, paid), ...links.map(follow)]);
    expect(statuses).toEqual([303, 303, 303]);
    await signInAs(ANN);
    const users = await Promise.all([...bought, last].map(async ({ id }) => (await show(id)).user));
    expect(new Set(users).size).toBe(1);
    expect(await prisma.user.count()).toBe(1);
    const told = await prisma.event.count({ where: { name: 'membership_metadata_updated' } });
    expect(told).toBe(3);
  });

  test('is whole or nothing: where it breaks off the link is good still, and nobody was told', async () => {
    const { prisma } = commerce();
    const { paid } = await openShop();
    const bought = await buyIn(open(), paid);
    const { browser, token } = await askForLink(open());
    // The session is the last thing that is written.
    await prisma.$executeRaw`ALTER TABLE commerce.sessions ADD CONSTRAINT broken CHECK (proof <> 'person') NOT VALID`;
    try {
      expect((await browser.visit('/oauth/sign-in/follow', { token })).status).toBe(500);
    } finally {
      await prisma.$executeRaw`ALTER TABLE commerce.sessions DROP CONSTRAINT broken`;
    }
    expect((await show(bought.id)).user).toBe(bought.user);
    expect(await prisma.event.count({ where: { name: 'membership_metadata_updated' } })).toBe(0);
    expect((await browser.visit('/oauth/sign-in/follow', { token })).status).toBe(303);
    expect((await browser.visit('/memberships')).html).toContain(bought.id);
    expect(await prisma.event.count({ where: { name: 'membership_metadata_updated' } })).toBe(1);
  });

  test('ends what somebody got into before there was any, at whose user it was', async () => {
    const { prisma } = commerce();
    const { paid } = await openShop();
    const bought = await buyIn(open(), paid);
    // As it was before: the address as typed, and a session that a license key has opened.
    await prisma.user.update({ where: { id: bought.user }, data: { email: ANN, typedEmail: null } });
    const browser = open();
    const page = await browser.visit('/memberships');
    await browser.submit(page.html, 'oauth/sign-in', { email: ANN, license_key: bought.license_key });
    await prisma.session.updateMany({ data: { proof: 'person', membershipId: null } });
    expect((await browser.visit('/memberships')).html).not.toContain(bought.id);
    await signInAs(ANN);
    expect((await browser.visit('/memberships')).html).not.toContain(bought.id);
    expect((await show(bought.id)).user).toBe(bought.user);
  });

  test('takes over only so many at a time, its own first, and the rest the next time', async () => {
    const { prisma } = commerce();
    const { free } = await openShop();
    const { buy } = commerce();
    const browser = open();
    const own = await buyIn(browser, free);
    for (let n = 0; n < 60; n++) expect((await buy(free, { email: ANN })).status).toBe(201);
    await signInAs(ANN, browser);
    const { user } = await show(own.id);
    expect(await prisma.membership.count({ where: { userId: user } })).toBe(51);
    await signInAs(ANN, browser);
    expect(await prisma.membership.count({ where: { userId: user } })).toBe(61);
  });
});

describe('a license key', () => {
  test('is told to nobody who repeats the checkout of somebody else', async () => {
    const { app } = commerce();
    const { paid } = await openShop();
    const browser = open();
    const { checkout_session, license_key, id } = await buyIn(browser, paid);
    const order = { email: ANN, card_number: CARD, checkout_session };
    const repeated = await app.inject({
      ...{
        method: 'POST',
        url: `/checkout/${paid}`,
        headers: { accept: 'application/json' },
        payload: order,
      },
    });
    expect(repeated.statusCode).toBe(409);
    expect(repeated.body).not.toContain(license_key);
    const again = await browser.visit(`/checkout/${paid}`, order);
    expect(again.html).toContain(license_key);
    // Whose it is by then may have replaced the key.
    await signInAs(ANN);
    expect((await browser.visit(`/checkout/${paid}`, order)).status).toBe(409);
    expect((await show(id)).license_key).toBe(license_key);
  });

  test('is shown to no key of the API that may only read', async () => {
    const { app, post } = commerce();
    const { paid } = await openShop();
    const { id, license_key } = await buyIn(open(), paid);
    const { secret } = (await post('/api_keys', { name: 'reader', scopes: ['read'] })).body;
    for (const url of [`/memberships/${id}`, '/memberships', `/memberships?expand=user,plan`]) {
      const answer = await app.inject({
        url: `/api/v2${url}`,
        headers: { authorization: `Bearer ${secret}` },
      });
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toContain(id);
      expect(answer.body).not.toContain(license_key);
    }
    expect((await show(id)).license_key).toBe(license_key);
  });

  test('is replaced by its owner, and the one before opens nothing any more', async () => {
    const { prisma } = commerce();
    const { paid } = await openShop();
    const browser = open();
    const bought = await buyIn(browser, paid);
    const reader = open();
    const asked = await reader.visit('/memberships');
    const filled = { email: ANN, license_key: bought.license_key };
    await reader.submit(asked.html, 'oauth/sign-in', filled);
    expect((await reader.visit('/memberships')).html).toContain(bought.id);
    expect(await tryToChange(reader, bought.id)).toEqual([403, 403, 403, 403, 403]);

    const page = await browser.visit(`/memberships/${bought.id}`);
    const done = await browser.submit(page.html, `${bought.id}/replace-key`);
    const { license_key } = await show(bought.id);
    expect(license_key).not.toBe(bought.license_key);
    expect((await browser.visit(done.location ?? '')).html).toContain(license_key);
    const told = await prisma.event.findMany({ where: { name: 'membership_metadata_updated' } });
    expect(told.map(({ data }) => data)).toMatchObject([{ id: bought.id, license_key }]);
    expect((await reader.visit('/memberships')).html).not.toContain(bought.id);
    expect((await reader.submit(asked.html, 'oauth/sign-in', filled)).html).toContain('No purchase');
  });
});
