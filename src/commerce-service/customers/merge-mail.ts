import Type, { type Static } from 'typebox';
import { defineQueue, type JobContext } from '../../queue.ts';
import { titleOf } from '../checkout/words.ts';
import { WITH_RELATIONS } from '../memberships/schema.ts';
import type { MailingService } from '../service.ts';
import { isEmailProven } from './users.ts';

/** Purchases that a mail names. */
const MOST_NAMED = 50;

/** Mails to users about purchases that have become theirs. After a crash, the same mail may be sent twice. */
export const mergeMailQueue = defineQueue({
  name: 'commerce-merge-mail',
  data: Type.Object({
    user_id: Type.String(),
    membership_ids: Type.Array(Type.String()),
    /** Number of purchases beyond those that the mail names. Left out by the previous version. */
    others: Type.Optional(Type.Integer()),
  }),
  policy: 'standard',
  retries: 6,
  retryDelay: 2,
  retryDelayMax: 120,
  timeout: 60,
  concurrency: 1,
});

/** Divides purchases into those that the mail names, the newest, and the number of others. */
export const named = (ids: readonly string[]) => ({
  membership_ids: ids.toSorted().slice(-MOST_NAMED),
  others: Math.max(ids.length - MOST_NAMED, 0),
});

/** Mails a user the list of purchases that have become theirs. */
export async function mailMerge(
  { prisma, mail, publicUrl }: MailingService,
  { user_id: userId, membership_ids: ids, others = 0 }: Static<typeof mergeMailQueue.data>,
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  const rows = await prisma.membership.findMany({
    where: { id: { in: ids }, userId },
    include: WITH_RELATIONS,
    orderBy: { id: 'asc' },
  });
  const user = rows[0]?.user;
  if (!user || !isEmailProven(user)) return;
  const list = rows.map((row) => {
    const chat = row.communityChatId === null ? '' : `, for the chat account ${row.communityChatId}`;
    return `${titleOf(row.plan)}${chat}:\n${publicUrl}/memberships/${row.id}`;
  });
  const text = `Someone, hopefully you, opened a sign-in link for this address at ${new URL(publicUrl).host}. The purchases made with this address are now yours:

${list.join('\n')}
${others > 0 ? `\nAnd ${others} more: ${publicUrl}/memberships\n` : ''}
Anyone who made one of them in another browser can still view it there, and cancel it as long as their card pays for it, but can't change it or see anything else of yours. If a purchase isn't yours, someone typed your address. Sign in and cancel it, or tell the shop.
`;
  await mail.send({ to: user.email, subject: 'Purchases with your address', text }, signal);
}
