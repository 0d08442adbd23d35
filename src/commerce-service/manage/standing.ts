import { canHappen } from '../life/table.ts';
import type { Money } from '../money.ts';
import { nextAmount } from '../payments/charge-on-file.ts';
import { isRefillable, refillEnd } from '../payments/membership.ts';
import { type MembershipRow, WITH_RELATIONS } from '../resources/membership.ts';
import { type PaymentRow, WITH_BUYER } from '../resources/payment.ts';
import type { Service } from '../service.ts';
import { type Access, accessOf, mayChange, type Viewer, visibleTo } from './viewer.ts';

/** Payments that the page shows. */
export const MOST_PAYMENTS = 20;

/** A membership as its buyer sees it, and what can be done about it now. */
export interface Standing {
  readonly row: MembershipRow;
  /** The latest first. */
  readonly payments: readonly PaymentRow[];
  /** What the next charge comes to. */
  readonly next: Money;
  /** Why it is shown. */
  readonly access: Access;
  /** What whoever looks can do. */
  readonly can: Readonly<Record<Action, boolean>>;
}

/** What buyers do on the page. */
export type Action = 'cancel' | 'resume' | 'refill' | 'pay' | 'replace-key';

/** A membership at which somebody may look, or undefined when there is none with this id. */
export async function findStanding(
  { prisma, clock }: Service,
  viewer: Viewer,
  id: string,
): Promise<Standing | undefined> {
  const row = await prisma.membership.findUnique({ where: { id }, include: WITH_RELATIONS });
  const access = row && accessOf(viewer, row);
  if (!row || !access) return undefined;
  const payments = await prisma.payment.findMany({
    where: { membershipId: id },
    include: WITH_BUYER,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MOST_PAYMENTS,
  });
  const can = mayChange(access) ? possible(row, clock.now()) : NOTHING;
  return { row, payments, access, next: nextAmount(row), can };
}

const NOTHING: Standing['can'] = {
  cancel: false,
  resume: false,
  refill: false,
  pay: false,
  'replace-key': false,
};

/** The memberships at which somebody may look, the latest first; a page of them is enough for a person. */
export const listVisible = ({ prisma }: Service, viewer: Viewer): Promise<MembershipRow[]> =>
  prisma.membership.findMany({
    where: visibleTo(viewer),
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
    'replace-key': true,
  };
}
