import { Prisma, type Transaction } from '../../database/index.ts';

/** Delivery workers listen on this channel for new deliveries. */
export const CHANNEL = 'commerce_deliveries';

/** Wakes the delivery workers of all processes when the transaction commits. Workers also poll, as this may be lost. */
export async function notifyWorkers(transaction: Transaction): Promise<void> {
  await transaction.$executeRaw(Prisma.sql`SELECT pg_notify(${CHANNEL}, '')`);
}
