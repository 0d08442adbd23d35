import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '../../src/database/index.ts';
import { type Lease, takeLease } from '../../src/database/lease.ts';
import { openTestDatabase } from '../support/database.ts';
import { waitFor } from '../support/wait.ts';

let database: Database;
let past = 0;
const clock = { now: () => new Date(Date.now() + past) };

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  past = 0;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const take = (name: string) => takeLease(database.prisma, name, clock);

async function taken(name: string): Promise<Lease> {
  const lease = await take(name);
  if (!lease) throw new Error('somebody else has it');
  return lease;
}

/** Advances the holder's clock and runs its timers. */
function pass(milliseconds: number) {
  past += milliseconds;
  vi.advanceTimersByTime(500);
}

const heldUntil = async (name: string) =>
  (await database.prisma.lease.findUniqueOrThrow({ where: { name } })).heldUntil.getTime();

/** Expires the lease by the database's clock, as if its holder had been silent for long. */
const runOut = (name: string) =>
  database.prisma
    .$executeRaw`UPDATE community.leases SET held_until = now() - interval '1 second' WHERE name = ${name}`;

test('a lease has one holder at a time and is free at once after its release', async () => {
  const first = await taken('one');
  expect(await take('one')).toBeUndefined();
  const other = await taken('another');
  await first.release();
  expect(first.isHeld()).toBe(false);
  const second = await taken('one');
  expect(second.isHeld()).toBe(true);
  await second.release();
  await other.release();
});

test('a holder keeps its lease by renewing it', async () => {
  const lease = await taken('renewed');
  const before = await heldUntil('renewed');
  // Less time passes in total than the holder relies on its lease for, so it holds however late the database answers.
  pass(4_000);
  await waitFor(async () => expect(await heldUntil('renewed')).toBeGreaterThan(before));
  pass(4_000);
  expect(lease.isHeld()).toBe(true);
  await lease.release();
});

test('a silent holder loses its lease and learns of it on its return', async () => {
  const dead = await taken('silent');
  await runOut('silent');
  const next = await taken('silent');
  expect(dead.lost.aborted).toBe(false);
  pass(4_000);
  await waitFor(() => expect(dead.lost.aborted).toBe(true));
  // A late release by the old holder doesn't free the lease of the new one.
  await dead.release();
  expect(await take('silent')).toBeUndefined();
  await next.release();
});

test('a holder that was paused does not rely on its lease, even before its timers have run', async () => {
  const lease = await taken('paused');
  past += 10_000;
  expect(lease.isHeld()).toBe(false);
  expect(await take('paused')).toBeUndefined();
  pass(0);
  expect(lease.lost.aborted).toBe(true);
  await lease.release();
});

test('a holder without answers from the database gives up before another one can take the lease', async () => {
  const home = await openTestDatabase();
  const lease = await takeLease(home.prisma, 'gone', clock);
  const until = await home.prisma.lease.findUniqueOrThrow({ where: { name: 'gone' } });
  await home.close();
  const lost = () => lease?.lost.aborted;
  while (!lost() && past < 60_000) pass(500);
  expect(clock.now().getTime()).toBeLessThan(until.heldUntil.getTime() - 3_000);
  expect(lost()).toBe(true);
  await lease?.release();
});
