import { Refusal } from '../refusal.ts';
import type { EntryRow } from '../resources/entry.ts';
import type { PlanRow } from '../resources/plan.ts';
import type { PromoCodeRow } from '../resources/promo-code.ts';
import type { Service } from '../service.ts';
import { findClaim } from './claims.ts';
import type { Filled } from './form-data.ts';
import { type Offer, offerOf } from './offer.ts';
import { findPromo } from './promo.ts';
import type { Sale } from './terms.ts';

/** All that the page of a plan shows. */
export interface Look {
  readonly sale: Sale;
  readonly offer: Offer;
  readonly filled: Filled;
  /** Why the promo code gives nothing. */
  readonly promoProblem?: string;
  /** The entry by whose link the buyer came. */
  readonly claim?: EntryRow;
}

/** Looks at a plan as somebody would buy it who has filled in this much. Promises nothing: others buy too. */
export async function lookAt(service: Service, plan: PlanRow, filled: Filled): Promise<Look> {
  const { prisma, clock } = service;
  const now = clock.now();
  const promo = await refusable(filled.promo_code, (code) => findPromo(prisma, plan, code, now));
  const claim = await refusable(filled.claim, (key) => findClaim(prisma, plan, key));
  const sale = { plan, promo: promo.found ?? null, quantity: quantityOf(plan, filled) };
  return {
    sale,
    offer:
      claim.problem === undefined
        ? offerOf(sale, now, claim.found)
        : { kind: 'closed', title: 'Not your link', reason: claim.problem },
    filled: { ...filled, email: claim.found?.user.email ?? filled.email },
    ...(promo.problem !== undefined && { promoProblem: promo.problem }),
    ...(claim.found && { claim: claim.found }),
  };
}

/** What is found by a text, or why not; nothing for no text. */
async function refusable<Found extends PromoCodeRow | EntryRow>(
  text: string,
  find: (text: string) => Promise<Found>,
): Promise<{ readonly found?: Found; readonly problem?: string }> {
  if (text === '') return {};
  try {
    return { found: await find(text) };
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.message };
    throw error;
  }
}

function quantityOf(plan: PlanRow, { quantity }: Filled): number {
  const typed = /^\d{1,5}$/.test(quantity) ? Number(quantity) : 1;
  return plan.allowMultipleQuantity ? Math.min(Math.max(typed, 1), 10_000) : 1;
}
