import { Prisma, type Transaction } from '../../database/index.ts';

/** Locks users until the transaction ends, in a fixed order, so that concurrent transactions can't deadlock. */
export const lockUsers = (transaction: Transaction, ids: readonly string[]): Promise<unknown> =>
  lockAll(
    transaction,
    [...new Set(ids)].sort().map((id) => `user ${id}`),
  );

/** Takes the advisory lock with this name until the transaction ends. */
export const lock = (transaction: Transaction, name: string): Promise<unknown> =>
  lockAll(transaction, [name]);

/** Takes the locks one by one in the order of the names, in one statement. */
const lockAll = (transaction: Transaction, names: readonly string[]): Promise<unknown> =>
  transaction.$queryRaw(
    Prisma.sql`SELECT pg_advisory_xact_lock(hashtextextended(name, 0))::text FROM unnest(${names}::text[]) AS name`,
  );
