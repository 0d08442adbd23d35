import { Prisma } from '../../database/index.ts';
import type { Service } from '../service.ts';

/** Retention of events and their deliveries, in days. */
const RETENTION = 30;

/** Rows deleted by one statement. */
const BATCH = 500;

/**
 * Deletes events older than 30 days, with their deliveries. Safe to run concurrently.
 * @param signal stops after the current batch
 */
export async function pruneDeliveries({ prisma }: Service, now: Date, signal?: AbortSignal): Promise<void> {
  const old = new Date(now.getTime() - RETENTION * 24 * 60 * 60 * 1000);
  let removed = BATCH;
  while (removed === BATCH && !signal?.aborted)
    removed = await prisma.$executeRaw(Prisma.sql`
      DELETE FROM commerce.events WHERE id IN (
        SELECT id FROM commerce.events WHERE created_at < ${old} ORDER BY created_at LIMIT ${BATCH}
      )`);
}
