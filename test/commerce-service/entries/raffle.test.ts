import { expect, test } from 'vitest';
import { serviceThatTells } from '../service-that-tells.ts';
import { cookieOf, useCommerce } from '../support.ts';

const CROWD = 1_000;

const commerce = useCommerce();

const join = (plan: string, email: string, browser: string) =>
  commerce().app.inject({
    method: 'POST',
    url: `/checkout/${plan}`,
    payload: { email },
    headers: { accept: 'application/json', cookie: cookieOf({ email: browser }) },
  });

test('a browser has one entry in a raffle, whatever addresses are typed there', async () => {
  const { post, get } = commerce();
  const { id } = (await post('/plans', { release_method: 'raffle' })).body;
  const tries = await Promise.all(
    Array.from({ length: 10 }, (_, n) => join(id, `ann+${n}@example.com`, 'one browser')),
  );
  expect(tries.filter(({ statusCode }) => statusCode === 202)).toHaveLength(1);
  expect(tries.find(({ statusCode }) => statusCode === 409)?.json().error.message).toContain(
    'Each person can enter once',
  );
  const joined = tries.find(({ statusCode }) => statusCode === 202)?.json().entry;
  // Sent again, the same form shows the same entry.
  expect((await join(id, joined.email, 'one browser')).json().entry).toEqual(joined);
  expect((await join(id, 'bea@example.com', 'another browser')).statusCode).toBe(202);
  const other = (await post('/plans', { release_method: 'raffle' })).body.id;
  expect((await join(other, 'ann@example.com', 'one browser')).statusCode).toBe(202);
  expect((await get(`/plans/${id}/entries`)).body.pagination.total_count).toBe(2);
});

test('a browser that tries two addresses learns of neither whether it is in the raffle', async () => {
  const { post, get } = commerce();
  const { id } = (await post('/plans', { release_method: 'raffle' })).body;
  await join(id, 'ann@example.com', 'her own browser');
  for (const [browser, first] of [
    ['a curious browser', 'ann@example.com'],
    ['another one', 'nobody@example.com'],
  ] as const) {
    expect((await join(id, first, browser)).statusCode).toBe(202);
    expect((await join(id, 'mallory@example.com', browser)).statusCode).toBe(409);
    expect((await join(id, first, browser)).statusCode).toBe(202);
  }
  expect((await get(`/plans/${id}/entries`)).body.pagination.total_count).toBe(2);
});

test('an archived raffle knows its browsers until no entry waits', async () => {
  const { post, prisma, cleanUp } = commerce();
  const { id } = (await post('/plans', { release_method: 'raffle' })).body;
  await join(id, 'ann@example.com', 'one browser');
  await post(`/plans/${id}`, { visibility: 'archived' });
  await cleanUp();
  await post(`/plans/${id}`, { visibility: 'visible' });
  expect((await join(id, 'bea@example.com', 'one browser')).statusCode).toBe(409);
  await post(`/plans/${id}`, { visibility: 'archived' });
  await post(`/plans/${id}/draw`, { winners: 1 });
  await cleanUp();
  expect(await prisma.raffleBrowser.count()).toBe(0);
});

test('a waiting list takes several people from one browser', async () => {
  const { post } = commerce();
  const { id } = (await post('/plans', { release_method: 'waitlist' })).body;
  for (const email of ['ann@example.com', 'bea@example.com'])
    expect((await join(id, email, 'one browser')).statusCode).toBe(202);
});

test('however many have entered, a draw loads its winners alone', async () => {
  const { prisma, statements, app, apiKey } = await serviceThatTells();
  const ask = async (url: string, payload: object) => {
    const headers = { authorization: `Bearer ${apiKey}` };
    const answer = await app.inject({ method: 'POST', url: `/api/v2${url}`, headers, payload });
    return answer.json();
  };
  const { id } = await ask('/plans', { release_method: 'raffle', stock: 5 });
  await prisma.$executeRaw`
    INSERT INTO commerce.users (id, account_id, email, created_at)
    SELECT 'user_' || n, account_id, 'user_' || n, now() FROM commerce.plans, generate_series(1, ${CROWD}::int) AS n`;
  await prisma.$executeRaw`
    INSERT INTO commerce.plan_entries (id, account_id, plan_id, user_id, status, created_at)
    SELECT replace(id, 'user', 'entry'), account_id, ${id}, id, 'waiting', now() FROM commerce.users`;
  statements.length = 0;
  const { data } = await ask(`/plans/${id}/draw`, { winners: 3 });

  expect(new Set(data.map((entry: { claim_link: string }) => entry.claim_link)).size).toBe(3);
  expect(await prisma.planEntry.count({ where: { status: 'accepted', claimToken: { not: null } } })).toBe(3);
  expect(await prisma.plan.findUniqueOrThrow({ where: { id } })).toMatchObject({ stock: 2, held: 3 });
  const asked = statements.filter(({ sql }) => /^\s*SELECT/i.test(sql) && sql.includes('plan_entries'));
  for (const { sql, parameters } of asked)
    expect((await prisma.$queryRawUnsafe<unknown[]>(sql, ...parameters)).length).toBeLessThan(10);
  expect(asked.length).toBeLessThan(6);
});
