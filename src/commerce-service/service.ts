import type { Clock } from '../clock.ts';
import type { PrismaClient } from '../database/index.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Send } from '../queue.ts';
import type { ChatProvider } from './chat/provider.ts';
import type { MailSender } from './mail.ts';

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
  /** Whether something can be an account of the community chat, by its form; anything can when left out. */
  readonly isChatAccount?: (id: string) => boolean;
  /** How buyers are mailed; when left out they aren't, and nobody can prove an address. */
  readonly mail?: MailSender;
  /** Where buyers show which chat account is theirs; when left out they can't. */
  readonly chat?: ChatProvider;
}

/**
 * Limits of a transaction, in milliseconds. The embedded database runs one transaction at a time, so a crowd
 * of buyers waits its turn here; beyond this a buyer is better off with an error than with more waiting.
 */
export const TRANSACTION = { maxWait: 15_000, timeout: 15_000 };
