import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { PrismaPg } from '@prisma/adapter-pg';
import { expect, onTestFinished, test } from 'vitest';
import { verifyChain } from '../../src/audit/verify.ts';
import { PrismaClient } from '../../src/database/client/client.ts';
import { poolOf } from '../../src/database/embedded-connection.ts';

const MIGRATIONS = join(import.meta.dirname, '../../prisma/migrations');

/** Opens a database as the previous version left it, with a function that applies the remaining migrations. */
async function oldDatabase() {
  const pglite = await PGlite.create();
  const pool = poolOf(pglite);
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  onTestFinished(async () => {
    await prisma.$disconnect();
    await pool.end();
    await pglite.close();
  });
  const names = readdirSync(MIGRATIONS)
    .filter((name) => !name.includes('.'))
    .sort();
  const apply = async (chosen: readonly string[]) => {
    for (const name of chosen)
      await pglite.exec(readFileSync(join(MIGRATIONS, name, 'migration.sql'), 'utf8'));
  };
  const since = names.findIndex((name) => name.endsWith('_audit_log'));
  await apply(names.slice(0, since));
  return { prisma, migrate: () => apply(names.slice(since)) };
}

test('earlier admin actions become part of the log in order, as do those that the previous version still writes', async () => {
  const { prisma, migrate } = await oldDatabase();
  const note = (id: string, action: string, subject: string, minute: number, details = {}) =>
    prisma.adminAction.create({
      data: {
        id,
        action,
        subject,
        details,
        actor: '2',
        guildId: '1',
        at: new Date(Date.UTC(2026, 10, 1, 0, minute)),
      },
    });
  await note('b', 'work retried', '300000000000000001', 3);
  await note('c', 'membership terminated', 'mem_a', 1, { reason: 'Asked', outcome: 'done' });
  await note('a', 'work dismissed', 'access.sweep', 2);
  await migrate();
  await note('d', 'plan created', 'Gold', 4, { outcome: 'ordered' });
  await prisma.adminAction.update({
    where: { id: 'd' },
    data: { subject: 'plan_gold', details: { outcome: 'done' } },
  });

  const entries = await prisma.auditEntry.findMany({ orderBy: { seq: 'asc' } });
  expect(
    entries.map(({ seq, objectType, objectId, key, settles }) => [seq, objectType, objectId, key, settles]),
  ).toEqual([
    [1n, 'membership', 'mem_a', 'c', null],
    [2n, 'queue', 'access.sweep', 'a', null],
    [3n, 'member', '300000000000000001', 'b', null],
    [4n, 'plan', 'Gold', 'd', null],
    [5n, 'plan', 'plan_gold', null, 4n],
  ]);
  expect(entries[0]).toMatchObject({
    at: new Date(Date.UTC(2026, 10, 1, 0, 1)),
    ...{ actorKind: 'admin', actorId: '2', guildId: '1', address: null },
    details: { reason: 'Asked', outcome: 'done' },
  });
  expect(await verifyChain(prisma)).toMatchObject({ kind: 'intact', head: { seq: 5n } });
});
