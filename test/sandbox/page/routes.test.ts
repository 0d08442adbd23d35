import { get } from 'node:http';
import { expect, test } from 'vitest';
import { connectClient, startSandbox } from '../sandbox.ts';
import { connectBot } from './bot.ts';

test('the state tells in brief who is here and who has which role', async () => {
  const { sandbox, baseUrl, call, rolePath } = await startSandbox();
  await call('PUT', rolePath('juniper', 'Supporter'));
  await call('PUT', rolePath('juniper', 'Insider'));
  const state: unknown = await (await fetch(`${baseUrl}/sandbox/state`)).json();
  expect(state).toEqual({
    guilds: [
      {
        id: sandbox.guildId,
        name: 'The Lighthouse',
        roles: expect.arrayContaining([
          { id: expect.stringMatching(/^\d{17,20}$/), name: 'Rolekeeper', position: 4, managed: true },
          { id: sandbox.guildId, name: '@everyone', position: 0, managed: false },
        ]),
        members: expect.arrayContaining([
          {
            id: expect.stringMatching(/^\d{17,20}$/),
            username: 'juniper',
            bot: false,
            pending: false,
            roles: ['Insider', 'Supporter'],
          },
        ]),
      },
    ],
  });
});

test('a page that is open is told of each change, and of the bot coming', async () => {
  const { sandbox, baseUrl, member, role } = await startSandbox();
  const { next } = await openLive(`${baseUrl}/sandbox/live`);
  expect(await next()).toMatchObject({ name: 'The Lighthouse', bot: { online: false }, activity: [] });
  await connectClient(sandbox);
  expect(await next()).toMatchObject({ bot: { online: true } });
  sandbox.community.giveRole(sandbox.guildId, member('juniper'), role('Insider'), {
    by: member('Rolekeeper'),
    reason: 'bought it',
  });
  expect(await next()).toMatchObject({
    activity: [
      {
        kind: 'role_given',
        who: 'Juniper',
        by: 'Rolekeeper',
        reason: 'bought it',
        role: { name: 'Insider' },
      },
    ],
  });
});

test('an open page hears that its stream lives, also where nothing happens', async () => {
  const { baseUrl } = await startSandbox({ pageHeartbeat: 20 });
  const { nextEvent } = await openLive(`${baseUrl}/sandbox/live`);
  const events = [await nextEvent(), await nextEvent(), await nextEvent()];
  expect(events.map((event) => /^event: (.*)$/m.exec(event)?.[1])).toEqual([
    undefined,
    'heartbeat',
    'heartbeat',
  ]);
});

test('a page is not told of what changes nothing for its person', async () => {
  const { sandbox, baseUrl, clock, member, role } = await startSandbox();
  const lookAs = (name: string) => openLive(`${baseUrl}/sandbox/live?as=${member(name)}`);
  const juniper = await lookAs('juniper');
  const tomasz = await lookAs('tomasz_k');
  await Promise.all([juniper.next(), tomasz.next()]);
  clock.pass(1_000);
  const id = sandbox.community.openDirect(member('tomasz_k'));
  const { id: latest } = sandbox.community.say(member('tomasz_k'), id, 'Hello?');
  expect(await tomasz.next()).toMatchObject({ now: '2026-11-21T12:00:01.000Z', direct: { id, latest } });
  sandbox.community.giveRole(sandbox.guildId, member('juniper'), role('Insider'));
  expect(await juniper.next()).toMatchObject({ activity: [{ kind: 'role_given' }] });
});

test.each([
  ['turned-away', 403, 'text/html; charset=UTF-8', null],
  ['blocked', 403, 'application/json; charset=utf-8', null],
  ['own-limit', 429, 'application/json; charset=utf-8', 'user'],
  ['global-limit', 429, 'application/json; charset=utf-8', 'global'],
  ['too-many', 429, 'application/json; charset=utf-8', 'shared'],
  ['bad-gateway', 502, 'application/json; charset=utf-8', null],
])('the switch %s answers a role change with %i, and nothing is done', async (name, status, type, scope) => {
  const { baseUrl, sandbox, call, send, member, role, rolePath, rolesOf } = await startSandbox();
  const turn = (isOn: boolean) => put(`${baseUrl}/sandbox/fault-presets/${name}`, { isOn });
  expect((await turn(true)).status).toBe(204);
  const all = `/guilds/${sandbox.guildId}/members/${member('juniper')}`;
  expect((await send('PATCH', all, { roles: [role('Insider')] })).status).toBe(status);
  const { status: answered, headers } = await call('PUT', rolePath('juniper', 'Insider'));
  expect(answered).toBe(status);
  expect(headers.get('content-type')).toBe(type);
  expect(headers.get('x-ratelimit-scope')).toBe(scope);
  expect(rolesOf('juniper')).toEqual([]);
  await turn(false);
  expect((await call('PUT', rolePath('juniper', 'Insider'))).status).toBe(204);
});

test('the switches cut a connection off, and lose one of two changes', async () => {
  const { baseUrl, call, rolePath, rolesOf } = await startSandbox();
  const turn = (name: string, isOn: boolean) => put(`${baseUrl}/sandbox/fault-presets/${name}`, { isOn });
  await turn('cut-off', true);
  await expect(call('PUT', rolePath('juniper', 'Insider'))).rejects.toThrow('fetch failed');
  await turn('cut-off', false);
  await turn('lost-change', true);
  const both = ['Insider', 'Supporter'].map((name) => call('PUT', rolePath('juniper', name)));
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([204, 204]);
  expect(rolesOf('juniper')).toHaveLength(1);
});

test('what is for one only, and channels that somebody does not see, are never sent to them', async () => {
  const { sandbox, baseUrl, member } = await startSandbox();
  await connectBot(sandbox);
  const { channels } = sandbox.community.state;
  const [general, , log] = [...channels.values()].map(({ id }) => id);
  const lookAs = (name: string, channelId = general) =>
    openLive(`${baseUrl}/sandbox/live?as=${member(name)}&in=${channelId}`).then(({ next }) => next());
  const deed = { kind: 'run', command: 'admin', options: {} };
  const run = { as: member('tomasz_k'), in: general, deed };
  const answer = await post(`${baseUrl}/sandbox/interactions`, run);
  expect(await answer.json()).toEqual({ kind: 'message' });

  const messages = [expect.objectContaining({ content: 'You may.', isEphemeral: true })];
  expect(await lookAs('tomasz_k')).toMatchObject({ channel: { messages } });
  expect(await lookAs('juniper', log)).toMatchObject({
    channel: { id: general, messages: [] },
    channels: [{ id: general }],
  });
  const refused = await post(`${baseUrl}/sandbox/interactions`, { ...run, as: member('juniper') });
  expect(refused.status).toBe(409);
});

test('somebody joins, leaves and comes back without the roles they had', async () => {
  const { sandbox, baseUrl, call, member, rolePath, rolesOf } = await startSandbox();
  const joined = await post(`${baseUrl}/sandbox/members`, { name: 'Zoë Quinn' });
  expect(joined.status).toBe(201);
  await post(`${baseUrl}/sandbox/members`, { name: 'Zoe Quinn' });
  expect(rolesOf('zoe.quinn2')).toEqual([]);
  await call('PUT', rolePath('zoe.quinn', 'Supporter'));

  expect((await post(`${baseUrl}/sandbox/members/${member('zoe.quinn')}/leave`)).status).toBe(204);
  expect(rolesOf('zoe.quinn')).toBeUndefined();
  expect((await post(`${baseUrl}/sandbox/members/${member('zoe.quinn')}/return`)).status).toBe(204);
  expect(rolesOf('zoe.quinn')).toEqual([]);
  expect([...sandbox.community.state.history.values()].map(({ kind }) => kind)).toEqual([
    'joined',
    'joined',
    'role_given',
    'left',
    'joined',
  ]);
});

test('a linked role is nobody’s to give by hand, and is shown as such', async () => {
  const { sandbox, baseUrl, member, rolesOf } = await startSandbox();
  const requires = [{ key: 'months', value: 3 }];
  const { id } = sandbox.community.createRole(sandbox.guildId, { name: 'Regular', position: 1, requires });
  const refused = await put(`${baseUrl}/sandbox/members/${member('juniper')}/roles/${id}`, {});
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({
    error: { message: expect.stringContaining('Regular is a linked role') },
  });
  expect(rolesOf('juniper')).toEqual([]);
  const { next } = await openLive(`${baseUrl}/sandbox/live`);
  const regular = { id, managed: false, isLinked: true, canBeGiven: false };
  expect(await next()).toMatchObject({ roles: expect.arrayContaining([expect.objectContaining(regular)]) });
});

test('@everyone stays the lowest role', async () => {
  const { sandbox, baseUrl } = await startSandbox();
  const everyone = () => sandbox.community.guild(sandbox.guildId)?.roles.get(sandbox.guildId)?.position;
  const refused = await put(`${baseUrl}/sandbox/roles/${sandbox.guildId}/place`, { place: 0 });
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ error: { message: 'The default role can’t be moved.' } });
  expect(everyone()).toBe(0);
});

test('what can not be done is refused with a reason', async () => {
  const { baseUrl, member } = await startSandbox();
  const owner = await post(`${baseUrl}/sandbox/members/${member('mira.solberg')}/leave`);
  expect(owner.status).toBe(409);
  expect(await owner.json()).toMatchObject({ error: { message: "A community's owner can't leave it." } });
  expect((await post(`${baseUrl}/sandbox/members/100000000000000001/leave`)).status).toBe(409);
  expect((await post(`${baseUrl}/sandbox/members`, { name: ' ' })).status).toBe(400);
});

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['another origin on the same site', { 'sec-fetch-site': 'same-site' }],
  ['a browser that names only the origin', { origin: 'https://example.com' }],
  ['a page without an origin', { origin: 'null' }],
])('%s can change nothing', async (_who, headers) => {
  const { baseUrl, sandbox } = await startSandbox();
  const answer = await post(`${baseUrl}/sandbox/members`, { name: 'Mallory' }, headers);
  expect(answer.status).toBe(403);
  expect(sandbox.community.state.history.size).toBe(0);
});

test('a foreign name that points here is refused, so that no page rebinds to it', async () => {
  const { baseUrl, sandbox } = await startSandbox({ publicUrl: 'https://rolekeeper.example.org' });
  const ask = (host: string) =>
    new Promise<number | undefined>((resolve) =>
      get(`${baseUrl}/sandbox/state`, { headers: { host } }, (answer) => resolve(answer.statusCode)),
    );
  const port = new URL(baseUrl).port;
  expect(await ask(`evil.example.com:${port}`)).toBe(403);
  expect(await ask(`127.0.0.1.evil.example.com:${port}`)).toBe(403);
  for (const host of ['rolekeeper.example.org', `localhost:${port}`, `[::1]:${port}`])
    expect(await ask(host)).toBe(200);
  expect(sandbox.community.state.history.size).toBe(0);
});

test('the page itself may, and its policy lets it load nothing but its own files', async () => {
  const { baseUrl } = await startSandbox();
  const own = { origin: baseUrl, 'sec-fetch-site': 'same-origin' };
  expect((await post(`${baseUrl}/sandbox/members`, { name: 'Alice' }, own)).status).toBe(201);

  const page = await fetch(`${baseUrl}/sandbox`);
  const html = await page.text();
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
  expect(html).not.toMatch(/<style|style=|<script(?! (?:type="module" )?src="\/sandbox)/);
  const files = [...html.matchAll(/(?:href|src)="(\/sandbox\/[^"]+)"/g)].map(([, file]) => file);
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) expect((await fetch(`${baseUrl}${file}`)).status).toBe(200);
});

test('the shop shows what it is given', async () => {
  const products = [{ product: 'The Club', plans: [] }];
  const shop = { products: async () => products, arrivals: async () => [], counter: undefined };
  const { baseUrl, member } = await startSandbox({ shop });
  const answer = await fetch(`${baseUrl}/sandbox/shop?as=${member('juniper')}`);
  expect(await answer.json()).toEqual({ products, memberships: null });
  const order = { as: member('juniper'), plan: 'plan_1' };
  const refused = await post(`${baseUrl}/sandbox/shop/purchases`, order);
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({
    error: { message: 'The shop is a separate service. Buy and cancel there.' },
  });
});

function post(url: string, body?: unknown, headers: Record<string, string> = {}, method = 'POST') {
  return fetch(url, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

const put = (url: string, body: unknown) => post(url, body, {}, 'PUT');

/** Reads server-sent events one by one. */
async function openLive(url: string) {
  const response = await fetch(url);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const nextEvent = async (): Promise<string> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const event = text.slice(0, end);
        text = text.slice(end + 2);
        return event;
      }
      const read = await reader?.read();
      if (!read || read.done) throw new Error('The stream has ended.');
      text += read.value;
    }
  };
  const next = async (): Promise<unknown> =>
    JSON.parse(/^data: (.*)$/m.exec(await nextEvent())?.[1] ?? 'null');
  return { next, nextEvent };
}
