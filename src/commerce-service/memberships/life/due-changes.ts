import type { Transaction } from '../../../database/index.ts';
import { type Charge, charge } from '../../payments/charge-on-file.ts';
import type { Service } from '../../service.ts';
import type { MembershipRow } from '../schema.ts';
import { change, type Fields } from './change.ts';
import { isPaidInFull, nextPeriod, RETRY_DAYS } from './dates.ts';
import { canHappen } from './table.ts';

/** Makes every change of a locked membership that is due by `now`, and returns the membership. */
export async function applyDueChanges(
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
  const charged = charge(row);
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

/** Processes a successful charge: begins the next period, or completes a membership that is paid in full. */
export async function takePayment(
  service: Service,
  transaction: Transaction,
  row: MembershipRow,
  { at, charge: charged, set: paid = {} }: PaymentTaken,
): Promise<MembershipRow> {
  const set = { ...paid, paymentsMade: row.paymentsMade + 1, failedPayments: 0 };
  const particulars = { at, charge: charged, set };
  if (isPaidInFull(row, set.paymentsMade) && canHappen('paid_in_full', row))
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

export type PaidWith = Partial<
  Pick<Fields, 'pspPaymentMethod' | 'paymentProcessor' | 'walletAddress' | 'unclaimedSince' | 'claimedAt'>
>;

interface PaymentTaken {
  readonly at: Date;
  readonly charge: Charge;
  /** The payment method for later charges, and who it belongs to; omitted if that stays the same. */
  readonly set?: PaidWith;
}
