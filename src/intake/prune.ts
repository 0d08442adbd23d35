import Type from 'typebox';
import type { Clock } from '../clock.ts';
import { Prisma, type PrismaClient } from '../database/index.ts';
import { defineQueue } from '../queue.ts';

/** Days for which events are kept. */
const KEPT_DAYS = 30;

/** Rows that are deleted at once. */
const BATCH = 500;

/** Removes old events, on schedule. Not tried again: the next call does what this one left. */
export const pruneQueue = defineQueue({
  name: 'intake.prune',
  data: Type.Object({}),
  policy: 'collapse',
  retries: 0,
  retryDelay: 1,
  retryDelayMax: 1,
  timeout: 300,
  concurrency: 1,
});

/**
 * Deletes events that came in more than 30 days ago and are done with: worked, or about nothing that needs
 * work. One that failed stays. Safe to run twice, also at the same time.
 * @param signal stops between two batches; the rest waits for the next time
 */
export async function pruneInbox(
  { prisma, clock }: { prisma: PrismaClient; clock: Clock },
  signal?: AbortSignal,
): Promise<void> {
  const old = new Date(clock.now().getTime() - KEPT_DAYS * 24 * 60 * 60 * 1000);
  const deleteBatch = () =>
    prisma.$executeRaw(Prisma.sql`
      DELETE FROM community.inbox_events WHERE id IN (
        SELECT id FROM community.inbox_events
        WHERE received_at < ${old} AND (worked_at IS NOT NULL OR membership_id IS NULL)
        ORDER BY received_at LIMIT ${BATCH}
      )`);
  while (!signal?.aborted && (await deleteBatch()) === BATCH);
}
