import { accessQueues } from '../access/index.ts';
import { createOwnSyncs, type OwnSyncs } from '../access/sync/observe-member.ts';
import { anchorQueue } from '../audit/anchor.ts';
import type { Clock } from '../clock.ts';
import { type CommerceClient, createCommerceClient, sharedRateSlots } from '../commerce-client/index.ts';
import { commerceQueues } from '../commerce-service/index.ts';
import type { Config } from '../config/config.ts';
import { loadSecrets, type Secrets } from '../config/secrets.ts';
import { type Database, openDatabase } from '../database/index.ts';
import { type App, buildApp } from '../http/app.ts';
import { pruneQueue } from '../intake/prune.ts';
import { type Jobs, startJobs } from '../jobs/index.ts';
import { linkingQueues } from '../linking/index.ts';
import { notificationQueues } from '../notifications/index.ts';
import type { Logger } from '../observability/log.ts';
import { createMetrics, type Metrics } from '../observability/metrics.ts';
import type { Queue } from '../queue.ts';
import { createMailbox, type Mailbox } from '../sandbox/index.ts';

export interface Options {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Resources shared by the parts of a process. */
export interface Container extends Options {
  readonly secrets: Secrets;
  readonly metrics: Metrics;
  readonly database: Database;
  readonly jobs: Jobs;
  /** One client for all parts, so that they share its rate limiter. */
  readonly commerce: CommerceClient;
  /** Shared by worker and bot. */
  readonly ownSyncs: OwnSyncs;
  readonly app: App;
  /** Receives all mail of a sandbox without a mail server; undefined otherwise. */
  readonly mailbox: Mailbox | undefined;
  /** Resources to close at the end, in reverse order. */
  readonly opened: AsyncDisposableStack;
}

export const queues: readonly Queue[] = [
  ...accessQueues,
  ...notificationQueues,
  ...linkingQueues,
  pruneQueue,
  anchorQueue,
  ...commerceQueues,
];

/** Opens the database and starts the job queue. */
export async function openContainer(options: Options, opened: AsyncDisposableStack): Promise<Container> {
  const { config } = options;
  const database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir });
  opened.defer(() => database.close());
  return containerOn(database, options, opened);
}

/** Does the same with a database that is already open. */
export async function containerOn(
  database: Database,
  options: Options,
  opened: AsyncDisposableStack,
): Promise<Container> {
  const { config, clock, log } = options;
  const secrets = loadSecrets(config);
  const metrics = createMetrics();
  const jobs = await startJobs({ database, queues, log, metrics });
  opened.defer(() => jobs.stop());
  const commerce = createCommerceClient({
    baseUrl: config.commerceUrl ?? config.localUrl,
    apiKey: secrets.commerceApiKey,
    clock,
    metrics,
    aliases: config.commerceFieldAliases,
    // Processes that share an API key share its rate limit. The built-in service counts requests per process, so local
    // limits suffice for it.
    ...(config.commerceUrl &&
      !database.isEmbedded && { shared: sharedRateSlots(database.prisma, config.commerceUrl) }),
  });
  const app = buildApp({ log, metrics, trustedProxies: config.trustedProxies });
  // The mailbox shows every user's sign-in links, so it must not exist where real members' roles are at stake.
  const isSandbox = config.parts.has('sandbox') && !config.discord;
  const mailbox = isSandbox && !config.mail ? createMailbox(clock) : undefined;
  const ownSyncs = createOwnSyncs(clock);
  return { ...options, secrets, metrics, database, jobs, commerce, ownSyncs, app, mailbox, opened };
}
