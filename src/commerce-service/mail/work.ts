import type { Work } from '../../queue.ts';
import { mailMerge, mergeMailQueue } from '../customers/merge-mail.ts';
import { mailLink, signInMailQueue } from '../oauth/sign-in-mail.ts';
import type { Service } from '../service.ts';

export const mailQueues = [signInMailQueue, mergeMailQueue] as const;

/** Starts the workers that send queued mail. */
export async function workMail(service: Service, work: Work): Promise<void> {
  await work(signInMailQueue, ({ link_id }, job) => mailLink(service, link_id, job));
  await work(mergeMailQueue, (data, job) => mailMerge(service, data, job));
}
