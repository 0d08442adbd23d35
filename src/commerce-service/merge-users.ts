import type { Transaction } from '../database/index.ts';
import { tell } from './life/change.ts';
import { type MembershipRow, WITH_RELATIONS } from './resources/membership.ts';
import type { Service } from './service.ts';
import type { UserRow } from './users.ts';

/** Memberships whose change is told at a time, the newest first; whoever asks sees all of them. */
const MOST_TOLD = 200;

/**
 * Gives a user what others have bought. What these were let into ends with them: their consents and sessions.
 * @returns the memberships
 */
export async function moveToUser(
  transaction: Transaction,
  ids: readonly string[],
  { id: userId }: Pick<UserRow, 'id'>,
): Promise<readonly string[]> {
  const theirs = { userId: { in: [...ids] } };
  // Memberships first: whoever is charging one of them holds it, and has written the payment before we go on.
  const moved = await transaction.membership.updateManyAndReturn({
    where: theirs,
    data: { userId },
    select: { id: true },
  });
  await transaction.payment.updateMany({ where: theirs, data: { userId } });
  // Who stands on a list stays there, as nobody.
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

/** What a membership of a user says of a chat account: the user's own, which is proven. Nothing where there is none. */
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

/**
 * Makes a user's chat account that of everything they have bought. What was only typed yields.
 * @returns the memberships for which that is new
 */
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

/** Tells the endpoints of memberships whose owner or chat account is another one. The specification has no event for it. */
export async function tellOfOwner(
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
    await tell(service, transaction, row, 'membership_metadata_updated', service.clock.now());
}
