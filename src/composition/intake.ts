import { queueRefresh } from '../access/index.ts';
import type { Config } from '../config/config.ts';
import { createInbox } from '../intake/inbox.ts';
import { listener } from '../intake/listener.ts';
import { pruneInbox, pruneQueue } from '../intake/prune.ts';
import { createVerify } from '../intake/verify.ts';
import type { Container } from './container.ts';

/** Opens the webhook endpoint for the Commerce Service, built-in or external. */
export async function openIntake({
  app,
  config,
  secrets,
  clock,
  log,
  metrics,
  database,
  jobs,
}: Container): Promise<void> {
  await app.register(listener, {
    store: createInbox({
      prisma: database.prisma,
      queueRefresh: queueRefresh(jobs.sendAll, clock),
      concurrency: database.isEmbedded ? 1 : 2,
    }),
    verify: createVerify({
      secrets: secrets.commerceWebhookSecrets,
      signatureHeader: config.commerceSignatureHeader,
      clock,
    }),
    aliases: config.commerceFieldAliases,
    clock,
    log,
    metrics,
  });
}

/** Schedules the hourly deletion of inbox events older than 30 days. */
export async function openInboxPruning({ clock, database, jobs }: Container): Promise<void> {
  await jobs.work(pruneQueue, (_, { signal }) => pruneInbox({ prisma: database.prisma, clock }, signal));
  await jobs.schedule(pruneQueue, '17 * * * *', {});
}

/** Returns the URLs of our intake: first the one to register, then one that may be registered already. */
export function intakeUrlsOf(config: Config): readonly [string, string] {
  const inPublic = `${config.publicUrl}/webhooks/commerce`;
  const here = `${config.localUrl}/webhooks/commerce`;
  // With its own service and database, this process is the only one and can use its local URL. Otherwise the service
  // needs the public one.
  const isAlone = config.databaseUrl === undefined && config.commerceUrl === undefined;
  return isAlone ? [here, inPublic] : [inPublic, here];
}
