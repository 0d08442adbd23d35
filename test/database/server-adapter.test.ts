import { expect, onTestFinished, test } from 'vitest';
import { PrismaClient } from '../../src/database/client/client.ts';
import { serverAt } from '../../src/database/server.ts';
import { ServerAdapter } from '../../src/database/server-adapter.ts';
import { emptyDatabase, hasServer, holdTable, query } from '../support/empty-database.ts';
import { hasPostgres, openPostgres } from '../support/postgres.ts';
import { waitFor } from '../support/wait.ts';
import { wireTo } from '../support/wire.ts';

/** Timeouts in milliseconds: `statement` for an answer, `idle` until the server ends an idle transaction. */
const BOUNDS = { statement: 1_500, idle: 10_000 };

const server = async () => (hasServer ? emptyDatabase() : (await openPostgres()).url);

function open(url: string, bounds = BOUNDS) {
  const adapter = new ServerAdapter(serverAt(url, bounds));
  const transactionOptions = { maxWait: 30_000, timeout: 30_000 };
  const prisma = new PrismaClient({ adapter, errorFormat: 'minimal', transactionOptions });
  onTestFinished(() => prisma.$disconnect());
  return prisma;
}

test.runIf(hasServer || hasPostgres)(
  'a connection that falls silent within a transaction fails that transaction alone',
  async () => {
    const wire = await wireTo(await server());
    const prisma = open(wire.url);
    const cutOff = prisma.$transaction(async (transaction) => {
      await transaction.$queryRaw`SELECT 1`;
      wire.strand();
      await transaction.$queryRaw`SELECT 2`;
    });
    await expect(cutOff).rejects.toThrow('Query read timeout');
    expect(await prisma.$queryRaw`SELECT 3 AS three`).toEqual([{ three: 3 }]);
  },
);

test.runIf(hasServer || hasPostgres)(
  'a write after a transaction that timed out is not part of it and stays',
  async () => {
    const url = await server();
    await query(url, 'CREATE TABLE held (id int)');
    await query(url, 'CREATE TABLE written (id int)');
    const prisma = open(url);
    const letGo = await holdTable(url, 'held');
    const slow = prisma.$transaction(async (transaction) => {
      await transaction.$executeRaw`INSERT INTO written VALUES (1)`;
      await transaction.$executeRaw`INSERT INTO held VALUES (1)`;
    });
    await expect(slow).rejects.toThrow('Query read timeout');
    await letGo();
    await prisma.$executeRaw`INSERT INTO written VALUES (2)`;
    expect(await query(url, 'SELECT id FROM written')).toEqual([[2]]);
  },
);

test.runIf(hasServer || hasPostgres)(
  'a row of a silent transaction can be written again, although the server never learned of its end',
  async () => {
    const url = await server();
    await query(url, 'CREATE TABLE written (id int PRIMARY KEY)');
    const wire = await wireTo(url);
    const prisma = open(wire.url, { ...BOUNDS, idle: 2_000 });
    const cutOff = prisma.$transaction(async (transaction) => {
      await transaction.$executeRaw`INSERT INTO written VALUES (1)`;
      wire.strand();
    });
    await expect(cutOff).rejects.toThrow('Query read timeout');
    const again = () => prisma.$executeRaw`INSERT INTO written VALUES (1) ON CONFLICT DO NOTHING`;
    await waitFor(again);
    expect(await query(url, 'SELECT id FROM written')).toEqual([[1]]);
  },
);
