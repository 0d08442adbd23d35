import { expect, test } from 'vitest';
import { declaredRoutes } from './routes.ts';
import { startSandbox } from './sandbox.ts';

const TOO_LARGE = 'snowflake value should be less than or equal to 9223372036854775807.';
const WRONG = [
  ['1', 'NUMBER_TYPE_COERCE', 'Value "1" is not snowflake.'],
  ['00000000000000001', 'NUMBER_TYPE_COERCE', 'Value "00000000000000001" is not snowflake.'],
  ['undefined', 'NUMBER_TYPE_COERCE', 'Value "undefined" is not snowflake.'],
  ['9223372036854775808', 'NUMBER_TYPE_MAX', TOO_LARGE],
  ['9'.repeat(60), 'NUMBER_TYPE_MAX', TOO_LARGE],
] as const;

const invalid = (errors: object) => ({ code: 50035, message: 'Invalid Form Body', errors });

/** Each id in the addresses of routes, with an address in which it alone is to be filled in. */
const idsInPaths = (routes: readonly string[], fine: string) =>
  routes.flatMap((route) => {
    const [method = '', path = ''] = route.split(' ');
    return [...path.matchAll(/:((?:\w+_)?id)/g)].map(([, name = '']) => ({
      method,
      name,
      with: (id: string) =>
        path.replace(/:(\w+)/g, (_, each: string) => {
          if (each === name) return id;
          return each === 'token' ? 'a-token' : fine;
        }),
    }));
  });

// https://github.com/discord/discord-api-docs/issues/3733
test.each(WRONG)('the id %s is refused in the address of every route', async (id, code, message) => {
  const { sandbox, call, clock } = await startSandbox();
  const routes = await declaredRoutes();
  const places = idsInPaths(routes, sandbox.guildId);
  expect(places.length).toBeGreaterThan(routes.length);
  for (const { method, name, with: fill } of places) {
    clock.pass(10_000);
    const path = fill(id);
    const answer = await call(method, path);
    expect(await answer.json(), `${method} ${path}`).toEqual(
      invalid({ [name]: { _errors: [{ code, message }] } }),
    );
    expect(answer.status).toBe(400);
  }
});

test.each(WRONG)('the id %s is refused in a body', async (id, code, message) => {
  const { sandbox, send, member } = await startSandbox();
  const channel = sandbox.community.state.channels.values().find(({ name }) => name === 'general')?.id;
  const error = { _errors: [{ code, message }] };
  const said = { content: 'Welcome' };
  const guild = `/guilds/${sandbox.guildId}`;
  const messages = `/channels/${channel}/messages`;
  const bodies: [method: string, path: string, body: unknown, errors: object][] = [
    ['POST', '/users/@me/channels', { recipient_id: id }, { recipient_id: error }],
    ['PATCH', `${guild}/members/${member('juniper')}`, { roles: [id] }, { roles: { 0: error } }],
    ['PATCH', `${guild}/roles`, [{ id, position: 1 }], { 0: { id: error } }],
    [
      'POST',
      messages,
      { ...said, message_reference: { message_id: id } },
      { message_reference: { message_id: error } },
    ],
    [
      'POST',
      messages,
      { ...said, allowed_mentions: { users: [id] } },
      { allowed_mentions: { users: { 0: error } } },
    ],
  ];
  for (const [method, path, body, errors] of bodies) {
    const answer = await send(method, path, body);
    expect(await answer.json(), JSON.stringify(body)).toEqual(invalid(errors));
    expect(answer.status).toBe(400);
  }
});

test('a body without an id, or with something else in its place, is told that an id belongs there', async () => {
  const { send } = await startSandbox();
  const told = async (recipient_id: unknown) =>
    await (await send('POST', '/users/@me/channels', { recipient_id })).json();
  expect(await told(undefined)).toMatchObject({
    errors: { recipient_id: { _errors: [{ code: 'BASE_TYPE_REQUIRED' }] } },
  });
  expect(await told({})).toMatchObject({
    errors: { recipient_id: { _errors: [{ code: 'NUMBER_TYPE_COERCE' }] } },
  });
});

// https://discord.com/developers/docs/reference#snowflake-ids-in-pagination
test('a page may begin after 0', async () => {
  const { sandbox, send, call } = await startSandbox();
  const channel = sandbox.community.state.channels.values().find(({ name }) => name === 'general')?.id;
  await send('POST', `/channels/${channel}/messages`, { content: 'Welcome' });
  for (const path of [
    `/channels/${channel}/messages`,
    `/guilds/${sandbox.guildId}/members`,
    '/users/@me/guilds',
  ]) {
    const answer = await call('GET', `${path}?after=0&limit=1`);
    expect([answer.status, await answer.json()], path).toEqual([200, [expect.anything()]]);
  }
});
