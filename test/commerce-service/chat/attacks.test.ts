import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { formProof } from '../../../src/commerce-service/oauth/sessions.ts';
import { hiddenFields, type Seen, titleOf, visitorOf } from '../../linking/visitor.ts';
import { useWorld } from '../../linking/world.ts';

const world = useWorld();

/** The one who attacks, and the one who has bought. */
let eve: string;
let vera: string;
beforeAll(() => {
  eve = world().member('paolo_v');
  vera = world().member('sunniva');
});

type Visitor = ReturnType<typeof visitorOf>;

const OVER = 'This sign-in is over';
const CONNECT = '../oauth/chat/connect';

/** Buys on the page. @returns the page after that, and the membership's id */
async function buy(visitor: Visitor, email: string) {
  const { planId } = world();
  const page = await visitor.visit(`/checkout/${planId}`);
  const bought = await visitor.press(page, planId, { email, card_number: '4242 4242 4242 4242' });
  return { page: bought, id: /<code>(mem_\w+)<\/code>/.exec(bought.html)?.[1] ?? '' };
}

/** Presses a page's button that leads to the sandbox. @returns where the browser is sent */
async function away(visitor: Visitor, page: Seen, action: string): Promise<string> {
  const form = hiddenFields(page.html, action);
  return (await visitor.request(new URL(action, page.url).href, form)).location ?? '';
}

/** From the page's button to the address at which the sandbox sends the browser back. */
async function backFrom(visitor: Visitor, page: Seen, action: string, userId: string, choice = 'authorize') {
  const asked = await away(visitor, page, action);
  return (await visitor.request(asked, { user_id: userId, choice })).location ?? '';
}

const toSignIn = async (visitor: Visitor, userId: string, choice?: string) =>
  backFrom(visitor, await visitor.visit('/memberships?sign_in'), 'oauth/chat', userId, choice);

/** Somebody whose purchase is connected with their chat account. */
async function owner(userId: string, email = `${randomBytes(4).toString('hex')}@example.com`) {
  const visitor = visitorOf(world());
  const { page, id } = await buy(visitor, email);
  const seen = await visitor.visit(await backFrom(visitor, page, CONNECT, userId));
  expect(seen.html).toContain('Connected:');
  return { visitor, id, email };
}

const membership = (id: string) =>
  world().ground.database.prisma.membership.findUniqueOrThrow({ where: { id } });
const exchanges = () =>
  world()
    .sandbox.calls.list()
    .filter(({ route }) => route === '/oauth2/token')
    .flatMap(({ answered }) => Object.values(answered))
    .reduce((sum, count) => sum + count, 0);
const queryOf = (url: string, name: string) => new URL(url).searchParams.get(name) ?? '';
const isSignedIn = async (visitor: Visitor) =>
  (await visitor.visit('/memberships')).html.includes('Signed in as');

test('who connects on the page after buying has the role at once, and gets in from anywhere', async () => {
  const { user } = world();
  const buyer = world().member('noor.rahman');
  const visitor = visitorOf(world());
  const { page, id } = await buy(visitor, 'noor@example.com');
  expect(page.html).toContain('Connect with the sandbox');
  const seen = await visitor.visit(await backFrom(visitor, page, CONNECT, buyer));
  expect(seen.url).toBe(`${world().url}/memberships/${id}?done=connect`);
  await user.hasRole(buyer, 'Supporter');
  const { prisma } = world();
  expect(await prisma.mirroredMembership.findUnique({ where: { id } })).toMatchObject({
    ...{ chatUserId: buyer, chatProven: true },
  });
  const elsewhere = visitorOf(world());
  expect((await elsewhere.visit(await toSignIn(elsewhere, buyer))).html).toContain(id);
  await user.terminate(id);
  await user.lacksRole(buyer, 'Supporter');
});

test('an account that was only typed at a checkout opens nothing, and connecting it makes its role proven', async () => {
  const { user, prisma } = world();
  const typed = world().member('juniper');
  const stranger = await user.buy(`/checkout/${world().planId}`, typed, 'stranger@example.com');
  await user.hasRole(typed, 'Supporter');
  const visitor = visitorOf(world());
  const seen = await visitor.visit(await toSignIn(visitor, typed));
  expect(titleOf(seen)).toBe('Nothing here is connected to this account');
  expect(seen.html).not.toContain(stranger.id);
  expect(await isSignedIn(visitor)).toBe(false);
  expect((await visitor.visit(`/memberships/${stranger.id}`)).html).not.toContain('Cancel');
  expect(await prisma.roleGrant.count({ where: { userId: typed, proven: true } })).toBe(0);
});

describe('another browser', () => {
  test('is not signed in by an answer that somebody forwards, nor is anything connected', async () => {
    const { visitor: attacker } = await owner(eve);
    const victim = visitorOf(world());
    const { id } = await buy(victim, 'victim@example.com');
    const forwarded = [
      await toSignIn(attacker, eve),
      await backFrom(attacker, await attacker.visit('/memberships'), 'oauth/chat/connect', eve),
    ];
    for (const back of forwarded) {
      const seen = await victim.visit(back);
      expect(titleOf(seen)).toBe(OVER);
      expect(await isSignedIn(victim)).toBe(false);
    }
    // In the middle of a sign-in of the victim's own it is no other one.
    const own = await toSignIn(victim, world().member('mira.solberg'));
    for (const back of forwarded) expect(titleOf(await victim.visit(back))).toBe(OVER);
    expect(titleOf(await victim.visit(own))).toBe('Nothing here is connected to this account');
    expect((await membership(id)).communityChatId).toBeNull();
  });

  test('can’t make a browser begin by a form of its own', async () => {
    const victim = visitorOf(world());
    const { id } = await buy(victim, 'victim@example.com');
    const request = `membership=${id}`;
    for (const path of ['/oauth/chat', CONNECT.slice(2)])
      for (const proof of ['', 'guessed', formProof(`browser_${randomBytes(32).toString('base64url')}`)]) {
        const seen = await victim.request(path, { request, proof });
        expect([seen.status, seen.location]).toEqual([403, undefined]);
      }
    const attacker = visitorOf(world());
    const own = hiddenFields((await buy(attacker, 'eve@example.com')).page.html, CONNECT);
    const foreign = await attacker.request(CONNECT.slice(2), { ...own, request });
    expect([foreign.status, foreign.location]).toEqual([403, undefined]);
  });
});

describe('an answer', () => {
  test('counts once: its state, and its code with another state', async () => {
    const { visitor, id } = await owner(vera);
    const back = await toSignIn(visitor, vera);
    await visitor.visit(back);
    const exchanged = exchanges();
    const again = await visitor.visit(back);
    expect([again.url, exchanges()]).toEqual([`${world().url}/memberships`, exchanged]);
    const thief = visitorOf(world());
    expect(titleOf(await thief.visit(back))).toBe(OVER);
    const other = new URL(await toSignIn(thief, eve));
    other.searchParams.set('code', queryOf(back, 'code'));
    expect(titleOf(await thief.visit(other.href))).toBe(OVER);
    expect(await isSignedIn(thief)).toBe(false);
    expect(titleOf(await thief.visit(`/memberships/${id}`))).toBe('Sign in');
  });

  test('that was given to another browser is none here, though its code is fresh', async () => {
    await owner(vera);
    const victim = visitorOf(world());
    const seen = queryOf(await toSignIn(victim, vera), 'code');
    const thief = visitorOf(world());
    const own = new URL(await toSignIn(thief, eve));
    own.searchParams.set('code', seen);
    // PKCE: the code goes with the browser that asked for it.
    expect(titleOf(await thief.visit(own.href))).toBe(OVER);
    expect(await isSignedIn(thief)).toBe(false);
  });

  test('of a sign-in connects nothing, and of a connection signs nobody in: each does what it was asked for', async () => {
    await owner(eve);
    const visitor = visitorOf(world());
    const { page, id } = await buy(visitor, 'mixed@example.com');
    const [signIn, connect] = [
      new URL(await toSignIn(visitor, world().member('leif.h'))),
      new URL(await backFrom(visitor, page, CONNECT, world().member('leif.h'))),
    ];
    const codes = [queryOf(signIn.href, 'code'), queryOf(connect.href, 'code')] as const;
    signIn.searchParams.set('code', codes[1]);
    connect.searchParams.set('code', codes[0]);
    for (const swapped of [signIn, connect]) expect(titleOf(await visitor.visit(swapped.href))).toBe(OVER);
    expect((await membership(id)).communityChatId).toBeNull();
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test('comes in time, from whom was asked, and in a form that can be read', async () => {
    const { time } = world();
    const { visitor } = await owner(world().member('ada.okafor'));
    const late = await toSignIn(visitor, vera);
    time.ahead = 601_000;
    const seen = await visitor.visit(late);
    time.ahead = 0;
    expect(titleOf(seen)).toBe(OVER);
    const other = new URL(await toSignIn(visitor, vera));
    other.searchParams.set('iss', 'https://evil.example');
    expect(titleOf(await visitor.visit(other.href))).toBe(OVER);
    for (const query of ['', '?code=a&code=b', `?state=${'x'.repeat(300)}&code=a`, '?state[]=1'])
      expect(titleOf(await visitor.visit(`/oauth/chat/callback${query}`))).toBe(OVER);
  });

  test('that says no, or that the other side is out of order, is told as what it is', async () => {
    const { sandbox } = world();
    const visitor = visitorOf(world());
    const denied = await visitor.visit(await toSignIn(visitor, vera, 'cancel'));
    expect([denied.status, titleOf(denied)]).toEqual([403, 'Nothing was done']);
    for (const error of ['server_error', 'temporarily_unavailable']) {
      const back = new URL(await toSignIn(visitor, vera, 'cancel'));
      back.searchParams.set('error', error);
      expect(titleOf(await visitor.visit(back.href))).toBe('We can’t reach the sandbox');
    }
    for (const route of ['/oauth2/token', '/users/@me']) {
      const outage = sandbox.faults.answer({ route }, { status: 503 });
      onTestFinished(() => outage.remove());
      const seen = await visitor.visit(await toSignIn(visitor, vera));
      outage.remove();
      expect([seen.status, titleOf(seen)]).toEqual([503, 'We can’t reach the sandbox']);
    }
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test('leaves nothing of itself in an address, wherever it led', async () => {
    const visitor = visitorOf(world());
    const { page } = await buy(visitor, 'addresses@example.com');
    const answers = [
      await backFrom(visitor, page, CONNECT, world().member('tomasz_k')),
      await toSignIn(visitor, world().member('tomasz_k')),
      await toSignIn(visitor, eve, 'cancel'),
      `${world().url}/oauth/chat/callback?code=${'c'.repeat(3000)}&state=the-state`,
      `${world().url}/oauth/chat/callback?code=the-code&state=the-state`,
    ];
    for (const back of answers) {
      const first = await visitor.request(back);
      const [code, state] = [queryOf(back, 'code'), queryOf(back, 'state')];
      expect(first.status).toBe(303);
      for (const secret of [code, state].filter((one) => one !== ''))
        for (const seen of [
          first.location ?? '',
          first.html,
          (await visitor.visit(first.location ?? '')).html,
        ])
          expect(seen).not.toContain(secret);
      expect(new URL(first.location ?? '').search).toMatch(/^(\?done=connect|\?over)?$/);
    }
  });
});

describe('a session', () => {
  test('is a new one after signing in and after connecting: who knew the one before is left behind', async () => {
    const { visitor } = await owner(vera);
    const thief = visitorOf(world());
    const steal = () => thief.cookies.set('commerce_session', visitor.cookies.get('commerce_session') ?? '');
    steal();
    expect(await isSignedIn(thief)).toBe(true);
    await visitor.visit(await toSignIn(visitor, vera));
    expect(await isSignedIn(thief)).toBe(false);
    steal();
    await visitor.visit(
      await backFrom(visitor, await visitor.visit('/memberships'), 'oauth/chat/connect', vera),
    );
    expect(await isSignedIn(thief)).toBe(false);
    expect(await isSignedIn(visitor)).toBe(true);
    // One that somebody has planted never becomes anybody's.
    const victim = visitorOf(world());
    victim.cookies.set('commerce_session', 'session_planted');
    await victim.visit(await toSignIn(victim, vera));
    expect(victim.cookies.get('commerce_session')).toMatch(/^session_[\w-]{43}$/);
  });

  test('that has ended meanwhile, or is somebody else’s by now, connects nothing', async () => {
    const { visitor, id } = await owner(vera);
    const list = await visitor.visit('/memberships');
    const back = await backFrom(visitor, list, 'oauth/chat/connect', eve);
    await visitor.press(list, 'oauth/sign-out');
    expect(titleOf(await visitor.visit(back))).toBe('Nothing was connected');
    expect((await membership(id)).communityChatId).toBe(vera);
  });
});

test('an account that another person has connected is refused, and stays theirs', async () => {
  const [first, second] = [await owner(vera), await owner(world().member('leif.h'))];
  const page = await second.visitor.visit(`/memberships/${second.id}`);
  const refused = await second.visitor.visit(await backFrom(second.visitor, page, CONNECT, vera));
  expect([refused.status, titleOf(refused)]).toEqual([409, 'This account is somebody’s already']);
  expect(refused.html).not.toContain(first.id);
  expect((await membership(first.id)).communityChatId).toBe(vera);
  expect((await membership(second.id)).communityChatId).toBe(world().member('leif.h'));
});

test('no page leads to another site, whatever it is asked', async () => {
  const { visitor } = await owner(vera);
  const page = await visitor.visit('/memberships?sign_in');
  const proof = hiddenFields(page.html, 'oauth/chat')['proof'] ?? '';
  const evil = [
    'membership=//evil.example',
    'membership=https://evil.example/',
    'https://evil.example',
    '//evil.example',
  ];
  for (const request of [...evil, 'membership=../..', 'client_id=x&redirect_uri=https://evil.example']) {
    const sent = await visitor.request('/oauth/chat', { request, proof });
    if (!sent.location) {
      expect(sent.status).toBe(400);
      continue;
    }
    const asked = new URL(sent.location);
    expect(asked.origin).toBe(world().url);
    expect(asked.searchParams.get('redirect_uri')).toBe(`${world().url}/oauth/chat/callback`);
    const back = await visitor.request(sent.location, { user_id: vera, choice: 'authorize' });
    const onward = await visitor.request(back.location ?? '');
    expect(onward.location).toBe(`${world().url}/memberships`);
  }
  const asked = new URL(await away(visitor, page, 'oauth/chat'));
  asked.searchParams.set('redirect_uri', 'https://evil.example/oauth/chat/callback');
  expect((await visitor.request(asked.href)).status).toBe(400);
});

test('every page is closed to scripts, frames and caches', async () => {
  const visitor = visitorOf(world());
  const page = await visitor.visit('/memberships?sign_in');
  const onward = await visitor.request('/oauth/chat', hiddenFields(page.html, 'oauth/chat'));
  for (const { headers } of [
    onward,
    await visitor.request('/oauth/chat/outcome'),
    await visitor.request('/oauth/chat/callback'),
    await visitor.request('/oauth/chat', {}),
  ]) {
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('script-src');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
  }
});
