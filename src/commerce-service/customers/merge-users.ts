import type { Transaction } from '../../database/index.ts';
import { emitChange } from '../memberships/life/change.ts';
import { type MembershipRow, WITH_RELATIONS } from '../memberships/schema.ts';
import type { Service } from '../service.ts';
import type { UserRow } from './users.ts';

/** Maximum number of memberships to emit events for, newest first. The API returns all of them regardless. */
const MOST_TOLD = 200;

/**
 * Moves the purchases of these users to another user. Ends the old users' consents and sessions, and deletes the users
 * that have no entry on a list.
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
    data: { userId },
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

/** Sets a user's proven chat account on all their memberships. Returns the ids of those that changed. */
export async function nameChatAccount(transaction: Transaction, user: UserRow): Promise<readonly string[]> {
  const { id: userId, chatAccountId, chatAccountName } = user;
  if (chatAccountId === null) return [];
  const isOther = [
    ...[{ communityChatId: null }, { communityChatId: { not: chatAccountId } }],
    ...[{ communityChatProvenAt: null }, { communityChatUsername: null }],
    { communityChatUsername: { not: chatAccountName } },
  ];
  const named = await transaction.membership.updateManyAndReturn({
    where: { userId, OR: isOther },
    data: chatOf(user),
    select: { id: true },
  });
  return named.map(({ id }) => id);
}

/** Emits events for memberships with a new owner or chat account; the specification has no separate event. */
export async function emitOwnerEvents(
  service: Service,
  transaction: Transaction,
  ids: readonly string[],
): Promise<void> {
  const rows = await transaction.membership.findMany({
    where: { id: { in: [...ids] }, status: { not: 'canceled' } },
    include: WITH_RELATIONS,
    orderBy: { id: 'desc' },
    take: MOST_TOLD,
  });
  for (const row of rows.reverse())
    await emitChange(service, transaction, row, 'membership_metadata_updated', service.clock.now());
}
