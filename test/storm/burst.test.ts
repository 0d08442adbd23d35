import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import Type from 'typebox';
import Value from 'typebox/value';
import { expect, test, vi } from 'vitest';
import { openDatabase } from '../../src/database/index.ts';
import { MEMBER_ROLE } from '../../src/sandbox/rate-limits.ts';
import { SECRET, sign } from '../intake/support.ts';
import { temporaryFolder } from '../support/folder.ts';
import { userOf } from '../support/journey.ts';
import { freePort } from '../support/ports.ts';
import { startProcess } from '../support/process.ts';

const EVENTS = 2_000;
const MEMBERS = 100;
const API_KEY = 'key_for_the_test_of_bursts';

/** When the purchase in the middle is made, and how soon its role must be there, in milliseconds. */
const MIDDLE = 20_000;
const PROMISE = 5_000;

/** How long the platform's limit takes for so many changes, in milliseconds. */
const ideal = (changes: number) => (changes / MEMBER_ROLE.limit) * MEMBER_ROLE.windowMs;

const Newcomer = Type.Object({ id: Type.String() });
const Calls = Type.Array(
  Type.Object({ method: Type.String(), answered: Type.Record(Type.String(), Type.Integer()) }),
);

test(`${EVENTS} events about ${MEMBERS} memberships at once: taken, worked as fast as the platform lets, and a purchase passes them`, {
  timeout: 300_000,
}, async () => {
  const [dataDir, port] = [await temporaryFolder(), await freePort()];
  const start = async () => {
    const started = startProcess({
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      COMMERCE_API_KEY: API_KEY,
      COMMERCE_WEBHOOK_SECRET: SECRET,
    });
    await started.printed('Rolekeeper is running');
    return started;
  };
  const url = `http://127.0.0.1:${port}`;
  const user = userOf(url, API_KEY);
  const join = async (name: string) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ name });
    const response = await fetch(`${url}/sandbox/members`, { method: 'POST', headers, body });
    return Value.Parse(Newcomer, await response.json()).id;
  };
  const first = await start();
  const [plan] = await user.plans();
  const people: string[] = [];
  for (let n = 0; n < MEMBERS; n++) people.push(await join(`member ${n}`));
  const latecomer = await join('latecomer');
  await first.end('SIGTERM');
  await sell(dataDir, plan?.id ?? '', people);

  const running = await start();
  const before = await refused(url);
  const begun = performance.now();
  const since = () => performance.now() - begun;
  const answers = await Promise.all(
    Array.from({ length: EVENTS }, (_, n) => deliver(url, `msg_${n}`, `mem_${n % MEMBERS}`)),
  );
  const acknowledged = since();
  expect(answers.filter((status) => status !== 200)).toEqual([]);

  await setTimeout(Math.max(MIDDLE - acknowledged, 0));
  const bought = performance.now();
  await user.buy(plan?.direct_link ?? '', latecomer);
  await user.hasRole(latecomer, 'Supporter');
  const waited = performance.now() - bought;

  await vi.waitUntil(async () => (await user.holders('Supporter')).length === MEMBERS + 1, {
    timeout: 2 * ideal(MEMBERS),
    interval: 50,
  });
  const drained = since();
  const limited = (await refused(url)) - before;
  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
  process.stdout.write(
    `  ${EVENTS} events acknowledged in ${seconds(acknowledged)}; ${MEMBERS + 1} roles given in ${seconds(drained)}, ` +
      `where the limit allows ${seconds(ideal(MEMBERS + 1))}; the purchase waited ${seconds(waited)}; ` +
      `${limited} answers were 429\n`,
  );

  await running.end('SIGTERM');
  expect(limited).toBe(0);
  expect(acknowledged).toBeLessThan(5_000);
  expect(waited).toBeLessThan(PROMISE);
  expect(drained).toBeLessThan(1.1 * ideal(MEMBERS + 1));
});

/** How many calls the platform has refused with 429 so far. */
async function refused(url: string): Promise<number> {
  const response = await fetch(`${url}/sandbox/calls`);
  const calls = Value.Parse(Calls, await response.json());
  return calls.reduce((sum, call) => sum + (call.answered['429'] ?? 0), 0);
}

/** Memberships as of a service that sold them before, and told nobody. */
async function sell(dataDir: string, planId: string, people: readonly string[]): Promise<void> {
  const database = await openDatabase({ url: undefined, dataDir });
  const { prisma } = database;
  const { accountId, productId } = await prisma.plan.findUniqueOrThrow({ where: { id: planId } });
  const createdAt = new Date();
  const buyer = { id: 'user_of_the_test', accountId, email: 'ada@example.com', createdAt };
  await prisma.user.create({ data: buyer });
  await prisma.membership.createMany({
    data: people.map((communityChatId, n) => ({
      id: `mem_${n}`,
      accountId,
      productId,
      planId,
      userId: buyer.id,
      createdAt,
      communityChatId,
      status: 'completed',
      valid: true,
      paymentProcessor: 'free',
      quantity: 1,
      metadata: {},
      licenseKey: randomUUID(),
    })),
  });
  await database.close();
}

async function deliver(url: string, id: string, membershipId: string): Promise<number> {
  const body = JSON.stringify({ id, type: 'membership.went_valid', data: { id: membershipId, valid: true } });
  const headers = { 'content-type': 'application/json', ...sign(body, { id, at: new Date() }) };
  const response = await fetch(`${url}/webhooks/commerce`, { method: 'POST', headers, body });
  await response.arrayBuffer();
  return response.status;
}
