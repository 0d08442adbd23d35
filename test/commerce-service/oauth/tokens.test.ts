import { expect, test } from 'vitest';
import { APPLICATION, useCommerce } from '../support.ts';
import { authorizeQuery, newVerifier, openBrowser } from './browser.ts';

const commerce = useCommerce({ mailbox: true });

const CLIENT = { client_id: APPLICATION.clientId, client_secret: APPLICATION.clientSecret };
const [REDIRECT_URI = ''] = APPLICATION.redirectUris;

async function getCode(changes: Record<string, string> = {}, email = 'ann@example.com') {
  const browser = openBrowser(commerce().app);
  const consent = await browser.signIn(authorizeQuery(changes), email);
  const back = await browser.submit(consent.html, 'authorize', { decision: 'allow' });
  return new URL(back.location ?? '').searchParams.get('code') ?? '';
}

const send = async (url: string, payload: object | string, headers: Record<string, string> = {}) => {
  const response = await commerce().app.inject({ method: 'POST', url, payload, headers });
  return { status: response.statusCode, headers: response.headers, body: response.json() };
};
const exchange = (code: string, changes: object = {}) =>
  send('/v5/oauth/token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: REDIRECT_URI,
    ...CLIENT,
    ...changes,
  });
const refresh = (refresh_token: string, changes: object = {}) =>
  send('/v5/oauth/token', { grant_type: 'refresh_token', refresh_token, ...CLIENT, ...changes });

const ask = async (path: string, token: string) => {
  const headers = { authorization: `Bearer ${token}` };
  const response = await commerce().app.inject({ url: `/v5${path}`, headers });
  return { status: response.statusCode, headers: response.headers, body: response.json() };
};

test('a code is exchanged for tokens, as JSON, as a form, and with Basic', async () => {
  const answer = await exchange(await getCode());
  expect(answer.status).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.body).toEqual({
    access_token: expect.stringMatching(/^access_[\w-]{43}$/),
    token_type: 'Bearer',
    expires_in: 3600,
    refresh_token: expect.stringMatching(/^refresh_[\w-]{43}$/),
    scope: 'profile email memberships social_accounts',
  });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const fields = { grant_type: 'authorization_code', redirect_uri: REDIRECT_URI };
  const asForm = new URLSearchParams({ ...fields, ...CLIENT, code: await getCode() });
  expect((await send('/api/v5/oauth/token', asForm.toString(), form)).status).toBe(200);
  const basic = Buffer.from(`${CLIENT.client_id}:${CLIENT.client_secret}`).toString('base64');
  const withBasic = new URLSearchParams({ ...fields, code: await getCode() });
  const headers = { ...form, authorization: `Basic ${basic}` };
  expect((await send('/v5/oauth/token', withBasic.toString(), headers)).status).toBe(200);
});

test('nothing that opens a door is kept as it is', async () => {
  const { prisma } = commerce();
  const code = await getCode();
  const { access_token, refresh_token } = (await exchange(code)).body;
  const kept = JSON.stringify([
    ...[await prisma.oAuthGrant.findMany(), await prisma.oAuthToken.findMany()],
    ...[await prisma.session.findMany(), await prisma.oAuthClient.findMany()],
  ]);
  for (const secret of [code, access_token, refresh_token, CLIENT.client_secret, 'session_'])
    expect(kept).not.toContain(secret);
});

test('a code that comes a second time is refused, and takes what it gave with it', async () => {
  const code = await getCode();
  const first = await exchange(code);
  expect((await ask('/me', first.body.access_token)).status).toBe(200);
  expect(await exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  expect((await ask('/me', first.body.access_token)).status).toBe(401);
  expect((await refresh(first.body.refresh_token)).body.error).toBe('invalid_grant');
});

test('of many who bring a code at the same time, at most one gets tokens, and none keeps them', async () => {
  const code = await getCode();
  const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(code)));
  const given = answers.filter((answer) => answer.status === 200);
  expect(given).toHaveLength(1);
  expect((await ask('/me', given[0]?.body.access_token)).status).toBe(401);
});

test.each([
  ['a wrong secret', 401, 'invalid_client', { client_secret: 'wrong' }],
  ['an unknown client', 401, 'invalid_client', { client_id: 'app_other' }],
  ['another redirect_uri', 400, 'invalid_grant', { redirect_uri: APPLICATION.redirectUris[1] }],
  ['an unknown code', 400, 'invalid_grant', { code: 'code_other' }],
  ['a verifier out of nowhere', 400, 'invalid_grant', { code_verifier: newVerifier().verifier }],
  ['another grant', 400, 'unsupported_grant_type', { grant_type: 'password' }],
  ['no code', 400, 'invalid_request', { code: undefined }],
  ['no redirect_uri', 400, 'invalid_request', { redirect_uri: undefined }],
  ['no secret', 400, 'invalid_request', { client_secret: undefined }],
])('%s is answered with %i %s', async (_, status, error, changes) => {
  const answer = await exchange(await getCode(), changes);
  expect(answer.status).toBe(status);
  expect(answer.body).toEqual({ error, error_description: expect.any(String) });
});

test('PKCE: who exchanges the code is who asked for it', async () => {
  const { verifier, challenge } = newVerifier();
  const code = await getCode({ code_challenge: challenge, code_challenge_method: 'S256' });
  expect((await exchange(code)).body.error).toBe('invalid_grant');
  expect((await exchange(code, { code_verifier: newVerifier().verifier })).body.error).toBe('invalid_grant');
  expect((await exchange(code, { code_verifier: verifier })).status).toBe(200);
});

test('a code is good for five minutes, an access token for an hour, a refresh token for 30 days', async () => {
  const { late } = commerce();
  const before = late.seconds;
  const later = async (seconds: number, look: () => Promise<void>) => {
    late.seconds = before - seconds;
    await look().finally(() => {
      late.seconds = before;
    });
  };
  const code = await getCode();
  const { access_token, refresh_token } = (await exchange(code)).body;
  const late5 = await getCode();
  await later(301, async () => expect((await exchange(late5)).body.error).toBe('invalid_grant'));
  await later(3_500, async () => expect((await ask('/me', access_token)).status).toBe(200));
  await later(3_601, async () => expect((await ask('/me', access_token)).status).toBe(401));
  await later(30 * 86_400 + 1, async () =>
    expect((await refresh(refresh_token)).body.error).toBe('invalid_grant'),
  );
});

test('a refresh token is exchanged once; seen again, it ends everything', async () => {
  const first = (await exchange(await getCode({ scope: 'profile memberships' }))).body;
  const second = await refresh(first.refresh_token, { scope: 'profile' });
  expect(second).toMatchObject({ status: 200, body: { scope: 'profile' } });
  expect((await ask('/me', second.body.access_token)).status).toBe(200);
  expect((await ask('/me/memberships', second.body.access_token)).status).toBe(403);
  expect((await ask('/me/memberships', first.access_token)).status).toBe(200);
  expect((await refresh(second.body.refresh_token, { scope: 'email' })).body.error).toBe('invalid_scope');
  expect((await refresh(first.refresh_token)).body.error).toBe('invalid_grant');
  expect((await ask('/me', second.body.access_token)).status).toBe(401);
  expect((await refresh(second.body.refresh_token)).body.error).toBe('invalid_grant');
});

test('what a narrower refresh leaves out, a later one may ask for again', async () => {
  const first = (await exchange(await getCode({ scope: 'profile memberships' }))).body;
  const narrow = (await refresh(first.refresh_token, { scope: 'memberships' })).body;
  const wide = (await refresh(narrow.refresh_token)).body;
  expect([narrow.scope, wide.scope]).toEqual(['memberships', 'profile memberships']);
  expect((await ask('/me', wide.access_token)).status).toBe(200);
});

test('what is sent as neither JSON nor a form is of the wrong type', async () => {
  const answer = await send('/v5/oauth/token', 'code=1', { 'content-type': 'text/plain' });
  expect(answer).toMatchObject({ status: 415, body: { error: 'invalid_request' } });
});

test('revoking ends an access token alone, and a refresh token with everything', async () => {
  const tokens = (await exchange(await getCode())).body;
  const revoke = (token: string) => send('/v5/oauth/revoke', { ...CLIENT, token });
  expect(await revoke(tokens.access_token)).toMatchObject({ status: 200, body: {} });
  expect((await ask('/me', tokens.access_token)).status).toBe(401);
  const next = (await refresh(tokens.refresh_token)).body;
  await revoke(next.refresh_token);
  expect((await ask('/me', next.access_token)).status).toBe(401);
  expect((await revoke('access_unknown')).status).toBe(200);
  expect((await send('/v5/oauth/revoke', { ...CLIENT, client_secret: 'x', token: 'y' })).status).toBe(401);
});

test('with an access token an application sees what the buyer agreed to', async () => {
  const { post, buy } = commerce();
  const question = { field_type: 'text', name: 'Your phone number' };
  const plan = (await post('/plans', { custom_fields: [question] })).body;
  const custom_fields = { [plan.custom_fields[0].id]: '555-0100' };
  const order = { email: 'ann@example.com', username: 'ann', community_chat_id: '42', custom_fields };
  const old = (await buy(plan.id, order)).body.membership;
  const { membership } = (await buy(plan.id, order)).body;
  await buy(plan.id, { email: 'bob@example.com', community_chat_id: '43' });

  const { access_token } = (await exchange(await getCode())).body;
  await post(`/memberships/${old.id}/terminate`);
  const { user } = (await commerce().get(`/memberships/${membership.id}`)).body;
  expect((await ask('/me', access_token)).body).toEqual({
    id: user,
    name: null,
    username: null,
    email: 'ann@example.com',
    email_verified: true,
    profile_pic_url: null,
  });
  expect((await ask('/me/memberships', access_token)).body).toEqual({
    pagination: { current_page: 1, total_page: 1, total_count: 1 },
    data: [
      {
        ...membership,
        user,
        buyer_verified: false,
        license_key: null,
        checkout_session: null,
        custom_fields_responses: {},
        custom_fields_responses_v2: {},
      },
    ],
  });
  const ended = await ask('/me/memberships?valid=false', access_token);
  expect(ended.body.data).toMatchObject([{ id: old.id, plan: plan.id }]);
  expect((await ask('/me/memberships?expand=plan', access_token)).status).toBe(400);
  expect((await ask('/me/social_accounts', access_token)).body).toEqual([
    { id: '42', service: 'community_chat', username: 'ann', image_url: null },
  ]);
});

test('memberships are told without what another scope, or nobody, is told', async () => {
  const { post, buy } = commerce();
  const plan = (await post('/plans', {})).body;
  await buy(plan.id, { email: 'ann@example.com' });
  const { access_token } = (await exchange(await getCode({ scope: 'memberships' }))).body;
  const { data } = (await ask('/me/memberships', access_token)).body;
  expect(data).toMatchObject([{ plan: plan.id, email: null, license_key: null }]);
});

test('without the right scope, or a good token, there is nothing to see', async () => {
  const { access_token } = (await exchange(await getCode({ scope: 'profile other' }))).body;
  expect((await ask('/me', access_token)).body.email).toBeNull();
  const refused = await ask('/me/memberships', access_token);
  expect(refused.body.error).toEqual({
    status: 403,
    message: 'This access token lacks the scope "memberships".',
  });
  expect(refused.headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="memberships"');
  const unknown = await ask('/me', 'access_unknown');
  expect(unknown).toMatchObject({ status: 401, body: { error: { status: 401 } } });
  expect(unknown.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
});
