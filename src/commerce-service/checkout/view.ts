import type { Text } from '../../i18n/index.ts';
import { Refusal } from '../api/refusal.ts';
import { emailOf } from '../customers/users.ts';
import type { EntryRow } from '../entries/schema.ts';
import type { PlanRow } from '../plans/schema.ts';
import type { PromoCodeRow } from '../promo-codes/schema.ts';
import type { Service } from '../service.ts';
import type { Attempts } from './attempts.ts';
import { findClaim } from './claims.ts';
import type { Filled } from './form-data.ts';
import { type Offer, offerOf } from './offer.ts';
import { mostUnits, opens } from './order.ts';
import { findPromo } from './promo.ts';
import type { Sale } from './terms.ts';

export interface CheckoutView {
  readonly sale: Sale;
  readonly offer: Offer;
  readonly filled: Filled;
  /** Whether the plan has no password, or the right one was given. */
  readonly isOpen: boolean;
  readonly promoProblem?: Text;
  /** The entry whose link the buyer followed. */
  readonly claim?: EntryRow;
}

/** Previews a purchase with the form filled in so far. Reserves nothing: other buyers may be faster. */
export async function viewCheckout(
  { prisma, clock }: Service,
  plan: PlanRow,
  filled: Filled,
  attempts: Attempts,
): Promise<CheckoutView> {
  const now = clock.now();
  const isOpen = opens(plan, filled.password, attempts);
  // Without the password, the page reveals nothing else, so the code and the claim aren't looked up.
  const { promo_code, claim: key } = isOpen ? filled : { promo_code: '', claim: '' };
  const promo = await refusable(promo_code, (code) => findPromo(prisma, plan, code, { now, attempts }));
  const claim = await refusable(key, (given) => findClaim(prisma, plan, given, attempts));
  const sale = { plan, promo: promo.found ?? null, quantity: quantityOf(plan, filled) };
  return {
    sale,
    isOpen,
    offer:
      claim.problem === undefined
        ? offerOf(sale, now, claim.found)
        : { kind: 'closed', why: 'badLink', reason: claim.problem },
    filled: { ...filled, email: claim.found ? emailOf(claim.found.user) : filled.email },
    ...(promo.problem !== undefined && { promoProblem: promo.problem }),
    ...(claim.found && { claim: claim.found }),
  };
}

/**
 * Previews the purchase for a visitor who followed a link. After too many failures by links, leaves out the password,
 * promo code and claim from the link. The visitor can still type them, since forms are counted separately.
 */
export async function viewCheckoutByLink(
  service: Service,
  plan: PlanRow,
  filled: Filled,
  attempts: Attempts,
): Promise<{ readonly view: CheckoutView; readonly problem?: Refusal }> {
  try {
    return { view: await viewCheckout(service, plan, filled, attempts) };
  } catch (error) {
    if (!(error instanceof Refusal) || error.retryAfter === undefined) throw error;
    const bare = { ...filled, password: '', promo_code: '', claim: '' };
    return { view: await viewCheckout(service, plan, bare, attempts), problem: error };
  }
}

/** Looks a text up, and returns the result or the reason for its refusal. Returns neither for an empty text. */
async function refusable<Found extends PromoCodeRow | EntryRow>(
  text: string,
  find: (text: string) => Promise<Found>,
): Promise<{ readonly found?: Found; readonly problem?: Text }> {
  if (text === '') return {};
  try {
    return { found: await find(text) };
  } catch (error) {
    if (error instanceof Refusal && error.retryAfter === undefined) return { problem: error.text };
    throw error;
  }
}

function quantityOf(plan: PlanRow, { quantity }: Filled): number {
  const typed = /^\d{1,5}$/.test(quantity) ? Number(quantity) : 1;
  return Math.min(Math.max(typed, 1), mostUnits(plan));
}
