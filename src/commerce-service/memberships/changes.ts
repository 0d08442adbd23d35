import { isDeepStrictEqual } from 'node:util';
import { Prisma, type Transaction } from '../../database/index.ts';
import type { Text } from '../../i18n/index.ts';
import { Refusal } from '../api/refusal.ts';
import { fromJson } from '../api/schema.ts';
import { type AccountAuthor, audited, type Deed } from '../audited.ts';
import { limitAction } from '../daily-limits.ts';
import { nextAmount } from '../payments/charge-on-file.ts';
import { askForCard, claimed, isOthersCard, keepCard, tryCard } from '../payments/own-card.ts';
import type { Service } from '../service.ts';
import { emit } from '../webhooks/events.ts';
import { change, changeOf } from './life/change.ts';
import { daysAfter, laterOf } from './life/dates.ts';
import { applyDueChanges, type PaidWith } from './life/due-changes.ts';
import { canHappen } from './life/table.ts';
import {
  type Membership,
  type MembershipExpansion,
  type MembershipRow,
  toMembership,
  WITH_RELATIONS,
} from './schema.ts';
import { loadMembership } from './service.ts';

/** The membership to change, and how to return it. */
export interface Target {
  readonly by: AccountAuthor;
  /** Membership id or license key. */
  readonly id: string;
  readonly expand?: readonly MembershipExpansion[] | undefined;
  /** Checks, with the membership locked, whether the caller may change it. When omitted, every change is allowed. */
  readonly allows?: (row: MembershipRow) => boolean;
}

/** A membership that is locked and brought up to date. */
export interface Moment {
  readonly transaction: Transaction;
  readonly row: MembershipRow;
  readonly now: Date;
}

/** Result of a change. `declined` is refused only after the commit, so that the failed charge stays on record. */
export type Outcome = MembershipRow | { readonly declined: Text };

/** Terminates a membership immediately and permanently. Doing it again changes nothing and emits no event. */
export const terminateMembership = (service: Service, target: Target): Promise<Membership> =>
  changing(service, target, { action: 'membership terminated' }, async ({ transaction, row, now: at }) =>
    canHappen('terminated', row)
      ? change(service, transaction, row, 'terminated', {
          at,
          set: { canceledAt: at, cancelAtPeriodEnd: false },
        })
      : row,
  );

/**
 * Cancels a membership at the end of its period, or undoes that. Emits no event if nothing changes. Undoing is limited
 * for customers, and thereby canceling too.
 * @param cardNumber the card for later charges, for a customer who undoes it; needed only if the payment method on file
 *   may be somebody else's
 * @throws Refusal if there is no such membership, it has no period to end, a card is needed or declined, or a customer
 *   has undone it too often
 */
export const cancelAtPeriodEnd = (
  service: Service,
  target: Target,
  cancelAtPeriodEnd: boolean,
  cardNumber?: string,
): Promise<Membership> => {
  const action = cancelAtPeriodEnd ? 'cancellation set' : 'cancellation undone';
  return changing(service, target, { action }, async ({ transaction, row, now: at }) => {
    if (!canHappen('cancellation_changed', row))
      throw new Refusal('conflict', ({ refusals }) => refusals.noPeriod(row.status));
    if (row.cancelAtPeriodEnd === cancelAtPeriodEnd) return row;
    const paidWith = !cancelAtPeriodEnd && isOthersCard(target, row) ? ownCard(row, cardNumber, at) : {};
    if (!cancelAtPeriodEnd)
      await limitCustomer(service, target, { transaction, row, now: at }, 'undo cancellation');
    return change(service, transaction, row, 'cancellation_changed', {
      at,
      set: { cancelAtPeriodEnd, ...paidWith },
    });
  });
};

/** Replaces the payment method of an unclaimed membership that its owner keeps, so that the owner pays from now on. */
function ownCard(row: MembershipRow, cardNumber: string | undefined, now: Date): PaidWith {
  if (nextAmount(row).isZero()) return claimed(now);
  if (cardNumber === undefined) throw askForCard(row);
  const answer = tryCard(row, cardNumber);
  if (answer.outcome === 'declined') throw new Refusal('declined', answer.said);
  return keepCard(answer.stored, row, now);
}

/**
 * Postpones the next charge, or the end, by a number of days. Reactivates a membership with an overdue payment, and one
 * that has expired.
 * @throws Refusal if there is no such membership, it is over, or it never ends
 */
export const addFreeDays = (service: Service, target: Target, days: number): Promise<Membership> => {
  const deed = { action: 'free days added', details: { days } } as const;
  return changing(service, target, deed, async ({ transaction, row, now: at }) => {
    if (!canHappen('days_added', row) || (row.status === 'completed' && row.expiresAt === null))
      throw new Refusal('conflict', `This membership is ${row.status}, so no days can be added to it.`);
    const set =
      row.status === 'completed' || row.status === 'expired'
        ? { expiresAt: daysAfter(laterOf(row.expiresAt, at), days) }
        : { renewalPeriodEnd: daysAfter(laterOf(row.renewalPeriodEnd, at), days), failedPayments: 0 };
    return change(service, transaction, row, 'days_added', { at, set });
  });
};

/** Replaces a membership's metadata. Emits no event if it stays the same. */
export const updateMetadata = (
  service: Service,
  target: Target,
  metadata: Prisma.InputJsonObject,
): Promise<Membership> =>
  changing(service, target, { action: 'membership updated' }, async ({ transaction, row, now }) => {
    if (isDeepStrictEqual(fromJson(row.metadata), metadata)) return row;
    return writeAndTell(service, { transaction, row, now }, { metadata });
  });

/** Updates fields that don't affect access, and emits the only event that the specification has for that. */
export async function writeAndTell(
  service: Service,
  { transaction, row: { id }, now }: Moment,
  data: Prisma.MembershipUpdateInput,
): Promise<MembershipRow> {
  const after = await transaction.membership.update({ where: { id }, data, include: WITH_RELATIONS });
  const happening = changeOf(service, after, 'membership_metadata_updated', now);
  await emit(service, transaction, after.accountId, [happening]);
  return after;
}

/**
 * Limits how often customers make a change of one membership in a day. Each of its owners has a count, so that a
 * stranger who bought in the owner's name can't use up the owner's. API keys aren't limited: they have rate limits.
 * @throws Refusal 429 after too many
 */
export async function limitCustomer(
  service: Service,
  { by }: Target,
  { transaction, row }: Moment,
  action: 'undo cancellation' | 'replace license key' | 'top up for free',
): Promise<void> {
  if (by.actor.kind !== 'customer') return;
  const subject = `${row.userId} ${row.id}`;
  await limitAction(service, transaction, {
    action,
    subject,
    outcome: ({ refusals }) => refusals.notDone[action],
  });
}

const onlyToLook = () => new Refusal('forbidden', ({ refusals }) => refusals.onlyToView);

/**
 * Changes one membership under a row lock. First makes the changes that are due, even if their job hasn't run yet. A
 * refused change leaves no audit log entry, and neither does a customer's request that changes nothing.
 */
export async function changing(
  service: Service,
  { by, id, expand, allows }: Target,
  deed: Pick<Deed, 'action' | 'details'>,
  act: (moment: Moment) => Promise<Outcome>,
): Promise<Membership> {
  const { accountId } = by;
  const change = async (transaction: Transaction) => {
    await transaction.$queryRaw(
      Prisma.sql`SELECT id FROM commerce.memberships
        WHERE account_id = ${accountId} AND (id = ${id} OR license_key = ${id}) FOR UPDATE`,
    );
    const found = await loadMembership(transaction, accountId, id);
    if (allows && !allows(found)) throw onlyToLook();
    const now = service.clock.now();
    const row = await applyDueChanges(service, transaction, found, now);
    const outcome = await act({ transaction, row, now });
    return { outcome, isChanged: outcome !== row };
  };
  const { outcome } = await audited(service, by, change, ({ outcome, isChanged }) =>
    'declined' in outcome || (by.actor.kind === 'customer' && !isChanged)
      ? undefined
      : { ...deed, object: { type: 'membership', id: outcome.id } },
  );
  if ('declined' in outcome) throw new Refusal('declined', outcome.declined);
  return toMembership(outcome, { publicUrl: service.publicUrl, expand });
}
