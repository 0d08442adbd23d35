import type { Clock } from '../clock.ts';
import type { PrismaClient, Transaction } from '../database/index.ts';
import type { Send } from '../queue.ts';
import type { Seal } from './seal.ts';

/** What everything about links needs. */
export interface LinkingDeps {
  readonly prisma: PrismaClient;
  readonly clock: Clock;
  readonly send: Send;
  readonly seal: Seal;
  /** The guilds that we work in. */
  readonly guildIds: readonly string[];
  /** Whether several commerce users may be linked to one chat account. */
  readonly allowsSeveral: boolean;
}

/** Limits of a transaction, in milliseconds: the embedded database runs one at a time. */
export const TRANSACTION = { maxWait: 15_000, timeout: 15_000 };

/**
 * Makes accounts ours alone until the transaction ends, linked or not. In one order everywhere, so that two who
 * want the same ones wait for each other in turn.
 */
export async function lockAccounts(transaction: Transaction, accounts: readonly string[]): Promise<void> {
  await transaction.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended('link ' || account, 0))::text
    FROM (SELECT DISTINCT unnest(${accounts}::text[]) AS account ORDER BY 1) AS sorted`;
}

export const chatAccount = (userId: string): string => `chat ${userId}`;
export const commerceAccount = (userId: string): string => `commerce ${userId}`;
