import { Prisma, type Transaction } from '../../database/index.ts';

/** Locks users until the transaction ends, in a fixed order, so that concurrent transactions can't deadlock. */
export async function lockUsers(transaction: Transaction, ids: readonly string[]): Promise<void> {
  for (const id of [...new Set(ids)].sort()) await lock(transaction, `user ${id}`);
}

/** Takes the advisory lock with this name until the transaction ends. */
export const lock = (transaction: Transaction, name: string): Promise<unknown> =>
  transaction.$queryRaw(Prisma.sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))::text`);
