import type { Transaction } from '../../database/index.ts';
import { lock } from '../lock-users.ts';
import { Refusal } from '../refusal.ts';
import type { PlanRow } from '../resources/plan.ts';
import type { UserRow } from '../users.ts';
import type { Order } from './order.ts';

/**
 * How many memberships of one plan may name a chat account that none of their owners has proven. Counts all that give
 * access or may give it again without another purchase, and all free ones. Less than a look at the account's roles reads
 * (`OF_A_KIND` in `src/access/strongest.ts`), so that nobody can push its owner's own membership out of that.
 */
const MOST_NAMED = 20;

/**
 * Refuses one more purchase of a plan for a chat account that was only typed, where there are many. Whoever looks after
 * that account's roles looks at all of them, and anybody may type anybody's id. Who shows that the account is theirs is never refused.
 * @throws Refusal
 */
export async function requireRoomFor(
  transaction: Transaction,
  plan: PlanRow,
  { community_chat_id: communityChatId }: Order,
  { chatAccountId }: UserRow,
): Promise<void> {
  if (communityChatId === undefined || chatAccountId !== null) return;
  // One after the other, so that no crowd gets in at once.
  await lock(transaction, `chat account ${communityChatId} ${plan.id}`);
  const where = {
    ...{ communityChatId, planId: plan.id, communityChatProvenAt: null },
    OR: [{ status: { not: 'canceled' as const } }, { paymentProcessor: 'free' as const }],
  };
  const named = await transaction.membership.findMany({ where, select: { id: true }, take: MOST_NAMED });
  if (named.length < MOST_NAMED) return;
  throw new Refusal(
    'conflict',
    `This plan was bought ${MOST_NAMED} times for this chat account, and no buyer has shown that it is theirs. Leave community_chat_id empty, and connect or link your account after the purchase. Nothing was charged.`,
  );
}
