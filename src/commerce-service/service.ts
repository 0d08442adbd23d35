import type { Clock } from '../clock.ts';
import type { PrismaClient } from '../database/index.ts';
import type { Logger } from '../log.ts';
import type { Send } from '../queue.ts';

/** What every part of the Commerce Service is handed. */
export interface Service {
  readonly prisma: PrismaClient;
  readonly send: Send;
  readonly clock: Clock;
  readonly log: Logger;
  /** How buyers reach the service, without a trailing slash. */
  readonly publicUrl: string;
  /** The header of the timestamped signature of deliveries; `X-Commerce-Signature` when left out. */
  readonly signatureHeader?: string | undefined;
  /** Hosts where anybody may register an endpoint though they are not public; none when left out. */
  readonly privateHosts?: readonly string[];
}

/**
 * Limits of a transaction, in milliseconds. The embedded database runs one transaction at a time, so a crowd
 * of buyers waits its turn here; beyond this a buyer is better off with an error than with more waiting.
 */
export const TRANSACTION = { maxWait: 15_000, timeout: 15_000 };
