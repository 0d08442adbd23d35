import { Prisma, type Transaction } from '../../database/index.ts';

/** The channel on which couriers hear that there is something to deliver. */
export const BELL = 'commerce_deliveries';

/** Calls the couriers of all processes, once the transaction has committed. They look by the clock as well. */
export async function ring(transaction: Transaction): Promise<void> {
  await transaction.$executeRaw(Prisma.sql`SELECT pg_notify(${BELL}, '')`);
}
