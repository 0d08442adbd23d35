import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { digest, formProof, newSecret } from '../../src/linking/proofs.ts';
import { hiddenFields, titleOf, visitorOf } from './visitor.ts';
import { useWorld } from './world.ts';

const world = useWorld();
const SEED = 20261121;
const MUTATIONS = 1_000;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** The one who attacks, and the one who has bought. */
let eve: string;
let vera: string;
beforeAll(async () => {
  eve = world().member('paolo_v');
  vera = world().member('sunniva');
  await world().buy('vera@example.com');
});
const linked = () => world().prisma.accountLink.findMany();
const queryOf = (url: string, name: string) => new URL(url).searchParams.get(name) ?? '';

test('a link that somebody forwards leads nowhere in another browser, at either step', async () => {
  const attacker = visitorOf(world());
  const victim = visitorOf(world());
  const back = await attacker.toChat(eve);
  expect(titleOf(await victim.visit(back))).toBe('This was begun in another browser');
  const page = await attacker.visit(back);
  const purchases = await attacker.toCommerce(page, 'eve@example.com');
  expect(titleOf(await victim.visit(purchases))).toBe('This was begun in another browser');
  // Also in the middle of a journey of the victim's own.
  await victim.visit(await victim.toChat(vera));
  expect(titleOf(await victim.visit(purchases))).toBe('This was begun in another browser');
  const confirm = await attacker.visit(purchases);
  expect(titleOf(await victim.press(confirm, '/link/confirm'))).toBe('This form isn’t from this page');
  expect(await linked()).toEqual([]);
});

test('an answer works once: its state, and its code with another state', async () => {
  const visitor = visitorOf(world());
  const back = await visitor.toChat(eve);
  expect(titleOf(await visitor.visit(back))).toBe('Now your purchases');
  expect(titleOf(await visitor.visit(back))).toBe('This step is over');
  const again = new URL(await visitor.toChat(eve));
  again.searchParams.set('code', queryOf(back, 'code'));
  expect(titleOf(await visitor.visit(again.href))).toBe('This step is over');
});

test('a code of one provider is none at the other, and an answer of somebody else is not used', async () => {
  const visitor = visitorOf(world());
  const back = new URL(await visitor.toChat(eve));
  const swapped = `/link/commerce/callback${back.search}`;
  expect(titleOf(await visitor.visit(swapped))).toBe('This answer came from the wrong place');
  back.searchParams.set('iss', 'https://evil.example');
  expect(titleOf(await visitor.visit(back.href))).toBe('This answer came from the wrong place');
  const page = await visitor.visit(await visitor.toChat(eve));
  const answer = new URL(await visitor.toCommerce(page, 'eve@example.com'));
  answer.searchParams.delete('iss');
  expect(titleOf(await visitor.visit(answer.href))).toBe('This answer came from the wrong place');
});

test('nobody can be sent back to another address than ours', async () => {
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

test('a session that somebody else knows is worth nothing after the next step', async () => {
  const victim = visitorOf(world());
  const back = await victim.toChat(vera);
  const thief = visitorOf(world());
  for (const [name, value] of victim.cookies) thief.cookies.set(name, value);
  const page = await victim.visit(back);
  expect(titleOf(await thief.visit('/link/journey'))).toBe('This step is over');
  thief.cookies.clear();
  for (const [name, value] of victim.cookies) thief.cookies.set(name, value);
  await victim.visit(await victim.toCommerce(page, 'vera@example.com'));
  expect(titleOf(await thief.visit('/link/journey'))).toBe('This step is over');
});

test('a confirmation that is not pressed on our page links nothing', async () => {
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

test('every page is closed to scripts, frames and caches, and its cookie to all but us', async () => {
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
  ]) {
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('script-src');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
  }
});

const STEPS = ['chat', 'commerce', 'to commerce', 'confirm', 'cancel', 'begin'] as const;
const noise = fc.oneof(
  fc.constantFrom('', '0', 'null', '\0', '../..', "' OR 1=1 --", '<script>', '%00', 'a'.repeat(5_000)),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.base64String({ minLength: 43, maxLength: 44 }),
);
const mutation = fc.record({
  step: fc.constantFrom(...STEPS),
  which: fc.integer({ min: 0, max: 3 }),
  how: fc.constantFrom('replaced', 'doubled', 'left out', 'cut', 'longer'),
  noise,
});
type Mutation = typeof mutation extends fc.Arbitrary<infer Value> ? Value : never;

/** A journey at the step, whose next request would be good; without the way there. */
async function prepare(step: Mutation['step']) {
  const [session, state] = [newSecret(), newSecret()];
  const at = step === 'to commerce' ? 'commerce' : step === 'cancel' || step === 'begin' ? 'confirm' : step;
  const accounts = { chatUserId: eve, chatName: 'Eve', commerceUserId: 'user_eve', commerceName: 'eve' };
  await world().prisma.linkJourney.create({
    data: {
      ...{ session: digest(session), step: at, state: digest(state), ...(at !== 'chat' && accounts) },
      expiresAt: new Date(Date.now() + 60_000),
    },
  });
  const answer = { state, code: 'code', iss: 'https://discord.com' };
  const proof = { proof: formProof(session) };
  const parts = {
    chat: { method: 'GET', path: '/link/discord/callback', values: answer },
    commerce: { method: 'GET', path: '/link/commerce/callback', values: { ...answer, iss: world().url } },
    'to commerce': { method: 'POST', path: '/link/commerce', values: proof },
    confirm: { method: 'POST', path: '/link/confirm', values: proof },
    cancel: { method: 'POST', path: '/link/cancel', values: proof },
    begin: { method: 'POST', path: '/link/begin', values: { for: eve } },
  } as const;
  const { method, path, values } = parts[step];
  return { method, path, values: { ...values, session }, session };
}

type Pairs = [string, string][];
const CHANGES: Readonly<Record<Mutation['how'], (name: string, value: string, noise: string) => Pairs>> = {
  replaced: (name, _value, noise) => [[name, noise]],
  doubled: (name, value, noise) => [
    [name, value],
    [name, noise],
  ],
  'left out': () => [],
  cut: (name, value) => [[name, value.slice(0, -1)]],
  longer: (name, value, noise) => [[name, `${value}${noise}x`]],
};

function mutate(values: Record<string, string>, { which, how, noise }: Mutation): [string, string][] {
  const entries = Object.entries(values);
  const target = which % entries.length;
  return entries.flatMap(([name, value], index): [string, string][] => {
    if (index !== target) return [[name, value]];
    return CHANGES[how](name, value, noise);
  });
}

test(`${MUTATIONS} random mutations of every parameter: none links, none leaks, none answers 5xx`, {
  timeout: 120_000,
}, async () => {
  const { ground } = world();
  const secrets = [
    ground.secrets.commerceClientSecret,
    ground.secrets.sandboxClientSecret,
    ground.secrets.sandboxToken,
  ];
  for (const [index, each] of fc.sample(mutation, { seed: SEED, numRuns: MUTATIONS }).entries()) {
    const { method, path, values, session } = await prepare(each.step);
    const mutated = mutate(values, each);
    const sent = mutated.filter(([name]) => name === 'session').map(([, value]) => encodeURIComponent(value));
    const query = new URLSearchParams(mutated.filter(([name]) => name !== 'session')).toString();
    const response = await ground.app.inject({
      method,
      url: method === 'GET' ? `${path}?${query}` : path,
      headers: {
        ...(method === 'POST' && FORM),
        cookie: sent.map((one) => `rolekeeper_link=${one}`).join('; '),
      },
      ...(method === 'POST' && { payload: query }),
    });
    const said = `${index}: ${JSON.stringify({ ...each, status: response.statusCode })}`;
    expect(response.statusCode, said).toBeLessThan(500);
    const shown = response.body + String(response.headers.location ?? '');
    for (const secret of [...secrets, session]) expect(shown.includes(secret), said).toBe(false);
    expect(shown, said).not.toMatch(/\bat \/|node_modules|prisma/i);
  }
  expect(await linked()).toEqual([]);
});
