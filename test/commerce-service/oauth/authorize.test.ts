import { describe, expect, test } from 'vitest';
import { formProof } from '../../../src/commerce-service/oauth/sessions.ts';
import { APPLICATION, useCommerce } from '../support.ts';
import { authorizeQuery, newVerifier, openBrowser } from './browser.ts';

const commerce = useCommerce({ mailbox: true });
const withoutMail = useCommerce();
const plain = useCommerce({ service: { publicUrl: 'http://127.0.0.1:3000' } });

test('a buyer signs in by link, agrees, and goes back with a code, the state and whose answer it is', async () => {
  const { app } = commerce();
  const browser = openBrowser(app);
  const consent = await browser.signIn(authorizeQuery({ scope: 'profile email' }), 'Ann@example.com');
  expect(consent.html).toContain('Allow The App to see your data?');
  expect(consent.html).toContain('ann@example.com');
  expect(consent.html).toContain('See your e-mail address');
  expect(consent.html).not.toContain('See your memberships');
  const back = await browser.submit(consent.html, 'authorize', { decision: 'allow' });
  expect(back.status).toBe(303);
  const { origin, pathname, searchParams } = new URL(back.location ?? '');
  expect(origin + pathname).toBe('https://app.test/callback');
  expect(Object.fromEntries(searchParams)).toEqual({
    from: 'shop',
    code: expect.stringMatching(/^code_[\w-]{43}$/),
    state: 'a state & more',
    iss: 'https://shop.test',
  });
});

test('a buyer who does not agree goes back with that', async () => {
  const { app } = commerce();
  const browser = openBrowser(app);
  const consent = await browser.signIn(authorizeQuery(), 'ann@example.com');
  const back = await browser.submit(consent.html, 'authorize', { decision: 'deny' });
  expect(Object.fromEntries(new URL(back.location ?? '').searchParams)).toMatchObject({
    error: 'access_denied',
    state: 'a state & more',
    iss: 'https://shop.test',
  });
});

test.each([
  ['an unknown application', { client_id: 'app_other' }, 'No application with this client_id'],
  ['no application', { client_id: undefined }, 'No application with this client_id'],
  ['another address', { redirect_uri: 'https://app.test/callback' }, 'does not exactly match an address'],
  ['a longer address', { redirect_uri: `${APPLICATION.redirectUris[0]}&x=1` }, 'does not exactly match'],
  ['no address', { redirect_uri: undefined }, 'does not exactly match'],
])('with %s nobody is sent anywhere, and a page says why', async (_, changes, message) => {
  const { status, html, location } = await openBrowser(commerce().app).visit(
    `/oauth/authorize?${authorizeQuery(changes)}`,
  );
  expect({ status, location }).toEqual({ status: 400, location: undefined });
  expect(html).toContain(message);
});

test.each(['/oauth', '/oauth/authorize/'])(
  '%s leads to the page, with everything asked for',
  async (path) => {
    const browser = openBrowser(commerce().app);
    const { location } = await browser.visit(`${path}?${authorizeQuery()}`);
    const page = await browser.visit(location ?? '');
    expect(page.html).toContain('<strong>The App</strong> wants to know who you are');
    expect((await browser.submit(page.html, 'sign-in', { email: 'ann@example.com' })).status).toBe(200);
  },
);

test('a parameter that comes twice is refused on a page', async () => {
  const query = `${authorizeQuery()}&redirect_uri=https://evil.test/`;
  const { status, location } = await openBrowser(commerce().app).visit(`/oauth/authorize?${query}`);
  expect({ status, location }).toEqual({ status: 400, location: undefined });
});

const { challenge } = newVerifier();
test.each([
  ['invalid_request', { response_type: undefined }],
  ['unsupported_response_type', { response_type: 'token' }],
  ['invalid_scope', { scope: 'everything' }],
  ['invalid_request', { code_challenge: challenge }],
  ['invalid_request', { code_challenge: challenge, code_challenge_method: 'plain' }],
  ['invalid_request', { code_challenge: 'short', code_challenge_method: 'S256' }],
  ['invalid_request', { code_challenge_method: 'S256' }],
])('%s goes back to the application: %j', async (error, changes) => {
  const { location } = await openBrowser(commerce().app).visit(`/oauth/authorize?${authorizeQuery(changes)}`);
  expect(Object.fromEntries(new URL(location ?? '').searchParams)).toEqual({
    from: 'shop',
    state: 'a state & more',
    iss: 'https://shop.test',
    error,
    error_description: expect.any(String),
  });
});

describe('signing in', () => {
  test('a session or browser that a neighbouring host has planted is not this one’s', async () => {
    const { app } = commerce();
    const attacker = openBrowser(app);
    await attacker.signIn(authorizeQuery(), 'eve@example.com');
    const victim = openBrowser(app);
    // Another host of the domain may set any cookie but one whose name begins with __Host-.
    for (const [name, value] of attacker.cookies) victim.cookies.set(name.replace(/^__Host-/, ''), value);
    const page = await victim.visit(`/oauth/authorize?${authorizeQuery()}`);
    expect(page.html).not.toContain('eve@example.com');
    expect(page.html).toContain('name="email"');
    const own = victim.cookies.get('__Host-commerce_browser');
    expect(own).toMatch(/^browser_/);
    expect(own).not.toBe(attacker.cookies.get('__Host-commerce_browser'));
  });

  test('on plain http, as on one’s own machine, browsers take cookies without that prefix only', async () => {
    const { headers } = await openBrowser(plain().app).visit(`/oauth/authorize?${authorizeQuery()}`);
    expect(String(headers['set-cookie'])).toMatch(
      /^commerce_browser=browser_[\w-]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  test('a link works once, within 15 minutes, and only when the button is pressed', async () => {
    const { app, late } = commerce();
    const browser = openBrowser(app);
    const start = await browser.visit(`/oauth/authorize?${authorizeQuery()}`);
    await browser.submit(start.html, 'sign-in', { email: 'ann@example.com' });
    const { token } = await browser.openMailed('ann@example.com');
    const link = `/oauth/sign-in?token=${token}`;
    await browser.visit(link);
    expect((await browser.visit(link)).html).toContain('ann@example.com');
    const before = late.seconds;
    late.seconds -= 15 * 60;
    expect((await browser.visit(link)).status).toBe(404);
    late.seconds = before;
    const used = await browser.visit('/oauth/sign-in/follow', { token });
    expect(used.location).toContain('../authorize?client_id=');
    expect(String(used.headers['set-cookie'])).toMatch(
      /^__Host-commerce_session=session_[\w-]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect((await browser.visit('/oauth/sign-in/follow', { token })).status).toBe(404);
  });

  test('a license key tells no application who somebody is', async () => {
    const { app, post, buy } = commerce();
    const plan = (await post('/plans', {})).body;
    const { membership } = (await buy(plan.id, { email: 'ann@example.com' })).body;
    const browser = openBrowser(app);
    const start = await browser.visit(`/oauth/authorize?${authorizeQuery()}`);
    expect(start.html).not.toContain('license_key');
    const filled = { email: 'ann@example.com', license_key: membership.license_key };
    const refused = await browser.submit(start.html, 'sign-in', filled);
    expect(refused.html).toContain('It doesn’t prove who you are');
    expect(browser.cookies.has('__Host-commerce_session')).toBe(false);
    // Nor does a session that the key has opened elsewhere.
    const page = await browser.visit('/memberships');
    await browser.submit(page.html, 'oauth/sign-in', filled);
    expect(browser.cookies.has('__Host-commerce_session')).toBe(true);
    const again = await browser.visit(`/oauth/authorize?${authorizeQuery()}`);
    expect(again.html).toContain('wants to know who you are');
    const decision = { decision: 'allow', request: authorizeQuery() };
    const proof = formProof(browser.cookies.get('__Host-commerce_session') ?? '');
    expect((await browser.visit('/oauth/authorize', { ...decision, proof })).status).toBe(403);
  });

  test('where nothing can be mailed there are no links, however one asks', async () => {
    const { app, prisma } = withoutMail();
    const browser = openBrowser(app);
    const start = await browser.visit(`/oauth/authorize?${authorizeQuery()}`);
    expect(start.html).toContain('Open this page in the browser you bought with.');
    const proof = formProof(browser.cookies.get('__Host-commerce_browser') ?? '');
    const asked = { proof, request: authorizeQuery(), email: 'ann@example.com' };
    expect((await browser.visit('/oauth/sign-in', asked)).status).toBe(400);
    expect(await prisma.signInLink.count()).toBe(0);
  });

  test('signing out ends the session here, not in the cookie only', async () => {
    const { app, prisma } = commerce();
    const browser = openBrowser(app);
    const consent = await browser.signIn(authorizeQuery(), 'ann@example.com');
    const out = await browser.submit(consent.html, 'sign-out');
    expect(out.location).toContain('authorize?client_id=');
    expect(await prisma.session.count()).toBe(0);
    expect(browser.cookies.has('__Host-commerce_session')).toBe(false);
  });

  test('a link that somebody else asked for, and passes on, opens nothing', async () => {
    const { app } = commerce();
    const attacker = openBrowser(app);
    const start = await attacker.visit(`/oauth/authorize?${authorizeQuery()}`);
    await attacker.submit(start.html, 'sign-in', { email: 'attacker@example.com' });
    const { token } = await attacker.openMailed('attacker@example.com');
    const victim = openBrowser(app);
    await victim.visit(`/oauth/authorize?${authorizeQuery()}`);
    const opened = await victim.visit(`/oauth/sign-in?token=${token}`);
    expect(opened.status).toBe(403);
    expect(opened.html).toContain('works only in a browser where you requested one');
    expect(opened.html).not.toContain('attacker@example.com');
    expect((await victim.visit('/oauth/sign-in/follow', { token })).status).toBe(404);
    expect(victim.cookies.has('__Host-commerce_session')).toBe(false);
    // The one who asked still can.
    await attacker.visit(`/oauth/sign-in?token=${token}`);
    expect((await attacker.visit('/oauth/sign-in/follow', { token })).status).toBe(303);
  });

  test("another site's form signs nobody in", async () => {
    const { app, post, buy } = commerce();
    const plan = (await post('/plans', {})).body;
    const { membership } = (await buy(plan.id, { email: 'attacker@example.com' })).body;
    const own = await openBrowser(app).visit(`/oauth/authorize?${authorizeQuery()}`);
    const proof = /name="proof" value="([^"]+)"/.exec(own.html)?.[1] ?? '';
    const forged = {
      request: authorizeQuery(),
      email: 'attacker@example.com',
      license_key: membership.license_key,
    };
    const victim = openBrowser(app);
    await victim.visit(`/oauth/authorize?${authorizeQuery()}`);
    for (const guess of [proof, 'guessed'])
      expect((await victim.visit('/oauth/sign-in', { ...forged, proof: guess })).status).toBe(403);
    expect(victim.cookies.has('__Host-commerce_session')).toBe(false);
  });

  test('what is over is removed: links and sessions at once, tokens when nobody can bring them again', async () => {
    const { app, prisma, late, cleanUp } = commerce();
    const browser = openBrowser(app);
    const consent = await browser.signIn(authorizeQuery(), 'ann@example.com');
    await browser.submit(consent.html, 'authorize', { decision: 'allow' });
    const left = async () => [
      await prisma.signInLink.count(),
      await prisma.session.count(),
      await prisma.oAuthGrant.count(),
    ];
    const other = openBrowser(app);
    const page = await other.visit(`/oauth/authorize?${authorizeQuery()}`);
    await other.submit(page.html, 'sign-in', { email: 'bob@example.com' });
    const before = late.seconds;
    const after: number[][] = [];
    for (const days of [0, 1, 61]) {
      late.seconds = before - days * 86_400;
      await cleanUp();
      after.push(await left());
    }
    late.seconds = before;
    expect(after).toEqual([
      [1, 1, 1],
      [0, 0, 1],
      [0, 0, 0],
    ]);
  });
});

test("nobody's consent is given by another site's form", async () => {
  const { app, prisma } = commerce();
  const browser = openBrowser(app);
  await browser.signIn(authorizeQuery(), 'ann@example.com');
  const forged = { request: authorizeQuery(), decision: 'allow', proof: 'guessed' };
  expect((await browser.visit('/oauth/authorize', forged)).status).toBe(403);
  expect((await openBrowser(app).visit('/oauth/authorize', forged)).status).toBe(403);
  expect(await prisma.oAuthGrant.count()).toBe(0);
});

test('the pages run nothing, are framed by nobody, and lead to the application only', async () => {
  const { app } = commerce();
  const browser = openBrowser(app);
  const { headers, html } = await browser.signIn(authorizeQuery(), 'ann@example.com');
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none';style-src 'sha256-.+';form-action 'self' https:\/\/app\.test;base-uri 'none';frame-ancestors 'none'$/,
  );
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' });
  expect(html).not.toContain('<script');
});
