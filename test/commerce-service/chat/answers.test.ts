import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { titleOf, visitorOf } from '../../linking/visitor.ts';
import { useWorld } from '../../linking/world.ts';
import { CONNECT, OVER, queryOf, signInsOf } from './sign-ins.ts';

const world = useWorld();
const { backFrom, buy, isSignedIn, membership, owner, toSignIn } = signInsOf(world);

/** The one who attacks, and the one who has bought. */
let eve: string;
let vera: string;
beforeAll(() => {
  eve = world().member('paolo_v');
  vera = world().member('sunniva');
});

describe('an answer', () => {
  test('counts once: its state, and its code with another state', async () => {
    const { visitor, id } = await owner(vera);
    const back = await toSignIn(visitor, vera);
    await visitor.visit(back);
    const exchanged = world().exchanges();
    const again = await visitor.visit(back);
    expect([again.url, world().exchanges()]).toEqual([`${world().url}/memberships`, exchanged]);
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
    expect([denied.status, titleOf(denied)]).toEqual([403, 'You didn’t sign in']);
    for (const error of ['server_error', 'temporarily_unavailable']) {
      const back = new URL(await toSignIn(visitor, vera, 'cancel'));
      back.searchParams.set('error', error);
      expect(titleOf(await visitor.visit(back.href))).toBe('We can’t reach Sandbox');
    }
    for (const route of ['/oauth2/token', '/users/@me']) {
      const outage = sandbox.faults.answer({ route }, { status: 503 });
      onTestFinished(() => outage.remove());
      const seen = await visitor.visit(await toSignIn(visitor, vera));
      outage.remove();
      expect([seen.status, titleOf(seen)]).toEqual([503, 'We can’t reach Sandbox']);
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
