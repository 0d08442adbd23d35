import { Prisma } from '../../database/index.ts';
import type { Service } from '../service.ts';
import { LEASE } from './claim.ts';
import { RETRY_AFTER } from './outcome.ts';

/** By how much clocks that are right may differ, in seconds. */
const SLACK = 60;

/**
 * Makes deliveries due that wait for a moment farther off than any wait is long. A clock that was ahead wrote it
 * down, and was set back since: they would wait for as long as it was ahead. Safe to run at any time.
 */
export async function setDeliveriesRight({ prisma, clock }: Service): Promise<void> {
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
