import { ANCHOR_CRON, anchorQueue, logHead } from '../audit/anchor.ts';
import type { Ground } from './ground.ts';

/** Writes the head of the audit log into the process's log, once a day in one process of all. */
export async function openAuditAnchors({ database, jobs, log }: Ground): Promise<void> {
  await jobs.work(anchorQueue, () => logHead(database.prisma, log));
  await jobs.schedule(anchorQueue, ANCHOR_CRON, {});
}
