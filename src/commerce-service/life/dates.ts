import type { Prisma } from '../../database/index.ts';
import { trialDays } from '../checkout/terms.ts';
import type { PlanRow } from '../resources/plan.ts';

/** Days after the end of a period on which its failed charge is tried again. */
export const RETRY_DAYS = [1, 3, 5, 7] as const;

/** Days after the end of a period until a debt that nobody paid is written off. */
export const WRITE_OFF_DAYS = 30;

const DAY = 24 * 60 * 60 * 1000;

export const daysAfter = (moment: Date, days: number): Date => new Date(moment.getTime() + days * DAY);

/** Where added time starts: at the end there is, or now where that is over. */
export const laterOf = (end: Date | null, now: Date): Date =>
  end && end.getTime() > now.getTime() ? end : now;

/** Days of a billing period; a renewal plan always has one. */
const periodOf = (plan: Pick<PlanRow, 'billingPeriod'>): number => plan.billingPeriod ?? 30;

type MembershipFields = Prisma.MembershipGetPayload<object>;
type Standing = Pick<MembershipFields, 'status' | 'renewalPeriodEnd' | 'expiresAt' | 'failedPayments'>;

/** When something is due by itself for a membership that stands like this; null for never. */
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

/** How a membership of this plan begins. */
export function beginning(plan: PlanRow, now: Date) {
  const standing = { ...firstTerm(plan, now), failedPayments: 0 };
  return { ...standing, nextChangeAt: nextChange(standing) };
}

function firstTerm(plan: PlanRow, now: Date) {
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
    status: isPaidInFull(plan, 1) ? ('completed' as const) : ('active' as const),
    paymentsMade: 1,
    renewalPeriodEnd: daysAfter(now, periodOf(plan)),
  };
}

/**
 * Whether so many charges are all that a split pay asks for. A first period that is free by the plan's prices
 * is none of its parts.
 */
export function isPaidInFull(plan: PlanRow, paymentsMade: number): boolean {
  const parts = plan.splitPayRequiredPayments ?? 0;
  const startsFree = plan.initialPrice.isZero() && !plan.renewalPrice.isZero() && trialDays(plan) === 0;
  return parts > 0 && paymentsMade >= parts + (startsFree ? 1 : 0);
}

/**
 * The period that a payment at this moment buys. It follows the one before, late payment or not; only where
 * it would be over already does it begin with the payment.
 */
export function nextPeriod(
  { renewalPeriodEnd, plan }: { renewalPeriodEnd: Date | null; plan: Pick<PlanRow, 'billingPeriod'> },
  at: Date,
): { readonly renewalPeriodStart: Date; readonly renewalPeriodEnd: Date } {
  const regular = renewalPeriodEnd ?? at;
  const start = daysAfter(regular, periodOf(plan)) <= at ? at : regular;
  return { renewalPeriodStart: start, renewalPeriodEnd: daysAfter(start, periodOf(plan)) };
}
