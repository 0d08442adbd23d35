import { toEpochSeconds } from '../../clock.ts';
import type { EntryStatus } from '../resources/entry.ts';
import type { PlanRow } from '../resources/plan.ts';
import { releaseSettings } from '../resources/requirements.ts';
import { dateInWords } from './dates.ts';
import { isFree, type Sale } from './terms.ts';

/** What somebody can do about a plan now. */
export type Offer =
  | { readonly kind: 'buy' }
  | { readonly kind: 'join'; readonly list: 'waitlist' | 'raffle' }
  | { readonly kind: 'closed'; readonly title: string; readonly reason: string };

const closed = (title: string, reason: string): Offer => ({ kind: 'closed', title, reason });

/**
 * Decides what a plan offers.
 * @param claim the state of the entry by whose link the buyer came; undefined for everybody else
 */
export function offerOf(sale: Sale, now: Date, claim?: { readonly status: EntryStatus }): Offer {
  const { plan } = sale;
  if (plan.visibility === 'archived') return closed('Not on sale', 'This plan is no longer sold.');
  const list = plan.releaseMethod === 'buy_now' ? undefined : plan.releaseMethod;
  if (claim?.status === 'bought') return closed('Already used', 'Your place has been used: it buys once.');
  const buying = list === undefined || claim?.status === 'accepted';
  if (!claim) {
    const outside = outsideOfSale(plan, now);
    if (outside) return outside;
  }
  const soldOut = plan.stock !== null && plan.stock <= 0;
  if (soldOut && (buying || list === 'raffle')) return closed('Sold out', 'This plan is sold out.');
  if (!isFree(sale) && !plan.acceptedPaymentMethods.includes('card'))
    return closed('Not on sale here', 'This plan takes no cards, and this checkout takes nothing else.');
  return buying || list === undefined ? { kind: 'buy' } : { kind: 'join', list };
}

function outsideOfSale(plan: PlanRow, now: Date): Offer | undefined {
  const { starts_at, ends_at } = releaseSettings(plan);
  const seconds = toEpochSeconds(now);
  if (starts_at !== undefined && seconds < starts_at)
    return closed('Not open yet', `This plan opens on ${dateInWords(starts_at)}.`);
  if (ends_at !== undefined && seconds >= ends_at)
    return closed('Closed', `This plan closed on ${dateInWords(ends_at)}.`);
  return undefined;
}
