import { Prisma } from '../../database/index.ts';
import type { Service } from '../service.ts';

/** Days for which deliveries, and what they told, are kept. */
const KEPT_DAYS = 30;

/** Rows that are taken at once. */
const BATCH = 500;

/**
 * Removes what is older than 30 days: deliveries go with their event, and an event that nobody was told goes
 * as well. Safe to run twice, also at the same time.
 * @param signal stops between two batches; the rest waits for the next time
 */
export async function pruneDeliveries({ prisma }: Service, now: Date, signal?: AbortSignal): Promise<void> {
  const old = new Date(now.getTime() - KEPT_DAYS * 24 * 60 * 60 * 1000);
  let removed = BATCH;
  while (removed === BATCH && !signal?.aborted)
    removed = await prisma.$executeRaw(Prisma.sql`
      DELETE FROM commerce.events WHERE id IN (
        SELECT id FROM commerce.events WHERE created_at < ${old} ORDER BY created_at LIMIT ${BATCH}
      )`);
}
