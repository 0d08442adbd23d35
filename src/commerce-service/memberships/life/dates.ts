import type { Prisma } from '../../../database/index.ts';
import { Refusal } from '../../api/refusal.ts';
import { INT32_MAX } from '../../api/schema.ts';
import { amountDue, type Discount } from '../../payments/money.ts';
import type { PlanRow } from '../../plans/schema.ts';

/** Days after the end of a period on which its failed charge is retried. */
export const RETRY_DAYS = [1, 3, 5, 7] as const;

/** Days after the end of a period until an unpaid debt is written off. */
export const WRITE_OFF_DAYS = 30;

const DAY = 24 * 60 * 60 * 1000;

export const daysAfter = (moment: Date, days: number): Date => new Date(moment.getTime() + days * DAY);

/** Returns the start of added time: the current end, or now if that has passed. */
export const laterOf = (end: Date | null, now: Date): Date =>
  end && end.getTime() > now.getTime() ? end : now;

/** Returns the number of free days at the start of a purchase; 0 for none. */
export const trialDays = (plan: Pick<PlanRow, 'planType' | 'trialPeriodDays'>): number =>
  plan.planType === 'renewal' ? (plan.trialPeriodDays ?? 0) : 0;

/** Returns the days of a billing period. A renewal plan always has one. */
const periodOf = (plan: Pick<PlanRow, 'billingPeriod'>): number => plan.billingPeriod ?? 30;

type MembershipFields = Prisma.MembershipGetPayload<object>;
type Standing = Pick<MembershipFields, 'status' | 'renewalPeriodEnd' | 'expiresAt' | 'failedPayments'>;

/** Returns when the next automatic change of a membership is due; null for never. */
export function nextChange({ status, renewalPeriodEnd, expiresAt, failedPayments }: Standing): Date | null {
  switch (status) {
    case 'trialing':
    case 'active':
      return renewalPeriodEnd;
    case 'past_due':
      return renewalPeriodEnd && daysAfter(renewalPeriodEnd, RETRY_DAYS[failedPayments - 1] ?? 0);
    case 'unresolved':
      return renewalPeriodEnd && daysAfter(renewalPeriodEnd, WRITE_OFF_DAYS);
    case 'completed':
      return expiresAt;
    case 'canceled':
    case 'expired':
      return null;
  }
}

/** A purchase, as needed to compute its charges. */
export interface Bought {
  readonly plan: PlanRow;
  readonly promoCode: Discount | null;
  readonly quantity: number;
}

export function beginning(bought: Bought, now: Date) {
  const standing = { ...firstTerm(bought, now), failedPayments: 0 };
  return { ...standing, nextChangeAt: nextChange(standing) };
}

function firstTerm(bought: Bought, now: Date) {
  const { plan } = bought;
  if (plan.planType === 'one_time') {
    const expiresAt = plan.expirationDays === null ? null : daysAfter(now, plan.expirationDays);
    const noPeriod = { renewalPeriodStart: null, renewalPeriodEnd: null };
    return { ...noPeriod, status: 'completed' as const, paymentsMade: 1, expiresAt };
  }
  const trial = trialDays(plan);
  const period = { renewalPeriodStart: now, expiresAt: null };
  if (trial > 0)
    return {
      ...period,
      status: 'trialing' as const,
      paymentsMade: 0,
      renewalPeriodEnd: daysAfter(now, trial),
    };
  return {
    ...period,
    status: isPaidInFull(bought, 1) ? ('completed' as const) : ('active' as const),
    paymentsMade: 1,
    renewalPeriodEnd: daysAfter(now, periodOf(plan)),
  };
}

/**
 * Returns whether this many charges complete a split payment. A charge of zero, because of a free first period or a
 * promo code, is no part of it, unless the plan's renewals are free anyway.
 */
export function isPaidInFull({ plan, promoCode, quantity }: Bought, charges: number): boolean {
  const parts = plan.splitPayRequiredPayments ?? 0;
  if (parts === 0 || charges < parts) return false;
  if (plan.renewalPrice.isZero()) return true;
  const due = Array.from({ length: charges }, (_, index) => amountDue(plan, promoCode, index + 1, quantity));
  return due.filter((amount) => !amount.isZero()).length >= parts;
}

/**
 * Returns the period that a payment at this moment buys. It follows the previous period if access continued, even if
 * the payment is late. It begins with the payment if access was lost, or if it would be over already, so that buyers
 * don't pay for time that has passed without access.
 */
export function nextPeriod(
  {
    renewalPeriodEnd,
    valid,
    plan,
  }: { renewalPeriodEnd: Date | null; valid: boolean; plan: Pick<PlanRow, 'billingPeriod'> },
  at: Date,
): { readonly renewalPeriodStart: Date; readonly renewalPeriodEnd: Date } {
  const regular = renewalPeriodEnd ?? at;
  const start = !valid || daysAfter(regular, periodOf(plan)) <= at ? at : regular;
  return { renewalPeriodStart: start, renewalPeriodEnd: daysAfter(start, periodOf(plan)) };
}

/** The latest time that a timestamp of the API, an int32, can express. */
const END_OF_TIME = new Date(INT32_MAX * 1000);

/** Returns whether the first paid period of this plan, sold now, would end after `END_OF_TIME`. */
export function outlastsTime(plan: PlanRow, now: Date): boolean {
  const days = plan.planType === 'renewal' ? trialDays(plan) + periodOf(plan) : (plan.expirationDays ?? 0);
  return daysAfter(now, days) > END_OF_TIME;
}

/** @throws Refusal if an end would be after `END_OF_TIME` */
export function refuseBeyondTime({ expiresAt, renewalPeriodEnd }: Partial<MembershipFields>): void {
  if ([expiresAt, renewalPeriodEnd].some((end) => end && end > END_OF_TIME))
    throw new Refusal('contradictory', ({ refusals }) => refusals.endsBeyondTime);
}
