import type { Clock } from '../clock.ts';
import type { CommerceClient, Membership } from '../commerce-client/index.ts';
import type { PrismaClient, Transaction } from '../database/index.ts';

export interface MirrorDeps {
  readonly prisma: PrismaClient;
  readonly commerce: CommerceClient;
  readonly clock: Clock;
  readonly requestSync: RequestSync;
}

/** Has the roles of a chat account made right, in the same transaction that changes the mirror. */
export type RequestSync = (chatUserId: string, transaction: Transaction) => Promise<void>;

/**
 * Looks at a membership again, brings the mirror up to date and has every chat account synced that it
 * counts for, or counted for until now. A membership that doesn't exist changes nothing.
 * @throws the client's faults; nothing is concluded from them
 */
export async function refreshMembership(deps: MirrorDeps, membershipId: string): Promise<void> {
  const observedAt = deps.clock.now();
  const membership = await deps.commerce.getMembership(membershipId);
  if (!membership) return;
  await deps.prisma.$transaction(async (transaction) => {
    const previous = await lockPrevious(transaction, membershipId);
    await store(transaction, membership, observedAt);
    const accounts = new Set([previous, membership.chatUserId].filter((account) => account != null));
    for (const account of [...accounts].sort()) await deps.requestSync(account, transaction);
  });
}

/** The account on record; locked, so that of two moves at once the later one sees the earlier. */
async function lockPrevious(transaction: Transaction, id: string): Promise<string | null> {
  const rows = await transaction.$queryRaw<{ chat_user_id: string | null }[]>`
    SELECT chat_user_id FROM community.memberships WHERE id = ${id} FOR UPDATE`;
  return rows[0]?.chat_user_id ?? null;
}

/** An answer to a question asked earlier than the stored one's is older news and changes nothing. */
async function store(transaction: Transaction, membership: Membership, observedAt: Date): Promise<void> {
  const { id, ...state } = membership;
  const { count } = await transaction.mirroredMembership.updateMany({
    where: { id, observedAt: { lte: observedAt } },
    data: { ...state, observedAt },
  });
  if (count === 0) {
    await transaction.mirroredMembership.createMany({
      data: { ...membership, observedAt },
      skipDuplicates: true,
    });
  }
}
