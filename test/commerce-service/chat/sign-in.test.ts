import { expect, test } from 'vitest';
import { authorizeQuery } from '../oauth/browser.ts';
import { APPLICATION } from '../support.ts';
import { titleOf } from './buyer.ts';
import { ANN, BOB, NOTHING, useShop, X } from './shop.ts';

const { commerce, connected, mailed, newPlan, open, provider, show } = useShop();

test('a sign-in with the chat account opens all that it was connected with, to look after it, and shows no address', async () => {
  const { id } = await connected(await newPlan(), ANN);
  const other = open();
  const list = await other.signInWithChat(X);
  expect(list.html).toContain(id);
  const page = await other.visit(`/memberships/${id}`);
  expect(page.html).toContain((await show(id)).license_key);
  expect((await other.submit(page.html, `${id}/cancel`)).status).toBe(303);
  expect((await show(id)).cancel_at_period_end).toBe(true);
  for (const { html } of [list, page, await other.visit(`/memberships/mem_NONE`)])
    expect(html).not.toContain(ANN);
});

test('a sign-in with the chat account opens nothing that only names the account, and tells nobody whether there is any', async () => {
  const plan = await newPlan();
  const stranger = open();
  await stranger.buy(plan, BOB, { community_chat_id: X.id, username: 'ann.chats' });
  const page = await open().signInWithChat(X);
  expect(titleOf(page)).toBe(NOTHING);
  const nobody = await open().signInWithChat({ id: '660832553390155656', name: X.name });
  expect(page.html).toBe(nobody.html);
  expect(page.status).toBe(200);
  const browser = open();
  await browser.signInWithChat(X);
  expect(titleOf(await browser.visit('/memberships'))).toBe('Sign in');
});

test('a sign-in with the chat account tells an application what is connected, and no address', async () => {
  const plan = await newPlan();
  const { buyer: ann } = await mailed(ANN);
  const { id } = await ann.buy(plan, ANN);
  await ann.connect(await ann.visit(`/memberships/${id}`), X);
  const other = open();
  const query = authorizeQuery();
  const start = await other.visit(`/oauth/authorize?${query}`);
  const consent = await other.follow(
    await other.visit(provider.agree(await other.toProvider(start, 'chat'), X)),
  );
  expect(consent.html).toContain('You are signed in as <strong>ann.chats</strong>');
  expect(consent.html).not.toContain('See your e-mail address');
  const back = await other.submit(consent.html, 'authorize', { decision: 'allow' });
  const { app } = commerce();
  const exchange = {
    grant_type: 'authorization_code',
    code: new URL(back.location ?? '').searchParams.get('code'),
    client_id: APPLICATION.clientId,
    client_secret: APPLICATION.clientSecret,
    redirect_uri: APPLICATION.redirectUris[0],
  };
  const tokens = (await app.inject({ method: 'POST', url: '/v5/oauth/token', payload: exchange })).json();
  expect(tokens.scope).toBe('profile memberships social_accounts');
  const ask = async (path: string) =>
    (await app.inject({ url: path, headers: { authorization: `Bearer ${tokens.access_token}` } })).json();
  expect(await ask('/v5/me')).toMatchObject({ name: 'ann.chats', email: null });
  expect((await ask('/v5/me/memberships')).data).toMatchObject([{ id, email: null }]);
  expect(await ask('/v5/me/social_accounts')).toMatchObject([{ id: X.id, username: X.name }]);
  // Asked for the address alone, they have to show that it is theirs.
  const asked = await other.visit(`/oauth/authorize?${authorizeQuery({ scope: 'email' })}`);
  expect(titleOf(asked)).toBe('Sign in');
});
