import type { Transaction } from '../../database/index.ts';
import { Refusal } from '../refusal.ts';
import { type EntryRow, WITH_PLAN_AND_USER } from '../resources/entry.ts';
import type { PlanRow } from '../resources/plan.ts';
import { emailOf } from '../users.ts';
import type { Attempts } from './attempts.ts';

/**
 * The entry by whose link a buyer came.
 * @throws Refusal when there is none with this key
 */
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
  if (entry?.planId !== plan.id)
    throw new Refusal('forbidden', 'This is not the link that you were sent: open that one again.');
  return entry;
}

/**
 * Uses up an entry's place, in one statement: of two purchases by one link one finds it used.
 * @throws Refusal when it is used, over, or was given to somebody else
 */
export async function useClaim(
  transaction: Transaction,
  claim: EntryRow,
  { email, now }: { readonly email: string; readonly now: Date },
): Promise<void> {
  if (emailOf(claim.user) !== email.toLowerCase())
    throw new Refusal(
      'forbidden',
      'This place is for whoever joined: use the e-mail address you joined with.',
    );
  const { count } = await transaction.planEntry.updateMany({
    where: { id: claim.id, status: 'accepted', expiresAt: { gt: now } },
    data: { status: 'bought' },
  });
  if (count === 0)
    throw new Refusal('conflict', 'Your place has been used, or is no longer kept: it buys once.');
}
