import Type from 'typebox';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Transaction } from '../../src/database/index.ts';
import { startJobs } from '../../src/jobs/index.ts';
import { defineQueue } from '../../src/queue.ts';
import { databaseForThisTest, isOnServer } from '../support/database.ts';
import { quietLog } from '../support/log.ts';
import { waitFor } from '../support/wait.ts';

const greet = defineQueue({
  name: 'greet',
  data: Type.Object({ name: Type.String() }),
  policy: 'standard',
  retries: 2,
  retryDelay: 1,
  retryDelayMax: 1,
  timeout: 30,
  concurrency: 5,
});

test('a job enqueued in a transaction runs if it commits, and never if it rolls back', async () => {
  const database = await databaseForThisTest();
  const jobs = await startJobs({ database, queues: [greet], log: quietLog });
  const greeted: string[] = [];
  await jobs.work(greet, async ({ name }) => {
    greeted.push(name);
  });

  const doomed = database.prisma.$transaction(async (transaction) => {
    await jobs.send(greet, { name: 'rolled back' }, { transaction });
    throw new Error('changed my mind');
  });
  await expect(doomed).rejects.toThrow('changed my mind');
  await database.prisma.$transaction((transaction) =>
    jobs.send(greet, { name: 'committed' }, { transaction }),
  );

  await waitFor(() => expect(greeted).toEqual(['committed']));
  await jobs.stop();
});

test('many jobs are enqueued in one transaction, and the waiting job with the highest priority starts first', async () => {
  const database = await databaseForThisTest();
  const jobs = await startJobs({ database, queues: [greet], log: quietLog });
  await database.prisma.$transaction((transaction) =>
    jobs.sendAll(
      greet,
      [
        { data: { name: 'first' } },
        { data: { name: 'group 1' }, group: 'one' },
        { data: { name: 'urgent' }, group: 'one', priority: 10 },
      ],
      { transaction },
    ),
  );
  const greeted: string[] = [];
  await jobs.work({ ...greet, concurrency: 1 }, async ({ name }) => void greeted.push(name));
  await waitFor(() => expect(greeted).toEqual(['urgent', 'first', 'group 1']));
  await jobs.stop();
});

test('a job that was running when the process died runs again after the next start', async ({ skip }) => {
  skip(
    isOnServer(),
    'on a server the others may be alive: there it comes back when its time is up, after minutes',
  );
  const database = await databaseForThisTest();
  const died = await startJobs({ database, queues: [greet], log: quietLog });
  const started = Promise.withResolvers<void>();
  // The only worker stays busy for ever, so the dead process can't take its job back.
  await died.work({ ...greet, concurrency: 1 }, () => {
    started.resolve();
    return new Promise(() => {});
  });
  await died.send(greet, { name: 'again' });
  await started.promise;

  const jobs = await startJobs({ database, queues: [greet], log: quietLog });
  const greeted = Promise.withResolvers<string>();
  await jobs.work(greet, async ({ name }) => greeted.resolve(name));
  expect(await greeted.promise).toBe('again');
  await jobs.stop();
});

const tidy = defineQueue({ ...greet, name: 'tidy', policy: 'collapse', retryDelay: 600, retryDelayMax: 600 });

test('hints with one key collapse into the waiting job, and a new hint starts a job that waits for its retry', async () => {
  const database = await databaseForThisTest();
  const jobs = await startJobs({ database, queues: [tidy], log: quietLog });
  for (let hint = 0; hint < 5; hint++) await jobs.send(tidy, { name: 'kitchen' }, { key: 'kitchen' });
  let runs = 0;
  await jobs.work(tidy, async () => {
    runs += 1;
    if (runs === 1) throw new Error('the broom is missing');
  });
  await waitFor(() => expect(runs).toBe(1));
  await waitFor(async () => {
    await jobs.send(tidy, { name: 'kitchen' }, { key: 'kitchen' });
    expect(runs).toBeGreaterThan(1);
  });
  await jobs.stop();
});

test('jobs whose keys already wait join the waiting jobs, and the higher priority counts', async () => {
  const database = await databaseForThisTest();
  const jobs = await startJobs({ database, queues: [tidy], log: quietLog });
  await jobs.sendAll(tidy, [
    { data: { name: 'kitchen' }, key: 'kitchen' },
    { data: { name: 'bath' }, key: 'bath' },
  ]);
  await jobs.sendAll(tidy, [
    { data: { name: 'bath again' }, key: 'bath', priority: 5 },
    { data: { name: 'hall' }, key: 'hall' },
    { data: { name: 'hall again' }, key: 'hall' },
  ]);
  const tidied: string[] = [];
  await jobs.work({ ...tidy, concurrency: 1 }, async ({ name }) => void tidied.push(name));
  await waitFor(() => expect(tidied).toEqual(['bath', 'kitchen', 'hall']));
  await jobs.stop();
});

test('a job that falls due starts while other workers stay busy', async () => {
  const database = await databaseForThisTest();
  const jobs = await startJobs({ database, queues: [greet], log: quietLog });
  const greeted: string[] = [];
  const busy = Promise.withResolvers<void>();
  await jobs.work(greet, async ({ name }) => {
    greeted.push(name);
    if (name.startsWith('slow')) await busy.promise;
  });
  // Occupies all workers but one, so whichever is left has to notice the due job.
  const slow = Array.from({ length: greet.concurrency - 1 }, (_, n) => `slow ${n}`);
  for (const name of slow) await jobs.send(greet, { name });
  await waitFor(() => expect(greeted.toSorted()).toEqual(slow));
  await jobs.send(greet, { name: 'later' }, { startAfter: new Date(Date.now() + 1_000) });
  await waitFor(() => expect(greeted).toContain('later'));
  busy.resolve();
  await jobs.stop();
});

test('a new job is started by a notification alone, and not every idle worker asks for it', async () => {
  // No worker polls by a timer.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const database = await databaseForThisTest();
  const questions: string[] = [];
  const { db } = database.queue;
  const telling = db && {
    ...db,
    async executeSql(text: string, values?: unknown[]) {
      if (text.includes('SKIP LOCKED')) questions.push(text);
      return db.executeSql(text, values);
    },
  };
  const queue = { ...database.queue, ...(telling && { db: telling }) };
  const crowd = { ...greet, concurrency: 20 };
  const jobs = await startJobs({ database: { ...database, queue }, queues: [crowd], log: quietLog });
  const greeted: string[] = [];
  await jobs.work(crowd, async ({ name }) => void greeted.push(name));
  await jobs.send(crowd, { name: 'first' });
  await waitFor(() => expect(greeted).toEqual(['first']));
  // Every worker has asked once by now, as it does on startup.
  await waitFor(() => expect(questions.length === 0 || questions.length >= 20).toBe(true));
  questions.length = 0;
  await jobs.send(crowd, { name: 'second' });
  await jobs.send(crowd, { name: 'third' });
  // Two workers may run at the same time, so the order is open.
  await waitFor(() => expect(greeted.toSorted()).toEqual(['first', 'second', 'third']));
  expect(questions.length).toBeLessThan(20);
  await jobs.stop();
});

test('a schedule is stored once, however many processes request it', async () => {
  const database = await databaseForThisTest();
  const jobs = await startJobs({ database, queues: [tidy], log: quietLog });
  await jobs.schedule(tidy, '*/10 * * * *', { name: 'kitchen' });
  await jobs.schedule(tidy, '* * * * *', { name: 'bath' });
  const kept = await database.prisma.$queryRaw`SELECT name, cron, data FROM pgboss.schedule`;
  expect(kept).toEqual([{ name: 'tidy', cron: '* * * * *', data: { name: 'bath' } }]);
  await jobs.stop();
});

test('a removed schedule takes its waiting jobs along and leaves those of other queues', async () => {
  const database = await databaseForThisTest();
  const jobs = await startJobs({ database, queues: [greet, tidy], log: quietLog });
  await jobs.unschedule(tidy);
  await jobs.schedule(tidy, '*/10 * * * *', { name: 'kitchen' });
  await jobs.send(tidy, { name: 'kitchen' }, { key: 'kitchen' });
  await jobs.send(greet, { name: 'waits' });
  await jobs.unschedule(tidy);
  expect(await database.prisma.$queryRaw`SELECT name FROM pgboss.schedule`).toEqual([]);
  const waiting = (await jobs.depths()).map(({ queue, waiting }) => [queue, waiting]);
  expect(Object.fromEntries(waiting)).toMatchObject({ tidy: 0, greet: 1 });
  await jobs.stop();
});

test('a job finds the waiting one with its key without reading the backlog', async () => {
  const database = await databaseForThisTest();
  const hint = defineQueue({ ...greet, name: 'hint', policy: 'collapse' });
  const jobs = await startJobs({ database, queues: [hint], log: quietLog });
  const about = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => ({ data: { name: 'x' }, key: `key ${from + n}` }));
  await jobs.sendAll(hint, about(0, 5_000));
  await database.prisma.$executeRaw`ANALYZE`;

  const read = await database.prisma.$transaction(async (transaction) => {
    const before = await rowsRead(transaction);
    await jobs.sendAll(hint, about(4_990, 5_010), { transaction });
    await jobs.send(hint, { name: 'y' }, { key: 'key 1', transaction });
    return (await rowsRead(transaction)) - before;
  });
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(500);
  expect((await jobs.depths()).find(({ queue }) => queue === 'hint')?.waiting).toBe(5_010);
  await jobs.stop();
});

/** Counts the job rows that this connection has read so far. */
async function rowsRead(transaction: Transaction): Promise<number> {
  const [row] = await transaction.$queryRaw<{ read: number }[]>`
    SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS read FROM pg_stat_xact_all_tables
    WHERE schemaname = 'pgboss' AND relname LIKE 'job%'`;
  return row?.read ?? 0;
}
