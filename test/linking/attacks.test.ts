import { beforeAll, expect, test } from 'vitest';
import { formProof, newSecret } from '../../src/linking/proofs.ts';
import { hiddenFields, titleOf, visitorOf } from './visitor.ts';
import { useWorld } from './world.ts';

const world = useWorld();

/** Eve attacks; Vera has bought. */
let eve: string;
let vera: string;
beforeAll(async () => {
  eve = world().member('paolo_v');
  vera = world().member('sunniva');
  await world().buy('vera@example.com');
});
const linked = () => world().prisma.accountLink.findMany();
const queryOf = (url: string, name: string) => new URL(url).searchParams.get(name) ?? '';

test('a forwarded link leads nowhere in another browser, at either step', async () => {
  const attacker = visitorOf(world());
  const victim = visitorOf(world());
  const back = await attacker.toChat(eve);
  expect(titleOf(await victim.visit(back))).toBe('You started in another browser');
  const page = await attacker.visit(back);
  const purchases = await attacker.toCommerce(page, 'eve@example.com');
  expect(titleOf(await victim.visit(purchases))).toBe('You started in another browser');
  // Also in the middle of the victim's own journey.
  await victim.visit(await victim.toChat(vera));
  expect(titleOf(await victim.visit(purchases))).toBe('You started in another browser');
  const confirm = await attacker.visit(purchases);
  expect(titleOf(await victim.press(confirm, '/link/confirm'))).toBe('This form isn’t from this page');
  expect(await linked()).toEqual([]);
});

test('the state of an answer works once, and so does its code with another state', async () => {
  const { time } = world();
  const visitor = visitorOf(world());
  const back = await visitor.toChat(eve);
  expect(titleOf(await visitor.visit(back))).toBe('Now your purchases');
  const exchanged = world().exchanges();
  expect(titleOf(await visitor.visit(back))).toBe('Now your purchases');
  expect(world().exchanges()).toBe(exchanged);
  time.ahead = 61_000;
  const late = await visitor.visit(back);
  time.ahead = 0;
  expect(titleOf(late)).toBe('This step has expired');
  const again = new URL(await visitor.toChat(eve));
  again.searchParams.set('code', queryOf(back, 'code'));
  expect(titleOf(await visitor.visit(again.href))).toBe('This step has expired');
});

test('a code of one provider is refused for the other, as is an answer with a wrong issuer', async () => {
  const visitor = visitorOf(world());
  const back = new URL(await visitor.toChat(eve));
  const swapped = `/link/commerce/callback${back.search}`;
  expect(titleOf(await visitor.visit(swapped))).toBe('This answer came from the wrong service');
  back.searchParams.set('iss', 'https://evil.example');
  expect(titleOf(await visitor.visit(back.href))).toBe('This answer came from the wrong service');
  const page = await visitor.visit(await visitor.toChat(eve));
  const answer = new URL(await visitor.toCommerce(page, 'eve@example.com'));
  answer.searchParams.delete('iss');
  expect(titleOf(await visitor.visit(answer.href))).toBe('This answer came from the wrong service');
});

test('a browser is never redirected to a foreign address', async () => {
  const visitor = visitorOf(world());
  const start = await visitor.request('/link/begin', {});
  const asked = new URL(start.location ?? '');
  asked.searchParams.set('redirect_uri', 'https://evil.example/link/discord/callback');
  expect((await visitor.request(asked.href)).status).toBe(400);
  for (const next of ['//evil.example', 'https://evil.example']) {
    const seen = await visitor.request(`/link?next=${next}&redirect=${next}&return_to=${next}`);
    expect(seen.status).toBe(200);
    expect(seen.html + JSON.stringify([...seen.headers])).not.toContain('evil.example');
  }
});

test('a stolen session is worthless after the next step', async () => {
  const victim = visitorOf(world());
  const back = await victim.toChat(vera);
  const thief = visitorOf(world());
  for (const [name, value] of victim.cookies) thief.cookies.set(name, value);
  const page = await victim.visit(back);
  expect(titleOf(await thief.visit('/link/journey'))).toBe('This step has expired');
  thief.cookies.clear();
  for (const [name, value] of victim.cookies) thief.cookies.set(name, value);
  await victim.visit(await victim.toCommerce(page, 'vera@example.com'));
  expect(titleOf(await thief.visit('/link/journey'))).toBe('This step has expired');
});

test('a planted session is worthless to the attacker once the browser has signed in', async () => {
  const attacker = visitorOf(world());
  const begun = await attacker.request('/link/begin', {});
  const victim = visitorOf(world());
  for (const [name, value] of attacker.cookies) victim.cookies.set(name, value);
  const signedIn = await victim.request(begun.location ?? '', { user_id: vera, choice: 'authorize' });
  const back = signedIn.location ?? '';
  const page = await victim.visit(back);
  expect(titleOf(page)).toBe('Now your purchases');
  const planted = [...attacker.cookies];
  for (const code of [undefined, '', 'guessed', queryOf(back, 'state')]) {
    const address = new URL(back);
    address.searchParams.delete('code');
    if (code !== undefined) address.searchParams.set('code', code);
    for (const [name, value] of planted) attacker.cookies.set(name, value);
    expect(titleOf(await attacker.visit(address.href))).toBe('This step has expired');
  }
  const confirm = await victim.visit(await victim.toCommerce(page, 'vera@example.com'));
  expect(titleOf(confirm)).toBe('Link these two accounts?');
});

test('the address of the outcome page contains nothing of the answer', async () => {
  const visitor = visitorOf(world());
  const back = new URL(await visitor.toChat(eve));
  back.searchParams.set('iss', 'https://evil.example');
  const seen = await visitor.visit(back.href);
  expect([seen.status, titleOf(seen)]).toEqual([400, 'This answer came from the wrong service']);
  expect(seen.url).toBe(`${world().url}/link/outcome`);
  expect((await visitorOf(world()).visit(seen.url)).status).toBe(400);
  visitor.cookies.set(
    'rolekeeper_outcome',
    Buffer.from('{"kind":"forbidden","until":"<b>"}').toString('base64url'),
  );
  expect(titleOf(await visitor.visit(seen.url))).toBe('This step has expired');
});

test('a confirmation that was not sent from our page links nothing', async () => {
  const victim = visitorOf(world());
  const confirm = await victim.toConfirm(vera, 'vera@example.com');
  const form = hiddenFields(confirm.html, '/link/confirm');
  for (const forged of [{}, { proof: '' }, { proof: newSecret() }, { proof: formProof(newSecret()) }])
    expect((await victim.request('/link/confirm', { ...forged })).status).toBeGreaterThanOrEqual(400);
  const foreign = await victim.request('/link/confirm', form, { 'sec-fetch-site': 'cross-site' });
  expect([foreign.status, titleOf(foreign)]).toEqual([403, 'This form isn’t from this page']);
  expect((await victim.request(`/link/confirm?${new URLSearchParams(form)}`)).status).toBe(404);
  expect(await linked()).toEqual([]);
});

test('every page is closed to scripts, frames and caches, and its cookie to scripts and other sites', async () => {
  const visitor = visitorOf(world());
  const begun = await visitor.request('/link/begin', {});
  expect(begun.headers.get('set-cookie')).toMatch(
    /^rolekeeper_link=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const confirm = await visitor.toConfirm(eve, 'eve@example.com');
  for (const { headers } of [
    await visitor.request('/link'),
    confirm,
    await visitor.request('/link/status'),
    await visitor.request('/link/nowhere'),
    await visitor.request('/link/confirm'),
    await visitor.request('/link', {}),
    await visitor.request('/link?for=abc'),
    await visitor.request('/link/%E0%A4%A'),
  ]) {
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('script-src');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(String(headers.get('strict-transport-security'))).not.toContain('includeSubDomains');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('cache-control')).toBe('no-store');
  }
});
