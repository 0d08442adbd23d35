import { expect, test } from 'vitest';
import { databaseForThisTest } from '../support/database.ts';

test('a COMMIT that fails is not taken for a success', async () => {
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

test('a transaction that is rolled back, or whose query fails, leaves the database usable', async () => {
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
