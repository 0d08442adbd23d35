import { createHmac } from 'node:crypto';
import Type from 'typebox';
import Value from 'typebox/value';
import { beforeEach, expect, test } from 'vitest';
import { waitFor } from '../../support/wait.ts';
import { type Received, startReceiver, useCommerce } from '../support.ts';

const commerce = useCommerce({ work: true });

const DAY = 86_400;

beforeEach(() => {
  commerce().late.seconds = 10;
});

/** What the validators of this family of APIs require of a delivery's body. */
const Envelope = Type.Object({
  action: Type.String({ pattern: '^[a-z]+(_[a-z]+)*\\.[a-z_]+$' }),
  api_version: Type.Literal('v5'),
  data: Type.Object({ id: Type.String() }),
});

/** Validates a delivery as those do: of the header with the hexadecimal signature it reads the first one only. */
function validate(
  { headers, raw }: Received,
  secret: string,
): 'valid' | 'wrong envelope' | 'wrong signature' {
  const [time = '', version = ''] = headers['x-commerce-signature']?.split(',') ?? [];
  const mac = createHmac('sha256', secret).update(`${time.replace('t=', '')}.${raw}`);
  if (version !== `v1=${mac.digest('hex')}`) return 'wrong signature';
  return Value.Check(Envelope, JSON.parse(raw)) ? 'valid' : 'wrong envelope';
}

/** An endpoint that answers as its validator says. `secret` is the one that it holds at the time. */
async function startStrict(holds: () => string) {
  const verdicts: string[] = [];
  const receiver = await startReceiver((_, request) => {
    const verdict = validate(request, holds());
    verdicts.push(verdict);
    return verdict === 'valid' ? 200 : 400;
  });
  return { ...receiver, verdicts };
}

async function buySomething() {
  const { post, buy } = commerce();
  const { id } = (await post('/plans', { initial_price: 5 })).body;
  await buy(id, { email: 'ann@example.com', card_number: '4242424242424242' });
}

/** Waits until every delivery was attempted. @returns what became of each, with what each attempt was answered */
async function attempted() {
  const { prisma } = commerce();
  await waitFor(async () => {
    expect(await prisma.delivery.count()).toBeGreaterThan(0);
    expect(await prisma.delivery.count({ where: { attempts: 0 } })).toBe(0);
  });
  const rows = await prisma.delivery.findMany({ include: { log: true } });
  return rows.map(({ status, log }) => [status, ...log.map(({ statusCode }) => statusCode)].join(' '));
}

test("the validator of the API's family takes every delivery", async () => {
  const { post } = commerce();
  const endpoint = { secret: '' };
  const receiver = await startStrict(() => endpoint.secret);
  endpoint.secret = (await post('/webhooks', { url: receiver.url })).body.secret;
  await buySomething();
  expect(await attempted()).toEqual(['delivered 200', 'delivered 200']);
  expect(receiver.verdicts).toEqual(['valid', 'valid']);
});

test('while a secret rotates, both who holds the old one and who holds the new one verify', async () => {
  const { post, late } = commerce();
  const old = { secret: '' };
  const changed = { secret: '' };
  const behind = await startStrict(() => old.secret);
  const ahead = await startStrict(() => changed.secret);
  const first = (await post('/webhooks', { url: behind.url })).body;
  const second = (await post('/webhooks', { url: ahead.url })).body;
  old.secret = first.secret;
  await post(`/webhooks/${first.id}/rotate_secret`);
  changed.secret = (await post(`/webhooks/${second.id}/rotate_secret`)).body.secret;
  await buySomething();
  expect(await attempted()).toEqual(Array(4).fill('delivered 200'));
  expect(behind.verdicts).toEqual(['valid', 'valid']);

  // A day later only the new one signs, and whoever holds it needs no second try.
  late.seconds -= DAY + 60;
  const before = ahead.verdicts.length;
  await buySomething();
  await waitFor(() => expect(ahead.verdicts.slice(before)).toEqual(['valid', 'valid']));
  await waitFor(() => expect(behind.verdicts.slice(2)).toEqual(['wrong signature', 'wrong signature']));
});

test('after several rotations in a day the holder of each secret verifies, within one attempt', async () => {
  const { post } = commerce();
  const held = { secret: '' };
  const receiver = await startStrict(() => held.secret);
  const { id, secret } = (await post('/webhooks', { url: receiver.url })).body;
  const secrets = [secret];
  for (let n = 0; n < 3; n++) secrets.push((await post(`/webhooks/${id}/rotate_secret`)).body.secret);
  for (const one of secrets) {
    held.secret = one;
    await buySomething();
    await attempted();
  }
  expect(await attempted()).toEqual(Array(8).fill('delivered 200'));
});

test('an endpoint that fails for another reason is asked once an attempt', async () => {
  const { post } = commerce();
  const receiver = await startReceiver(() => 503);
  const { id } = (await post('/webhooks', { url: receiver.url })).body;
  await post(`/webhooks/${id}/rotate_secret`);
  await buySomething();
  const { prisma } = commerce();
  await waitFor(async () => expect(await prisma.deliveryAttempt.count()).toBe(2));
  expect(receiver.received).toHaveLength(2);
});
