import type { Prisma, Transaction } from '../../database/index.ts';
import { Refusal } from '../api/refusal.ts';
import { chatOf } from '../customers/merge.ts';
import { lock, type UserRow } from '../customers/users.ts';
import { newId, newLicenseKey } from '../ids.ts';
import { beginning } from '../memberships/life/dates.ts';
import type { ShownMembership } from '../memberships/schema.ts';
import { TEST_METHODS } from '../payments/test-methods.ts';
import type { Answer } from '../plans/custom-fields.ts';
import type { PaymentMethod, PlanRow } from '../plans/schema.ts';
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

/**
 * Maximum number of one plan's memberships that may name a chat account whose owner hasn't proven it. Counts
 * memberships that give access or may do so again without another purchase, and all for which nothing was paid. Must
 * stay below the number that a role decision reads (`OF_A_KIND` in `src/access/sync/strongest-memberships.ts`), so that
 * other buyers can't push the owner's own membership out of it.
 */
const MOST_NAMED = 20;

/**
 * Refuses another purchase of a plan for an unproven chat account that already has many. A role decision reads an
 * account's memberships, and any buyer may type any account id. A buyer who has proven the account is never refused.
 */
export async function requireRoomFor(
  transaction: Transaction,
  plan: PlanRow,
  { community_chat_id: communityChatId }: Order,
  { chatAccountId }: UserRow,
): Promise<void> {
  if (communityChatId === undefined || chatAccountId !== null) return;
  // Serialized, so that concurrent purchases can't exceed the limit together.
  await lock(transaction, `chat account ${communityChatId} ${plan.id}`);
  const where = {
    communityChatId,
    planId: plan.id,
    communityChatProvenAt: null,
    OR: [{ status: { not: 'canceled' as const } }, { paid: false }],
  };
  const named = await transaction.membership.findMany({ where, select: { id: true }, take: MOST_NAMED });
  if (named.length < MOST_NAMED) return;
  throw new Refusal('conflict', ({ refusals }) => refusals.namedTooOften(MOST_NAMED));
}
