import { expect, test } from 'vitest';
import { adminActions } from '../audit/log.ts';
import { waitFor } from '../support/wait.ts';
import { expectGolden } from './golden.ts';
import type { Heard } from './talk.ts';
import { timeoutsByClock } from './timeouts.ts';
import { useWorld } from './world.ts';

const world = useWorld({ commerce: true });

/** Replaces ids and addresses, which differ between runs. */
const steady = ({ text, ...heard }: Heard): Heard => ({
  ...heard,
  text: text
    .replace(/plan_\w+/g, 'plan_ID')
    .replace(/prod_\w+/g, 'prod_ID')
    .replace(/127\.0\.0\.1\\?:\d+/g, 'shop.test'),
});
const patron = () => world().seeded.plans.find(({ name }) => name === 'Patron')?.id ?? '';
const actions = () => adminActions(world().prisma, { guildId: world().guildId });

/** Creates sixty plans with numbered names, unless `more` overrides them. */
async function addSixtyPlans(
  more: (n: number) => { readonly internalNotes?: string; readonly visibility?: 'hidden' } = () => ({}),
): Promise<void> {
  const { id: _, handle: __, ...row } = await world().prisma.plan.findFirstOrThrow();
  const empty = { metadata: {}, requirements: {}, releaseMethodSettings: {}, customFields: [] };
  await world().prisma.plan.createMany({
    data: Array.from({ length: 60 }, (_plan, n) => ({
      ...row,
      ...empty,
      id: `plan_${n}`,
      shortLink: null,
      createdAt: world().clock.now(),
      internalNotes: `Plan number ${n}`,
      ...more(n),
    })),
  });
}

test('plans are listed with price, members and the roles they give', async () => {
  await world().map(world().roles.supporter.id, world().seeded.productId);
  await world().map(world().roles.insider.id, patron());
  await world().buy('juniper', patron());
  // Both plans were seeded at the same time. The newer one is listed first, so make this one newer.
  await world().prisma.plan.update({ where: { id: patron() }, data: { createdAt: world().clock.now() } });
  await expectGolden('plans/list', steady(await world().owner().run('plans list')));
  await expectGolden('plans/list.de', steady(await world().german().run('plans list')));
  const archived = await world().owner().run('plans list', { visibility: 'archived' });
  await expectGolden('plans/list-none', archived);
});

test('products are suggested by name, and plans are listed by product', async () => {
  const { productId } = world().seeded;
  // The first request doesn't wait for the list.
  await waitFor(async () => {
    const suggested = await world().owner().suggestions('plans list', 'product', { product: 'commun' });
    expect(suggested).toEqual([{ name: `Community membership (${productId})`, value: productId }]);
  });
  const none = await world().owner().run('plans list', { product: 'prod_none' });
  expect(none.text).toContain('No plans match');
});

test('a plan is created from options and a form', async () => {
  const owner = world().owner();
  const opened = owner.actor.run('plans create', {
    product: world().seeded.productId,
    currency: 'EUR',
    visibility: 'hidden',
    stock: 5,
    metadata: 'tier=gold, from=chat',
  });
  const created = await owner.fillIn(opened, {
    name: 'Gold <@1> **bold**',
    initial_price: '5',
    renewal_price: '9,50',
    billing_period: '30',
    description: 'All of it',
  });
  await expectGolden('plans/created', steady(created));
  const { items } = await world().commerce.plans.list({ visibility: 'hidden' });
  expect(items).toMatchObject([
    {
      name: 'Gold <@1> **bold**',
      renewalPrice: 9.5,
      initialPrice: 5,
      currency: 'eur',
      stock: 5,
      billingPeriod: 30,
      metadata: { tier: 'gold', from: 'chat' },
      productId: world().seeded.productId,
    },
  ]);
  expect((await actions()).at(-1)).toMatchObject({
    action: 'plan created',
    actor: owner.userId,
    subject: items[0]?.id,
    details: { name: 'Gold <@1> **bold**', outcome: 'done' },
  });
});

test('autocomplete suggests a new plan at once, even if the list can’t be reloaded', async () => {
  const owner = world().owner();
  const suggested = async (name: string) => [
    await owner.suggestions('plans quick-link', 'plan', { plan: name }),
    await owner.suggestions('roles map', 'source', { role: world().roles.supporter.id, source: name }),
  ];
  // Loads the list, which doesn't contain the new plan yet.
  await waitFor(async () => {
    for (const found of await suggested('patr')) expect(found).toHaveLength(1);
  });
  await owner.fillIn(owner.actor.run('plans create'), { name: 'Brand new', initial_price: '3' });
  world().service.goesDown();
  const [{ id = '' } = {}] = await world().prisma.plan.findMany({ where: { internalNotes: 'Brand new' } });
  for (const found of await suggested('brand'))
    expect(found).toMatchObject([{ name: expect.stringContaining('Brand new'), value: id }]);
});

test('a form with an invalid value can be corrected and keeps the typed values', async () => {
  const owner = world().owner();
  const wrong = await owner.fillIn(owner.actor.run('plans create'), {
    name: 'Silver',
    initial_price: 'a lot',
  });
  await expectGolden('plans/wrong-price', wrong);
  const again = owner.pressForForm(wrong, 'Edit');
  await expectGolden(
    'plans/corrected',
    steady(await owner.fillIn(again, { name: 'Silver', initial_price: '3' })),
  );
  const twice = await owner.fillIn(owner.pressForForm(wrong, 'Edit'), {
    name: 'Silver',
    initial_price: '3',
  });
  expect(twice.text).toContain('This was already ordered');
  expect(twice.text).not.toContain('Edit');
  expect(await world().prisma.plan.count({ where: { internalNotes: 'Silver' } })).toBe(1);
});

test('invalid options are refused before the form opens', async () => {
  const owner = world().owner();
  await expectGolden('plans/wrong-currency', await owner.run('plans create', { currency: 'xyz' }));
  await expectGolden('plans/wrong-object', await owner.run('plans create', { metadata: '{"half":' }));
  const suggested = await owner.suggestions('plans create', 'currency', { currency: 'eu' });
  expect(suggested).toEqual([{ name: 'EUR', value: 'eur' }]);
});

test('a quick link is shown only to the asking admin, ready to copy, and its password is stored nowhere', async () => {
  const owner = world().owner();
  await waitFor(async () => {
    const suggested = await owner.suggestions('plans quick-link', 'plan', { plan: 'patr' });
    expect(suggested).toEqual([{ name: 'Patron · Community membership · $9.00', value: patron() }]);
  });
  const made = await owner.run('plans quick-link', {
    plan: patron(),
    stock: 3,
    password: 'open sesame',
    trial_days: 7,
    note: 'For Ada',
    description: 'Just for you',
    short_link: 'for-ada',
    metadata: 'campaign=autumn',
  });
  await expectGolden('plans/quick-link', steady(made));
  expect(world().as('tomasz_k').messages()).toEqual([]);
  const { items } = await world().commerce.plans.list({ visibility: 'quick_link' });
  expect(items).toMatchObject([{ name: 'For Ada', stock: 3, sourcePlanId: patron() }]);
  expect((await actions()).at(-1)).toMatchObject({ action: 'quick link created', subject: patron() });
  expect(JSON.stringify([await actions(), world().logged])).not.toContain('sesame');
});

test('an unknown plan gets no quick link', async () => {
  const before = await actions();
  const missing = await world().owner().run('plans quick-link', { plan: 'plan_`none` @everyone' });
  await expectGolden('plans/quick-link-missing', missing);
  expect(await actions()).toEqual(before);
});

test('a long list has pages of up to fifty plans', async () => {
  await addSixtyPlans();
  const first = await world().owner().run('plans list');
  expect(first.text).toContain('Page 1 of 7');
  expect(first.text.match(/Plan number/g)).toHaveLength(10);
  const second = await world().owner().press(first, 'Next');
  expect(second.text).toContain('Page 2 of 7');
  const many = await world().owner().run('plans list', { per: 50 });
  expect(many.text.match(/Plan number/g)).toHaveLength(50);
});

test('every plan can be reached, however long the names and many on a page', async () => {
  await addSixtyPlans((n) => ({ internalNotes: `${'_'.repeat(24)} ${n}`, visibility: 'hidden' }));
  const owner = world().owner();
  const seen = new Set<string>();
  let shown = await owner.run('plans list', { visibility: 'hidden', per: 50 });
  expect(shown.text).toContain('Page 1 of 2 · part 1 of 2');
  for (let turn = 0; turn < 5; turn += 1) {
    for (const [, n = ''] of shown.text.matchAll(/(?:\\_){24} (\d+)/g)) seen.add(n);
    expect(shown.text).not.toContain('more lines');
    if (shown.text.includes('[Next (plain, off)]')) break;
    shown = await owner.press(shown, 'Next');
  }
  expect(seen.size).toBe(60);
  expect((await owner.press(shown, 'Back')).text).toContain('Page 1 of 2 · part 2 of 2');
});

test('a command waits for a slow service', async () => {
  const timeouts = timeoutsByClock(world());
  const release = world().service.hangs();
  const before = world().service.asked.length;
  const asked = world().owner().actor.run('plans list');
  await asked.answer;
  await waitFor(() => expect(world().service.asked.length).toBeGreaterThan(before));
  timeouts.pass(10_000);
  release();
  await waitFor(() => expect(JSON.stringify(asked.message())).toContain('Patron'));
  timeouts.stop();
  world().service.works();
});

test('a refusal by the service is reported with advice', async () => {
  const owner = world().owner();
  world().service.answers(401);
  await expectGolden('plans/refused', await owner.run('plans list'));
  await expectGolden('plans/refused.de', await world().german().run('plans list'));
  world().service.answers(404);
  await expectGolden('plans/unable', await owner.run('plans list'));
  world().service.answers(422);
  const declined = await owner.fillIn(owner.actor.run('plans create', { currency: 'EUR' }), { name: 'No' });
  await expectGolden('plans/declined', declined);
  await expectGolden('plans/declined.de', await world().german().run('plans quick-link', { plan: patron() }));
  world().service.works();
  const again = await owner.fillIn(owner.pressForForm(declined, 'Edit'), { name: 'Yes' });
  expect(again.text).toContain('Plan created');
  const { items } = await world().commerce.plans.list({ per: 50 });
  expect(items.find(({ name }) => name === 'Yes')).toMatchObject({ currency: 'eur' });
  world().service.goesDown();
  const lost = await owner.fillIn(owner.actor.run('plans create'), { name: 'Perhaps' });
  expect(lost.text).toContain('may or may not have done this');
  expect(lost.text).not.toContain('Edit');
  await expectGolden('plans/down', await owner.run('plans list'));
  world().service.losesOrders();
  await expectGolden('plans/unknown-outcome', await owner.run('plans quick-link', { plan: patron() }));
  expect((await actions()).at(-1)).toMatchObject({ details: { outcome: 'unknown' } });
  world().service.answers(429, { 'retry-after': '1' });
  await expectGolden('plans/busy', await owner.run('plans list'));
  world().service.works();
});
