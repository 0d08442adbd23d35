import type { Prisma, Transaction } from '../../database/index.ts';
import type { MembershipRow } from '../memberships/schema.ts';
import type { UserRow } from './users.ts';

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
