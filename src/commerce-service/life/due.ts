import { Prisma, type Transaction } from '../../database/index.ts';
import { type MembershipRow, WITH_RELATIONS } from '../resources/membership.ts';
import { type Service, TRANSACTION } from '../service.ts';
import { change } from './change.ts';
import { amountDue, charge } from './charge.ts';
import { isPaidInFull, nextPeriod, RETRY_DAYS } from './dates.ts';
import { canHappen } from './table.ts';

/** Memberships that are looked up at once. */
const BATCH = 100;

/**
 * Does what is due for every membership by now, each change in a transaction of its own: what a crash cuts
 * off is found again, and what is done is not. Several processes may do this at the same time. A membership
 * that was not looked at for long goes through all that it missed, in order, each change at its own time.
 * @param signal stops between two changes; the rest stays due
 * @returns how many changes were made
 */
export async function runDue(service: Service, now: Date, signal?: AbortSignal): Promise<number> {
  let made = 0;
  let last: { id: string; nextChangeAt: Date | null } = { id: '', nextChangeAt: null };
  for (;;) {
    const batch = await service.prisma.membership.findMany({
      where: { nextChangeAt: { lte: now }, ...beyond(last) },
      select: { id: true, nextChangeAt: true },
      orderBy: [{ nextChangeAt: 'asc' }, { id: 'asc' }],
      take: BATCH,
    });
    for (const { id } of batch) made += await catchUp(service, id, now, signal);
    const end = batch.at(-1);
    if (!end || signal?.aborted) return made;
    last = end;
  }
}

/** Goes on behind the last one of a batch, also where that could not be changed. */
const beyond = ({
  id,
  nextChangeAt,
}: {
  id: string;
  nextChangeAt: Date | null;
}): Prisma.MembershipWhereInput =>
  nextChangeAt ? { OR: [{ nextChangeAt: { gt: nextChangeAt } }, { nextChangeAt, id: { gt: id } }] } : {};

/** One membership that fails is logged, holds up no other one, and is tried again the next time. */
async function catchUp(service: Service, id: string, now: Date, signal?: AbortSignal): Promise<number> {
  let made = 0;
  try {
    while (!signal?.aborted && (await changeOne(service, id, now))) made += 1;
  } catch (error) {
    service.log.error({ err: error, membership: id }, 'a due change of a membership failed');
  }
  return made;
}

/** @returns whether something was due, and nobody else is at it */
async function changeOne(service: Service, id: string, now: Date): Promise<boolean> {
  return service.prisma.$transaction(async (transaction) => {
    const [due] = await transaction.$queryRaw<{ id: string }[]>(
      Prisma.sql`SELECT id FROM commerce.memberships WHERE id = ${id} AND next_change_at <= ${now} FOR UPDATE SKIP LOCKED`,
    );
    if (!due) return false;
    const row = await transaction.membership.findUniqueOrThrow({ where: { id }, include: WITH_RELATIONS });
    await settle(service, transaction, row, row.nextChangeAt ?? now);
    return true;
  }, TRANSACTION);
}

/**
 * Brings a locked membership up to a moment: makes every change that is due by then.
 * @returns the membership as it is then
 */
export async function settle(
  service: Service,
  transaction: Transaction,
  row: MembershipRow,
  now: Date,
): Promise<MembershipRow> {
  let current = row;
  while (current.nextChangeAt && current.nextChangeAt <= now)
    current = await step(service, transaction, current, current.nextChangeAt);
  return current;
}

/** Makes the one change that is due for a membership at this moment. */
async function step(
  service: Service,
  transaction: Transaction,
  row: MembershipRow,
  at: Date,
): Promise<MembershipRow> {
  if (canHappen('time_ran_out', row)) return change(service, transaction, row, 'time_ran_out', { at });
  if (row.cancelAtPeriodEnd && canHappen('period_ended', row))
    return change(service, transaction, row, 'period_ended', {
      at,
      set: { canceledAt: at, cancelAtPeriodEnd: false },
    });
  if (canHappen('written_off', row))
    return change(service, transaction, row, 'written_off', { at, set: { canceledAt: at } });
  return renew(service, transaction, row, at);
}

async function renew(
  service: Service,
  transaction: Transaction,
  row: MembershipRow,
  at: Date,
): Promise<MembershipRow> {
  const charged = charge(row, amountDue(row));
  if (charged.failure === undefined) return takePayment(service, transaction, row, { at, charge: charged });
  const failed = {
    at,
    charge: charged,
    set: { failedPayments: row.failedPayments + 1 },
  };
  if (row.failedPayments >= RETRY_DAYS.length && canHappen('payment_given_up', row))
    return change(service, transaction, row, 'payment_given_up', failed);
  if (canHappen('payment_failed', row)) return change(service, transaction, row, 'payment_failed', failed);
  throw new Error(`Nothing can be due for a membership that is ${row.status}.`);
}

/** A charge for the next period went through: that begins, or everything is paid now. */
export async function takePayment(
  service: Service,
  transaction: Transaction,
  row: MembershipRow,
  { at, charge: charged, pspPaymentMethod = row.pspPaymentMethod }: PaymentTaken,
): Promise<MembershipRow> {
  const set = { pspPaymentMethod, paymentsMade: row.paymentsMade + 1, failedPayments: 0 };
  const particulars = { at, charge: charged, set };
  if (isPaidInFull(row.plan, set.paymentsMade) && canHappen('paid_in_full', row))
    return change(service, transaction, row, 'paid_in_full', {
      ...particulars,
      set: { ...set, cancelAtPeriodEnd: false },
    });
  if (canHappen('paid', row))
    return change(service, transaction, row, 'paid', {
      ...particulars,
      set: { ...set, ...nextPeriod(row, at) },
    });
  throw new Error(`Nothing can be paid for a membership that is ${row.status}.`);
}

interface PaymentTaken {
  readonly at: Date;
  readonly charge: ReturnType<typeof charge>;
  /** The card that is charged from now on. */
  readonly pspPaymentMethod?: string | null;
}
