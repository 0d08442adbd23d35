import type { Work } from '../../queue.ts';
import { mailMerge, mergeMailQueue } from '../customers/merge-mail.ts';
import { mailLink, signInMailQueue } from '../oauth/sign-in-mail.ts';
import type { Service } from '../service.ts';

export const mailQueues = [signInMailQueue, mergeMailQueue] as const;

/** Starts the workers that send queued mail. Without a mail sender, leaves the queued mail to other processes. */
export async function workMail(service: Service, work: Work): Promise<void> {
  const { mail } = service;
  if (!mail) return;
  await work(signInMailQueue, (data, job) => mailLink({ ...service, mail }, data, job));
  await work(mergeMailQueue, (data, job) => mailMerge({ ...service, mail }, data, job));
}
