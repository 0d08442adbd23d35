import { expect, test } from 'vitest';
import { openBrowser } from '../oauth/browser.ts';
import { percentOff } from '../promo-codes/percent-off.ts';
import { useCommerce } from '../support.ts';

const commerce = useCommerce({ mailbox: true });

const ANN = 'ann@example.com';

type Browser = ReturnType<typeof openBrowser>;

const open = () => openBrowser(commerce().app);

/** Buys on the page, in this browser, with Ann's address. @returns the page's answer, and the membership's id */
async function buyIn(browser: Browser, plan: string, order: Record<string, string> = {}) {
  const page = await browser.visit(`/checkout/${plan}`);
  const filled = { email: ANN, card_number: '4242424242424242', ...order };
  const { status, html } = await browser.submit(page.html, plan, filled);
  return { status, id: /<code>(mem_\w+)<\/code>/.exec(html)?.[1] ?? '' };
}

/** Ann, who shows that she reads her address. */
async function signInAnn(browser = open()) {
  await browser.signInAt('/memberships?sign_in', 'oauth/sign-in', ANN);
  return browser;
}

const createPlan = async (plan: object = {}): Promise<string> =>
  (await commerce().post('/plans', plan)).body.id;

async function createWelcome() {
  const welcome = { code: 'WELCOME', ...percentOff(50) };
  expect((await commerce().post('/promo_codes', { ...welcome, new_users_only: true })).status).toBe(201);
}

test('what others bought in somebody’s name uses up nothing of theirs, also once it is over', async () => {
  const { prisma } = commerce();
  await createWelcome();
  const [once, paid] = [await createPlan({ one_per_user: true }), await createPlan({ initial_price: 8 })];
  for (const status of ['active', 'expired'] as const) {
    const stranger = await buyIn(open(), once);
    await prisma.membership.update({
      where: { id: stranger.id },
      data: { status, valid: status === 'active' },
    });
  }
  const ann = await signInAnn();
  const page = await ann.visit('/memberships');
  expect(page.html.match(/mem_\w+"/g)).toHaveLength(2);
  expect((await buyIn(ann, paid, { promo_code: 'WELCOME' })).status).toBe(200);
  expect((await buyIn(ann, once)).status).toBe(200);
  // Her own counts.
  expect((await buyIn(ann, once)).status).toBe(409);
  expect((await buyIn(ann, paid, { promo_code: 'WELCOME' })).status).toBe(403);
});

test('what somebody bought counts, once they show the address in that browser', async () => {
  const once = await createPlan({ one_per_user: true });
  const phone = open();
  expect((await buyIn(phone, once)).status).toBe(200);
  const laptop = await signInAnn();
  await signInAnn(phone);
  expect((await buyIn(laptop, once)).status).toBe(409);
});

test('what somebody keeps that others bought in their name is theirs, and counts; what they cancel isn’t', async () => {
  const once = await createPlan({ one_per_user: true, plan_type: 'renewal', renewal_price: 5 });
  const bought = await buyIn(open(), once);
  const ann = await signInAnn();
  const press = async (action: string, filled?: Record<string, string>) => {
    const page = await ann.visit(`/memberships/${bought.id}`);
    return (await ann.submit(page.html, `${bought.id}/${action}`, filled)).status;
  };
  expect(await press('cancel')).toBe(303);
  expect(await commerce().prisma.membership.findMany({ where: { unclaimedSince: null } })).toEqual([]);
  expect(await press('resume')).toBe(400);
  expect(await press('resume', { card_number: '4242424242424242' })).toBe(303);
  expect((await buyIn(ann, once)).status).toBe(409);
});

test('the card of whoever bought in somebody’s name is charged for nothing that the owner orders, and they can stop paying', async () => {
  const { prisma, get } = commerce();
  const plan = await createPlan({ initial_price: 9, expiration_days: 30, refillable: true });
  const renewing = await createPlan({ plan_type: 'renewal', initial_price: 5, renewal_price: 5 });
  const stranger = open();
  const [pass, membership] = [await buyIn(stranger, plan), await buyIn(stranger, renewing)];
  const ann = await signInAnn();
  const press = async (id: string, action: string, filled?: Record<string, string>) => {
    const page = await ann.visit(`/memberships/${id}`);
    expect(page.html).not.toContain('4242</dd>');
    return ann.submit(page.html, `${id}/${action}`, filled);
  };
  const refused = await press(pass.id, 'refill');
  expect(refused.status).toBe(400);
  expect(refused.html).toContain('Enter a card of your own.');
  expect(await prisma.payment.count()).toBe(2);
  expect((await press(pass.id, 'refill', { card_number: '4242424242424242' })).status).toBe(303);
  expect((await get(`/memberships/${pass.id}`)).body.buyer_verified).toBe(true);

  const page = await stranger.visit(`/memberships/${membership.id}`);
  expect((await stranger.submit(page.html, `${membership.id}/cancel`)).status).toBe(303);
  expect((await get(`/memberships/${membership.id}`)).body.cancel_at_period_end).toBe(true);
  expect((await press(membership.id, 'resume')).status).toBe(400);
  // Whatever has become the owner's own is theirs alone.
  await stranger.visit(`/memberships/${pass.id}`);
  const { proof = '' } = proofIn(page.html);
  expect((await stranger.visit(`${pass.id}/refill`, { proof })).status).toBe(403);
});

test.each([
  ['once', { initial_price: 9 }],
  ['in full', { plan_type: 'renewal', renewal_price: 9, initial_price: 9, split_pay_required_payments: 1 }],
])('a new key makes the owner’s what is paid %s, and forgets the card', async (_how, plan) => {
  const { prisma } = commerce();
  const { id } = await buyIn(open(), await createPlan(plan));
  const ann = await signInAnn();
  const page = await ann.visit(`/memberships/${id}`);
  expect(page.html).toContain('It also makes the membership yours');
  expect((await ann.submit(page.html, `${id}/replace-key`)).status).toBe(303);
  expect(await prisma.membership.findUnique({ where: { id } })).toMatchObject({
    unclaimedSince: null,
    pspPaymentMethod: null,
  });
  expect((await ann.visit(`/memberships/${id}`)).html).not.toContain('4242');
});

test('however much others buy in somebody’s name, their own memberships come first in the list', async () => {
  const { prisma } = commerce();
  const plan = await createPlan({ initial_price: 9 });
  const ann = await signInAnn();
  const own = await buyIn(ann, plan);
  const { id } = await buyIn(open(), plan);
  await signInAnn();
  const { licenseKey, checkoutSession, ...row } = await prisma.membership.findUniqueOrThrow({
    where: { id },
  });
  const more = Array.from({ length: 49 }, (_, n) => ({
    ...row,
    id: `${id}${n}`,
    answers: [],
    metadata: {},
    licenseKey: `${licenseKey}${n}`,
    checkoutSession: `${checkoutSession}${n}`,
  }));
  await prisma.membership.createMany({ data: more });
  const list = await ann.visit('/memberships');
  expect(/memberships\/(mem_\w+)"/.exec(list.html)?.[1]).toBe(own.id);
  expect(list.html).toContain('<a href="memberships?page=2">Next page</a>');
  const last = await ann.visit('/memberships?page=2');
  expect(last.html.match(/memberships\/mem_\w+"/g)).toHaveLength(1);
  expect(last.html).toContain('<a href="memberships?page=1">Previous page</a>');
  const beyond = await ann.visit('/memberships?page=3');
  expect([beyond.status, beyond.location]).toEqual([303, 'memberships']);
});

test('whoever buys in somebody’s name never learns their chat account', async () => {
  const { prisma } = commerce();
  const stranger = open();
  const { id } = await buyIn(stranger, await createPlan());
  await signInAnn();
  const chat = { communityChatId: '440832553390155656', communityChatUsername: 'ann.private' };
  await prisma.membership.update({ where: { id }, data: { ...chat, communityChatProvenAt: new Date() } });
  const page = await stranger.visit(`/memberships/${id}`);
  expect(page.html).toContain(id);
  expect(page.html).not.toContain('ann.private');
});

/** The form's proof, as the page of another membership of the same browser has it. */
const proofIn = (html: string): Record<string, string> => ({
  proof: /name="proof" value="([^"]+)"/.exec(html)?.[1] ?? '',
});
