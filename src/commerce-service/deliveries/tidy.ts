import { Prisma } from '../../database/index.ts';
import type { Service } from '../service.ts';
import { sendDelivery } from './queue.ts';

/** Days for which deliveries, and what they told, are kept. */
const KEPT_DAYS = 30;

/** How long after its time an attempt that nobody has made may be lost, in milliseconds. */
const LOST_AFTER = 10 * 60 * 1000;

/** Rows that are taken at once. */
const BATCH = 500;

/**
 * Enqueues again what waits for longer than it should, and removes what is older than 30 days. Safe to run
 * twice, also at the same time.
 * @param signal stops between two batches; the rest waits for the next time
 */
export async function tidyDeliveries(service: Service, now: Date, signal?: AbortSignal): Promise<void> {
  const late = new Date(now.getTime() - LOST_AFTER);
  let last: string | undefined = '';
  while (last !== undefined && !signal?.aborted) last = await sendLate(service, late, last);
  const old = new Date(now.getTime() - KEPT_DAYS * 24 * 60 * 60 * 1000);
  while (!signal?.aborted && (await prune(service, old)) === BATCH);
}

/**
 * Most of these wait behind others for a slow endpoint, and their job is there: sent again they join it.
 * @returns the last one's id; undefined behind the last one of all
 */
async function sendLate(service: Service, late: Date, after: string): Promise<string | undefined> {
  const deliveries = await service.prisma.delivery.findMany({
    where: { status: 'pending', nextAttemptAt: { lt: late }, id: { gt: after } },
    orderBy: { id: 'asc' },
    take: BATCH,
  });
  for (const { id, webhookId, attempts } of deliveries)
    await sendDelivery(service, { id, webhookId, attempt: attempts + 1 });
  return deliveries.at(-1)?.id;
}

/** Deliveries go with their event; an event that nobody was told goes as well. @returns how many events went */
const prune = ({ prisma }: Service, old: Date): Promise<number> =>
  prisma.$executeRaw(Prisma.sql`
    DELETE FROM commerce.events WHERE id IN (
      SELECT id FROM commerce.events WHERE created_at < ${old} ORDER BY created_at LIMIT ${BATCH}
    )`);
