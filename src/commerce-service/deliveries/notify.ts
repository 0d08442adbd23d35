import { Prisma, type Transaction } from '../../database/index.ts';

/** Delivery workers listen on this channel for new deliveries. */
export const CHANNEL = 'commerce_deliveries';

/** Wakes the workers of all processes on commit. Workers also poll, because notifications can get lost. */
export async function notifyWorkers(transaction: Transaction): Promise<void> {
  await transaction.$executeRaw(Prisma.sql`SELECT pg_notify(${CHANNEL}, '')`);
}
