import type { Prisma, Transaction } from '../../../database/index.ts';
import { Fault } from '../../../errors.ts';
import type { Charge } from '../../payments/charge-on-file.ts';
import { recordPayment } from '../../payments/record.ts';
import type { Service } from '../../service.ts';
import { emit, type Happening } from '../../webhooks/events.ts';
import type { EventName } from '../../webhooks/schema.ts';
import { type MembershipRow, type MembershipStatus, toMembership, WITH_RELATIONS } from '../schema.ts';
import { nextChange, refuseBeyondTime } from './dates.ts';
import { type Cause, type From, LIFE, type Row, statusAfter } from './table.ts';

export type Fields = Pick<
  Prisma.MembershipGetPayload<object>,
  | 'renewalPeriodStart'
  | 'renewalPeriodEnd'
  | 'expiresAt'
  | 'canceledAt'
  | 'cancelAtPeriodEnd'
  | 'paymentsMade'
  | 'failedPayments'
  | 'pspPaymentMethod'
  | 'paymentProcessor'
  | 'walletAddress'
  | 'unclaimedSince'
  | 'claimedAt'
>;

/** Details of a change of status. */
export interface Particulars {
  /** Time of the change, which may be long before now. */
  readonly at: Date;
  readonly set?: Partial<Fields>;
  readonly charge?: Charge;
}

/**
 * Changes a membership's status, with its payment and its events, in the caller's transaction, which must have locked
 * the row. Every change of status goes through this function: it takes the current status to the one that the cause
 * leads to.
 * @throws Fault `MEMBERSHIP_CHANGED` if the row has changed since it was read; the transaction is then rolled back
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
  const { id, nextChangeAt } = before;
  const valid = isValid(status, before.account);
  const { tells, charge: outcome }: Row = LIFE[cause];
  const charged = outcome && charge && !charge.amount.isZero() ? charge : undefined;
  const { count } = await transaction.membership.updateMany({
    where: { id, status: before.status, nextChangeAt },
    data: {
      ...set,
      status,
      valid,
      nextChangeAt: nextChange({ ...before, ...set, status }),
      ...(charged && charged.failure === undefined && { paid: true }),
    },
  });
  if (count !== 1)
    throw new Fault(
      'MEMBERSHIP_CHANGED',
      `Membership ${id} was changed by another transaction at the same time.`,
    );
  const after = await transaction.membership.findUniqueOrThrow({ where: { id }, include: WITH_RELATIONS });
  const isClaimed = before.unclaimedSince !== null && after.unclaimedSince === null;
  const told = tells ?? (isClaimed ? 'membership_metadata_updated' : undefined);
  const happenings = [
    ...(charged
      ? [
          await recordPayment(service, transaction, after.plan, {
            ...charged,
            user: after.user,
            membership: after,
            at,
          }),
        ]
      : []),
    ...(told ? [changeOf(service, after, told, at)] : []),
    ...(valid === before.valid ? [] : [validityOf(service, after, at)]),
  ];
  await emit(service, transaction, after.accountId, happenings);
  return after;
}

/** The event that a membership has gained or lost access. */
export const validityOf = (service: Service, row: MembershipRow, at: Date): Happening =>
  changeOf(service, row, row.valid ? 'membership_went_valid' : 'membership_went_invalid', at);

/** An event with the membership as it is now. */
export const changeOf = (
  { publicUrl }: Service,
  row: MembershipRow,
  name: EventName,
  at: Date,
): Happening => ({ name, at, data: toMembership(row, { publicUrl }) });

const GIVES_ACCESS: Readonly<Record<MembershipStatus, boolean | 'as the account says'>> = {
  trialing: true,
  active: true,
  completed: true,
  past_due: 'as the account says',
  canceled: false,
  expired: false,
  unresolved: false,
};

export interface AccessRule {
  readonly pastDueIsValid: boolean;
}

/** Reports whether a membership with this status gives access. */
export function isValid(status: MembershipStatus, account: AccessRule): boolean {
  const gives = GIVES_ACCESS[status];
  return gives === 'as the account says' ? account.pastDueIsValid : gives;
}
