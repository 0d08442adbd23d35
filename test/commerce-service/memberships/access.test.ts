import { beforeEach, expect, test } from 'vitest';
import { useCommerce } from '../support.ts';

const commerce = useCommerce();

const DAY = 86_400;
const FAILS_LATER = '4000000000000341';

beforeEach(() => {
  commerce().late.seconds = 10;
});

/** Sells to so many people whose cards fail later, and lets them be late. */
async function latePayers(count: number): Promise<void> {
  const { post, buy, late, runDue } = commerce();
  const plan = { plan_type: 'renewal', initial_price: 9, renewal_price: 9, billing_period: 30 };
  const { id } = (await post('/plans', plan)).body;
  for (let n = 0; n < count; n++) await buy(id, { email: `${n}@example.com`, card_number: FAILS_LATER });
  late.seconds -= 30.5 * DAY;
  await runDue();
}

const change = (access_while_past_due: unknown) => commerce().post('/account', { access_while_past_due });

/** What was told about validity since the purchases, oldest first, with what each membership was then. */
async function told() {
  const names = ['membership_went_valid', 'membership_went_invalid'];
  const events = await commerce().prisma.event.findMany({
    where: { name: { in: names } },
    orderBy: { sequence: 'asc' },
  });
  return events.map(({ name, data }) => [name, JSON.stringify(data).includes('"valid":true')]);
}

test('the account says whether late payers have access, and each of them is told of', async () => {
  const { get, app, apiKey, followAccounts } = commerce();
  await latePayers(3);
  const account = (await get('/account')).body;
  expect(account).toEqual({
    id: expect.stringMatching(/^acct_/),
    access_while_past_due: true,
    created_at: expect.any(Number),
  });
  const patched = await app.inject({
    method: 'PATCH',
    url: '/api/v2/account',
    headers: { authorization: `Bearer ${apiKey}` },
    payload: { access_while_past_due: false },
  });
  expect(patched.json()).toEqual({ ...account, access_while_past_due: false });
  // Nobody was told yet, so nobody is shown otherwise.
  expect((await get('/memberships?valid=true')).body.pagination.total_count).toBe(3);

  const made = await Promise.all([followAccounts(), followAccounts()]);
  expect(made.reduce((sum, count) => sum + count)).toBe(3);
  expect(await followAccounts()).toBe(0);
  expect((await get('/memberships?valid=false&status=past_due')).body.pagination.total_count).toBe(3);
  expect((await told()).slice(3)).toEqual(Array(3).fill(['membership_went_invalid', false]));

  await change(true);
  await change(false);
  await change(true);
  await followAccounts();
  expect((await told()).slice(6)).toEqual(Array(3).fill(['membership_went_valid', true]));
  expect((await get('/memberships?valid=true')).body.pagination.total_count).toBe(3);
});

test('a change is carried out by the queue, beyond one batch', async () => {
  const { prisma, post } = commerce();
  await latePayers(1);
  const { id: _, ...one } = await prisma.membership.findFirstOrThrow();
  const copy = (n: number) => ({
    ...one,
    id: `mem_${n}`,
    licenseKey: `key ${n}`,
    checkoutSession: null,
    metadata: {},
    answers: [],
  });
  await prisma.membership.createMany({ data: Array.from({ length: 149 }, (_, n) => copy(n)) });
  expect((await post('/account', { access_while_past_due: false })).status).toBe(200);
  const jobs = await prisma.$queryRaw<object[]>`
    SELECT name FROM pgboss.job WHERE name = 'commerce-access' AND state = 'created'`;
  expect(jobs).toHaveLength(1);
  expect(await commerce().followAccounts()).toBe(150);
  expect((await told()).slice(1)).toEqual(Array(150).fill(['membership_went_invalid', false]));
});

test('only a key that may write changes the account, and only to yes or no', async () => {
  const { prisma } = commerce();
  expect((await change(null)).body.error.message).toBe('access_while_past_due must be of type boolean.');
  await prisma.apiKey.updateMany({ data: { scopes: ['read'] } });
  commerce().clock.letKeysBeLookedUp();
  expect((await change(false)).status).toBe(403);
});
