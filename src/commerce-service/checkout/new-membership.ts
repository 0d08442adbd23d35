import type { Transaction } from '../../database/index.ts';
import { covers } from '../amounts.ts';
import { newId, newLicenseKey } from '../ids.ts';
import { fromJson } from '../resources/common.ts';
import { type MembershipRow, WITH_RELATIONS } from '../resources/membership.ts';
import type { Service } from '../service.ts';
import type { Order } from './order.ts';
import { beginning, isFree, type Sale, trialDays } from './terms.ts';

/** Creates what was bought, in the state that its plan begins with. */
export function createMembership(
  { clock }: Service,
  transaction: Transaction,
  {
    sale,
    order,
    userId,
  }: { sale: Sale; order: Order & { readonly checkout_session: string }; userId: string },
): Promise<MembershipRow> {
  const now = clock.now();
  const { plan, promo } = sale;
  const isPaid = !isFree(sale);
  const isDiscounted = promo !== null && trialDays(plan) === 0 && covers(plan, promo, 1);
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
      licenseKey: newLicenseKey(),
      quantity: order.quantity,
      promoCodeId: promo?.id ?? null,
      discountedIntervals: isDiscounted ? 1 : 0,
      communityChatId: chat,
      communityChatUsername: chat === null ? null : (order.username ?? null),
      checkoutSession: order.checkout_session,
      metadata: fromJson(plan.metadata),
      createdAt: now,
    },
    include: WITH_RELATIONS,
  });
}
