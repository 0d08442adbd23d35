import { expect, test } from 'vitest';
import { authorizeQuery } from '../oauth/browser.ts';
import { APPLICATION } from '../support.ts';
import { ANN, useShop, X, Y } from './shop.ts';

const { commerce, mailed, newPlan, open } = useShop();

const ask = (payload: object) =>
  commerce().app.inject({
    method: 'POST',
    url: '/v5/oauth/token',
    payload: { client_id: APPLICATION.clientId, client_secret: APPLICATION.clientSecret, ...payload },
  });

const redeem = (code: string | null) =>
  ask({ grant_type: 'authorization_code', code, redirect_uri: APPLICATION.redirectUris[0] });

const read = async (accessToken: string): Promise<number> => {
  const headers = { authorization: `Bearer ${accessToken}` };
  return (await commerce().app.inject({ url: '/v5/me/memberships', headers })).statusCode;
};

test('whoever connects another chat account ends the consents given with the former one, and no others', async () => {
  const { buyer: ann } = await mailed(ANN);
  const { id } = await ann.buy(await newPlan(), ANN);
  await ann.connect(await ann.visit(`/memberships/${id}`), X);
  const consent = async (browser: typeof ann): Promise<string | null> => {
    const page = await browser.visit(`/oauth/authorize?${authorizeQuery()}`);
    const back = await browser.submit(page.html, 'authorize', { decision: 'allow' });
    return new URL(back.location ?? '').searchParams.get('code');
  };
  const other = open();
  await other.signInWithChat(X);
  const old = await redeem(await consent(other));
  const unredeemed = await consent(other);
  const form = (await other.visit(`/oauth/authorize?${authorizeQuery()}`)).html;
  const own = (await redeem(await consent(ann))).json();
  expect(await read(old.json().access_token)).toBe(200);

  await ann.connect(await ann.visit(`/memberships/${id}`), Y);

  expect(await read(old.json().access_token)).toBe(401);
  const refreshed = await ask({ grant_type: 'refresh_token', refresh_token: old.json().refresh_token });
  expect(refreshed.json()).toMatchObject({ error: 'invalid_grant' });
  expect((await redeem(unredeemed)).json()).toMatchObject({ error: 'invalid_grant' });
  expect((await other.submit(form, 'authorize', { decision: 'allow' })).status).toBe(403);
  expect(await read(own.access_token)).toBe(200);
});
