import { Prisma, type PrismaClient } from '../../database/index.ts';
import type { Service } from '../service.ts';
import { LEASE } from './claim.ts';
import { RETRY_AFTER } from './post-signed.ts';

/** Counts pending deliveries. One index scan per endpoint, so that finished rows aren't read. */
export async function countPending(prisma: PrismaClient): Promise<number> {
  const rows = await prisma.$queryRaw<{ pending: number }[]>`
    SELECT coalesce(sum(at_one.pending), 0)::int AS pending FROM commerce.webhooks AS webhook
    CROSS JOIN LATERAL (
      SELECT count(*) AS pending FROM commerce.deliveries AS delivery
      WHERE delivery.webhook_id = webhook.id AND delivery.status = 'pending'
    ) AS at_one`;
  return rows[0]?.pending ?? 0;
}

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

/** Tolerated difference between correct clocks, in seconds. */
const SLACK = 60;

/**
 * Repairs times that a fast clock wrote before it was set back: deliveries scheduled, or claimed, later than any retry or
 * lease could be. They would otherwise wait for as long as the clock was ahead. Idempotent.
 */
export async function clampFutureTimes({ prisma, clock }: Service): Promise<void> {
  const now = clock.now();
  const longest = [0, ...RETRY_AFTER].map((seconds) => seconds + SLACK);
  const held = new Date(now.getTime() + LEASE + SLACK * 1000);
  await prisma.$executeRaw(Prisma.sql`
    UPDATE commerce.deliveries SET next_attempt_at = ${now}
    WHERE status = 'pending'
      AND next_attempt_at > ${now}::timestamptz + (${longest}::int[])[attempts + 1] * interval '1 second'`);
  await prisma.$executeRaw(Prisma.sql`
    UPDATE commerce.deliveries SET claimed_until = NULL
    WHERE status = 'pending' AND claimed_until > ${held}`);
}
