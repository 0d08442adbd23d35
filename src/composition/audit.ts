import { ANCHOR_CRON, anchorQueue, logHead } from '../audit/anchor.ts';
import type { Container } from './container.ts';

/** Schedules the daily job that writes the head of the audit log to the process log. It runs in one process. */
export async function openAuditAnchors({ database, jobs, log }: Container): Promise<void> {
  await jobs.work(anchorQueue, () => logHead(database.prisma, log));
  await jobs.schedule(anchorQueue, ANCHOR_CRON, {});
}
