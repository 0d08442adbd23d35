import { expect, test } from 'vitest';
import { databaseForThisTest, isOnServer } from '../support/database.ts';

test('a failed COMMIT is reported as a failure', async () => {
  const { prisma } = await databaseForThisTest();
  await prisma.$executeRawUnsafe('CREATE TABLE parents (id int PRIMARY KEY)');
  await prisma.$executeRawUnsafe(
    'CREATE TABLE children (parent int REFERENCES parents DEFERRABLE INITIALLY DEFERRED)',
  );
  const orphan = prisma.$transaction((transaction) =>
    transaction.$executeRawUnsafe('INSERT INTO children VALUES (1)'),
  );
  await expect(orphan).rejects.toThrow(/foreign ?key/i);
  expect(await prisma.$queryRawUnsafe('SELECT * FROM children')).toEqual([]);
});

test('a rollback or a failed query leaves the database usable', async () => {
  const { prisma } = await databaseForThisTest();
  const undone = prisma.$transaction(async (transaction) => {
    await transaction.$executeRawUnsafe('CREATE TABLE undone (id int)');
    throw new Error('never mind');
  });
  await expect(undone).rejects.toThrow('never mind');
  const failed = prisma.$transaction((transaction) => transaction.$queryRawUnsafe('SELECT * FROM undone'));
  await expect(failed).rejects.toThrow(/undone/);
  expect(await prisma.inboxEvent.count()).toBe(0);
});

test('a transaction abandoned before its turn blocks no other', async () => {
  const { prisma } = await databaseForThisTest();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  // Occupies every connection.
  const holding = Array.from({ length: isOnServer() ? 10 : 1 }, () =>
    prisma.$transaction(() => released, { maxWait: 60_000, timeout: 60_000 }),
  );
  const late = prisma.$transaction((transaction) => transaction.inboxEvent.count(), { maxWait: 1 });
  await expect(late).rejects.toThrow(/start a transaction/);
  release();
  await Promise.all(holding);
  const counts = Array.from({ length: 20 }, () => prisma.$transaction(async (tx) => tx.inboxEvent.count()));
  expect(await Promise.all(counts)).toEqual(Array(20).fill(0));
});
