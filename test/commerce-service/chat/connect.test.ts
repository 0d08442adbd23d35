import { describe, expect, test } from 'vitest';
import { isOnServer } from '../../support/database.ts';
import { holdChanges } from '../../support/held-changes.ts';
import { titleOf } from './buyer.ts';
import { ANN, BOB, NOTHING, useShop, X, Y } from './shop.ts';

const { commerce, connected, mailed, newPlan, open, provider, show, told } = useShop();

describe('the browser that bought', () => {
  test('connects a chat account: it is proven, told, on the page, and there again when that is opened anew', async () => {
    const buyer = open();
    const { page: bought, id } = await buyer.buy(await newPlan(), ANN);
    expect(bought.html).toContain('One step is left: connect your chat account');
    const page = await buyer.connect(bought, X);
    expect(page.html).toContain('Connected: ann.chats is your chat account here.');
    const chat = { id: X.id, username: X.name, verified: true };
    expect(await show(id)).toMatchObject({
      community_chat: { ...chat, image_url: `https://chatter.test/pictures/${X.id}/a_0123.png` },
    });
    expect((await told()).map(({ data }) => data)).toMatchObject([{ id, valid: true, community_chat: chat }]);
    for (const path of [`/memberships/${id}`, '/memberships']) {
      const { html } = await buyer.visit(path);
      expect(html).toContain('Connected with Chatter');
      expect(html).toContain('Signed in as <strong>ann.chats</strong>');
      expect(html).not.toContain(ANN);
    }
    const { user: actorId } = await show(id);
    const recorded = await commerce().prisma.auditEntry.findFirst({ orderBy: { seq: 'desc' } });
    expect(recorded).toMatchObject({
      action: 'chat account connected',
      actorKind: 'customer',
      actorId,
      objectId: actorId,
      details: { chatAccountId: X.id, proof: 'purchase' },
    });
    // The same again changes nothing, and leaves nothing behind.
    const left = async () => [
      await commerce().prisma.auditEntry.count(),
      await commerce().prisma.session.count(),
    ];
    const before = await left();
    for (let n = 0; n < 2; n++) {
      const again = await buyer.connect(await buyer.visit(`/memberships/${id}`), X);
      expect(again.html).toContain('Connected: ann.chats is your chat account here.');
    }
    expect(await told()).toHaveLength(1);
    expect(await left()).toEqual(before);
  });

  test('connects no more once it is somebody’s: without their sign-in it can only look', async () => {
    const { buyer, id } = await connected(await newPlan(), ANN);
    const out = await buyer.visit(`/memberships/${id}`);
    await buyer.submit(out.html, '../oauth/sign-out');
    const seen = await buyer.visit(`/memberships/${id}`);
    expect(seen.html).toContain('so here you can only view it');
    for (const hidden of ['Connect', 'Cancel', ANN, (await show(id)).license_key])
      expect(seen.html).not.toContain(hidden);
    const proof = (await buyer.visit('/memberships?sign_in')).html;
    const forged = {
      request: `membership=${id}`,
      proof: /name="proof" value="([^"]+)"/.exec(proof)?.[1] ?? '',
    };
    expect((await buyer.visit('/oauth/chat/connect', forged)).status).toBe(403);
  });

  test('adds a further purchase to those of the person whose account it is, also an address’s owner', async () => {
    const plan = await newPlan();
    const { id: first } = await connected(plan, ANN);
    const { id: second, page } = await connected(plan, BOB);
    expect(page.html).toContain('Connected: ann.chats');
    const [one, two] = [await show(first), await show(second)];
    expect(two).toMatchObject({ user: one.user, email: ANN, community_chat: { id: X.id, verified: true } });
    expect(await commerce().prisma.user.count()).toBe(1);
    expect(await commerce().prisma.payment.count({ where: { userId: one.user } })).toBe(2);
    expect((await told()).map(({ subjectId }) => subjectId)).toEqual([first, second]);
    const elsewhere = await open().signInWithChat(X);
    for (const id of [first, second]) expect(elsewhere.html).toContain(id);
  });
});

describe('a person', () => {
  test('who has shown their address connects all that is theirs, also what they buy later', async () => {
    const plan = await newPlan();
    const { buyer } = await mailed(ANN);
    const [first, second] = [(await buyer.buy(plan, ANN)).id, (await buyer.buy(plan, ANN)).id];
    const page = await buyer.connect(await buyer.visit('/memberships'), X, 'oauth/chat/connect');
    expect(page.html).toContain('Connected: ann.chats');
    expect(page.html).toContain(`Signed in as <strong>${ANN}</strong>`);
    const later = await buyer.buy(plan, ANN, { community_chat_id: Y.id });
    for (const id of [first, second, later.id])
      expect(await show(id)).toMatchObject({ community_chat: { id: X.id, verified: true } });
    // What was bought with the address elsewhere gets it with the next proof.
    const { id: elsewhere } = await open().buy(plan, ANN, { community_chat_id: Y.id });
    await mailed(ANN);
    expect(await show(elsewhere)).toMatchObject({ community_chat: { id: X.id, verified: true } });
  });

  test('connects no account that another person has shown to be theirs', async () => {
    const plan = await newPlan();
    const { buyer: ann } = await mailed(ANN);
    const { id } = await ann.buy(plan, ANN);
    await ann.connect(await ann.visit(`/memberships/${id}`), X);
    const { buyer: bob } = await mailed(BOB);
    const { id: bobs } = await bob.buy(plan, BOB);
    const refused = await bob.connect(await bob.visit(`/memberships/${bobs}`), X);
    expect([refused.status, titleOf(refused)]).toEqual([409, 'This account belongs to another customer']);
    expect(refused.html).not.toContain(ANN);
    expect((await show(bobs)).community_chat).toBeNull();
    expect(await show(id)).toMatchObject({ email: ANN, community_chat: { id: X.id } });
    expect((await bob.visit('/memberships')).html).toContain(`Signed in as <strong>${BOB}</strong>`);
    // Nor does who is known by another chat account alone.
    const { buyer: cleo, id: cleos } = await connected(plan, 'cleo@example.com', Y);
    expect((await cleo.connect(await cleo.visit(`/memberships/${cleos}`), X)).status).toBe(409);
  });

  test('has in one place what they connected before they showed their address', async () => {
    const plan = await newPlan();
    const { id: early } = await connected(plan, 'typed@example.com');
    const { buyer } = await mailed(ANN);
    const { id } = await buyer.buy(plan, ANN);
    const page = await buyer.connect(await buyer.visit(`/memberships/${id}`), X);
    expect(page.html).toContain('Connected: ann.chats');
    const both = [await show(early), await show(id)];
    expect(both).toMatchObject([
      { user: both[1].user, email: ANN, community_chat: { id: X.id } },
      { email: ANN, community_chat: { id: X.id } },
    ]);
    expect((await told()).map(({ subjectId }) => subjectId)).toEqual([early, early, id]);
  });

  test('moves to another account, by which alone they are signed in from then on', async () => {
    const plan = await newPlan();
    const { buyer, id } = await connected(plan, ANN);
    const other = open();
    await other.signInWithChat(X);
    await buyer.connect(await buyer.visit(`/memberships/${id}`), Y);
    expect(await show(id)).toMatchObject({ community_chat: { id: Y.id, username: Y.name, image_url: null } });
    expect((await other.visit('/memberships')).html).not.toContain(id);
    expect(titleOf(await other.signInWithChat(X))).toBe(NOTHING);
    expect((await open().signInWithChat(Y)).html).toContain(id);
    // The account is free again.
    const { id: next } = await connected(plan, BOB);
    expect((await show(next)).user).not.toBe((await show(id)).user);
  });

  test('keeps what they connected when somebody else shows that the address typed with it is theirs', async () => {
    const plan = await newPlan();
    const { id } = await connected(plan, ANN);
    const { user } = await show(id);
    const { page } = await mailed(ANN);
    expect(page.html).not.toContain(id);
    expect((await show(id)).user).toBe(user);
    expect((await open().signInWithChat(X)).html).toContain(id);
  });

  test('adds their address in the browser that bought, and is one person by both', async () => {
    const plan = await newPlan();
    const { buyer, id } = await connected(plan, ANN);
    const { user } = await show(id);
    await buyer.signInAt('/memberships?sign_in', 'oauth/sign-in', ANN);
    expect((await show(id)).user).toBe(user);
    expect((await mailed(ANN)).page.html).toContain(id);
    expect((await open().signInWithChat(X)).html).toContain(id);
  });
});

describe('a browser that others use', () => {
  test('gives nobody the chat account that was connected in it: an address that is proven there later is a person of its own', async () => {
    const plan = await newPlan();
    const { id: early } = await open().buy(plan, ANN, { community_chat_id: X.id });
    const shared = open();
    const { page, id: his } = await shared.buy(plan, ANN);
    await shared.connect(page, Y);
    await shared.submit((await shared.visit('/memberships')).html, 'oauth/sign-out');
    const list = await shared.signInAt('/memberships?sign_in', 'oauth/sign-in', ANN);
    expect(list.html).toContain(early);
    expect(await show(early)).toMatchObject({ email: ANN, community_chat: { id: X.id, verified: false } });
    expect((await show(his)).community_chat).toMatchObject({ id: Y.id, verified: true });
    const { html } = await open().signInWithChat(Y);
    expect(html).toContain(his);
    expect(html).not.toContain(early);
  });

  test('says before the sign-in to which chat account the address is added', async () => {
    const shared = open();
    const { page } = await shared.buy(await newPlan(), ANN);
    await shared.connect(page, Y);
    const openLink = async () => {
      const start = await shared.visit('/memberships?sign_in');
      await shared.submit(start.html, 'oauth/sign-in', { email: ANN });
      return shared.openMailed(ANN);
    };
    const follow = await openLink();
    expect(follow.html).toContain('signed in with the chat account <strong>second.ann</strong>');
    await shared.submit(follow.html, 'sign-in/follow');
    expect((await (await mailed(ANN)).buyer.visit('/memberships')).html).toContain('second.ann');
    const again = await openLink();
    expect(again.html).not.toContain('chat account');
  });
});

describe('at the same time', () => {
  test('two browsers connect one account: both purchases are one person’s', async () => {
    const plan = await newPlan();
    const ways = await Promise.all(
      [ANN, BOB, 'cleo@example.com'].map(async (email) => {
        const buyer = open();
        const { page, id } = await buyer.buy(plan, email);
        return { buyer, id, back: provider.agree(await buyer.toProvider(page, '../oauth/chat/connect'), X) };
      }),
    );
    const answers = await Promise.all(ways.map(({ buyer, back }) => buyer.visit(back)));
    expect(answers.map(({ status, location }) => [status, location])).toEqual(
      ways.map(({ id }) => [303, `../../memberships/${id}?done=connect`]),
    );
    const users = await Promise.all(ways.map(async ({ id }) => (await show(id)).user));
    expect(new Set(users).size).toBe(1);
  });

  test('somebody connects while the typed address is proven elsewhere: the purchase is one of the two’s', async () => {
    const plan = await newPlan();
    const buyer = open();
    const { page, id } = await buyer.buy(plan, ANN);
    const back = provider.agree(await buyer.toProvider(page, '../oauth/chat/connect'), X);
    const [answer] = await Promise.all([buyer.visit(back), mailed(ANN)]);
    const { user, community_chat } = await show(id);
    const owner = await commerce().prisma.user.findUniqueOrThrow({ where: { id: user } });
    if (community_chat === null) {
      expect(owner).toMatchObject({ email: ANN, chatAccountId: null });
      expect(answer.location).toBe('outcome');
    } else expect(owner).toMatchObject({ typedEmail: ANN, chatAccountId: X.id });
  });

  test.runIf(isOnServer())(
    'whoever connects in the browser in which the typed address is proven doesn’t become its owner',
    async () => {
      const { prisma } = commerce();
      const browser = open();
      const { page, id } = await browser.buy(await newPlan(), ANN);
      const { user } = await show(id);
      const back = provider.agree(await browser.toProvider(page, '../oauth/chat/connect'), X);
      const start = await browser.visit('/memberships?sign_in');
      await browser.submit(start.html, 'oauth/sign-in', { email: ANN });
      const { token } = await browser.openMailed(ANN);
      const held = await holdChanges(prisma, { table: 'users', column: 'chat_account_id' });
      const connected = browser.visit(back);
      await held.untilWaiting(1);
      const followed = browser.visit('/oauth/sign-in/follow', { token });
      await held.untilWaiting(2);
      await held.release();
      expect([(await connected).status, (await followed).status]).toEqual([303, 303]);
      const buyer = await prisma.user.findUniqueOrThrow({ where: { id: user } });
      expect(buyer).toMatchObject({ typedEmail: ANN, chatAccountId: X.id, emailProvenAt: null });
      const owner = await prisma.user.findFirstOrThrow({ where: { email: ANN } });
      expect(owner).toMatchObject({ chatAccountId: null });
      expect((await show(id)).user).toBe(user);
    },
  );

  test('it is whole or nothing: where it breaks off nobody has the account, and nobody was told', async () => {
    const { prisma } = commerce();
    const buyer = open();
    const { page, id } = await buyer.buy(await newPlan(), ANN);
    const back = provider.agree(await buyer.toProvider(page, '../oauth/chat/connect'), X);
    // The session is the last thing that is written.
    await prisma.$executeRaw`ALTER TABLE commerce.sessions ADD CONSTRAINT broken CHECK (proof <> 'chat') NOT VALID`;
    try {
      const broken = await buyer.visit(back);
      expect([broken.status, broken.location]).toEqual([303, 'outcome?fault']);
    } finally {
      await prisma.$executeRaw`ALTER TABLE commerce.sessions DROP CONSTRAINT broken`;
    }
    expect((await show(id)).community_chat).toBeNull();
    expect(await told()).toEqual([]);
    expect((await buyer.connect(await buyer.visit(`/memberships/${id}`), X)).html).toContain('Connected');
  });
});
