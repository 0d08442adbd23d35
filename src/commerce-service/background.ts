import type { Listen, Schedule, Work } from '../queue.ts';
import { pruneRequests } from './api/keyed-requests.ts';
import { applyOwnerToRest, ownerQueue } from './customers/apply-owner.ts';
import { mailMerge, mergeMailQueue } from './customers/merge.ts';
import { pruneCounts } from './daily-limits.ts';
import { DeliveryWorker } from './deliveries/delivery-worker.ts';
import { clampFutureTimes, pruneDeliveries } from './deliveries/maintenance.ts';
import { pruneSecrets } from './deliveries/secrets.ts';
import { expireEntries, pruneRaffleBrowsers } from './entries/expire.ts';
import { followAccounts } from './memberships/life/access.ts';
import { changeDueMemberships } from './memberships/life/due.ts';
import { pruneOAuth } from './oauth/index.ts';
import { mailLink, signInMailQueue } from './oauth/sign-in-mail.ts';
import { accessQueue, cleanupQueue, dueQueue } from './scheduled-work.ts';
import type { MailingService, Service } from './service.ts';

export const commerceQueues = [
  dueQueue,
  accessQueue,
  cleanupQueue,
  ownerQueue,
  signInMailQueue,
  mergeMailQueue,
] as const;

export interface Background {
  readonly work: Work;
  readonly schedule: Schedule;
  readonly listen: Listen;
}

/** Starts the background work in this process. @returns a function that stops the deliveries */
export async function startBackground(
  service: Service,
  { work, schedule, listen }: Background,
): Promise<() => Promise<void>> {
  const now = () => service.clock.now();
  await work(dueQueue, async (_, { signal }) => void (await runDue(service, now(), signal)));
  await work(accessQueue, async (_, { signal }) => void (await followAccounts(service, signal)));
  await work(cleanupQueue, (_, { signal }) => cleanUp(service, now(), signal));
  await work(ownerQueue, (data, job) => applyOwnerToRest(service, data, job));
  if (service.mail) await workMail({ ...service, mail: service.mail }, work);
  await schedule(dueQueue, '* * * * *', {});
  // Catches a membership that became past due at the moment its account's setting changed.
  await schedule(accessQueue, '* * * * *', {});
  await schedule(cleanupQueue, '*/10 * * * *', {});
  // Makes up for changes missed while no process ran, without waiting for the next minute.
  await service.send(dueQueue, {}, { key: dueQueue.name });
  const deliveries = await DeliveryWorker.open(service, listen);
  return () => deliveries.close();
}

/** Makes all due changes, each exactly once, also after days of downtime and with several processes. */
export async function runDue(service: Service, now: Date, signal?: AbortSignal): Promise<number> {
  const changes = await changeDueMemberships(service, now, signal);
  return changes + (await expireEntries(service, now, signal));
}

/**
 * Deletes expired rows and repairs times that a wrong clock wrote. Safe to run concurrently.
 * @param signal stops between two batches
 */
export async function cleanUp(service: Service, now: Date, signal?: AbortSignal): Promise<void> {
  await pruneOAuth(service, now);
  await pruneRequests(service, now);
  await pruneCounts(service, now);
  await pruneSecrets(service, now);
  await pruneRaffleBrowsers(service);
  await pruneDeliveries(service, now, signal);
  await clampFutureTimes(service);
}

/** Sends queued mail. A process without a mail server leaves it to others. */
export async function workMail(service: MailingService, work: Work): Promise<void> {
  await work(signInMailQueue, (data, job) => mailLink(service, data, job));
  await work(mergeMailQueue, (data, job) => mailMerge(service, data, job));
}
