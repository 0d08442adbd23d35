import { canHappen } from '../life/table.ts';
import type { Money } from '../money.ts';
import { nextAmount } from '../payments/charge-on-file.ts';
import { isRefillable, refillEnd } from '../payments/membership.ts';
import { type MembershipRow, WITH_RELATIONS } from '../resources/membership.ts';
import { type PaymentRow, WITH_BUYER } from '../resources/payment.ts';
import type { Service } from '../service.ts';

/** Payments that the page shows. */
export const MOST_PAYMENTS = 20;

/** A membership as its buyer sees it, and what can be done about it now. */
export interface Standing {
  readonly row: MembershipRow;
  /** The latest first. */
  readonly payments: readonly PaymentRow[];
  /** What the next charge comes to. */
  readonly next: Money;
  /** What the buyer can do. */
  readonly can: Readonly<Record<Action, boolean>>;
}

/** What buyers do on the page. */
export type Action = 'cancel' | 'resume' | 'refill' | 'pay';

/** A buyer's membership, or undefined when the buyer has none with this id. */
export async function findStanding(
  { prisma, clock }: Service,
  userId: string,
  id: string,
): Promise<Standing | undefined> {
  const row = await prisma.membership.findFirst({ where: { id, userId }, include: WITH_RELATIONS });
  if (!row) return undefined;
  const payments = await prisma.payment.findMany({
    where: { membershipId: id },
    include: WITH_BUYER,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MOST_PAYMENTS,
  });
  return { row, payments, next: nextAmount(row), can: possible(row, clock.now()) };
}

/** A buyer's memberships, the latest first; a page of them is enough for a person. */
export const listOwn = ({ prisma }: Service, userId: string): Promise<MembershipRow[]> =>
  prisma.membership.findMany({
    where: { userId },
    include: WITH_RELATIONS,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: 50,
  });

function possible(row: MembershipRow, now: Date): Standing['can'] {
  const hasPeriod = canHappen('cancellation_changed', row);
  const end = refillEnd(row);
  return {
    cancel: hasPeriod && !row.cancelAtPeriodEnd,
    resume: hasPeriod && row.cancelAtPeriodEnd,
    refill: isRefillable(row) && (end === null || end >= now),
    pay: row.status === 'past_due' || row.status === 'unresolved',
  };
}
