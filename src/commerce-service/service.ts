import type { Clock } from '../clock.ts';
import type { PrismaClient } from '../database/index.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Send } from '../queue.ts';
import type { MailSettings } from './mail.ts';

/** What every part of the Commerce Service is handed. */
export interface Service {
  readonly prisma: PrismaClient;
  readonly send: Send;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics?: Metrics;
  /** How buyers reach the service, without a trailing slash. */
  readonly publicUrl: string;
  /** Whether no other process uses the database: what was at work when this one started is then dead. */
  readonly isAlone?: boolean;
  /** The header of the timestamped signature of deliveries; `X-Commerce-Signature` when left out. */
  readonly signatureHeader?: string | undefined;
  /** Hosts where anybody may register an endpoint though they are not public; none when left out. */
  readonly privateHosts?: readonly string[];
  /** Requests per 10 seconds and key that this process answers; 0, or left out: no limit. */
  readonly rateLimit?: number;
  /** How links that sign a buyer in are mailed; none are when left out. */
  readonly mail?: MailSettings;
  /**
   * Shows the link that signs a buyer in on the screen instead of mailing it. Then anybody who can reach the
   * service can be anybody: only for a sandbox, where there is no mail and nothing to gain.
   */
  readonly showSignInLinks?: boolean;
}

/**
 * Limits of a transaction, in milliseconds. The embedded database runs one transaction at a time, so a crowd
 * of buyers waits its turn here; beyond this a buyer is better off with an error than with more waiting.
 */
export const TRANSACTION = { maxWait: 15_000, timeout: 15_000 };
