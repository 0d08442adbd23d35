import type { Transaction } from '../../database/index.ts';
import { Refusal } from '../api/refusal.ts';
import { lock } from '../customers/lock-users.ts';
import type { UserRow } from '../customers/users.ts';
import type { PlanRow } from '../plans/schema.ts';
import type { Order } from './order.ts';

/**
 * Maximum number of one plan's memberships that may name a chat account whose owner hasn't proven it. Counts
 * memberships that give access or may do so again without another purchase, and all for which nothing was paid. Must
 * stay below the number that a role decision reads (`OF_A_KIND` in `src/access/sync/strongest-memberships.ts`), so that
 * other buyers can't push the owner's own membership out of it.
 */
const MOST_NAMED = 20;

/**
 * Refuses another purchase of a plan for an unproven chat account that already has many. A role decision reads an
 * account's memberships, and any buyer may type any account id. A buyer who has proven the account is never refused.
 */
export async function requireRoomFor(
  transaction: Transaction,
  plan: PlanRow,
  { community_chat_id: communityChatId }: Order,
  { chatAccountId }: UserRow,
): Promise<void> {
  if (communityChatId === undefined || chatAccountId !== null) return;
  // Serialized, so that concurrent purchases can't exceed the limit together.
  await lock(transaction, `chat account ${communityChatId} ${plan.id}`);
  const where = {
    communityChatId,
    planId: plan.id,
    communityChatProvenAt: null,
    OR: [{ status: { not: 'canceled' as const } }, { paid: false }],
  };
  const named = await transaction.membership.findMany({ where, select: { id: true }, take: MOST_NAMED });
  if (named.length < MOST_NAMED) return;
  throw new Refusal('conflict', ({ refusals }) => refusals.namedTooOften(MOST_NAMED));
}
