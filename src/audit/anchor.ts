import Type from 'typebox';
import type { PrismaClient } from '../database/index.ts';
import type { Logger } from '../observability/log.ts';
import { defineQueue } from '../queue.ts';
import { anchorText } from './report.ts';

/** Queue of the daily job that logs the audit log's head. */
export const anchorQueue = defineQueue({
  name: 'audit.anchor',
  data: Type.Object({}),
  policy: 'collapse',
  retries: 3,
  retryDelay: 60,
  retryDelayMax: 600,
  timeout: 60,
  concurrency: 1,
});

/** Every night, in UTC. */
export const ANCHOR_CRON = '23 2 * * *';

/**
 * Logs the head of the audit log. An attacker with write access to the database can't change this copy, so it serves as
 * an anchor for `npm run audit:verify -- --expect`.
 */
export async function logHead(prisma: PrismaClient, log: Logger): Promise<void> {
  const head = await prisma.auditHead.findFirst();
  if (head && head.seq > 0n) log.info({ auditHead: anchorText(head) }, 'the audit log ends here');
}
