import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../../src/database/index.ts';
import { isUnreachable } from '../../src/database/unreachable.ts';
import { query } from '../support/empty-database.ts';
import { hasPostgres, openPostgres } from '../support/postgres.ts';
import { wireTo } from '../support/wire.ts';

/** How many do each thing at the same time: together more than there are connections, so that some change hands. */
const CROWD = 3;

/** How long each may take to work again once the server does, in milliseconds, on a busy machine. */
const RECOVERY = 60_000;

/** How often each trouble comes: what matters is what just happens between two statements then. */
const ROUNDS = 4;

const END_ALL = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

const askings = ({ prisma }: Database): readonly (() => Promise<unknown>)[] => [
  () => prisma.plan.findFirst(),
  () => prisma.$queryRaw`SELECT pg_sleep(0.01)::text`,
  () => prisma.webhook.updateMany({ where: { id: 'none' }, data: { enabled: false } }),
  () => prisma.$transaction([prisma.plan.findFirst(), prisma.account.findFirst()]),
  () =>
    prisma.$transaction(async (transaction) => {
      await transaction.plan.findFirst();
      await transaction.$queryRaw`SELECT pg_sleep(0.02)::text`;
      await transaction.plan.findFirst();
    }),
];

// An error that nobody hears of ends the process, and fails this test.
test.runIf(hasPostgres)(
  'however connections end, whoever asked is told so in a way that is understood',
  async () => {
    const server = await openPostgres();
    const wire = await wireTo(server.url);
    const database = await openDatabase({ url: wire.url, dataDir: '' });
    const misunderstood = new Set<string>();
    let isOn = true;
    let answered = 0;
    let failed = 0;
    const keepAsking = async (ask: () => Promise<unknown>) => {
      while (isOn) {
        await ask().then(
          () => {
            answered += 1;
          },
          (error: unknown) => {
            failed += 1;
            if (!isUnreachable(error)) misunderstood.add(String(error));
          },
        );
        await wait(5);
      }
    };
    const asking = askings(database).flatMap((ask) => Array.from({ length: CROWD }, () => keepAsking(ask)));
    const passes = async (strike: () => unknown) => {
      const before = failed;
      await strike();
      await vi.waitUntil(() => failed > before, { timeout: RECOVERY, interval: 5 });
      wire.mend();
      const from = answered;
      await vi.waitUntil(() => answered > from + 3 * asking.length, { timeout: RECOVERY, interval: 5 });
    };
    for (let round = 0; round < ROUNDS; round++) {
      await passes(() => wire.refuse());
      await passes(() => query(server.url, END_ALL));
      await passes(() => wire.resetReplies(CROWD));
    }
    await passes(async () => {
      await server.stop('SIGQUIT');
      await server.start();
    });
    isOn = false;
    await Promise.all(asking);
    await database.close();
    expect([...misunderstood]).toEqual([]);
  },
);
