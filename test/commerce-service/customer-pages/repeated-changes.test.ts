import { expect, test } from 'vitest';
import { ANN, type Browser, shopOf } from '../shop.ts';
import { useCommerce } from '../support.ts';

const commerce = useCommerce({ mailbox: true });
const { buyIn, open, show, signInAs } = shopOf(commerce);

const RENEWAL = { plan_type: 'renewal', initial_price: 0, renewal_price: 0, billing_period: 30 };
const REFILLABLE = { expiration_days: 30, refillable: true };
const NOON = new Date('2027-01-01T12:00:00Z');
const LATER = new Date('2027-01-02T06:30:00Z');
const NEXT_DAY = new Date('2027-01-02T12:00:00Z');

/** Changes of each kind that a customer may make of one membership in a day. */
const MOST = 10;

const press = async (browser: Browser, id: string, action: string) =>
  browser.submit((await browser.visit(`/memberships/${id}`)).html, `${id}/${action}`);

/** Sends a form as often at once. */
async function pressAtOnce(browser: Browser, id: string, action: string, times: number) {
  const { html } = await browser.visit(`/memberships/${id}`);
  const proof = /name="proof" value="([^"]+)"/.exec(html)?.[1] ?? '';
  const answers = await Promise.all(
    Array.from({ length: times }, () => browser.visit(`/memberships/${id}/${action}`, { proof })),
  );
  return answers.map(({ status }) => status);
}

/** The customer's audit log entries since now, and the events. */
async function watch() {
  const { prisma } = commerce();
  const last = (await prisma.auditEntry.findFirst({ orderBy: { seq: 'desc' } }))?.seq ?? 0n;
  const events = await prisma.event.count();
  return async () => ({
    entries: await prisma.auditEntry.count({ where: { seq: { gt: last }, actorKind: 'customer' } }),
    events: (await prisma.event.count()) - events,
  });
}

/** A free membership, with the browser that bought it, at noon. */
async function buy(plan: object) {
  const { clock, post } = commerce();
  clock.stopAt(NOON);
  const browser = open();
  const { id } = await buyIn(browser, (await post('/plans', plan)).body.id);
  return { browser, id };
}

test('a cancellation is undone ten times a day; then the page says when it works again, and the API still works', async () => {
  const { clock, post } = commerce();
  const { browser, id } = await buy(RENEWAL);
  const left = await watch();
  for (let n = 0; n < MOST; n++)
    for (const action of ['cancel', 'resume']) expect((await press(browser, id, action)).status).toBe(303);
  expect((await press(browser, id, 'cancel')).status).toBe(303);
  clock.stopAt(LATER);
  const refused = await press(browser, id, 'resume');
  expect(refused.status).toBe(429);
  expect(refused.headers['retry-after']).toBe(String(5.5 * 60 * 60));
  expect(refused.html).toContain('Your cancellation wasn’t undone');
  expect(refused.html).toContain('only 10 times in 24 hours. Please try again in 6 hours.');
  expect(await left()).toEqual({ entries: 2 * MOST + 1, events: 2 * MOST + 1 });
  expect((await show(id)).cancel_at_period_end).toBe(true);
  for (let n = 0; n <= MOST; n++)
    for (const at_period_end of [false, true])
      expect((await post(`/memberships/${id}/cancel`, { at_period_end })).status).toBe(201);
  clock.stopAt(NEXT_DAY);
  expect((await press(browser, id, 'resume')).status).toBe(303);
  expect((await show(id)).cancel_at_period_end).toBe(false);
});

test('a customer who cancels what is canceled leaves nothing behind, however often and at once', async () => {
  const { browser, id } = await buy(RENEWAL);
  const left = await watch();
  expect(await pressAtOnce(browser, id, 'cancel', 15)).toEqual(Array(15).fill(303));
  expect(await left()).toEqual({ entries: 1, events: 1 });
  // Nor do resumptions that change nothing count.
  expect(await pressAtOnce(browser, id, 'resume', 15)).toEqual(Array(15).fill(303));
  expect(await left()).toEqual({ entries: 2, events: 2 });
});

test('of fifteen replacements of a license key at once, ten happen; another membership’s key is replaced still', async () => {
  const { clock, post } = commerce();
  const { browser, id } = await buy({});
  const other = await buyIn(browser, (await post('/plans', {})).body.id);
  const left = await watch();
  const statuses = await pressAtOnce(browser, id, 'replace-key', MOST + 5);
  expect(statuses.toSorted()).toEqual([...Array(MOST).fill(303), ...Array(5).fill(429)]);
  expect(await left()).toEqual({ entries: MOST, events: MOST });
  expect((await press(browser, id, 'replace-key')).html).toContain('Your license key wasn’t replaced');
  expect((await post(`/memberships/${id}/reset_license_key`)).status).toBe(201);
  expect((await press(browser, other.id, 'replace-key')).status).toBe(303);
  clock.stopAt(NEXT_DAY);
  expect((await press(browser, id, 'replace-key')).status).toBe(303);
});

test('who bought in somebody’s name uses up none of the owner’s replacements', async () => {
  const { browser, id } = await buy({});
  expect(await pressAtOnce(browser, id, 'replace-key', MOST)).toEqual(Array(MOST).fill(303));
  const { browser: owner } = await signInAs(ANN);
  const { license_key } = await show(id);
  expect((await press(owner, id, 'replace-key')).status).toBe(303);
  expect((await show(id)).license_key).not.toBe(license_key);
});

test('a membership is topped up for free ten times a day, and for money as often as it is paid', async () => {
  const { browser, id } = await buy(REFILLABLE);
  for (let n = 0; n < MOST; n++) expect((await press(browser, id, 'refill')).status).toBe(303);
  const refused = await press(browser, id, 'refill');
  expect(refused.status).toBe(429);
  expect(refused.html).toContain('Your membership wasn’t topped up');
  const { id: paid } = await buyIn(browser, await paidPlan());
  for (let n = 0; n <= MOST; n++) expect((await press(browser, paid, 'refill')).status).toBe(303);
});

const paidPlan = async (): Promise<string> =>
  (await commerce().post('/plans', { ...REFILLABLE, initial_price: 5 })).body.id;
