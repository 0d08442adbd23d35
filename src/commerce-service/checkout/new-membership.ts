import type { Prisma, Transaction } from '../../database/index.ts';
import { chatOf } from '../customers/merge-users.ts';
import type { UserRow } from '../customers/users.ts';
import { newId, newLicenseKey } from '../ids.ts';
import { beginning } from '../memberships/life/dates.ts';
import type { ShownMembership } from '../memberships/schema.ts';
import { TEST_METHODS } from '../payments/test-methods.ts';
import type { Answer } from '../plans/custom-fields-schema.ts';
import type { PaymentMethod } from '../plans/schema.ts';
import type { Service } from '../service.ts';
import type { Order } from './order.ts';
import type { Sale } from './terms.ts';

interface Bought {
  readonly sale: Sale;
  readonly order: Order & { readonly checkout_session: string };
  readonly user: UserRow;
  /** Hash of the cookie of the browser that bought it. */
  readonly browserHash: string;
  /** Metadata of the plan, combined with that of the checkout session. */
  readonly metadata: Prisma.InputJsonObject;
  readonly answers: readonly Answer[];
  /** Payment method for renewals; undefined for a free sale. */
  readonly payment: { readonly method: PaymentMethod; readonly stored: string } | undefined;
  /** Whether anything was charged: not for a trial, nor for a free first period. */
  readonly paid: boolean;
}

/** Creates the membership for a purchase, in the state in which its plan begins. */
export async function createMembership(
  { clock }: Service,
  transaction: Transaction,
  { sale, order, user, browserHash, payment, paid, metadata, answers }: Bought,
): Promise<ShownMembership> {
  const now = clock.now();
  const { plan, promo } = sale;
  const isByCard = payment?.method === 'card';
  const chat = order.community_chat_id ?? null;
  const row = await transaction.membership.create({
    data: {
      ...beginning({ plan, promoCode: promo, quantity: order.quantity }, now),
      // All states in which a membership begins give access.
      valid: true,
      id: newId(clock, 'membership'),
      accountId: plan.accountId,
      userId: user.id,
      planId: plan.id,
      productId: plan.productId,
      paid,
      paymentProcessor: payment ? TEST_METHODS[payment.method].processor : 'free',
      walletAddress: payment?.method === 'commerce_crypto' ? (order.wallet_address ?? null) : null,
      pspCustomerId: isByCard ? newId(clock, 'pspCustomer') : null,
      pspSubscriptionId: isByCard && plan.planType === 'renewal' ? newId(clock, 'pspSubscription') : null,
      pspPaymentMethod: payment?.stored ?? null,
      licenseKey: newLicenseKey(),
      quantity: order.quantity,
      promoCodeId: promo?.id ?? null,
      communityChatId: chat,
      communityChatUsername: chat === null ? null : (order.username ?? null),
      // A proven chat account replaces the typed one.
      ...chatOf(user),
      checkoutSession: order.checkout_session,
      browserHash,
      metadata,
      answers: [...answers],
      createdAt: now,
    },
  });
  return { ...row, user, plan, product: plan.product, promoCode: promo };
}
