import { Prisma, type Transaction } from '../../database/index.ts';
import { errorCode } from '../../errors.ts';
import type { Text } from '../../i18n/index.ts';
import { Refusal } from '../api/refusal.ts';
import { fromJson } from '../api/schema.ts';
import { record } from '../audited.ts';
import { findPrepared } from '../checkout-sessions/service.ts';
import { createTypedUser, emailOf, isProven } from '../customers/users.ts';
import type { EntryRow } from '../entries/schema.ts';
import { newId } from '../ids.ts';
import { type ShownMembership, toMembership, WITH_RELATIONS } from '../memberships/schema.ts';
import type { Visitor } from '../oauth/cookies.ts';
import { recordPayment } from '../payments/record.ts';
import { type PlanRow, WITH_PRODUCT } from '../plans/schema.ts';
import { sellHeldUnit, sellUnits } from '../plans/stock.ts';
import type { Service } from '../service.ts';
import { inTransaction } from '../transaction.ts';
import { emit } from '../webhooks/events.ts';
import type { Attempts } from './attempts.ts';
import { type Buyer, buyerAuthor, checkBuyer, findBuyer } from './buyer.ts';
import { charge } from './charge.ts';
import { findClaim, useClaim } from './claims.ts';
import type { Giveaway } from './giveaways.ts';
import { createMembership, requireRoomFor } from './new-membership.ts';
import { offerOf } from './offer.ts';
import { checkOrder, checkPassword, type Order } from './order.ts';
import { checkPromoBuyer, findPromo, redeem } from './promo.ts';
import { checkAnswers } from './questions.ts';
import { checkTotal, dueNow, type Sale } from './terms.ts';

/** A purchase request whose checkout session id has been determined. */
interface Wish {
  readonly planId: string;
  readonly order: Order & { readonly checkout_session: string };
  /** Whether the checkout session was just created, so that nothing can have been bought with it. */
  readonly isNewSession: boolean;
  readonly attempts: Attempts;
  readonly giveaway: Giveaway;
  readonly visitor: Visitor;
  /** Network address of the request. */
  readonly address: string;
}

/** Finds a plan by its id or short link. */
export async function findPlan({ prisma }: Service, idOrLink: string): Promise<PlanRow | undefined> {
  if (!/^[\w-]+$/.test(idOrLink)) return undefined;
  const where = { OR: [{ id: idOrLink }, { shortLink: idOrLink }] };
  return (await prisma.plan.findFirst({ where, include: WITH_PRODUCT })) ?? undefined;
}

/**
 * Sells a plan: takes the units and the payment, creates the membership and emits the events, all in one transaction. A
 * checkout session buys once: if the same buyer sends it again, returns the membership that it bought.
 * @throws Refusal with a reason for the buyer
 */
export async function purchase(
  service: Service,
  planId: string,
  order: Order,
  from: Omit<Wish, 'planId' | 'order' | 'isNewSession'>,
): Promise<ShownMembership> {
  const known = order.session ?? order.checkout_session;
  const checkout_session = known ?? newId(service.clock, 'checkout');
  const wish = { ...from, planId, order: { ...order, checkout_session }, isNewSession: known === undefined };
  try {
    const result = await inTransaction(service, (transaction) => sell(service, transaction, wish));
    if ('declined' in result) throw new Refusal('declined', result.declined);
    return result;
  } catch (error) {
    from.giveaway.giveBack();
    if (errorCode(error) !== 'P2002') throw error;
    throw sessionIsTaken();
  }
}

/** Carries out the purchase. An error rolls everything back; a declined charge is returned, to commit its record. */
async function sell(
  service: Service,
  transaction: Transaction,
  { planId, order, isNewSession, attempts, giveaway, visitor, address }: Wish,
): Promise<ShownMembership | { readonly declined: Text }> {
  const now = service.clock.now();
  const plan = await readPlan(transaction, planId);
  const { accountId } = plan;
  const buyer = await findBuyer(service, transaction, accountId, { ...order, visitor });
  const bought = isNewSession
    ? undefined
    : await findBought(transaction, order.checkout_session, { buyer, planId });
  if (bought) return bought;
  checkPassword(plan, order.password, attempts);
  const prepared = isNewSession
    ? null
    : await findPrepared(transaction, {
        id: order.checkout_session,
        planId,
        isLink: order.session !== undefined,
      });
  const claim =
    order.claim === undefined ? undefined : await findClaim(transaction, plan, order.claim, attempts);
  const sale = await priceSale(transaction, plan, order, { now, attempts });
  checkOrder(plan, order, { offer: offerOf(sale, now, claim), isClaimed: claim !== undefined });
  const answers = checkAnswers(plan, order);
  checkTotal(sale);
  await checkBuyer(transaction, plan, buyer, { now, attempts });
  if (sale.promo) await checkPromoBuyer(transaction, sale.promo, buyer);
  const user = buyer.person ?? (await createTypedUser(service, transaction, accountId, order));
  await requireRoomFor(transaction, plan, order, user);
  const amount = dueNow(sale);
  const subtotal = dueNow({ ...sale, promo: null });
  const charged = charge(sale, order, attempts);
  if (charged?.outcome === 'declined') {
    const failed = { user, amount, subtotal, last4: charged.last4, failure: charged.said };
    if (!amount.isZero())
      await emit(service, transaction, accountId, [await recordPayment(service, transaction, plan, failed)]);
    return { declined: charged.said };
  }
  if (amount.isZero()) giveaway.take();
  const paid = charged !== undefined && !amount.isZero();
  // Always in this order, so that concurrent purchases can't deadlock.
  await takeUnits(transaction, sale, claim);
  if (sale.promo) await redeem(transaction, sale.promo, now);
  if (claim) await useClaim(transaction, claim, { email: order.email, now });
  const membership = await createMembership(service, transaction, {
    sale,
    order,
    user,
    browserHash: buyer.browserHash,
    payment: charged,
    paid,
    answers,
    metadata: { ...fromJson(plan.metadata), ...fromJson(prepared?.metadata ?? {}) },
  });
  const data = toMembership(membership, { publicUrl: service.publicUrl });
  const payment = paid
    ? [
        await recordPayment(service, transaction, plan, {
          user,
          amount,
          subtotal,
          last4: charged.last4,
          membership,
        }),
      ]
    : [];
  // Before the payment's event: a membership's events are delivered in order, and access shouldn't wait for it.
  await emit(service, transaction, accountId, [{ name: 'membership_went_valid', data }, ...payment]);
  await record(service, transaction, buyerAuthor(buyer, user, address), {
    action: 'membership bought',
    object: { type: 'membership', id: membership.id },
    details: { plan: plan.id },
  });
  return membership;
}

/** Reads the plan, and locks its prices until the transaction ends. Buyers don't wait for each other here. */
async function readPlan(transaction: Transaction, id: string): Promise<PlanRow> {
  await transaction.$queryRaw(Prisma.sql`SELECT id FROM commerce.plans WHERE id = ${id} FOR KEY SHARE`);
  return transaction.plan.findUniqueOrThrow({ where: { id }, include: WITH_PRODUCT });
}

async function priceSale(
  transaction: Transaction,
  plan: PlanRow,
  { promo_code, quantity }: Order,
  at: { readonly now: Date; readonly attempts: Attempts },
): Promise<Sale> {
  const promo = promo_code === undefined ? null : await findPromo(transaction, plan, promo_code, at);
  return { plan, promo, quantity };
}

/**
 * Finds the membership that this checkout session has already bought. The session's id isn't secret, so the membership
 * is returned only to its buyer: signed in, or in the browser of the purchase.
 * @throws Refusal if another buyer has used the session, or it bought another plan
 */
async function findBought(
  transaction: Transaction,
  checkoutSession: string,
  { buyer, planId }: { buyer: Buyer; planId: string },
): Promise<ShownMembership | undefined> {
  const bought = await transaction.membership.findUnique({
    where: { checkoutSession },
    include: WITH_RELATIONS,
  });
  if (!bought) return undefined;
  const { signedInId, email, browserHash } = buyer;
  const isHere = bought.browserHash === browserHash && !isProven(bought.user);
  const isOwn = (bought.userId === signedInId || isHere) && emailOf(bought.user) === email.toLowerCase();
  if (!isOwn || bought.planId !== planId) throw sessionIsTaken();
  return bought;
}

const sessionIsTaken = () => new Refusal('conflict', ({ refusals }) => refusals.sessionTaken);

/**
 * Takes the bought units out of the plan's stock. Of two concurrent buyers of the last unit, one is refused. With real
 * payments, the charge would have to be refunded at this point.
 */
async function takeUnits(
  transaction: Transaction,
  { plan, quantity }: Sale,
  claim: EntryRow | undefined,
): Promise<void> {
  if (claim) return sellHeldUnit(transaction, plan.id);
  if (plan.stock === null || (await sellUnits(transaction, plan.id, quantity))) return;
  throw new Refusal('conflict', ({ refusals }) =>
    quantity > 1 ? refusals.soldOutInQuantity : refusals.soldOutNow,
  );
}
