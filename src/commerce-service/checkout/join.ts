import { newId } from '../ids.ts';
import { Refusal } from '../refusal.ts';
import { type EntryRow, WITH_PLAN_AND_USER } from '../resources/entry.ts';
import type { PlanRow } from '../resources/plan.ts';
import { type Service, TRANSACTION } from '../service.ts';
import { ensureUser } from '../users.ts';
import { checkBuyer } from './buyer.ts';
import { offerOf } from './offer.ts';
import { checkPassword, type Order } from './order.ts';

/**
 * Puts somebody on a plan's waiting list, or into its raffle. Once per person: again it gives the same entry.
 * @throws Refusal with the reason, in words for the buyer
 */
export async function join(service: Service, plan: PlanRow, order: Order): Promise<EntryRow> {
  const offer = offerOf({ plan, promo: null, quantity: 1 }, service.clock.now());
  if (offer.kind === 'closed') throw new Refusal('conflict', offer.reason);
  checkPassword(plan, order.password);
  const { accountId, id: planId } = plan;
  return service.prisma.$transaction(async (transaction) => {
    // The user is locked from here on, so nobody enters twice.
    const userId = await ensureUser(service, transaction, accountId, order);
    const now = service.clock.now();
    const earlier = await transaction.planEntry.findUnique({
      where: { planId_userId: { planId, userId } },
      include: WITH_PLAN_AND_USER,
    });
    if (earlier) return earlier;
    await checkBuyer(transaction, plan, { userId, email: order.email }, now);
    return transaction.planEntry.create({
      data: {
        id: newId(service.clock, 'entry'),
        ...{ accountId, planId, userId },
        status: 'waiting',
        createdAt: now,
      },
      include: WITH_PLAN_AND_USER,
    });
  }, TRANSACTION);
}
