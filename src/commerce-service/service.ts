import type { Clock } from '../clock.ts';
import type { PrismaClient } from '../database/index.ts';
import type { Logger } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Send } from '../queue.ts';
import type { SignInProvider } from './chat/provider.ts';
import type { MailSender } from './mail.ts';

/** An API key and the credentials of an OAuth application. */
export interface OperatorCredentials {
  readonly apiKey: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Dependencies and settings that every part of the Commerce Service gets. */
export interface Service {
  readonly prisma: PrismaClient;
  readonly send: Send;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics?: Metrics;
  /** Base URL for buyers, without a trailing slash. */
  readonly publicUrl: string;
  /** Whether no other process uses the database, so that claims from before this process's start are void. */
  readonly isAlone?: boolean;
  /** Name of the header with a delivery's timestamped signature; `X-Commerce-Signature` when omitted. */
  readonly signatureHeader?: string | undefined;
  /** Non-public hosts at which every account may register an endpoint; none when omitted. */
  readonly privateHosts?: readonly string[];
  /** Requests per 10 seconds and key (or address) that this process answers; no limit when 0 or omitted. */
  readonly rateLimit?: number;
  /** Checks the format of an account id of the community chat. When omitted, every id is accepted. */
  readonly isChatAccount?: (id: string) => boolean;
  /**
   * Credentials from the operator's configuration that this process accepts, whichever of them are stored: several
   * while the operator replaces them in one process after the other. When omitted, only the stored ones.
   */
  readonly operatorCredentials?: readonly OperatorCredentials[];
  /** Sends mail to buyers. When omitted, they get none, and can't prove an address. */
  readonly mail?: MailSender;
  /** OAuth provider at which buyers prove their chat account. When omitted, they can't. */
  readonly chat?: SignInProvider;
}

/** A service that sends mail. */
export type MailingService = Service & { readonly mail: MailSender };

/**
 * Limits of a transaction, in milliseconds. The embedded database runs one transaction at a time, so a crowd of buyers
 * queues up here. Beyond these limits, an error serves a buyer better than more waiting.
 */
export const TRANSACTION = { maxWait: 15_000, timeout: 15_000 };
