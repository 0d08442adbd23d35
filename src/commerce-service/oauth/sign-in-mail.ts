import Type from 'typebox';
import { defineQueue, type JobContext } from '../../queue.ts';
import type { MailingService, Service } from '../service.ts';
import { inTransaction } from '../transaction.ts';
import { type LinkRequest, makeLink, noteMailed, type Requested, requestLink } from './sign-in-links.ts';

/** Mails one link. Its token is created with the mail, so the queue never holds a usable credential. */
export const signInMailQueue = defineQueue({
  name: 'commerce-sign-in-mail',
  data: Type.Object({ link_id: Type.String() }),
  policy: 'standard',
  retries: 6,
  retryDelay: 2,
  retryDelayMax: 120,
  timeout: 60,
  concurrency: 4,
});

/** Requests a sign-in link and queues its mail, unless enough links are pending already. */
export const orderMail = (service: Service, request: LinkRequest): Promise<Requested> =>
  inTransaction(service, async (transaction) => {
    const requested = await requestLink(service, transaction, request);
    if (requested.kind === 'wanted')
      await service.send(signInMailQueue, { link_id: requested.id }, { transaction });
    return requested;
  });

/**
 * Sends the mail of a link. If the process dies before it has recorded that, a retry sends a second mail with a new
 * token, and only that one works.
 */
export async function mailLink(
  service: MailingService,
  linkId: string,
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  const { mail, publicUrl } = service;
  const made = await makeLink(service, linkId);
  if (!made) return;
  const text = `Someone, hopefully you, wants to sign in at ${new URL(publicUrl).host} with this e-mail address.

Open this link within 15 minutes, in the browser where you requested it:

${made.link}

It works once. If you didn't request it, ignore this mail: nobody can sign in without this link. If you want to
sign in yourself, request a link at the same place. This one then works too.
`;
  await mail.send({ to: made.email, subject: 'Your sign-in link', text }, signal);
  await noteMailed(service, linkId);
}
