import Type from 'typebox';
import { defineQueue, type JobContext } from '../../queue.ts';
import { titleOf } from '../checkout/words.ts';
import { WITH_RELATIONS } from '../memberships/schema.ts';
import type { Service } from '../service.ts';
import { isEmailProven } from './users.ts';

/** Mails to users about purchases that have become theirs. After a crash, the same mail may be sent twice. */
export const mergeMailQueue = defineQueue({
  name: 'commerce-merge-mail',
  data: Type.Object({ user_id: Type.String(), membership_ids: Type.Array(Type.String()) }),
  policy: 'standard',
  retries: 6,
  retryDelay: 2,
  retryDelayMax: 120,
  timeout: 60,
  concurrency: 1,
});

export async function mailMerge(
  { prisma, mail, publicUrl }: Service,
  { user_id: userId, membership_ids: ids }: { readonly user_id: string; readonly membership_ids: string[] },
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  const rows = await prisma.membership.findMany({
    where: { id: { in: ids }, userId },
    include: WITH_RELATIONS,
    orderBy: { id: 'asc' },
  });
  const user = rows[0]?.user;
  if (!mail || !user || !isEmailProven(user)) return;
  const list = rows.map((row) => {
    const chat = row.communityChatId === null ? '' : `, for the chat account ${row.communityChatId}`;
    return `${titleOf(row.plan)}${chat}:\n${publicUrl}/memberships/${row.id}`;
  });
  const text = `Someone, hopefully you, opened a sign-in link for this address at ${new URL(publicUrl).host}. The purchases made with this address are now yours:

${list.join('\n')}

Anyone who made one of them in another browser can still view it there, but can't change it or see anything else of yours. If a purchase isn't yours, someone typed your address. Sign in and cancel it, or tell the shop.
`;
  await mail.send({ to: user.email, subject: 'Purchases with your address', text }, signal);
}
