import type { Prisma, Transaction } from '../../database/index.ts';
import { Fault } from '../../errors.ts';
import { recordPayment } from '../checkout/payments.ts';
import type { EventName } from '../event-names.ts';
import { emit } from '../events.ts';
import { isValid } from '../membership-status.ts';
import { Refusal } from '../refusal.ts';
import { INT32_MAX } from '../resources/common.ts';
import { type MembershipRow, toMembership, WITH_RELATIONS } from '../resources/membership.ts';
import type { Service } from '../service.ts';
import type { Charge } from './charge.ts';
import { nextChange } from './dates.ts';
import { type Cause, type From, LIFE, type Row, statusAfter } from './table.ts';

type Fields = Pick<
  Prisma.MembershipGetPayload<object>,
  | 'renewalPeriodStart'
  | 'renewalPeriodEnd'
  | 'expiresAt'
  | 'canceledAt'
  | 'cancelAtPeriodEnd'
  | 'paymentsMade'
  | 'failedPayments'
  | 'pspPaymentMethod'
>;

/** What goes with a change of status. */
export interface Particulars {
  /** When it happened, which may be long before now. */
  readonly at: Date;
  readonly set?: Partial<Fields>;
  readonly charge?: Charge;
}

/**
 * The only way in which a membership's status changes: from one in which the cause can happen to the one it
 * leads to, with its payment and its events, in the caller's transaction. The row must be locked by that.
 * @throws Fault `MEMBERSHIP_CHANGED` when it isn't as it was read any more; the transaction is lost then
 */
export async function change<C extends Cause>(
  service: Service,
  transaction: Transaction,
  before: MembershipRow & { readonly status: From<C> },
  cause: C,
  { at, set = {}, charge }: Particulars,
): Promise<MembershipRow> {
  refuseBeyondTime(set);
  const status = statusAfter(cause, before.status);
  const { id, nextChangeAt, account } = before;
  const { count } = await transaction.membership.updateMany({
    where: { id, status: before.status, nextChangeAt },
    data: { ...set, status, nextChangeAt: nextChange({ ...before, ...set, status }) },
  });
  if (count !== 1) throw new Fault('MEMBERSHIP_CHANGED', `Membership ${id} changed while it was changed.`);
  const after = await transaction.membership.findUniqueOrThrow({ where: { id }, include: WITH_RELATIONS });
  const { tells, charge: outcome }: Row = LIFE[cause];
  if (outcome && charge && !charge.amount.isZero())
    await recordPayment(service, transaction, after.plan, {
      ...{ ...charge, userId: after.userId, membershipId: id, at },
    });
  if (tells) await tell(service, transaction, after, tells, at);
  const [was, is] = [isValid(before.status, account), isValid(status, account)];
  if (was !== is)
    await tell(service, transaction, after, is ? 'membership_went_valid' : 'membership_went_invalid', at);
  return after;
}

/** @throws Refusal when an end would lie beyond what a timestamp of the API, an int32, can say */
function refuseBeyondTime({ expiresAt, renewalPeriodEnd }: Partial<Fields>): void {
  const latest = Math.max(expiresAt?.getTime() ?? 0, renewalPeriodEnd?.getTime() ?? 0);
  if (latest > INT32_MAX * 1000)
    throw new Refusal(
      'contradictory',
      'The end would be after January 19, 2038, the last that a timestamp can say.',
    );
}

/** Tells the endpoints what happened to a membership, with the membership as it is now. */
export async function tell(
  service: Service,
  transaction: Transaction,
  row: MembershipRow,
  name: EventName,
  at: Date,
): Promise<void> {
  const data = toMembership(row, { publicUrl: service.publicUrl });
  await emit(service, transaction, { accountId: row.accountId, name, data, at });
}
