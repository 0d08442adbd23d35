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

/** The holder's clocks go on, and so it does what it does by the clock. */
function pass(milliseconds: number) {
  past += milliseconds;
  vi.advanceTimersByTime(500);
}

const heldUntil = async (name: string) =>
  (await database.prisma.lease.findUniqueOrThrow({ where: { name } })).heldUntil.getTime();

/** As if the holder had not been heard of for long, by the clock of the database. */
const runOut = (name: string) =>
  database.prisma
    .$executeRaw`UPDATE community.guild_lanes SET held_until = now() - interval '1 second' WHERE guild_id = ${name}`;

test('one has it at a time; given back, it is the next one’s at once', async () => {
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

test('its holder goes on holding it', async () => {
  const lease = await taken('renewed');
  const before = await heldUntil('renewed');
  // All that passes is less than it relies on it for, so that it is held however late the database answers.
  pass(4_000);
  await waitFor(async () => expect(await heldUntil('renewed')).toBeGreaterThan(before));
  pass(4_000);
  expect(lease.isHeld()).toBe(true);
  await lease.release();
});

test('of a holder that is silent it is taken, and the holder hears of that when it is back', async () => {
  const dead = await taken('silent');
  await runOut('silent');
  const next = await taken('silent');
  expect(dead.lost.aborted).toBe(false);
  pass(4_000);
  await waitFor(() => expect(dead.lost.aborted).toBe(true));
  // What it asks, or gives back, afterwards is no longer its own.
  await dead.release();
  expect(await take('silent')).toBeUndefined();
  await next.release();
});

test('a holder that was paused relies on nothing, even before its timers have run', async () => {
  const lease = await taken('paused');
  past += 10_000;
  expect(lease.isHeld()).toBe(false);
  expect(await take('paused')).toBeUndefined();
  pass(0);
  expect(lease.lost.aborted).toBe(true);
  await lease.release();
});

test('a holder that hears nothing from the database lets go before another one is let in', async () => {
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
