import { expect, test } from 'vitest';
import { ANN, shopOf } from '../shop.ts';
import { APPLICATION, useCommerce } from '../support.ts';
import { authorizeQuery } from './browser.ts';

const commerce = useCommerce({ mailbox: true });
const { signInAs } = shopOf(commerce);

const NOON = new Date('2027-01-01T12:00:00Z');
const LATER = new Date('2027-01-02T06:30:00Z');
const NEXT_DAY = new Date('2027-01-02T12:00:00Z');

/** Consents of one person to one application in a day. */
const MOST = 30;

/** A person in front of the question whether the application may see these scopes. */
async function openConsent() {
  commerce().clock.stopAt(NOON);
  const { browser } = await signInAs(ANN);
  const allow = async (scope = 'profile memberships') => {
    const page = await browser.visit(`/oauth/authorize?${authorizeQuery({ scope })}`);
    return browser.submit(page.html, 'authorize', { decision: 'allow' });
  };
  return { browser, allow };
}

const codeOf = ({ location }: { readonly location?: string | undefined }) =>
  new URL(location ?? '').searchParams.get('code') ?? '';

const post = (url: string, payload: object) =>
  commerce().app.inject({
    method: 'POST',
    url,
    payload: { ...payload, ...CLIENT },
  });
const CLIENT = { client_id: APPLICATION.clientId, client_secret: APPLICATION.clientSecret };
const exchange = (code: string) =>
  post('/v5/oauth/token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: APPLICATION.redirectUris[0],
  });

/** Counts the recorded consents of the test's person. */
async function recorded() {
  const { id } = await commerce().prisma.user.findFirstOrThrow({ where: { email: ANN } });
  const where = { action: 'application allowed', actorId: id };
  return commerce().prisma.auditEntry.count({ where });
}

test('consenting again to the same scopes gives a new code, and isn’t recorded again', async () => {
  const { allow } = await openConsent();
  const codes = [await allow(), await allow(), await allow('memberships profile')].map(codeOf);
  expect(await recorded()).toBe(1);
  for (const code of codes) expect((await exchange(code)).statusCode).toBe(200);
  await allow('profile');
  expect(await recorded()).toBe(2);
  await allow('profile email memberships');
  expect(await recorded()).toBe(3);
});

test('a consent after the application has given up the former one is recorded', async () => {
  const { allow } = await openConsent();
  const { refresh_token } = (await exchange(codeOf(await allow()))).json();
  expect((await post('/v5/oauth/revoke', { token: refresh_token })).statusCode).toBe(200);
  await allow();
  expect(await recorded()).toBe(2);
});

test('of forty consents at once thirty give a code, one is recorded, and the page says when it works again', async () => {
  const { clock, prisma } = commerce();
  const { browser, allow } = await openConsent();
  const request = authorizeQuery();
  const { html } = await browser.visit(`/oauth/authorize?${request}`);
  const form = { request, proof: /name="proof" value="([^"]+)"/.exec(html)?.[1] ?? '', decision: 'allow' };
  const answers = await Promise.all(
    Array.from({ length: MOST + 10 }, () => browser.visit('/oauth/authorize', form)),
  );
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(MOST);
  expect(await recorded()).toBe(1);
  expect(await prisma.oAuthGrant.count()).toBe(MOST);
  clock.stopAt(LATER);
  await browser.signInAt('/memberships?sign_in', 'oauth/sign-in', ANN);
  const refused = await allow();
  expect(refused.status).toBe(429);
  expect(refused.headers['retry-after']).toBe(String(5.5 * 60 * 60));
  expect(refused.html).toContain('The App didn’t get access, because this is possible only 30 times');
  expect(refused.html).toContain('Please try again in 6 hours.');
  clock.stopAt(NEXT_DAY);
  expect((await allow()).status).toBe(303);
});
