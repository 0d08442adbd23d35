import Type, { type Static } from 'typebox';
import type { Prisma, Transaction } from '../../database/index.ts';
import { wordsFor } from '../../i18n/index.ts';
import { defineQueue, type JobContext } from '../../queue.ts';
import { titleOf } from '../checkout/words.ts';
import { type MembershipRow, WITH_RELATIONS } from '../memberships/schema.ts';
import type { MailingService } from '../service.ts';
import { isEmailProven, type UserRow } from './users.ts';

/**
 * Moves the purchases of these users to another user; call `applyOwner` afterwards. Ends the old users' consents and
 * sessions, and deletes the users that have no entry on a list.
 * @returns the moved memberships' ids
 */
export async function moveToUser(
  transaction: Transaction,
  ids: readonly string[],
  { id: userId }: Pick<UserRow, 'id'>,
): Promise<readonly string[]> {
  const theirs = { userId: { in: [...ids] } };
  // Memberships first: a concurrent charge locks its membership, so its payment is written before payments are moved.
  const moved = await transaction.membership.updateManyAndReturn({
    where: theirs,
    data: { userId, ownerEventDue: true },
    select: { id: true },
  });
  await transaction.payment.updateMany({ where: theirs, data: { userId } });
  // A user with an entry on a waiting list or in a raffle stays, without sessions, consents and chat account.
  await transaction.session.deleteMany({ where: theirs });
  await transaction.oAuthGrant.deleteMany({ where: theirs });
  await transaction.user.updateMany({
    where: { id: theirs.userId },
    data: { chatAccountId: null, chatAccountName: null, chatAccountImageUrl: null, chatProvenAt: null },
  });
  await transaction.user.deleteMany({ where: { id: theirs.userId, entries: { none: {} } } });
  return moved.map(({ id }) => id);
}

type ChatColumns = Pick<
  MembershipRow,
  'communityChatId' | 'communityChatUsername' | 'communityChatImageUrl' | 'communityChatProvenAt'
>;

/** Returns the chat columns for memberships of this user: the user's own, proven account. Empty if there is none. */
export const chatOf = ({
  chatAccountId,
  chatAccountName,
  chatAccountImageUrl,
  chatProvenAt,
}: UserRow): Partial<ChatColumns> =>
  chatAccountId === null
    ? {}
    : {
        communityChatId: chatAccountId,
        communityChatUsername: chatAccountName,
        communityChatImageUrl: chatAccountImageUrl,
        communityChatProvenAt: chatProvenAt,
      };

/** Matches memberships whose chat account isn't this user's proven one. Empty if the user has none. */
export const differsFrom = ({ chatAccountId, chatAccountName }: UserRow): Prisma.MembershipWhereInput[] =>
  chatAccountId === null
    ? []
    : [
        ...[{ communityChatId: null }, { communityChatId: { not: chatAccountId } }],
        ...[{ communityChatProvenAt: null }, { communityChatUsername: null }],
        { communityChatUsername: { not: chatAccountName } },
      ];

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
    /** Language of the mail. Left out by the previous version. */
    locale: Type.Optional(Type.String()),
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
  { user_id: userId, membership_ids: ids, others = 0, locale }: Static<typeof mergeMailQueue.data>,
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  const rows = await prisma.membership.findMany({
    where: { id: { in: ids }, userId },
    include: WITH_RELATIONS,
    orderBy: { id: 'asc' },
  });
  const user = rows[0]?.user;
  if (!user || !isEmailProven(user)) return;
  const words = wordsFor(locale);
  const { subject, text, forChat, others: andOthers } = words.mails.merge;
  const purchases = rows.map((row) => {
    const title = titleOf(words, row.plan);
    const name = row.communityChatId === null ? title : forChat(title, row.communityChatId);
    return `${name}:\n${publicUrl}/memberships/${row.id}`;
  });
  const more = others > 0 ? `\n\n${andOthers(others, `${publicUrl}/memberships`)}` : '';
  const list = `${purchases.join('\n')}${more}`;
  await mail.send({ to: user.email, subject, text: text(new URL(publicUrl).host, list) }, signal);
}
