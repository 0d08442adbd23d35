import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Rolekeeper } from '../../src/rolekeeper.ts';
import { USER_AGENT } from '../sandbox/sandbox.ts';
import { PROMISE, userOf } from '../support/journey.ts';
import { readMetric } from '../support/metrics.ts';
import { openRolekeeper } from '../support/rolekeeper.ts';
import { waitUntil } from '../support/wait.ts';

const LOOK = { method: 'GET', route: '/guilds/:guild_id/members/:user_id' };

let rolekeeper: Rolekeeper;
let user: ReturnType<typeof userOf>;
let anna: string;

beforeAll(async () => {
  rolekeeper = await openRolekeeper();
  user = userOf(rolekeeper.config.publicUrl, rolekeeper.secrets.commerceApiKey);
  anna = (await user.people()).at(-1)?.id ?? '';
});
afterAll(() => rolekeeper.close());

test('a plan is created and bought: its role arrives; the membership is terminated: the role goes', async () => {
  const [seeded] = await user.plans();
  const plan = await user.createPlan({
    product_id: seeded?.product,
    initial_price: 12.5,
    internal_notes: 'Try',
  });
  expect(await user.rolesOf(anna)).not.toContain('Supporter');
  const membership = await user.buy(plan.direct_link, anna);
  expect(membership.valid).toBe(true);
  await user.hasRole(anna, 'Supporter');

  expect(await user.terminate(membership.id)).toMatchObject({ status: 'canceled', valid: false });
  await user.lacksRole(anna, 'Supporter');
});

test('a role comes and goes within seconds, without waiting for a sweep', async () => {
  const [plan] = await user.plans();
  const best = { came: Number.POSITIVE_INFINITY, went: Number.POSITIVE_INFINITY };
  for (let again = 0; again < 10 && Math.max(best.came, best.went) >= PROMISE; again++) {
    const bought = performance.now();
    const membership = await user.buy(plan?.direct_link ?? '', anna);
    await user.hasRole(anna, 'Supporter');
    best.came = Math.min(best.came, performance.now() - bought);
    const ended = performance.now();
    await user.terminate(membership.id);
    await user.lacksRole(anna, 'Supporter');
    best.went = Math.min(best.went, performance.now() - ended);
  }
  expect(best.came).toBeLessThan(PROMISE);
  expect(best.went).toBeLessThan(PROMISE);
});

test('somebody who pays while away has the role on joining again', async () => {
  const { sandbox } = rolekeeper;
  const [plan] = await user.plans();
  sandbox?.community.leave(sandbox.guildId, anna);
  const membership = await user.buy(plan?.direct_link ?? '', anna);
  sandbox?.community.join(sandbox.guildId, { userId: anna });
  await user.hasRole(anna, 'Supporter');
  await user.terminate(membership.id);
  await user.lacksRole(anna, 'Supporter');
});

test('the role of one membership stays while another one gives it too', async () => {
  const [plan] = await user.plans();
  const looks = () => rolekeeper.sandbox?.calls.count(LOOK) ?? 0;
  const lookedAgain = async (times: number, cause: () => Promise<{ id: string }>) => {
    const before = looks();
    const { id } = await cause();
    await waitUntil(() => looks() >= before + times);
    return id;
  };
  // A change is made between two looks; who is in order is looked at once.
  const first = await lookedAgain(2, () => user.buy(plan?.direct_link ?? '', anna));
  const second = await lookedAgain(1, () => user.buy(plan?.direct_link ?? '', anna));
  await lookedAgain(1, () => user.terminate(first));
  expect(await user.rolesOf(anna)).toContain('Supporter');
  await user.terminate(second);
  await user.lacksRole(anna, 'Supporter');
});

// https://docs.discord.com/developers/topics/oauth2#authorization-code-grant
test('a member is sent back with a code, for which the application gets to know who it is', async () => {
  const { sandbox, secrets, config } = rolekeeper;
  if (!sandbox) throw new Error('no sandbox');
  const redirectUri = `${config.publicUrl}/link/discord/callback`;
  const url = new URL(sandbox.authorizeUrl);
  const asked = { client_id: sandbox.applicationId, redirect_uri: redirectUri, response_type: 'code' };
  url.search = String(new URLSearchParams({ ...asked, scope: 'identify', state: 'abc' }));
  const choice = new URLSearchParams({ user_id: anna, choice: 'authorize' });
  const sent = await fetch(url, { method: 'POST', body: choice, redirect: 'manual' });
  const back = new URL(sent.headers.get('location') ?? '');
  expect([back.origin + back.pathname, back.searchParams.get('state')]).toEqual([redirectUri, 'abc']);

  const credentials = { client_id: sandbox.applicationId, client_secret: secrets.sandboxClientSecret };
  const grant = { grant_type: 'authorization_code', code: back.searchParams.get('code') ?? '' };
  const body = new URLSearchParams({ ...credentials, ...grant, redirect_uri: redirectUri });
  const client = { 'user-agent': USER_AGENT };
  const tokens = await fetch(`${sandbox.apiUrl}/v10/oauth2/token`, {
    method: 'POST',
    headers: client,
    body,
  });
  const { access_token } = Object(await tokens.json());
  const headers = { ...client, authorization: `Bearer ${access_token}` };
  const who = await fetch(`${sandbox.apiUrl}/v10/users/@me`, { headers });
  expect(await who.json()).toMatchObject({ id: anna });
});

test('monitoring is told of it: from the webhook to the call that gave the role', async () => {
  const { publicUrl } = rolekeeper.config;
  const [seeded] = await user.plans();
  // Gives one role, so by a call for one.
  const plan = await user.createPlan({ product_id: seeded?.product, initial_price: 3 });
  for (let times = 0; times < 2; times++) {
    const { id } = await user.buy(plan.direct_link, anna);
    await user.hasRole(anna, 'Supporter');
    await user.terminate(id);
    await user.lacksRole(anna, 'Supporter');
  }
  const count = (name: string, labels: Record<string, string>) => readMetric(publicUrl, name, labels);
  const route = '/guilds/:id/members/:id/roles/:id';
  expect(await count('rolekeeper_webhooks_total', { outcome: 'stored' })).toBeGreaterThanOrEqual(4);
  expect(await count('rolekeeper_deliveries_total', { outcome: 'arrived' })).toBeGreaterThanOrEqual(4);
  expect(
    await count('rolekeeper_commerce_calls_total', { route: '/memberships/:id', status: '200' }),
  ).toBeGreaterThanOrEqual(4);
  expect(
    await count('rolekeeper_platform_calls_total', { method: 'PUT', route, status: '204' }),
  ).toBeGreaterThanOrEqual(2);
  expect(await count('rolekeeper_platform_calls_total', { status: '429' })).toBe(0);
  expect(
    await count('rolekeeper_http_request_seconds_count', { route: '/webhooks/commerce', status: '200' }),
  ).toBeGreaterThanOrEqual(4);
  expect(await count('rolekeeper_metrics_read_failures_total', {})).toBe(0);
  for (const check of ['database', 'queue', 'migrations', 'gateway'])
    expect(await count('rolekeeper_ready', { check })).toBe(1);
  const text = await (await fetch(`${publicUrl}/metrics`)).text();
  for (const secret of [anna, rolekeeper.secrets.commerceApiKey]) expect(text).not.toContain(secret);
});
