import type { PrismaClient } from '../../src/database/index.ts';
import { waitUntil } from './wait.ts';

/** Key of the advisory lock at which held transactions wait. */
const GATE = 4242;

/**
 * Makes every transaction that changes a column of the Commerce Service wait after the change, with all its locks,
 * until `release` is called. Needs a server: the embedded database runs one transaction at a time.
 */
export async function holdChanges(
  prisma: PrismaClient,
  { table, column }: { readonly table: string; readonly column: string },
) {
  await prisma.$executeRawUnsafe(
    `CREATE FUNCTION commerce.wait_at_gate() RETURNS trigger LANGUAGE plpgsql
     AS $$ BEGIN PERFORM pg_advisory_xact_lock(${GATE}); RETURN NEW; END $$`,
  );
  await prisma.$executeRawUnsafe(
    `CREATE TRIGGER wait_at_gate AFTER UPDATE OF ${column} ON commerce.${table}
     FOR EACH ROW EXECUTE FUNCTION commerce.wait_at_gate()`,
  );
  const [closed, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = prisma.$transaction(
    async (transaction) => {
      // A server ends a transaction that is idle for ten seconds.
      await transaction.$executeRaw`SET LOCAL idle_in_transaction_session_timeout = 0`;
      await transaction.$queryRaw`SELECT pg_advisory_xact_lock(${GATE}::bigint)::text`;
      closed.resolve();
      await opened.promise;
    },
    { timeout: 60_000 },
  );
  await closed.promise;

  /** Counts the transactions of this database that wait for a lock. */
  const countWaiting = async (): Promise<number> => {
    const [row] = await prisma.$queryRaw<{ waiting: number }[]>`
      SELECT count(*)::int AS waiting FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return row?.waiting ?? 0;
  };
  return {
    /** Waits until at least this many transactions wait for a lock, or something else is the case. */
    untilWaiting: (count: number, orElse = () => false) =>
      waitUntil(async () => orElse() || (await countWaiting()) >= count),
    /** Lets the transactions finish, and holds no more. */
    async release() {
      opened.resolve();
      await holding;
      await prisma.$executeRaw`DROP FUNCTION IF EXISTS commerce.wait_at_gate() CASCADE`;
    },
  };
}
