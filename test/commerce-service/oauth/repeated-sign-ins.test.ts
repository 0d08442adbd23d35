import { expect, test } from 'vitest';
import { buyerOf } from '../chat/buyer.ts';
import { useProvider } from '../chat/provider.ts';
import { ANN, shopOf } from '../shop.ts';
import { useCommerce } from '../support.ts';
import { authorizeQuery, openBrowser } from './browser.ts';

const provider = useProvider();
const commerce = useCommerce({ mailbox: true, service: { chat: provider.config } });
const shop = shopOf(commerce);

const X = { id: '440832553390155656', name: 'ann.chats' };
const NOON = new Date('2027-01-01T12:00:00Z');
const LATER = new Date('2027-01-02T06:30:00Z');
const NEXT_DAY = new Date('2027-01-02T12:00:00Z');

/** Sign-ins that one proof allows in a day. */
const MOST = 30;

type Answer = { readonly status: number; readonly html: string; readonly headers: Record<string, unknown> };

/** A way to sign in as the buyer of a purchase, to be repeated in one browser, or done in another one. */
interface Way {
  /** Signs in once more, in the same browser. */
  readonly again: () => Promise<Answer>;
  /** Signs in without a session: in a new browser, or in the one that bought if only that can. */
  readonly anew: () => Promise<Answer>;
}

/** Addresses of different networks, as one network may request only so many links. */
let networks = 0;
const newNetwork = () => `198.51.100.${++networks % 250}`;

async function withPurchase(): Promise<Way> {
  const browser = shop.open();
  const { id } = await shop.buyIn(browser, (await shop.openShop()).free);
  const { html } = await browser.visit(`/oauth/authorize?${authorizeQuery()}`);
  const again = async () => {
    await browser.visit('/oauth/authorize');
    return browser.submit(html, 'sign-in/purchase', { membership: id });
  };
  const anew = () => {
    browser.cookies.delete('__Host-commerce_session');
    return again();
  };
  return { again, anew };
}

async function withLicenseKey(): Promise<Way> {
  const { license_key } = await shop.buyIn(shop.open(), (await shop.openShop()).free);
  const signInIn = async (browser: ReturnType<typeof openBrowser>) => {
    const { html } = await browser.visit('/memberships?sign_in');
    return browser.submit(html, 'oauth/sign-in', { email: ANN, license_key });
  };
  const own = shop.open();
  return { again: () => signInIn(own), anew: () => signInIn(shop.open()) };
}

async function withMailedLink(): Promise<Way> {
  await shop.buyIn(shop.open(), (await shop.openShop()).free);
  const signInIn = async (browser: ReturnType<typeof openBrowser>) => {
    const { html } = await browser.visit('/memberships?sign_in');
    await browser.submit(html, 'oauth/sign-in', { email: ANN });
    return browser.submit((await browser.openMailed(ANN)).html, 'sign-in/follow');
  };
  const own = openBrowser(commerce().app, newNetwork());
  return { again: () => signInIn(own), anew: () => signInIn(openBrowser(commerce().app, newNetwork())) };
}

async function withChatAccount(): Promise<Way> {
  const open = () => buyerOf(commerce().app, provider);
  const buyer = open();
  const { page } = await buyer.buy((await shop.openShop()).free, ANN);
  await buyer.connect(page, X);
  const own = open();
  return { again: () => own.signInWithChat(X), anew: () => open().signInWithChat(X) };
}

/** What sign-ins leave behind: sessions, and entries of the audit log. */
async function left() {
  const { prisma } = commerce();
  return {
    sessions: await prisma.session.count(),
    entries: await prisma.auditEntry.count({ where: { action: { in: ['signed in', 'signed out'] } } }),
  };
}

const isRefused = ({ status }: Answer) => status === 429;

const WAYS = [
  { name: 'a purchase', prepare: withPurchase, refusal: 'You weren’t signed in with this purchase' },
  { name: 'a license key', prepare: withLicenseKey, refusal: 'You weren’t signed in with this license key' },
  {
    name: 'a mailed link',
    prepare: withMailedLink,
    refusal: 'You weren’t signed in with this e-mail address',
  },
  { name: 'a chat account', prepare: withChatAccount, refusal: 'You’ve signed in too often' },
];

test.each(WAYS)(
  'signing in again with $name renews the browser’s session and leaves nothing more behind',
  async ({ prepare }) => {
    const { prisma } = commerce();
    const { again } = await prepare();
    await again();
    const before = await left();
    const known = await prisma.session.findMany({ select: { hash: true } });
    for (let n = 0; n < 3; n++) expect(isRefused(await again())).toBe(false);
    expect(await left()).toEqual(before);
    const hashes = known.map(({ hash }) => hash);
    expect(await prisma.session.count({ where: { hash: { in: hashes } } })).toBe(before.sessions - 1);
  },
);

test.each(WAYS)(
  '$name signs in thirty times a day, and then the page says when it does again',
  async ({ prepare, refusal }) => {
    const { clock } = commerce();
    clock.stopAt(NOON);
    const { anew } = await prepare();
    const before = await left();
    for (let n = 0; n < MOST; n++) expect(isRefused(await anew())).toBe(false);
    expect((await left()).entries - before.entries).toBe(MOST);
    clock.stopAt(LATER);
    const atLimit = await left();
    const refused = await anew();
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe(String(5.5 * 60 * 60));
    expect(refused.html).toContain(refusal);
    expect(refused.html).toContain('Please try again in 6 hours.');
    expect(await left()).toEqual(atLimit);
    clock.stopAt(NEXT_DAY);
    expect(isRefused(await anew())).toBe(false);
  },
);

test('of forty sign-ins at once with one license key, ten are refused', async () => {
  const { clock, prisma, cleanUp } = commerce();
  clock.stopAt(NOON);
  const { anew } = await withLicenseKey();
  const before = await left();
  const answers = await Promise.all(Array.from({ length: MOST + 10 }, anew));
  expect(answers.filter(isRefused)).toHaveLength(10);
  expect(await left()).toEqual({ sessions: MOST, entries: before.entries + MOST });
  // The count stays until its day is over.
  await cleanUp();
  expect(isRefused(await anew())).toBe(true);
  clock.stopAt(NEXT_DAY);
  await cleanUp();
  expect(await prisma.actionCount.count()).toBe(0);
});

test('a browser that is signed in can sign in again, also when its proof is used up', async () => {
  commerce().clock.stopAt(NOON);
  const { again, anew } = await withLicenseKey();
  await again();
  for (let n = 1; n < MOST; n++) await anew();
  expect(isRefused(await anew())).toBe(true);
  expect(isRefused(await again())).toBe(false);
});

test('a session of another proof isn’t reused, but replaced', async () => {
  const { prisma } = commerce();
  const { free } = await shop.openShop();
  const [first, second] = [await shop.buyIn(shop.open(), free), await shop.buyIn(shop.open(), free)];
  const browser = shop.open();
  for (const { license_key } of [first, second]) {
    const { html } = await browser.visit('/memberships?sign_in');
    await browser.submit(html, 'oauth/sign-in', { email: ANN, license_key });
  }
  expect(await prisma.session.findMany({ select: { membershipId: true } })).toEqual([
    { membershipId: second.id },
  ]);
  expect((await browser.visit(`/memberships/${second.id}`)).html).toContain('Viewing with a license key');
});
