import { toEpochSeconds } from '../../clock.ts';
import type { EntryRow } from '../entries/schema.ts';
import { outlastsTime } from '../memberships/life/dates.ts';
import { releaseSettings } from '../plans/requirements-schema.ts';
import { acceptedMethods, type PlanRow } from '../plans/schema.ts';
import { unitsLeft } from '../plans/stock.ts';
import { dateInWords } from './dates.ts';
import { isFree, type Sale } from './terms.ts';

export type Offer =
  | { readonly kind: 'buy' }
  | { readonly kind: 'join'; readonly list: 'waitlist' | 'raffle' }
  | { readonly kind: 'closed'; readonly title: string; readonly reason: string };

const closed = (title: string, reason: string): Offer => ({ kind: 'closed', title, reason });

/** @param claim the entry whose link the buyer followed; undefined for other buyers */
export function offerOf(sale: Sale, now: Date, claim?: Pick<EntryRow, 'status' | 'expiresAt'>): Offer {
  const { plan } = sale;
  if (plan.visibility === 'archived') return closed('Not on sale', 'This plan is no longer sold.');
  if (outlastsTime(plan, now))
    return closed(
      'Not on sale',
      'This plan would last beyond January 19, 2038, the latest date this shop supports.',
    );
  const list = plan.releaseMethod === 'buy_now' ? undefined : plan.releaseMethod;
  const obstacle = claim ? lostPlace(claim, now) : (outsideOfSale(plan, now) ?? soldOut(plan));
  if (obstacle) return obstacle;
  if (!isFree(sale) && acceptedMethods(plan).length === 0)
    return closed('Not on sale here', 'This plan has no payment method, so it can’t be bought.');
  return claim || list === undefined ? { kind: 'buy' } : { kind: 'join', list };
}

/** Explains why an entry can't buy; undefined if it can. A kept place has a unit, even if the plan is sold out. */
function lostPlace(
  { status, expiresAt }: Pick<EntryRow, 'status' | 'expiresAt'>,
  now: Date,
): Offer | undefined {
  if (status === 'bought')
    return closed('Already used', 'Your place has already been used. Each place works once.');
  if (status === 'withdrawn') return closed('No longer yours', 'The shop has withdrawn your place.');
  if (status === 'accepted' && expiresAt !== null && expiresAt > now) return undefined;
  return closed('Too late', 'Your place was reserved for a limited time, which has passed.');
}

/**
 * Reports a sold-out plan. A waiting list stays open regardless. In a raffle, units held for winners count as left,
 * since they may be returned.
 */
function soldOut(plan: PlanRow): Offer | undefined {
  if (plan.releaseMethod === 'waitlist') return undefined;
  const left = plan.releaseMethod === 'raffle' ? unitsLeft(plan) : plan.stock;
  return left !== null && left <= 0 ? closed('Sold out', 'This plan is sold out.') : undefined;
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
