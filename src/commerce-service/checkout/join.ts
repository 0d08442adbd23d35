import { Prisma } from '../../database/index.ts';
import { record } from '../audited.ts';
import { newId } from '../ids.ts';
import type { Visitor } from '../oauth/cookies.ts';
import { Refusal } from '../refusal.ts';
import { type EntryRow, WITH_PLAN_AND_USER } from '../resources/entry.ts';
import type { PlanRow } from '../resources/plan.ts';
import type { Service } from '../service.ts';
import { inTransaction } from '../transaction.ts';
import { createTypedUser, withEmail } from '../users.ts';
import type { Attempts } from './attempts.ts';
import { buyerAuthor, checkBuyer, findBuyer } from './buyer.ts';
import { offerOf } from './offer.ts';
import { checkPassword, type Order } from './order.ts';

/**
 * Puts somebody on a plan's waiting list, or into its raffle. Once per address: again it gives the same
 * entry, whoever asks, as a place alone gives nothing; and whoever has let one go by stands in line again, last.
 * @throws Refusal with the reason, in words for the buyer
 */
export async function join(
  service: Service,
  plan: PlanRow,
  order: Order,
  {
    attempts,
    visitor,
    address,
  }: { readonly attempts: Attempts; readonly visitor: Visitor; readonly address: string },
): Promise<EntryRow> {
  const offer = offerOf({ plan, promo: null, quantity: 1 }, service.clock.now());
  checkPassword(plan, order.password, attempts);
  if (offer.kind === 'closed') throw new Refusal('conflict', offer.reason);
  const { accountId, id: planId } = plan;
  const email = order.email.toLowerCase();
  return inTransaction(service, async (transaction) => {
    const buyer = await findBuyer(service, transaction, accountId, { email, visitor });
    await transaction.$queryRaw(
      Prisma.sql`SELECT pg_advisory_xact_lock(hashtextextended(${`entry ${planId} ${email}`}, 0))::text`,
    );
    const now = service.clock.now();
    const known = { planId, user: withEmail(accountId, email) };
    const note = (user: { readonly id: string }, { id }: { readonly id: string }) =>
      record(service, transaction, buyerAuthor(buyer, user, address), {
        ...{ action: 'list joined', object: { type: 'entry', id }, details: { plan: planId } },
      });
    const { count } = await transaction.planEntry.updateMany({
      where: { ...known, status: 'expired' },
      data: { status: 'waiting', acceptedAt: null, claimToken: null, expiresAt: null, createdAt: now },
    });
    const earlier = await transaction.planEntry.findFirst({ where: known, include: WITH_PLAN_AND_USER });
    if (earlier && count > 0) await note(earlier.user, earlier);
    if (earlier) return earlier;
    await checkBuyer(transaction, plan, buyer, { now, attempts });
    const user = buyer.person ?? (await createTypedUser(service, transaction, accountId, order));
    const entry = await transaction.planEntry.create({
      data: {
        id: newId(service.clock, 'entry'),
        ...{ accountId, planId, userId: user.id },
        status: 'waiting',
        createdAt: now,
      },
      include: WITH_PLAN_AND_USER,
    });
    await note(user, entry);
    return entry;
  });
}
