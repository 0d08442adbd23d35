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
  const press = async (action: string) => {
    const page = await ann.visit(`/memberships/${bought.id}`);
    expect((await ann.submit(page.html, `${bought.id}/${action}`)).status).toBe(303);
  };
  await press('cancel');
  expect(await commerce().prisma.membership.findMany({ where: { unclaimedSince: null } })).toEqual([]);
  await press('resume');
  expect((await buyIn(ann, once)).status).toBe(409);
});
