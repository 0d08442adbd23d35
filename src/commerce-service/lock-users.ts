import { Prisma, type Transaction } from '../database/index.ts';

/**
 * Makes users ours alone until the transaction ends: what is bought as one of them, and whose they are. In one order
 * everywhere, so that two who want the same ones wait for each other in turn.
 */
export async function lockUsers(transaction: Transaction, ids: readonly string[]): Promise<void> {
  for (const id of [...new Set(ids)].sort()) await lock(transaction, `user ${id}`);
}

/** Makes something ours alone, by its name, until the transaction ends. */
export const lock = (transaction: Transaction, name: string): Promise<unknown> =>
  transaction.$queryRaw(Prisma.sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))::text`);
