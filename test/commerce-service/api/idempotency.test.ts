import { expect, test } from 'vitest';
import { percentOff } from '../promo-codes/percent-off.ts';
import { useCommerce } from '../support.ts';

const commerce = useCommerce();
const OPERATOR = 'key_for-the-tests-only';

interface Sent {
  readonly key?: string | string[];
  readonly apiKey?: string;
}

async function post(url: string, payload: object, { key = 'one', apiKey = OPERATOR }: Sent = {}) {
  const headers = { authorization: `Bearer ${apiKey}`, 'idempotency-key': key };
  const response = await commerce().app.inject({ method: 'POST', url: `/api/v2${url}`, headers, payload });
  return {
    status: response.statusCode,
    text: response.body,
    body: response.json(),
    type: response.headers['content-type'],
    replayed: response.headers['idempotency-replayed'],
    retryAfter: response.headers['retry-after'],
  };
}

test('a request with a key is carried out once, and answered alike for 24 hours', async () => {
  const { prisma, clock, cleanUp } = commerce();
  clock.stopAt(new Date('2027-01-01T12:00:00Z'));
  const first = await post('/plans', { internal_notes: 'Gold' });
  expect([first.status, first.replayed]).toEqual([201, undefined]);
  clock.stopAt(new Date('2027-01-02T11:59:59Z'));
  await cleanUp();
  expect(await post('/plans', { internal_notes: 'Gold' })).toEqual({ ...first, replayed: 'true' });
  expect(await prisma.plan.count()).toBe(1);
  clock.stopAt(new Date('2027-01-02T12:00:00Z'));
  expect((await post('/plans', { internal_notes: 'Gold' })).body.id).not.toBe(first.body.id);
  clock.stopAt(new Date('2027-01-03T12:00:00Z'));
  await cleanUp();
  expect(await prisma.idempotentRequest.count()).toBe(0);
});

test('another body, query or path with the same key is refused; another API key has keys of its own', async () => {
  const { prisma, post: plain } = commerce();
  const { id } = (await post('/plans', { stock: 1 })).body;
  const { secret } = (await plain('/api_keys', { name: 'Other', scopes: ['write'] })).body;
  const others: [string, object][] = [
    ['/plans', { stock: 2 }],
    ['/plans?expand=product', { stock: 1 }],
    [`/plans/${id}/create_quick_link`, { stock: 1 }],
  ];
  for (const [url, body] of others)
    expect((await post(url, body)).body.error).toEqual({
      status: 422,
      message: 'This Idempotency-Key was already used for another request. Use a new one.',
    });
  expect((await post('/plans', { stock: 1 }, { apiKey: secret })).body.id).not.toBe(id);
  expect(await prisma.plan.count()).toBe(2);
  for (const key of ['', 'a b', 'x'.repeat(256), 'ü'])
    expect((await post('/plans', {}, { key })).body.error.message).toMatch(
      /^Idempotency-Key must be 1 to 255/,
    );
});

test('what is refused for its form is not remembered, what was decided is', async () => {
  const { post: plain } = commerce();
  expect((await post('/plans', { stock: 'many' })).status).toBe(400);
  expect((await post('/plans', { stock: 1 })).status).toBe(201);
  const code = { code: 'OFF', ...percentOff(5) };
  const taken = (await plain('/promo_codes', code)).body;
  const refused = await post('/promo_codes', code, { key: 'two' });
  expect(refused.status).toBe(409);
  await plain(`/promo_codes/${taken.id}/archive`);
  expect(await post('/promo_codes', code, { key: 'two' })).toEqual({ ...refused, replayed: 'true' });
});

test('of many at the same moment one is carried out', async () => {
  const { prisma } = commerce();
  const answers = await Promise.all(Array.from({ length: 10 }, () => post('/plans', { stock: 3 })));
  expect(await prisma.plan.count()).toBe(1);
  const waiting = answers.filter(({ status }) => status === 409);
  expect(waiting.every(({ retryAfter }) => retryAfter === '1')).toBe(true);
  const created = answers.filter(({ status }) => status === 201);
  expect(created.length + waiting.length).toBe(10);
  expect(new Set(created.map(({ text }) => text)).size).toBe(1);
});

test('a secret that an answer shows is shown again to whom it was shown, and in no copy of the database', async () => {
  const { prisma } = commerce();
  const key = { name: 'Reports', scopes: ['read'] };
  const created = await post('/api_keys', key);
  const hook = await post('/webhooks', { url: 'https://hooks.example/here' }, { key: 'two' });
  expect((await post('/api_keys', key)).body).toEqual(created.body);
  const kept = JSON.stringify(await prisma.idempotentRequest.findMany());
  for (const secret of [created.body.secret, hook.body.secret]) {
    expect(secret).toMatch(/^(key|whsec)_/);
    expect(kept).not.toContain(secret);
  }
  expect(await prisma.apiKey.count()).toBe(2);
});

test('what was cut off is not done twice, and says so', async () => {
  const { prisma, clock } = commerce();
  clock.stopAt(new Date('2027-02-01T12:00:00Z'));
  // The answer can't be kept, as when the process dies between the effect and that.
  await prisma.$executeRawUnsafe(`CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'lost'; END $$`);
  await prisma.$executeRawUnsafe(
    'CREATE TRIGGER lose BEFORE UPDATE ON commerce.idempotent_requests FOR EACH ROW EXECUTE FUNCTION lose()',
  );
  const first = await post('/plans', { stock: 4 });
  await prisma.$executeRawUnsafe('DROP FUNCTION lose CASCADE');
  expect(first.status).toBe(201);
  const soon = await post('/plans', { stock: 4 });
  expect([soon.status, soon.retryAfter]).toEqual([409, '1']);
  clock.stopAt(new Date('2027-02-01T12:01:00Z'));
  expect((await post('/plans', { stock: 4 })).body.error).toEqual({
    status: 409,
    message: expect.stringContaining(
      'was interrupted at 2027-02-01T12:00:00.000Z. Check whether it took effect',
    ),
  });
  expect(await prisma.plan.count()).toBe(1);
});

test('what was put off may be tried again with the same key', async () => {
  const { prisma, post: plain, buy } = commerce();
  const { id } = (await plain('/plans', { plan_type: 'renewal', billing_period: 30 })).body;
  const { membership } = (await buy(id, { email: 'ann@example.com' })).body;
  await prisma.$executeRawUnsafe(`CREATE FUNCTION undo() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'conflict' USING ERRCODE = '40001'; END $$`);
  await prisma.$executeRawUnsafe(
    'CREATE TRIGGER undo BEFORE UPDATE ON commerce.memberships FOR EACH ROW EXECUTE FUNCTION undo()',
  );
  const extend = () => post(`/memberships/${membership.id}/add_free_days`, { days: 3 });
  const putOff = await extend();
  await prisma.$executeRawUnsafe('DROP FUNCTION undo CASCADE');
  expect(putOff.status).toBe(503);
  const done = await extend();
  expect(done.status).toBe(201);
  expect(await extend()).toEqual({ ...done, replayed: 'true' });
  const { renewal_period_end: end } = (await commerce().get(`/memberships/${membership.id}`)).body;
  expect(end).toBe(membership.renewal_period_end + 3 * 86_400);
});
