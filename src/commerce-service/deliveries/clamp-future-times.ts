import { Prisma } from '../../database/index.ts';
import type { Service } from '../service.ts';
import { LEASE } from './claim.ts';
import { RETRY_AFTER } from './outcome.ts';

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
