import Type from 'typebox';
import type { Clock } from '../clock.ts';
import { Prisma, type PrismaClient } from '../database/index.ts';
import { defineQueue } from '../queue.ts';

/** Retention period, in days. */
const RETENTION = 30;

/** Rows deleted by one statement. */
const BATCH = 500;

/** Deletes old events on a schedule. No retries: the next run continues. */
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
 * Deletes events received more than 30 days ago that need no further processing. Failed ones stay. Safe to run
 * concurrently.
 * @param signal stops after the current batch
 */
export async function pruneInbox(
  { prisma, clock }: { prisma: PrismaClient; clock: Clock },
  signal?: AbortSignal,
): Promise<void> {
  const old = new Date(clock.now().getTime() - RETENTION * 24 * 60 * 60 * 1000);
  const deleteBatch = () =>
    prisma.$executeRaw(Prisma.sql`
      DELETE FROM community.inbox_events WHERE id IN (
        SELECT id FROM community.inbox_events
        WHERE received_at < ${old} AND (worked_at IS NOT NULL OR membership_id IS NULL)
        ORDER BY received_at LIMIT ${BATCH}
      )`);
  while (!signal?.aborted && (await deleteBatch()) === BATCH);
}
