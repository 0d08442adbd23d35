import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { hashCredential } from '../../src/commerce-service/api-keys/credentials.ts';
import { digest, formProof, newSecret } from '../../src/linking/proofs.ts';
import { sealTokens } from '../../src/linking/providers.ts';
import { visitorOf } from './visitor.ts';
import { useWorld } from './world.ts';

const world = useWorld();
const SEED = 20261121;
const MUTATIONS = 1_000;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Steps of a journey in order, and two that leave it. */
const STEPS = ['chat', 'to commerce', 'commerce', 'confirm', 'cancel', 'begin'] as const;
type Step = (typeof STEPS)[number];
const PATHS = {
  chat: '/link/discord/callback',
  commerce: '/link/commerce/callback',
  'to commerce': '/link/commerce',
  confirm: '/link/confirm',
  cancel: '/link/cancel',
  begin: '/link/begin',
} as const;
const NEXT: Partial<Record<Step, Step>> = {
  chat: 'to commerce',
  'to commerce': 'commerce',
  commerce: 'confirm',
};

let eve: string;
let buyer: string;
/** Eve's browser, signed in at the service. */
let browser: ReturnType<typeof visitorOf>;
beforeAll(async () => {
  eve = world().member('paolo_v');
  browser = visitorOf(world());
  await browser.toConfirm(eve, 'eve@example.com');
  const journey = await world().prisma.linkJourney.findFirstOrThrow({ where: { step: 'confirm' } });
  buyer = journey.commerceUserId ?? '';
});

/** Issues a token of Eve's, as the service does when she signs in, and seals it. */
async function commerceTokens(): Promise<string> {
  const { prisma, deps } = world();
  const access = newSecret();
  const expiresAt = new Date(Date.now() + 3_600_000);
  const { id: clientId } = await prisma.oAuthClient.findFirstOrThrow();
  const once = { id: newSecret(), codeHash: newSecret(), codeExpiresAt: expiresAt, createdAt: new Date() };
  const token = { hash: hashCredential(access), kind: 'access' as const, scopes: ['profile'], expiresAt };
  await prisma.oAuthGrant.create({
    data: {
      ...once,
      clientId,
      userId: buyer,
      scopes: ['profile'],
      redirectUri: '',
      tokens: { create: token },
    },
  });
  const tokens = { access, expiresAt: expiresAt.getTime(), scopes: ['profile'] };
  return sealTokens(deps.seal, 'commerce', buyer, tokens);
}

type Pairs = [name: string, value: string][];
interface Sent {
  readonly step: Step;
  readonly session: string;
  readonly values: Pairs;
}

/** Builds a valid request for the step. @param location where the journey has redirected the browser */
async function goodRequest(step: Step, session: string, state: string, location = ''): Promise<Sent> {
  const values = async (): Promise<Pairs> => {
    if (step === 'begin') return [['for', eve]];
    if (step === 'chat') return pairsOf(await allowAtChat(state));
    if (step === 'commerce') return pairsOf(await allowAtCommerce(location));
    return [['proof', formProof(session)]];
  };
  return { step, session, values: await values() };
}

const pairsOf = (url: string): Pairs => [...new URL(url).searchParams];

async function allowAtChat(state: string): Promise<string> {
  const url = world().deps.chat.authorizeUrl(state);
  const answer = await browser.request(url, { user_id: eve, choice: 'authorize' });
  return answer.location ?? '';
}

async function allowAtCommerce(location: string): Promise<string> {
  // Eve consents more often than a person may in a day.
  await world().prisma.actionCount.deleteMany();
  const asked = await browser.visit(location);
  const fields = [...asked.html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
  const form = Object.fromEntries(
    fields.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]),
  );
  const answer = await browser.request('/oauth/authorize', { ...form, decision: 'allow' });
  return answer.location ?? '';
}

/** Creates a journey that is about to take this step. @returns a valid request for the step */
async function prepare(step: Step): Promise<Sent> {
  const { prisma, deps } = world();
  const [session, state] = [newSecret(), newSecret()];
  const at = { chat: 'chat', 'to commerce': 'commerce', commerce: 'commerce' } as const;
  const tokens = { access: 'an access token', expiresAt: Date.now() + 3_600_000, scopes: ['identify'] };
  const chat = { chatUserId: eve, chatName: 'Eve', chatTokens: sealTokens(deps.seal, 'chat', eve, tokens) };
  const stepped = step === 'chat' || step === 'commerce' || step === 'to commerce' ? at[step] : 'confirm';
  await prisma.linkJourney.create({
    data: {
      session: digest(session),
      step: stepped,
      expiresAt: new Date(Date.now() + 60_000),
      ...(step === 'chat' ? { state: digest(state) } : chat),
      ...(stepped === 'confirm' && {
        commerceUserId: buyer,
        commerceName: 'eve',
        commerceTokens: await commerceTokens(),
      }),
    },
  });
  if (step !== 'commerce') return goodRequest(step, session, state);
  const sent = await send(await goodRequest('to commerce', session, state));
  return goodRequest('commerce', session, state, sent.location);
}

/** Sends a request. @returns the response, with the session and the redirect after it */
async function send({ step, session, values }: Sent, cookies = [session]) {
  const isForm = step !== 'chat' && step !== 'commerce';
  const query = new URLSearchParams(values).toString();
  const response = await world().container.app.inject({
    method: isForm ? 'POST' : 'GET',
    url: isForm ? PATHS[step] : `${PATHS[step]}?${query}`,
    headers: {
      ...(isForm && FORM),
      cookie: cookies.map((one) => `rolekeeper_link=${encodeURIComponent(one)}`).join('; '),
    },
    ...(isForm && { payload: query }),
  });
  const set = response.cookies.find(({ name }) => name === 'rolekeeper_link')?.value;
  const refresh = /^0;url=(.+)/.exec(String(response.headers['refresh'] ?? ''))?.[1];
  return { response, session: set ?? session, location: refresh ?? '' };
}

/** Loads the outcome page, if the response redirects there. */
async function outcomeOf({ headers, cookies }: Awaited<ReturnType<typeof send>>['response']) {
  if (headers.location !== '/link/outcome') return [];
  const noted = Object.fromEntries(cookies.map(({ name, value }) => [name, value]));
  return [await world().container.app.inject({ url: headers.location, cookies: noted })];
}

async function takeTheRest(step: Step, answer: Awaited<ReturnType<typeof send>>): Promise<void> {
  const next = NEXT[step];
  if (!next || answer.response.statusCode >= 400) return;
  if (next === 'commerce' && answer.location === '') return;
  const request = await goodRequest(next, answer.session, '', answer.location);
  await takeTheRest(next, await send(request));
}

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

const CHANGES: Readonly<Record<Mutation['how'], (value: string, noise: string) => string[]>> = {
  replaced: (_value, noise) => [noise],
  // Of two cookies with the same name, the first counts.
  doubled: (value, noise) => [noise, value],
  'left out': () => [],
  cut: (value) => [value.slice(0, -1)],
  longer: (value, noise) => [`${value}${noise}x`],
};

/** Sends a valid request with one of its values, or its session, changed. */
function sendMutated(good: Sent, { which, how, noise }: Mutation) {
  const target = which % (good.values.length + 1);
  const change = CHANGES[how];
  if (target === good.values.length) return send(good, change(good.session, noise));
  const values = good.values.flatMap(
    ([name, value], index): Pairs =>
      index === target ? change(value, noise).map((changed) => [name, changed]) : [[name, value]],
  );
  return send({ ...good, values });
}

/** Whether the mutation leaves out an optional value: the issuer, or the account that the link is for. */
const isOptional = ({ values }: Sent, { which, how }: Mutation): boolean =>
  how === 'left out' && ['iss', 'for'].includes(values[which % (values.length + 1)]?.[0] ?? '');

const linked = () => world().prisma.accountLink.findMany();
const forget = async () => {
  await world().prisma.accountLink.deleteMany();
  await world().prisma.linkJourney.deleteMany();
};

test.each(['chat', 'to commerce', 'commerce', 'confirm'] as const)(
  'the unmutated request at the step "%s" leads to a link',
  async (step) => {
    const good = await prepare(step);
    await takeTheRest(step, await send(good));
    expect(await linked()).toMatchObject([{ chatUserId: eve }]);
    await forget();
  },
);

test(`${MUTATIONS} random mutations of every parameter (seed ${SEED}): none links, none leaks, none answers 5xx`, {
  timeout: 300_000,
}, async () => {
  const { secrets } = world().container;
  const ours = [secrets.commerceClientSecret, secrets.sandboxClientSecret, secrets.sandboxToken];
  let mutated = 0;
  for (const each of fc.sample(mutation, { seed: SEED, numRuns: 2 * MUTATIONS })) {
    if (mutated === MUTATIONS) break;
    const good = await prepare(each.step);
    if (isOptional(good, each)) continue;
    mutated += 1;
    const answer = await sendMutated(good, each);
    const { response } = answer;
    const said = `${mutated}: ${JSON.stringify({ ...each, status: response.statusCode })}`;
    const seen = [response, ...(await outcomeOf(response))];
    for (const { statusCode } of seen) expect(statusCode, said).toBeLessThan(500);
    const shown = seen.map(({ body }) => body).join() + String(response.headers.location ?? '');
    for (const secret of [...ours, good.session]) expect(shown.includes(secret), said).toBe(false);
    expect(shown, said).not.toMatch(/\bat \/|node_modules|prisma/i);
    await takeTheRest(each.step, answer);
    expect(await linked(), said).toEqual([]);
  }
  expect(mutated).toBe(MUTATIONS);
});
