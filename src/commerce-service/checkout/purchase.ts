import { Prisma, type Transaction } from '../../database/index.ts';
import { errorCode } from '../../errors.ts';
import { EVERY_LATER_CHARGE } from '../amounts.ts';
import { emit } from '../events.ts';
import { newId } from '../ids.ts';
import { formatMoney } from '../money.ts';
import { Refusal } from '../refusal.ts';
import { type MembershipRow, toMembership, WITH_RELATIONS } from '../resources/membership.ts';
import { type PlanRow, WITH_PRODUCT } from '../resources/plan.ts';
import { type Service, TRANSACTION } from '../service.ts';
import { ensureUser } from '../users.ts';
import { checkBuyer } from './buyer.ts';
import { findClaim, useClaim } from './claims.ts';
import { createMembership } from './new-membership.ts';
import { offerOf } from './offer.ts';
import { checkOrder, type Order } from './order.ts';
import { recordPayment } from './payments.ts';
import { checkPromoBuyer, findPromo, redeem } from './promo.ts';
import { due, dueNow, isFree, type Sale } from './terms.ts';
import { chargeTestCard, storedCard } from './test-cards.ts';

/** An order whose session is settled. */
type SessionOrder = Order & { readonly checkout_session: string };

/** A plan by its id or its short link, or undefined. */
export async function findPlan({ prisma }: Service, idOrLink: string): Promise<PlanRow | undefined> {
  if (!/^[\w-]+$/.test(idOrLink)) return undefined;
  const where = { OR: [{ id: idOrLink }, { shortLink: idOrLink }] };
  return (await prisma.plan.findFirst({ where, include: WITH_PRODUCT })) ?? undefined;
}

/**
 * Sells a plan: takes the stock and the money, creates the membership and tells the endpoints, all in one
 * transaction. The same checkout session buys once: sent again, it gives the membership it bought.
 * @throws Refusal with the reason, in words for the buyer
 */
export async function purchase(service: Service, planId: string, order: Order): Promise<MembershipRow> {
  const checkout_session = order.checkout_session ?? newId(service.clock, 'checkout');
  try {
    const result = await service.prisma.$transaction(
      (transaction) => sell(service, transaction, planId, { ...order, checkout_session }),
      TRANSACTION,
    );
    if ('declined' in result) throw new Refusal('declined', result.declined);
    return result;
  } catch (error) {
    if (errorCode(error) !== 'P2002') throw error;
    throw sessionIsTaken();
  }
}

/** What is thrown here undoes everything; a declined charge is returned, so that its record stays. */
async function sell(
  service: Service,
  transaction: Transaction,
  planId: string,
  order: SessionOrder,
): Promise<MembershipRow | { readonly declined: string }> {
  const now = service.clock.now();
  const plan = await readPlan(transaction, planId);
  const { accountId } = plan;
  const userId = await ensureUser(service, transaction, accountId, order);
  const bought = await findBought(transaction, order.checkout_session, { userId, planId });
  if (bought) return bought;
  const claim = order.claim === undefined ? undefined : await findClaim(transaction, plan, order.claim);
  const sale = await priceSale(transaction, plan, order, now);
  checkOrder(plan, order, offerOf(sale, now, claim), claim !== undefined);
  await checkBuyer(transaction, plan, { userId, email: order.email }, now);
  if (sale.promo) await checkPromoBuyer(transaction, sale.promo, userId);
  const amount = dueNow(sale);
  const card = charge(sale, order);
  if (card?.outcome === 'declined') {
    const failed = { userId, amount, last4: card.last4, failure: card.message };
    if (!amount.isZero()) await recordPayment(service, transaction, plan, failed);
    return { declined: card.message };
  }
  // Always in this order, so that two purchases never wait for each other.
  await takeStock(transaction, plan, order.quantity);
  if (sale.promo) await redeem(transaction, sale.promo, now);
  if (claim) await useClaim(transaction, claim, userId);
  const membership = await createMembership(service, transaction, {
    ...{ sale, order, userId },
    pspPaymentMethod: card ? storedCard(card.last4) : null,
  });
  if (card && !amount.isZero()) {
    const paid = { userId, amount, last4: card.last4, membershipId: membership.id };
    await recordPayment(service, transaction, plan, paid);
  }
  const data = toMembership(membership, { publicUrl: service.publicUrl });
  await emit(service, transaction, { accountId, name: 'membership_went_valid', data });
  return membership;
}

/** The plan, whose prices nobody changes until the transaction ends; buyers don't wait for each other here. */
async function readPlan(transaction: Transaction, id: string): Promise<PlanRow> {
  await transaction.$queryRaw(Prisma.sql`SELECT id FROM commerce.plans WHERE id = ${id} FOR KEY SHARE`);
  return transaction.plan.findUniqueOrThrow({ where: { id }, include: WITH_PRODUCT });
}

async function priceSale(
  transaction: Transaction,
  plan: PlanRow,
  { promo_code, quantity }: Order,
  now: Date,
): Promise<Sale> {
  const promo = promo_code === undefined ? null : await findPromo(transaction, plan, promo_code, now);
  return { plan, promo, quantity };
}

/** What this session has bought before. */
async function findBought(
  transaction: Transaction,
  checkoutSession: string,
  { userId, planId }: { userId: string; planId: string },
): Promise<MembershipRow | undefined> {
  const bought = await transaction.membership.findUnique({
    where: { checkoutSession },
    include: WITH_RELATIONS,
  });
  if (bought && (bought.userId !== userId || bought.planId !== planId)) throw sessionIsTaken();
  return bought ?? undefined;
}

const sessionIsTaken = () =>
  new Refusal('conflict', 'checkout_session was used for another purchase: open the page anew.');

/** Asks the card processor, unless this sale never costs anything. */
function charge(sale: Sale, order: Order) {
  if (isFree(sale)) return undefined;
  if (order.card_number === undefined) {
    const first = due(sale, 1);
    const price = first.isZero() ? due(sale, EVERY_LATER_CHARGE) : first;
    const words = formatMoney(price, sale.plan.baseCurrency);
    throw new Refusal('invalid', `card_number is required: this plan costs ${words}.`);
  }
  const answer = chargeTestCard(order.card_number);
  if (answer.outcome === 'unknown card') throw new Refusal('declined', answer.message);
  return answer;
}

/**
 * Takes units out of stock if there are enough, in one statement: of two buyers of the last unit one finds
 * nothing left. Were money moved for real, this is where it would have to be given back.
 */
async function takeStock(transaction: Transaction, plan: PlanRow, quantity: number): Promise<void> {
  if (plan.stock === null) return;
  const { count } = await transaction.plan.updateMany({
    where: { id: plan.id, stock: { gte: quantity } },
    data: { stock: { decrement: quantity } },
  });
  if (count === 1) return;
  const left = quantity > 1 ? ' in this quantity' : '';
  throw new Refusal('conflict', `This plan is sold out${left}. Nothing was charged.`);
}
