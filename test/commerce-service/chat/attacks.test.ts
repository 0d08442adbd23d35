import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { formProof } from '../../../src/commerce-service/oauth/sessions.ts';
import { hiddenFields, titleOf, visitorOf } from '../../linking/visitor.ts';
import { useWorld } from '../../linking/world.ts';
import { CONNECT, OVER, signInsOf } from './sign-ins.ts';

const world = useWorld();
const { away, backFrom, buy, isSignedIn, membership, owner, toSignIn } = signInsOf(world);

/** The one who attacks, and the one who has bought. */
let eve: string;
let vera: string;
beforeAll(() => {
  eve = world().member('paolo_v');
  vera = world().member('sunniva');
});

test('who connects on the page after buying has the role at once, and gets in from anywhere', async () => {
  const { user } = world();
  const buyer = world().member('noor.rahman');
  const visitor = visitorOf(world());
  const { page, id } = await buy(visitor, 'noor@example.com');
  expect(page.html).toContain('Connect with Sandbox');
  const seen = await visitor.visit(await backFrom(visitor, page, CONNECT, buyer));
  expect(seen.url).toBe(`${world().url}/memberships/${id}?done=connect`);
  await user.hasRole(buyer, 'Supporter');
  const { prisma } = world();
  expect(await prisma.mirroredMembership.findUnique({ where: { id } })).toMatchObject({
    chatUserId: buyer,
    chatProven: true,
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
  expect(titleOf(seen)).toBe('No purchases are connected to this account');
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
    expect(titleOf(await victim.visit(own))).toBe('No purchases are connected to this account');
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
  expect([refused.status, titleOf(refused)]).toEqual([409, 'This account belongs to another customer']);
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
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('cache-control')).toBe('no-store');
  }
});
