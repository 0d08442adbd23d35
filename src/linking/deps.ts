import type { Clock } from '../clock.ts';
import type { PrismaClient, Transaction } from '../database/index.ts';
import type { Send } from '../queue.ts';
import type { Seal } from './seal.ts';

/** Dependencies shared by all of linking. */
export interface LinkingDeps {
  readonly prisma: PrismaClient;
  readonly clock: Clock;
  readonly send: Send;
  readonly seal: Seal;
  readonly guildIds: readonly string[];
  /** Whether a chat account may be linked to several commerce users. */
  readonly allowsSeveral: boolean;
}

/** Transaction limits, in milliseconds. Generous, because the embedded database runs one transaction at a time. */
export const TRANSACTION = { maxWait: 15_000, timeout: 15_000 };

/**
 * Locks accounts until the transaction ends, whether or not they are linked. Always locks in the same order, so that
 * two transactions that need the same accounts can't deadlock.
 */
export async function lockAccounts(transaction: Transaction, accounts: readonly string[]): Promise<void> {
  await transaction.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended('link ' || account, 0))::text
    FROM (SELECT DISTINCT unnest(${accounts}::text[]) AS account ORDER BY 1) AS sorted`;
}

export const chatAccount = (userId: string): string => `chat ${userId}`;
export const commerceAccount = (userId: string): string => `commerce ${userId}`;
