import { afterAll, beforeAll, expect, test } from 'vitest';
import { freeLeases, withGuildLock } from '../../../src/access/sync/guild-lock.ts';
import { gap, pause } from '../../../src/access/sync/rate-limiter.ts';
import type { Database } from '../../../src/database/index.ts';
import { openTestDatabase } from '../../support/database.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const never = new AbortController().signal;

test('the guild lock serialises work within a guild and lets other guilds run in parallel', async () => {
  const { prisma } = database;
  const events: string[] = [];
  const hold = Promise.withResolvers<void>();
  const first = withGuildLock(prisma, 'guild-1', never, async () => {
    events.push('first in');
    await hold.promise;
    events.push('first out');
  });
  await expect.poll(() => events).toEqual(['first in']);
  const second = withGuildLock(prisma, 'guild-1', never, async () => void events.push('second in'));
  await withGuildLock(prisma, 'guild-2', never, async () => void events.push('elsewhere'));
  hold.resolve();
  await Promise.all([first, second]);
  expect(events).toEqual(['first in', 'elsewhere', 'first out', 'second in']);
});

test('a failure releases the guild lock', async () => {
  const failing = withGuildLock(database.prisma, 'guild-3', never, () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(await withGuildLock(database.prisma, 'guild-3', never, async () => 'in')).toBe('in');
});

test('the lease of a dead process is free once it expires, or at once after freeLeases', async () => {
  const { prisma } = database;
  const held = { name: 'guild-4', holder: 'a dead process' };
  await prisma.lease.create({ data: { ...held, heldUntil: new Date(Date.now() - 1) } });
  expect(await withGuildLock(prisma, 'guild-4', never, async () => 'in')).toBe('in');
  await prisma.lease.update({
    where: { name: 'guild-4' },
    data: { ...held, heldUntil: new Date(Date.now() + 3_600_000) },
  });
  await freeLeases(prisma);
  expect(await withGuildLock(prisma, 'guild-4', never, async () => 'in')).toBe('in');
});

test('an aborted caller stops waiting for the guild lock', async () => {
  const { prisma } = database;
  const heldUntil = new Date(Date.now() + 3_600_000);
  await prisma.lease.create({ data: { name: 'guild-5', holder: 'another', heldUntil } });
  const stop = new AbortController();
  const waiting = withGuildLock(prisma, 'guild-5', stop.signal, async () => 'in');
  stop.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow();
});

test('a used-up read limit makes the next lock holder wait', async () => {
  const { prisma } = database;
  const said = { size: 5, left: 0, resetsIn: 300 };
  const looks: number[] = [];
  const look = (left: number) =>
    withGuildLock(prisma, 'guild-6', never, (lock) =>
      lock.look(async (hear) => {
        looks.push(performance.now());
        hear({ ...said, left });
      }),
    );
  for (const left of [1, 0, 4]) await look(left);
  const [, second = 0, third = 0] = looks;
  expect(third - second).toBeGreaterThanOrEqual(said.resetsIn);
});

test('pause waits for an empty window and not for one that is over', () => {
  expect(pause(undefined)).toBe(0);
  expect(pause({ size: 10, left: 1, resetsIn: 5000 })).toBe(0);
  expect(pause({ size: 10, left: 0, resetsIn: 5000 })).toBe(5000);
  expect(pause({ size: 10, left: 0, resetsIn: -1 })).toBe(0);
});

test('gap leaves the first half of a window free and spreads the second half', () => {
  expect(gap({ size: 10, left: 6, resetsIn: 9000 })).toBe(0);
  expect(gap({ size: 10, left: 4, resetsIn: 5000 })).toBe(1000);
  expect(gap({ size: 10, left: 0, resetsIn: 1000 })).toBe(1000);
});
