import { canHappen } from '../memberships/life/table.ts';
import { type MembershipRow, WITH_RELATIONS } from '../memberships/schema.ts';
import { nextAmount } from '../payments/charge-on-file.ts';
import { isRefillable, refillEnd } from '../payments/membership.ts';
import type { Money } from '../payments/money.ts';
import { type PaymentRow, WITH_BUYER } from '../payments/schema.ts';
import type { Service } from '../service.ts';
import {
  type Access,
  type Action,
  accessOf,
  mayChange,
  mayStopPaying,
  type Viewer,
  visibleTo,
} from './viewer.ts';

export const MOST_PAYMENTS = 20;

/** A membership as its viewer sees it, with the actions that are available now. */
export interface MembershipView {
  readonly row: MembershipRow;
  /** Newest first. */
  readonly payments: readonly PaymentRow[];
  /** Amount of the next charge. */
  readonly next: Money;
  readonly access: Access;
  /** Actions that the viewer can take now. */
  readonly can: Readonly<Record<Action, boolean>>;
}

/** Finds a membership that the viewer may see; undefined if there is none with this id. */
export async function findMembershipView(
  { prisma, clock }: Service,
  viewer: Viewer,
  id: string,
): Promise<MembershipView | undefined> {
  const row = await prisma.membership.findUnique({ where: { id }, include: WITH_RELATIONS });
  const access = row && accessOf(viewer, row);
  if (!row || !access) return undefined;
  const payments = await prisma.payment.findMany({
    where: { membershipId: id },
    include: WITH_BUYER,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MOST_PAYMENTS,
  });
  const can = actionsOf(row, access, clock.now());
  return { row, payments, access, next: nextAmount(row), can };
}

function actionsOf(row: MembershipRow, access: Access, now: Date): MembershipView['can'] {
  const all = possible(row, now);
  if (mayChange(access)) return all;
  return { ...NOTHING, cancel: all.cancel && mayStopPaying(access, row) };
}

const NOTHING: MembershipView['can'] = {
  cancel: false,
  resume: false,
  refill: false,
  pay: false,
  'replace-key': false,
};

/** Memberships on a page of the list. */
const PER_PAGE = 50;

/** A page of the memberships that a viewer may see. */
export interface Visible {
  readonly rows: readonly MembershipRow[];
  /** From 1. */
  readonly page: number;
  readonly hasMore: boolean;
}

/**
 * Lists the memberships that the viewer may see: the viewer's own before those that anyone may have bought with their
 * address, valid ones first, then newest first.
 */
export async function listVisible({ prisma }: Service, viewer: Viewer, page: number): Promise<Visible> {
  // Ids first: the database would look up the relations of every row that it sorts, and some own thousands.
  const visible = visibleTo(viewer);
  const found = await prisma.membership.findMany({
    where: visible,
    select: { id: true },
    orderBy: [
      { unclaimedSince: { sort: 'asc', nulls: 'first' } },
      { valid: 'desc' },
      { createdAt: 'desc' },
      { id: 'desc' },
    ],
    skip: (page - 1) * PER_PAGE,
    take: PER_PAGE + 1,
  });
  const ids = found.slice(0, PER_PAGE).map(({ id }) => id);
  // One that has got another owner meanwhile is left out.
  const rows = await prisma.membership.findMany({
    where: { AND: [{ id: { in: ids } }, visible] },
    include: WITH_RELATIONS,
  });
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  return { rows: ids.flatMap((id) => rowOf.get(id) ?? []), page, hasMore: found.length > PER_PAGE };
}

function possible(row: MembershipRow, now: Date): MembershipView['can'] {
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
