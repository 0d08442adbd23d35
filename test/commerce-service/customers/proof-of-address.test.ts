import { describe, expect, test } from 'vitest';
import { waitUntil } from '../../support/wait.ts';
import { ANN, type Browser, shopOf } from '../shop.ts';
import { mailsTo, useCommerce } from '../support.ts';

const commerce = useCommerce({ mailbox: true });
const { buyIn, open, openShop, show, signInAs, tryToChange } = shopOf(commerce);

/** The link that a browser has had mailed to Ann. */
async function askForLink(browser: Browser) {
  const page = await browser.visit('/memberships?sign_in');
  await browser.submit(page.html, 'oauth/sign-in', { email: ANN });
  const { token } = await browser.openMailed(ANN);
  return { browser, token };
}

describe('a proof of the address', () => {
  test('makes the purchases with it one person’s, and leaves the browser that bought a look at its own', async () => {
    const { app, prisma } = commerce();
    const { paid, free } = await openShop();
    const { browser: ann } = await signInAs(ANN);
    const own = await buyIn(ann, paid);
    const elsewhere = open();
    const added = await buyIn(elsewhere, paid, ANN, { community_chat_id: '440832553390155656' });
    await buyIn(open(), free, 'bob@example.com');
    expect(added.user).not.toBe(own.user);

    const { page } = await signInAs(ANN);
    expect(page.html).toContain(added.id);
    expect(await show(added.id)).toMatchObject({ user: own.user, email: ANN, valid: true });
    expect(await prisma.payment.count({ where: { userId: own.user } })).toBe(2);
    expect(await prisma.user.findMany({ orderBy: { id: 'asc' } })).toMatchObject([
      { email: ANN, typedEmail: null },
      { typedEmail: 'bob@example.com', emailProvenAt: null },
    ]);
    const told = await prisma.event.findMany({ where: { name: 'membership_metadata_updated' } });
    expect(told.map(({ data }) => data)).toMatchObject([{ id: added.id, user: own.user }]);

    await waitUntil(() => mailsTo(app, ANN).some((text) => text.includes(added.id)));
    const [mail] = mailsTo(app, ANN);
    expect(mail).toContain('Club, for the chat account 440832553390155656:');
    expect(mail).not.toContain(own.id);
    const seen = await elsewhere.visit(`/memberships/${added.id}`);
    expect(seen.html).toContain(
      'here you can only view it, and cancel it so that your card isn’t charged again.',
    );
    for (const hidden of [ANN, added.license_key, 'ending in', 'Chat account'])
      expect(seen.html).not.toContain(hidden);
    expect((await elsewhere.visit('/memberships')).html).not.toContain(own.id);
    const proof = /name="proof" value="([^"]+)"/.exec((await ann.visit('/memberships')).html)?.[1] ?? '';
    expect(proof).not.toBe('');
    expect(await tryToChange(elsewhere, own.id)).not.toContain(303);
    expect((await show(added.id)).cancel_at_period_end).toBe(false);
  });

  test('in the browser that bought makes its buyer the person, so that what is linked stays so', async () => {
    const { paid } = await openShop();
    const browser = open();
    const [first, second] = [await buyIn(browser, paid), await buyIn(browser, paid)];
    expect(second.user).not.toBe(first.user);
    await signInAs(ANN, browser);
    expect([(await show(first.id)).user, (await show(second.id)).user]).toEqual([first.user, first.user]);
  });

  test('comes from several at the same time, and while something is bought, as it does one by one', async () => {
    const { prisma } = commerce();
    const { paid } = await openShop();
    const bought = [await buyIn(open(), paid), await buyIn(open(), paid)];
    const late = open();
    const links = [await askForLink(open()), await askForLink(open()), await askForLink(open())];
    const follow = async ({ browser, token }: (typeof links)[number]) =>
      (await browser.visit('/oauth/sign-in/follow', { token })).status;
    const [last, ...statuses] = await Promise.all([buyIn(late, paid), ...links.map(follow)]);
    expect(statuses).toEqual([303, 303, 303]);
    await signInAs(ANN);
    const users = await Promise.all([...bought, last].map(async ({ id }) => (await show(id)).user));
    expect(new Set(users).size).toBe(1);
    expect(await prisma.user.count()).toBe(1);
    const told = await prisma.event.count({ where: { name: 'membership_metadata_updated' } });
    expect(told).toBe(3);
  });

  test('is whole or nothing: where it breaks off the link is good still, and nobody was told', async () => {
    const { prisma } = commerce();
    const { paid } = await openShop();
    const bought = await buyIn(open(), paid);
    const { browser, token } = await askForLink(open());
    // The session is the last thing that is written.
    await prisma.$executeRaw`ALTER TABLE commerce.sessions ADD CONSTRAINT broken CHECK (proof <> 'person') NOT VALID`;
    try {
      expect((await browser.visit('/oauth/sign-in/follow', { token })).status).toBe(500);
    } finally {
      await prisma.$executeRaw`ALTER TABLE commerce.sessions DROP CONSTRAINT broken`;
    }
    expect((await show(bought.id)).user).toBe(bought.user);
    expect(await prisma.event.count({ where: { name: 'membership_metadata_updated' } })).toBe(0);
    expect((await browser.visit('/oauth/sign-in/follow', { token })).status).toBe(303);
    expect((await browser.visit('/memberships')).html).toContain(bought.id);
    expect(await prisma.event.count({ where: { name: 'membership_metadata_updated' } })).toBe(1);
  });

  test('ends what somebody got into before there was any, at whose user it was', async () => {
    const { prisma } = commerce();
    const { paid } = await openShop();
    const bought = await buyIn(open(), paid);
    // As it was before: the address as typed, and a session that a license key has opened.
    await prisma.user.update({ where: { id: bought.user }, data: { email: ANN, typedEmail: null } });
    const browser = open();
    const page = await browser.visit('/memberships');
    await browser.submit(page.html, 'oauth/sign-in', { email: ANN, license_key: bought.license_key });
    await prisma.session.updateMany({ data: { proof: 'person', membershipId: null } });
    expect((await browser.visit('/memberships')).html).not.toContain(bought.id);
    await signInAs(ANN);
    expect((await browser.visit('/memberships')).html).not.toContain(bought.id);
    expect((await show(bought.id)).user).toBe(bought.user);
  });

  test('takes over only so many at a time, its own first, and the rest the next time', async () => {
    const { prisma } = commerce();
    const { free } = await openShop();
    const { buy } = commerce();
    const browser = open();
    const own = await buyIn(browser, free);
    for (let n = 0; n < 60; n++) expect((await buy(free, { email: ANN })).status).toBe(201);
    await signInAs(ANN, browser);
    const { user } = await show(own.id);
    expect(await prisma.membership.count({ where: { userId: user } })).toBe(51);
    await signInAs(ANN, browser);
    expect(await prisma.membership.count({ where: { userId: user } })).toBe(61);
  });
});
