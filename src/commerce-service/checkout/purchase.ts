import type { Transaction } from '../../database/index.ts';
import { errorCode } from '../../errors.ts';
import { emit } from '../events.ts';
import { newId, newLicenseKey } from '../ids.ts';
import { beginning } from '../life/dates.ts';
import { formatMoney } from '../money.ts';
import { Refusal } from '../refusal.ts';
import { fromJson } from '../resources/common.ts';
import { type MembershipRow, toMembership, WITH_RELATIONS } from '../resources/membership.ts';
import { type PlanRow, WITH_PRODUCT } from '../resources/plan.ts';
import { type Service, TRANSACTION } from '../service.ts';
import { ensureUser } from '../users.ts';
import { checkOrder, type Order } from './order.ts';
import { recordPayment } from './payments.ts';
import { dueAfterTrial, dueNow, isFree, trialDays } from './terms.ts';
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
  const plan = await transaction.plan.findUniqueOrThrow({ where: { id: planId }, include: WITH_PRODUCT });
  const { accountId } = plan;
  const userId = await ensureUser(service, transaction, accountId, order);
  const bought = await findBought(transaction, order.checkout_session, { userId, planId });
  if (bought) return bought;
  checkOrder(plan, order);
  await refuseSecondOne(transaction, plan, userId);
  const amount = dueNow(plan, order.quantity);
  const card = charge(plan, order);
  if (card?.outcome === 'declined') {
    const failed = { userId, amount, last4: card.last4, failure: card.message };
    if (!amount.isZero()) await recordPayment(service, transaction, plan, failed);
    return { declined: card.message };
  }
  await takeStock(transaction, plan, order.quantity);
  const membership = await createMembership(service, transaction, {
    ...{ plan, order, userId },
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

async function refuseSecondOne(transaction: Transaction, plan: PlanRow, userId: string): Promise<void> {
  if (!plan.onePerUser) return;
  const earlier = await transaction.membership.count({ where: { planId: plan.id, userId } });
  if (earlier > 0)
    throw new Refusal('conflict', 'This plan can be bought once per person, and you have bought it.');
}

/** Asks the card processor, unless the plan never costs anything. */
function charge(plan: PlanRow, order: Order) {
  if (isFree(plan)) return undefined;
  if (order.card_number === undefined) {
    const price = trialDays(plan) > 0 ? dueAfterTrial(plan) : plan.initialPrice;
    const words = formatMoney(price.isZero() ? plan.renewalPrice : price, plan.baseCurrency);
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

interface Bought {
  readonly plan: PlanRow;
  readonly order: SessionOrder;
  readonly userId: string;
  /** The card that renewals are charged to. */
  readonly pspPaymentMethod: string | null;
}

function createMembership(
  { clock }: Service,
  transaction: Transaction,
  { plan, order, userId, pspPaymentMethod }: Bought,
): Promise<MembershipRow> {
  const now = clock.now();
  const isPaid = !isFree(plan);
  const chat = order.community_chat_id ?? null;
  return transaction.membership.create({
    data: {
      ...beginning(plan, now),
      id: newId(clock, 'membership'),
      accountId: plan.accountId,
      userId,
      planId: plan.id,
      productId: plan.productId,
      paymentProcessor: isPaid ? 'psp' : 'free',
      pspCustomerId: isPaid ? newId(clock, 'pspCustomer') : null,
      pspSubscriptionId: isPaid && plan.planType === 'renewal' ? newId(clock, 'pspSubscription') : null,
      pspPaymentMethod,
      licenseKey: newLicenseKey(),
      quantity: order.quantity,
      communityChatId: chat,
      communityChatUsername: chat === null ? null : (order.username ?? null),
      checkoutSession: order.checkout_session,
      metadata: fromJson(plan.metadata),
      createdAt: now,
    },
    include: WITH_RELATIONS,
  });
}
