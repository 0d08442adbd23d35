import type { Transaction } from '../../database/index.ts';
import { Refusal } from '../api/refusal.ts';
import { emailOf } from '../customers/users.ts';
import { type EntryRow, WITH_PLAN_AND_USER } from '../entries/schema.ts';
import type { PlanRow } from '../plans/schema.ts';
import type { Attempts } from './attempts.ts';

/** Finds the entry whose link the buyer followed. Refuses a key that matches no entry of this plan. */
export async function findClaim(
  database: Transaction,
  plan: PlanRow,
  claim: string,
  attempts: Attempts,
): Promise<EntryRow> {
  const entry = await database.planEntry.findUnique({
    where: { claimToken: claim },
    include: WITH_PLAN_AND_USER,
  });
  attempts.try(entry?.planId === plan.id);
  if (entry?.planId !== plan.id) throw new Refusal('forbidden', ({ refusals }) => refusals.claimUnknown);
  return entry;
}

/**
 * Uses up an entry's place in one statement, so that only one of two purchases by the same link succeeds.
 * @throws Refusal if the place was used, is no longer kept, or was given to another address
 */
export async function useClaim(
  transaction: Transaction,
  claim: EntryRow,
  { email, now }: { readonly email: string; readonly now: Date },
): Promise<void> {
  if (emailOf(claim.user) !== email.toLowerCase())
    throw new Refusal('forbidden', ({ refusals }) => refusals.claimOfAnother);
  const { count } = await transaction.planEntry.updateMany({
    where: { id: claim.id, status: 'accepted', expiresAt: { gt: now } },
    data: { status: 'bought' },
  });
  if (count === 0) throw new Refusal('conflict', ({ refusals }) => refusals.claimGone);
}
