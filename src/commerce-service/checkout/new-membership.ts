import type { Transaction } from '../../database/index.ts';
import { newId, newLicenseKey } from '../ids.ts';
import { beginning } from '../life/dates.ts';
import { fromJson } from '../resources/common.ts';
import { type MembershipRow, WITH_RELATIONS } from '../resources/membership.ts';
import type { Service } from '../service.ts';
import type { Order } from './order.ts';
import { isFree, type Sale } from './terms.ts';

interface Bought {
  readonly sale: Sale;
  readonly order: Order & { readonly checkout_session: string };
  readonly userId: string;
  /** The card that renewals are charged to; null where nothing was paid. */
  readonly pspPaymentMethod: string | null;
}

/** Creates what was bought, in the state that its plan begins with. */
export function createMembership(
  { clock }: Service,
  transaction: Transaction,
  { sale, order, userId, pspPaymentMethod }: Bought,
): Promise<MembershipRow> {
  const now = clock.now();
  const { plan, promo } = sale;
  const isPaid = !isFree(sale);
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
      promoCodeId: promo?.id ?? null,
      communityChatId: chat,
      communityChatUsername: chat === null ? null : (order.username ?? null),
      checkoutSession: order.checkout_session,
      metadata: fromJson(plan.metadata),
      createdAt: now,
    },
    include: WITH_RELATIONS,
  });
}
