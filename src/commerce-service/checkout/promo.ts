import type { Transaction } from '../../database/index.ts';
import { Refusal } from '../api/refusal.ts';
import { amountDue, EVERY_LATER_CHARGE } from '../payments/money.ts';
import type { PlanRow } from '../plans/schema.ts';
import { type PromoCodeRow, WITH_PLAN_IDS } from '../promo-codes/schema.ts';
import { codeKey } from '../promo-codes/service.ts';
import type { Attempts } from './attempts.ts';
import type { Buyer } from './buyer.ts';

/** Finds the discount that a code gives on a plan. Checks everything that doesn't depend on the buyer. */
export async function findPromo(
  database: Transaction,
  plan: PlanRow,
  code: string,
  { now, attempts }: { readonly now: Date; readonly attempts: Attempts },
): Promise<PromoCodeRow> {
  const key = { accountId: plan.accountId, codeKey: codeKey(code) };
  const promo = await database.promoCode.findUnique({
    where: { accountId_codeKey: key },
    include: WITH_PLAN_IDS,
  });
  attempts.try(promo !== null);
  if (!promo) throw new Refusal('invalid', ({ refusals }) => refusals.promo.unknown);
  if (promo.status !== 'active') throw new Refusal('conflict', ({ refusals }) => refusals.promo.inactive);
  if (promo.expiresAt !== null && promo.expiresAt <= now)
    throw new Refusal('conflict', ({ refusals }) => refusals.promo.expired);
  if (promo.stock !== null && promo.stock <= 0) throw usedUp();
  const isForPlan = promo.plans.length === 0 || promo.plans.some(({ planId }) => planId === plan.id);
  const isInCurrency = promo.promoType === 'percentage' || promo.baseCurrency === plan.baseCurrency;
  if (!isForPlan || !isInCurrency) throw new Refusal('invalid', ({ refusals }) => refusals.promo.otherPlan);
  const full = [1, EVERY_LATER_CHARGE].map((interval) => amountDue(plan, null, interval, 1));
  if (full.every((amount) => amount.isZero()))
    throw new Refusal('invalid', ({ refusals }) => refusals.promo.freePlan);
  return promo;
}

/**
 * Refuses a buyer who isn't eligible for the discount. Only memberships proven to be the buyer's count, so typing an
 * address doesn't reveal whether its owner is a customer.
 */
export async function checkPromoBuyer(
  database: Transaction,
  promo: PromoCodeRow,
  { own, chosen }: Buyer,
): Promise<void> {
  if (promo.newUsersOnly && (await database.membership.findFirst({ where: chosen, select: { id: true } })))
    throw new Refusal('forbidden', ({ refusals }) => refusals.promo.newCustomers);
  if (!promo.existingMembershipsOnly) return;
  const valid = { ...own, valid: true };
  if (!(await database.membership.findFirst({ where: valid, select: { id: true } })))
    throw new Refusal('forbidden', ({ refusals }) => refusals.promo.members);
}

/** Uses a promo code once, in one statement, so that only one of two concurrent buyers gets the last use. */
export async function redeem(transaction: Transaction, promo: PromoCodeRow, now: Date): Promise<void> {
  const { count } = await transaction.promoCode.updateMany({
    where: {
      id: promo.id,
      status: 'active',
      AND: [
        { OR: [{ stock: null }, { stock: { gt: 0 } }] },
        { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
      ],
    },
    // An unlimited stock is null, and stays null when decremented.
    data: { stock: { decrement: 1 }, uses: { increment: 1 } },
  });
  if (count === 0) throw usedUp();
}

const usedUp = () => new Refusal('conflict', ({ refusals }) => refusals.promo.usedUp);
