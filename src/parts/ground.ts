import { accessQueues } from '../access/index.ts';
import { anchorQueue } from '../audit/anchor.ts';
import type { Clock } from '../clock.ts';
import { type CommerceClient, createCommerceClient, sharedSlots } from '../commerce-client/index.ts';
import { commerceQueues } from '../commerce-service/index.ts';
import type { Config } from '../config.ts';
import { type Database, openDatabase } from '../database/index.ts';
import { type App, buildApp } from '../http/app.ts';
import { pruneQueue } from '../intake/prune.ts';
import { type Jobs, startJobs } from '../jobs/index.ts';
import { linkingQueues } from '../linking/index.ts';
import type { Logger } from '../log.ts';
import { createMetrics, type Metrics } from '../metrics.ts';
import { notificationQueues } from '../notifications/index.ts';
import type { Queue } from '../queue.ts';
import { createMailbox, type Mailbox } from '../sandbox/index.ts';
import { loadSecrets, type Secrets } from '../secrets.ts';

export interface Options {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
}

/** What the parts of a process share. */
export interface Ground extends Options {
  readonly secrets: Secrets;
  readonly metrics: Metrics;
  readonly database: Database;
  readonly jobs: Jobs;
  /** One for all parts, so that they share the pace that the service allows. */
  readonly commerce: CommerceClient;
  readonly app: App;
  /** Where mail goes in a sandbox that has no mail server; undefined everywhere else. */
  readonly mailbox: Mailbox | undefined;
  /** What is to be closed in the end, in the reverse order of opening. */
  readonly opened: AsyncDisposableStack;
}

/** Every queue of every part. */
export const queues: readonly Queue[] = [
  ...accessQueues,
  ...notificationQueues,
  ...linkingQueues,
  pruneQueue,
  anchorQueue,
  ...commerceQueues,
];

/** Opens the database and the queue, with all queues that there are. */
export async function openGround(options: Options, opened: AsyncDisposableStack): Promise<Ground> {
  const { config } = options;
  const database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir });
  opened.defer(() => database.close());
  return groundOn(database, options, opened);
}

/** The same on a database that is open already. */
export async function groundOn(
  database: Database,
  options: Options,
  opened: AsyncDisposableStack,
): Promise<Ground> {
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
    // Several processes have one key. The service within this process counts for itself, as each does.
    ...(config.commerceUrl &&
      !database.isEmbedded && { shared: sharedSlots(database.prisma, config.commerceUrl) }),
  });
  const app = buildApp({ log, metrics, trustedProxies: config.trustedProxies });
  // Where real people's roles are at stake, nobody becomes somebody else by reading along.
  const isSandbox = config.parts.has('sandbox') && !config.discord;
  const mailbox = isSandbox && !config.mail ? createMailbox(clock) : undefined;
  return { ...options, secrets, metrics, database, jobs, commerce, app, mailbox, opened };
}
