import { newId } from '../ids.ts';
import { Refusal } from '../refusal.ts';
import { type EntryRow, WITH_PLAN_AND_USER } from '../resources/entry.ts';
import type { PlanRow } from '../resources/plan.ts';
import type { Service } from '../service.ts';
import { inTransaction } from '../transaction.ts';
import { ensureUser } from '../users.ts';
import type { Attempts } from './attempts.ts';
import { checkBuyer } from './buyer.ts';
import { offerOf } from './offer.ts';
import { checkPassword, type Order } from './order.ts';

/**
 * Puts somebody on a plan's waiting list, or into its raffle. Once per person: again it gives the same entry,
 * and whoever has let a place go by stands in line again, last.
 * @throws Refusal with the reason, in words for the buyer
 */
export async function join(
  service: Service,
  plan: PlanRow,
  order: Order,
  attempts: Attempts,
): Promise<EntryRow> {
  const offer = offerOf({ plan, promo: null, quantity: 1 }, service.clock.now());
  checkPassword(plan, order.password, attempts);
  if (offer.kind === 'closed') throw new Refusal('conflict', offer.reason);
  const { accountId, id: planId } = plan;
  return inTransaction(service, async (transaction) => {
    // The user is locked from here on, so nobody enters twice.
    const { id: userId } = await ensureUser(service, transaction, accountId, order);
    const now = service.clock.now();
    const key = { planId_userId: { planId, userId } };
    await transaction.planEntry.updateMany({
      where: { planId, userId, status: 'expired' },
      data: { status: 'waiting', acceptedAt: null, claimToken: null, expiresAt: null, createdAt: now },
    });
    const earlier = await transaction.planEntry.findUnique({ where: key, include: WITH_PLAN_AND_USER });
    if (earlier) return earlier;
    await checkBuyer(transaction, plan, { userId, email: order.email }, { now, attempts });
    return transaction.planEntry.create({
      data: {
        id: newId(service.clock, 'entry'),
        ...{ accountId, planId, userId },
        status: 'waiting',
        createdAt: now,
      },
      include: WITH_PLAN_AND_USER,
    });
  });
}
