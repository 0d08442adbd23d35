import { expect, test } from 'vitest';
import { useCommerce } from '../support.ts';

const commerce = useCommerce();

const createPlan = async (plan: object): Promise<string> => (await commerce().post('/plans', plan)).body.id;
const secondsFromNow = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const email = (name: string) => `${name}@example.com`;

/** Buys by the link of an accepted entry. */
const claim = (link: string, order: object) => commerce().buy(link.split('/checkout/')[1] ?? '', order);

test('a place on a waiting list is joined once, accepted by the seller, and buys once', async () => {
  const { get, post, buy, prisma } = commerce();
  const id = await createPlan({ release_method: 'waitlist' });
  const joined = await buy(id, { email: email('Ann') });
  expect(joined).toEqual({
    status: 202,
    body: {
      entry: {
        plan: id,
        email: email('ann'),
        status: 'waiting',
        id: null,
        created_at: null,
      },
    },
  });
  expect(await buy(id, { email: email('ann') })).toEqual(joined);
  expect(await prisma.membership.count()).toBe(0);

  const entry = (await get(`/plans/${id}/entries?status=waiting`)).body.data[0];
  expect(entry).toMatchObject({ claim_link: null, accepted_at: null });
  const accept = `/plans/${id}/entries/${entry.id}/accept`;
  const [first, second] = await Promise.all([post(accept), post(accept)]);
  expect(first).toMatchObject({ status: 201, body: { status: 'accepted', accepted_at: expect.any(Number) } });
  expect(second).toEqual(first);

  const link = first.body.claim_link;
  expect((await claim(link, { email: email('bob') })).status).toBe(403);
  expect((await claim(`${link}x`, { email: email('ann') })).status).toBe(403);
  const both = await Promise.all([
    claim(link, { email: email('ann') }),
    claim(link, { email: email('ann') }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect((await get(`/plans/${id}/entries?status=bought`)).body.pagination.total_count).toBe(1);
});

test('an accepted place keeps its unit of the stock', async () => {
  const { get, post, buy } = commerce();
  const id = await createPlan({ release_method: 'waitlist', stock: 1, allow_multiple_quantity: true });
  for (const name of ['ann', 'bob']) await buy(id, { email: email(name) });
  const [bob, ann] = (await get(`/plans/${id}/entries`)).body.data;
  const accepted = await post(`/plans/${id}/entries/${ann.id}/accept`);
  const refused = await post(`/plans/${id}/entries/${bob.id}/accept`);
  expect([refused.status, refused.body.error.message]).toEqual([
    409,
    expect.stringContaining('already reserved'),
  ]);
  const link = accepted.body.claim_link;
  expect((await claim(link, { email: email('ann'), quantity: 2 })).status).toBe(400);
  expect((await claim(link, { email: email('ann') })).status).toBe(201);
  expect((await post(`/plans/${id}/entries/${bob.id}/accept`)).status).toBe(409);
  expect((await buy(id, { email: email('cy') })).status).toBe(202);
});

test('a raffle is entered once, drawn within its stock, and its winners buy', async () => {
  const { get, post, buy } = commerce();
  const id = await createPlan({
    release_method: 'raffle',
    stock: 3,
    release_method_settings: { winners: 2 },
  });
  expect((await post(`/plans/${id}/draw`)).body.error.message).toBe('The raffle has no entries left.');
  for (const name of ['ann', 'bob', 'cy', 'di', 'ed', 'ANN']) await buy(id, { email: email(name) });
  const entries = (await get(`/plans/${id}/entries`)).body;
  expect(entries.pagination.total_count).toBe(5);
  const chosen = await post(`/plans/${id}/entries/${entries.data[0].id}/accept`);
  expect([chosen.status, chosen.body.error.message]).toEqual([
    409,
    expect.stringContaining('Draw its winners'),
  ]);

  const first = await post(`/plans/${id}/draw`);
  expect([first.status, first.body.data.length]).toEqual([201, 2]);
  const second = await post(`/plans/${id}/draw`, { winners: 5 });
  expect(second.body.data).toHaveLength(1);
  expect((await post(`/plans/${id}/draw`)).status).toBe(409);
  const winners = [...first.body.data, ...second.body.data];
  expect(new Set(winners.map((winner) => winner.email)).size).toBe(3);
  for (const winner of winners)
    expect((await claim(winner.claim_link, { email: winner.email })).status).toBe(201);
  expect((await buy(id, { email: email('fay') })).body.error.message).toBe('This plan is sold out.');
});

test('two draws at the same time give no more places than there are', async () => {
  const { get, post, buy } = commerce();
  const id = await createPlan({ release_method: 'raffle', stock: 2 });
  for (let n = 0; n < 6; n++) await buy(id, { email: email(`${n}`) });
  await Promise.all([1, 2, 3].map(() => post(`/plans/${id}/draw`, { winners: 2 })));
  expect((await get(`/plans/${id}/entries?status=accepted`)).body.pagination.total_count).toBe(2);
});

test('what is no list has nothing to draw or accept', async () => {
  const { get, post } = commerce();
  const id = await createPlan({});
  expect((await post(`/plans/${id}/draw`, { winners: 1 })).body.error.message).toBe(
    'This plan is not sold by raffle.',
  );
  expect((await post(`/plans/${id}/entries/entry_none/accept`)).status).toBe(404);
  expect((await get('/plans/plan_none/entries')).status).toBe(404);
  const raffle = await createPlan({ release_method: 'raffle' });
  expect((await post(`/plans/${raffle}/draw`)).body.error.message).toBe(
    'winners is required: the number of entries to draw.',
  );
});

test('a plan is sold between its start and its end', async () => {
  const { buy } = commerce();
  const order = { email: email('ann') };
  const refusal = async (release_method_settings: object) =>
    (await buy(await createPlan({ release_method_settings }), order)).body.error?.message;
  expect(await refusal({ starts_at: secondsFromNow(3600) })).toMatch(/^This plan opens on \w+ \d+, \d+\.$/);
  expect(await refusal({ ends_at: secondsFromNow(-3600) })).toMatch(/^This plan closed on/);
  expect(await refusal({ starts_at: secondsFromNow(-60), ends_at: secondsFromNow(60) })).toBeUndefined();
});

test.each([
  ['another address', { emails: ['bob@example.com'] }, 'certain e-mail addresses'],
  ['another domain', { email_domains: ['sub.example.com'] }, 'certain e-mail addresses'],
  ['no membership of a product', { products: ['prod_none'] }, 'members of another product'],
  ['a new account', { minimum_account_age_days: 2 }, 'customers for at least 2 days'],
])('a buyer with %s is refused a plan that requires otherwise', async (_, requirements, words) => {
  const { buy, prisma } = commerce();
  for (const release_method of ['buy_now', 'waitlist']) {
    const id = await createPlan({ requirements, release_method });
    const { status, body } = await buy(id, { email: email('ann') });
    expect([status, body.error.message]).toEqual([403, expect.stringContaining(words)]);
  }
  expect((await prisma.membership.count()) + (await prisma.planEntry.count())).toBe(0);
});

test('a buyer who fulfils every requirement is welcome, and keys that nobody knows change nothing', async () => {
  const { post, buy, late } = commerce();
  const product = (await post('/products', { name: 'Club' })).body.id;
  const first = await createPlan({ product_id: product });
  late.seconds = 3 * 86_400;
  await buy(first, { email: email('ann') });
  late.seconds = 10;
  const id = await createPlan({
    requirements: {
      emails: ['bob@example.com'],
      email_domains: ['@Example.com'],
      country: 'NL',
      products: [product.replace('prod_', 'pass_')],
      minimum_account_age_days: 2,
    },
  });
  expect((await buy(id, { email: email('ann') })).status).toBe(201);
  expect((await buy(id, { email: 'ann@example.org' })).status).toBe(403);
  const wrong = await post('/plans', { requirements: { emails: 'ann@example.com' } });
  expect(wrong.body.error.message).toBe('requirements.emails must be of type array.');
});

test('a plan that takes no cards takes none, unless there is nothing to pay', async () => {
  const { buy, prisma } = commerce();
  const noCards = { card_payments: false, wallet_accepted: true };
  const order = { email: email('ann'), card_number: '4242424242424242' };
  const refused = await buy(await createPlan({ ...noCards, initial_price: 5 }), order);
  expect([refused.status, refused.body.error.message]).toEqual([
    409,
    expect.stringContaining('accept cards'),
  ]);
  expect((await buy(await createPlan(noCards), order)).status).toBe(201);
  // None can be created, but there may be some from before.
  const id = await createPlan({ card_payments: false });
  await prisma.plan.update({ where: { id }, data: { initialPrice: 5 } });
  const nothing = await buy(id, order);
  expect([nothing.status, nothing.body.error.message]).toEqual([
    409,
    expect.stringContaining('has no payment method'),
  ]);
});

/** A waiting list for one unit, which Ann was given. */
async function promised(plan: object = {}) {
  const { post, buy, get } = commerce();
  const id = await createPlan({ release_method: 'waitlist', stock: 1, ...plan });
  await buy(id, { email: email('ann') });
  const [entry] = (await get(`/plans/${id}/entries`)).body.data;
  const accepted = (await post(`/plans/${id}/entries/${entry.id}/accept`)).body;
  return { id, entry: `/plans/${id}/entries/${entry.id}`, accepted };
}

test('what is promised is sold to nobody else, whatever becomes of the plan', async () => {
  const { post, get, buy } = commerce();
  const { id, accepted } = await promised({ allow_multiple_quantity: true });
  await post(`/plans/${id}`, { release_method: 'buy_now' });
  expect((await buy(id, { email: email('bob') })).body.error.message).toBe('This plan is sold out.');
  expect((await get(`/plans/${id}`)).body.stock).toBe(1);
  const lowered = await post(`/plans/${id}`, { stock: 0 });
  expect([lowered.status, lowered.body.error.message]).toEqual([409, expect.stringContaining('at least 1')]);
  expect((await post(`/plans/${id}`, { stock: 2 })).body.stock).toBe(2);
  expect((await buy(id, { email: email('bob'), quantity: 2 })).status).toBe(409);
  expect((await buy(id, { email: email('bob') })).status).toBe(201);
  expect((await buy(id, { email: email('cy') })).status).toBe(409);
  expect((await claim(accepted.claim_link, { email: email('ann') })).status).toBe(201);
  expect((await get(`/plans/${id}`)).body.stock).toBe(0);
  const link = (await post(`/plans/${id}/create_quick_link`)).body;
  expect((await buy(link.id, { email: email('di') })).status).toBe(201);
});

test('a place is kept for as long as the plan says, and given back once, also after downtime', async () => {
  const { post, get, buy, late, runDue } = commerce();
  const { id, entry, accepted } = await promised({ release_method_settings: { claim_days: 2 } });
  expect(accepted.expires_at - accepted.accepted_at).toBe(2 * 86_400);
  const kept = await promised();
  expect(kept.accepted.expires_at - kept.accepted.accepted_at).toBe(7 * 86_400);
  late.seconds -= 3 * 86_400;
  const over = await claim(accepted.claim_link, { email: email('ann') });
  expect([over.status, over.body.error.message]).toEqual([409, expect.stringContaining('which has passed')]);
  const made = await Promise.all([runDue(), runDue()]);
  expect(made.reduce((sum, count) => sum + count)).toBe(1);
  expect(await runDue()).toBe(0);
  expect((await get(`/plans/${id}/entries`)).body.data[0].status).toBe('expired');
  await post(`/plans/${id}`, { release_method: 'buy_now' });
  expect((await buy(id, { email: email('bob') })).status).toBe(201);
  expect((await buy(id, { email: email('cy') })).status).toBe(409);
  expect((await post(`${entry}/accept`)).status).toBe(409);
  await post(`/plans/${id}`, { release_method: 'waitlist', stock: 1 });
  expect((await buy(id, { email: email('ann') })).body.entry.status).toBe('waiting');
  expect((await post(`${entry}/accept`)).body.status).toBe('accepted');
  late.seconds = 10;
});

test('a place can be withdrawn until it is used, and its unit is free again', async () => {
  const { post, buy, get } = commerce();
  const { id, entry, accepted } = await promised();
  const [first, second] = [await post(`${entry}/withdraw`), await post(`${entry}/withdraw`)];
  expect([first.status, first.body.status]).toEqual([201, 'withdrawn']);
  expect(second).toEqual(first);
  expect((await claim(accepted.claim_link, { email: email('ann') })).status).toBe(409);
  await buy(id, { email: email('ann') });
  expect((await get(`/plans/${id}/entries`)).body.data).toMatchObject([{ status: 'withdrawn' }]);
  const again = (await post(`${entry}/accept`)).body;
  expect(again.claim_link).not.toBe(accepted.claim_link);
  expect((await claim(again.claim_link, { email: email('ann') })).status).toBe(201);
  expect((await post(`${entry}/withdraw`)).status).toBe(409);
  expect((await get(`/plans/${id}`)).body.stock).toBe(0);
});
