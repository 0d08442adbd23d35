import Type, { type Static } from 'typebox';
import { type Words, wordsFor } from '../../i18n/index.ts';
import { defineQueue, type JobContext } from '../../queue.ts';
import type { MailingService, Service } from '../service.ts';
import { inTransaction } from '../transaction.ts';
import { type LinkRequest, makeLink, noteMailed, type Requested, requestLink } from './sign-in-links.ts';

/** Mails one link. Its token is created with the mail, so the queue never holds a usable credential. */
export const signInMailQueue = defineQueue({
  name: 'commerce-sign-in-mail',
  data: Type.Object({
    link_id: Type.String(),
    /** Language of the mail. Left out by the previous version. */
    locale: Type.Optional(Type.String()),
  }),
  policy: 'standard',
  retries: 6,
  retryDelay: 2,
  retryDelayMax: 120,
  timeout: 60,
  concurrency: 4,
});

/** Requests a sign-in link and queues its mail, in the reader's language, unless enough links are pending already. */
export const orderMail = (
  service: Service,
  { locale }: Pick<Words, 'locale'>,
  request: LinkRequest,
): Promise<Requested> =>
  inTransaction(service, async (transaction) => {
    const requested = await requestLink(service, transaction, request);
    if (requested.kind === 'wanted')
      await service.send(signInMailQueue, { link_id: requested.id, locale }, { transaction });
    return requested;
  });

/**
 * Sends the mail of a link. If the process dies before it has recorded that, a retry sends a second mail with a new
 * token, and only that one works.
 */
export async function mailLink(
  service: MailingService,
  { link_id: linkId, locale }: Static<typeof signInMailQueue.data>,
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  const { mail, publicUrl } = service;
  const made = await makeLink(service, linkId);
  if (!made) return;
  const { subject, text } = wordsFor(locale).mails.signIn;
  await mail.send({ to: made.email, subject, text: text(new URL(publicUrl).host, made.link) }, signal);
  await noteMailed(service, linkId);
}
