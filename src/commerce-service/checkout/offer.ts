import { toEpochSeconds } from '../../clock.ts';
import type { Text, Words } from '../../i18n/index.ts';
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
  | { readonly kind: 'closed'; readonly why: Closed; readonly reason: Text };

/** Why a plan can't be bought: its title in the catalogue. */
export type Closed = keyof Words['pages']['checkout']['closed'];

const closed = (why: Closed, reason: Text): Offer => ({ kind: 'closed', why, reason });

/** @param claim the entry whose link the buyer followed; undefined for other buyers */
export function offerOf(sale: Sale, now: Date, claim?: Pick<EntryRow, 'status' | 'expiresAt'>): Offer {
  const { plan } = sale;
  if (plan.visibility === 'archived') return closed('notOnSale', ({ refusals }) => refusals.notOnSale);
  if (outlastsTime(plan, now)) return closed('notOnSale', ({ refusals }) => refusals.outlastsTime);
  const list = plan.releaseMethod === 'buy_now' ? undefined : plan.releaseMethod;
  const obstacle = claim ? lostPlace(claim, now) : (outsideOfSale(plan, now) ?? soldOut(plan));
  if (obstacle) return obstacle;
  if (!isFree(sale) && acceptedMethods(plan).length === 0)
    return closed('noMethod', ({ refusals }) => refusals.noMethod);
  return claim || list === undefined ? { kind: 'buy' } : { kind: 'join', list };
}

/** Explains why an entry can't buy; undefined if it can. A kept place has a unit, even if the plan is sold out. */
function lostPlace(
  { status, expiresAt }: Pick<EntryRow, 'status' | 'expiresAt'>,
  now: Date,
): Offer | undefined {
  if (status === 'bought') return closed('used', ({ refusals }) => refusals.claimUsed);
  if (status === 'withdrawn') return closed('withdrawn', ({ refusals }) => refusals.claimWithdrawn);
  if (status === 'accepted' && expiresAt !== null && expiresAt > now) return undefined;
  return closed('late', ({ refusals }) => refusals.claimLate);
}

/**
 * Reports a sold-out plan. A waiting list stays open regardless. In a raffle, units held for winners count as left,
 * since they may be returned.
 */
function soldOut(plan: PlanRow): Offer | undefined {
  if (plan.releaseMethod === 'waitlist') return undefined;
  const left = plan.releaseMethod === 'raffle' ? unitsLeft(plan) : plan.stock;
  return left !== null && left <= 0 ? closed('soldOut', ({ refusals }) => refusals.soldOut) : undefined;
}

function outsideOfSale(plan: PlanRow, now: Date): Offer | undefined {
  const { starts_at, ends_at } = releaseSettings(plan);
  const seconds = toEpochSeconds(now);
  if (starts_at !== undefined && seconds < starts_at)
    return closed('notOpen', ({ locale, refusals }) => refusals.opensOn(dateInWords(locale, starts_at)));
  if (ends_at !== undefined && seconds >= ends_at)
    return closed('over', ({ locale, refusals }) => refusals.closedOn(dateInWords(locale, ends_at)));
  return undefined;
}
