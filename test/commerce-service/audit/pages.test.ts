import { expect, test } from 'vitest';
import { authorizeQuery, openBrowser } from '../oauth/browser.ts';
import { useCommerce } from '../support.ts';
import { ADDRESS, watchLog } from './scene.ts';

const commerce = useCommerce({ mailbox: true });

const ANN = 'ann@example.com';
const RENEWAL = { plan_type: 'renewal', initial_price: 0, renewal_price: 9, billing_period: 30 };

/** Ann's membership, bought in this browser. */
async function buyIn(browser: ReturnType<typeof openBrowser>) {
  const { post, prisma } = commerce();
  const plan = (await post('/plans', RENEWAL)).body.id;
  const page = await browser.visit(`/checkout/${plan}`);
  await browser.submit(page.html, plan, { email: ANN, card_number: '4242424242424242' });
  return prisma.membership.findFirstOrThrow({ orderBy: { id: 'desc' } });
}

/** What was done on the pages: by whom and with which proof, from Ann's address. */
async function watch() {
  const appended = await watchLog(commerce().prisma);
  return async () =>
    (await appended()).map(({ action, actorKind, actorId, address, objectId, details }) => {
      expect({ actorKind, address }).toEqual({ actorKind: 'customer', address: ADDRESS });
      return { action, actorId, objectId, details };
    });
}

test('what a customer does on the pages is recorded with who they have shown to be', async () => {
  const { app } = commerce();
  const browser = openBrowser(app, ADDRESS);
  const bought = await buyIn(browser);
  const path = `/memberships/${bought.id}`;
  const done = await watch();
  const press = async (action: string) =>
    browser.submit((await browser.visit(path)).html, `${bought.id}/${action}`);
  await press('cancel');
  await browser.signInAt('/memberships?sign_in', 'oauth/sign-in', ANN);
  await press('resume');
  await press('replace-key');
  const { html } = await browser.visit('/memberships');
  await browser.submit(html, 'oauth/sign-out');
  const { userId: actorId, id: objectId } = bought;
  expect(await done()).toEqual([
    { action: 'cancellation set', actorId, objectId, details: { proof: 'purchase' } },
    { action: 'signed in', actorId, objectId: actorId, details: { proof: 'person' } },
    { action: 'cancellation undone', actorId, objectId, details: { proof: 'person' } },
    { action: 'license key replaced', actorId, objectId, details: { proof: 'person' } },
    { action: 'signed out', actorId, objectId: actorId, details: { proof: 'person' } },
  ]);
});

test('a sign-in by license key, or by the browser that bought, says which membership it opens', async () => {
  const { app, prisma } = commerce();
  const shopper = openBrowser(app, ADDRESS);
  const bought = await buyIn(shopper);
  const browser = openBrowser(app, ADDRESS);
  const done = await watch();
  const page = await browser.visit(`/memberships/${bought.id}`);
  const wrong = { email: ANN, license_key: 'AAAAA-BBBBB-CCCCC-DDDDD-EEEEE' };
  await browser.submit(page.html, '../oauth/sign-in', wrong);
  expect(await done()).toEqual([]);
  await browser.visit(`/memberships/${bought.id}`);
  await browser.submit(page.html, '../oauth/sign-in', { email: ANN, license_key: bought.licenseKey });
  const choice = await shopper.visit(`/oauth/authorize?${authorizeQuery()}`);
  await shopper.submit(choice.html, 'sign-in/purchase', { membership: bought.id });
  const { userId: actorId, id: objectId } = bought;
  expect(await done()).toEqual([
    { action: 'signed in', actorId, objectId, details: { proof: 'license' } },
    { action: 'signed in', actorId, objectId, details: { proof: 'purchase' } },
  ]);
  expect(JSON.stringify(await prisma.auditEntry.findMany({ select: { details: true } }))).not.toContain(
    bought.licenseKey,
  );
});

test('what a customer allows an application is recorded, and what they deny is not', async () => {
  const { app, prisma } = commerce();
  const browser = openBrowser(app, ADDRESS);
  const consent = await browser.signIn(authorizeQuery(), ANN);
  const done = await watch();
  await browser.submit(consent.html, 'authorize', { decision: 'deny' });
  expect(await done()).toEqual([]);
  await browser.submit(consent.html, 'authorize', { decision: 'allow' });
  const [grant] = await prisma.oAuthGrant.findMany();
  expect(await done()).toEqual([
    {
      action: 'application allowed',
      actorId: grant?.userId,
      objectId: grant?.clientId,
      details: { grant: grant?.id, scopes: grant?.scopes, proof: 'person' },
    },
  ]);
});

test('a code that comes twice ends the grant, and that is recorded with the application', async () => {
  const { app, prisma } = commerce();
  const browser = openBrowser(app, ADDRESS);
  const consent = await browser.signIn(authorizeQuery(), ANN);
  const back = await browser.submit(consent.html, 'authorize', { decision: 'allow' });
  const code = new URL(back.location ?? '').searchParams.get('code');
  const appended = await watchLog(prisma);
  const payload = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: 'https://app.test/callback?from=shop',
    client_id: 'app_of-the-tests',
    client_secret: 'secret_for-the-tests-only',
  };
  for (const status of [200, 400, 400])
    expect(await app.inject({ method: 'POST', url: '/v5/oauth/token', payload })).toMatchObject({
      statusCode: status,
    });
  expect((await appended()).map(({ action, actorKind }) => [actorKind, action])).toEqual([
    ['application', 'tokens issued'],
    ['application', 'grant revoked'],
  ]);
});
