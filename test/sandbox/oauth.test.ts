import Type from 'typebox';
import Value from 'typebox/value';
import { expect, test } from 'vitest';
import { challengeOf } from '../../src/oauth.ts';
import { connectClient, startSandbox, USER_AGENT } from './sandbox.ts';

// https://discord.com/developers/docs/topics/oauth2

const REDIRECT = 'https://rolekeeper.example.org/link/discord/callback';
const oauth = { clientSecret: 'a-client-secret', redirectUris: [REDIRECT] };
const Tokens = Type.Object({
  access_token: Type.String(),
  refresh_token: Type.String(),
  scope: Type.String(),
});

/** A sandbox, a browser without a library, and the application's side of the exchange. */
async function openOAuth() {
  const started = await startSandbox({ oauth });
  const { sandbox, member } = started;
  const clientId = sandbox.community.state.application.id;
  const authorizeUrl = (more: Record<string, string> = {}) => {
    const url = new URL(sandbox.authorizeUrl);
    const query = { client_id: clientId, redirect_uri: REDIRECT, response_type: 'code', scope: 'identify' };
    for (const [name, value] of Object.entries({ ...query, ...more })) url.searchParams.set(name, value);
    return url;
  };
  const decide = async (fields: Record<string, string>, more: Record<string, string> = {}) => {
    const body = new URLSearchParams(fields);
    const answer = await fetch(authorizeUrl(more), { method: 'POST', body, redirect: 'manual' });
    return new URL(answer.headers.get('location') ?? 'http://nowhere');
  };
  const post = (path: string, form: Record<string, string>) =>
    fetch(`${sandbox.apiUrl}/v10/oauth2/${path}`, {
      method: 'POST',
      headers: { 'user-agent': USER_AGENT },
      body: new URLSearchParams({ client_id: clientId, client_secret: oauth.clientSecret, ...form }),
    });
  const codeFor = async (username: string, scope: string) => {
    const fields = { user_id: member(username), choice: 'authorize' };
    return (await decide(fields, { scope })).searchParams.get('code') ?? '';
  };
  const exchange = (code: string) =>
    post('token', { grant_type: 'authorization_code', code, redirect_uri: REDIRECT });
  const tokensFor = async (username: string, scope: string) =>
    Value.Parse(Tokens, await (await exchange(await codeFor(username, scope))).json());
  const get = async (path: string, token: string): Promise<unknown> =>
    (await started.call('GET', path, { authorization: `Bearer ${token}` })).json();
  return { ...started, clientId, authorizeUrl, decide, post, codeFor, exchange, tokensFor, get };
}

// https://docs.discord.com/developers/topics/oauth2#authorization-code-grant
test('a user is asked, approves as one of the members, and is sent back with a code and the state', async () => {
  const { authorizeUrl, decide, exchange, get, member } = await openOAuth();
  const page = await fetch(authorizeUrl({ scope: 'identify guilds.join' }));
  const html = await page.text();
  expect(html).toContain('know your username');
  expect(html).toContain('Juniper (@juniper)');
  expect(page.headers.get('content-security-policy')).toContain(
    "form-action 'self' https://rolekeeper.example.org;",
  );

  const back = await decide({ user_id: member('juniper'), choice: 'authorize' }, { state: 'x&y' });
  expect(back.origin + back.pathname).toBe(REDIRECT);
  expect(back.searchParams.get('state')).toBe('x&y');
  const answer = await exchange(back.searchParams.get('code') ?? '');
  const tokens: unknown = await answer.json();
  expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 604_800, scope: 'identify' });
  expect(await get('/users/@me', Value.Parse(Tokens, tokens).access_token)).toMatchObject({
    username: 'juniper',
  });
});

// https://docs.discord.com/developers/topics/oauth2#authorization-code-grant
test('a user who says no is sent back with that', async () => {
  const { decide } = await openOAuth();
  const back = await decide({ choice: 'cancel' }, { state: 's' });
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state: 's' });
});

// https://docs.discord.com/developers/topics/oauth2#authorization-code-grant-redirect-url-example
test('nobody is sent to an address that is not registered; another mistake is told to the application', async () => {
  const { authorizeUrl } = await openOAuth();
  const ask = (more: Record<string, string>) => fetch(authorizeUrl(more), { redirect: 'manual' });
  for (const wrong of [{ redirect_uri: 'https://evil.example.com/' }, { client_id: '1' }]) {
    const answer = await ask(wrong);
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
  }
  const scope = await ask({ scope: 'everything' });
  expect(scope.headers.get('location')).toContain('error=invalid_scope');
});

// https://docs.discord.com/developers/topics/oauth2#authorization-code-grant-access-token-exchange-example
test('a code is exchanged once, by the application, at the address it was given to, within ten minutes', async () => {
  const { codeFor, exchange, post, clock } = await openOAuth();
  const code = await codeFor('juniper', 'identify');
  const stranger = await post('token', { grant_type: 'authorization_code', code, client_secret: 'wrong' });
  expect([stranger.status, await stranger.json()]).toEqual([401, { error: 'invalid_client' }]);
  expect((await exchange(code)).status).toBe(200);
  const again = await exchange(code);
  expect(await again.json()).toEqual({
    error: 'invalid_grant',
    error_description: 'Invalid "code" in request.',
  });
  const late = await codeFor('juniper', 'identify');
  clock.pass(600_001);
  expect((await exchange(late)).status).toBe(400);
});

// https://discord.com/.well-known/oauth-authorization-server
test('a code that was asked for with a challenge takes its verifier, and another method is refused', async () => {
  const { authorizeUrl, decide, post, member } = await openOAuth();
  const verifier = 'v'.repeat(43);
  const query = { code_challenge: challengeOf(verifier), code_challenge_method: 'S256' };
  const exchange = async (given: Record<string, string>) => {
    const back = await decide({ user_id: member('juniper'), choice: 'authorize' }, query);
    const code = back.searchParams.get('code') ?? '';
    const form = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT };
    return (await post('token', { ...form, ...given })).status;
  };
  expect(await exchange({ code_verifier: verifier })).toBe(200);
  expect(await exchange({ code_verifier: 'w'.repeat(43) })).toBe(400);
  expect(await exchange({})).toBe(400);
  for (const wrong of [{ code_challenge_method: 'plain' }, { code_challenge: 'short' }]) {
    const answer = await fetch(authorizeUrl({ ...query, ...wrong }), { redirect: 'manual' });
    expect(answer.headers.get('location')).toContain('error=invalid_request');
  }
});

// https://docs.discord.com/developers/topics/oauth2#authorization-code-grant-refresh-token-exchange-example
test('tokens end after a week, are renewed with the refresh token, and end with a revocation', async () => {
  const { tokensFor, post, get, clock } = await openOAuth();
  const first = await tokensFor('juniper', 'identify');
  clock.pass(604_800_000);
  expect(await get('/users/@me', first.access_token)).toMatchObject({ message: '401: Unauthorized' });
  const renew = (token: string) => post('token', { grant_type: 'refresh_token', refresh_token: token });
  const second = Value.Parse(Tokens, await (await renew(first.refresh_token)).json());
  expect(await get('/users/@me', second.access_token)).toMatchObject({ username: 'juniper' });
  expect((await renew(first.refresh_token)).status).toBe(400);
  expect((await post('token/revoke', { token: second.access_token })).status).toBe(200);
  expect(await get('/users/@me', second.access_token)).toMatchObject({ message: '401: Unauthorized' });
  expect((await renew(second.refresh_token)).status).toBe(400);
});

test('with one token all that the user allowed the application ends, and nothing of another user', async () => {
  const { tokensFor, post, get } = await openOAuth();
  const first = await tokensFor('juniper', 'identify');
  const second = await tokensFor('juniper', 'identify guilds');
  const other = await tokensFor('sunniva', 'identify');
  expect((await post('token/revoke', { token: first.refresh_token })).status).toBe(200);
  expect(await get('/users/@me', second.access_token)).toMatchObject({ message: '401: Unauthorized' });
  expect(await get('/users/@me', other.access_token)).toMatchObject({ username: 'sunniva' });
});

// https://docs.discord.com/developers/topics/oauth2#shared-resources-oauth2-scopes
test('a token opens what its scopes say: 50026 else', async () => {
  const { sandbox, tokensFor, get } = await openOAuth();
  const { access_token } = await tokensFor('mira.solberg', 'guilds');
  expect(await get('/users/@me/guilds', access_token)).toMatchObject([{ id: sandbox.guildId, owner: true }]);
  expect(await get('/users/@me', access_token)).toMatchObject({ code: 50026 });
  const { application, scopes } = Object(await get('/oauth2/@me', access_token));
  expect(scopes).toEqual(['guilds']);
  expect(application).toMatchObject({
    id: sandbox.community.state.application.id,
    icon: null,
    description: '',
    summary: '',
    type: null,
    verify_key: expect.stringMatching(/^[0-9a-f]{64}$/),
    flags: expect.any(Number),
    bot_public: false,
    bot_require_code_grant: false,
  });
});

// https://discord.com/developers/docs/resources/guild#add-guild-member
test('with guilds.join the bot adds a user with roles: 201; one who is there stays as they are: 204', async () => {
  const { sandbox, tokensFor, send, member, role, rolesOf } = await openOAuth();
  const { guildId, community } = sandbox;
  const { access_token } = await tokensFor('juniper', 'guilds.join');
  const path = `/guilds/${guildId}/members/${member('juniper')}`;
  const add = (roles: string[]) => send('PUT', path, { access_token, roles });
  expect((await add([role('Supporter')])).status).toBe(204);
  expect(rolesOf('juniper')).toEqual([]);

  community.leave(guildId, member('juniper'));
  community.setScreening(guildId, true);
  const added = await add([role('Supporter')]);
  expect([added.status, await added.json()]).toMatchObject([
    201,
    { roles: [role('Supporter')], pending: false },
  ]);
  community.leave(guildId, member('juniper'));
  expect(await (await add([])).json()).toMatchObject({ roles: [], pending: true });
});

// https://docs.discord.com/developers/resources/guild#add-guild-member
test('adding a user takes their own token, with the scope, and roles below the bot', async () => {
  const { sandbox, tokensFor, send, member, role } = await openOAuth();
  const path = `/guilds/${sandbox.guildId}/members/${member('juniper')}`;
  sandbox.community.leave(sandbox.guildId, member('juniper'));
  const add = async (access_token: string, roles: string[] = []) =>
    (await send('PUT', path, { access_token, roles })).json();
  expect(await add('nonsense')).toMatchObject({ code: 50025 });
  expect(await add((await tokensFor('sunniva', 'guilds.join')).access_token)).toMatchObject({ code: 50025 });
  expect(await add((await tokensFor('juniper', 'identify')).access_token)).toMatchObject({ code: 50026 });
  const { access_token } = await tokensFor('juniper', 'guilds.join');
  expect(await add(access_token, [role('Moderator')])).toMatchObject({ code: 50013 });
});

// https://discord.com/developers/docs/resources/application-role-connection-metadata
test('a user’s connection holds values of the declared kinds, at most five', async () => {
  const { clientId, tokensFor, send, get, call } = await openOAuth();
  const path = `/applications/${clientId}/role-connections/metadata`;
  const record = (key: string, type: number) => ({ key, type, name: key, description: key });
  const declared = [record('months', 2), record('member', 7), record('since', 6)];
  expect(await (await send('PUT', path, declared)).json()).toEqual(declared);
  expect(await (await call('GET', path)).json()).toEqual(declared);
  const many = Array.from({ length: 6 }, (_, i) => record(`k${i}`, 2));
  expect(await (await send('PUT', path, many)).json()).toMatchObject({ code: 50035 });
  expect(await (await send('PUT', path, [record('Months', 2)])).json()).toMatchObject({ code: 50035 });

  const { access_token } = await tokensFor('juniper', 'role_connections.write');
  const mine = `/users/@me/applications/${clientId}/role-connection`;
  const put = async (metadata: object) => {
    const answer = await send('PUT', mine, { platform_name: 'Shop', metadata }, `Bearer ${access_token}`);
    return answer.json();
  };
  const metadata = { months: '3', member: '1', since: '2026-11-01' };
  expect(await put(metadata)).toEqual({ platform_name: 'Shop', platform_username: null, metadata });
  expect(await get(mine, access_token)).toMatchObject({ metadata });
  for (const wrong of [{ months: 'three' }, { member: 'yes' }, { other: '1' }, { months: 3 }])
    expect(await put(wrong)).toMatchObject({ code: 50035, errors: { metadata: {} } });
});

// https://docs.discord.com/developers/tutorials/configuring-app-metadata-for-linked-roles
test('a linked role is had by those whose connection is what it asks for, and by nobody else', async () => {
  const { sandbox, clientId, tokensFor, send, call, clock, member, rolesOf, role, rolePath } =
    await openOAuth();
  const { community, guildId } = sandbox;
  const { client, guild } = await connectClient(sandbox);
  const record = (key: string, type: number) => ({ key, type, name: key, description: key });
  const declared = [record('months', 2), record('member', 7), record('since', 5)];
  await client.application?.editRoleConnectionMetadataRecords(declared);
  const requires = [
    { key: 'months', value: 3 },
    { key: 'member', value: 1 },
    { key: 'since', value: 30 },
  ];
  const linked = community.createRole(guildId, { name: 'Regular', position: 1, requires });
  await expect.poll(() => guild.roles.cache.get(linked.id)?.tags).toMatchObject({ guildConnections: true });

  const { access_token } = await tokensFor('juniper', 'role_connections.write');
  const mine = `/users/@me/applications/${clientId}/role-connection`;
  const connect = (metadata: object) =>
    send('PUT', mine, { platform_name: 'Shop', metadata }, `Bearer ${access_token}`);
  const regular = { months: '3', member: '1', since: '2026-10-01' };
  for (const [metadata, roles] of [
    [{ ...regular, months: '2' }, []],
    [regular, [linked.id]],
    [{ ...regular, member: '0' }, []],
    [{ ...regular, since: '2026-11-20' }, []],
    [{ months: '12', member: '1' }, []],
  ] as const) {
    expect((await connect(metadata)).status).toBe(200);
    expect(rolesOf('juniper')).toEqual(roles);
  }
  community.giveRole(guildId, member('juniper'), role('Supporter'));
  await connect(regular);
  expect(rolesOf('juniper')).toEqual([role('Supporter'), linked.id]);

  for (const method of ['PUT', 'DELETE'])
    expect(await (await call(method, rolePath('juniper', 'Regular'))).json()).toMatchObject({ code: 50028 });
  clock.pass(1_000);
  const gone = await call('DELETE', mine, { authorization: `Bearer ${access_token}` });
  expect(gone.status).toBe(204);
  expect(rolesOf('juniper')).toEqual([role('Supporter')]);
});

// https://docs.discord.com/developers/resources/user#get-current-user-guilds
test('a user’s guilds come page by page, with counts where they are asked for', async () => {
  const { sandbox, tokensFor, get, clock } = await openOAuth();
  const { access_token } = await tokensFor('mira.solberg', 'guilds');
  const other = sandbox.community.createGuild('Another');
  clock.pass(1);
  sandbox.community.join(other.id, { userId: '253795116254666556' });
  const ids = async (query: string) => {
    const page = await get(`/users/@me/guilds${query}`, access_token);
    return Array.isArray(page) ? page.map(({ id }) => id) : page;
  };
  expect(await ids('')).toEqual([sandbox.guildId, other.id]);
  expect(await ids('?limit=1')).toEqual([sandbox.guildId]);
  expect(await ids(`?after=${sandbox.guildId}`)).toEqual([other.id]);
  expect(await ids(`?before=${other.id}&limit=1`)).toEqual([sandbox.guildId]);
  const counted = await get('/users/@me/guilds?with_counts=true&limit=1', access_token);
  expect(counted).toMatchObject([{ approximate_member_count: 9, owner: true }]);
  expect(await ids('?limit=201')).toMatchObject({ code: 50035 });
});
