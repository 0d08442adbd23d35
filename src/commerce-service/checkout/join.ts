import { Prisma, type Transaction } from '../../database/index.ts';
import { Refusal } from '../api/refusal.ts';
import { hashCredential } from '../api-keys/credentials.ts';
import { record } from '../audited.ts';
import { createTypedUser, lock, withEmail } from '../customers/users.ts';
import { type EntryRow, WITH_PLAN_AND_USER } from '../entries/schema.ts';
import { newId } from '../ids.ts';
import type { Visitor } from '../oauth/cookies.ts';
import type { PlanRow } from '../plans/schema.ts';
import type { Service } from '../service.ts';
import { inTransaction } from '../transaction.ts';
import type { Attempts } from './attempts.ts';
import { type Buyer, buyerAuthor, checkBuyer, findBuyer } from './buyer.ts';
import type { Giveaway } from './giveaways.ts';
import { offerOf } from './offer.ts';
import { checkPassword, type Order } from './order.ts';

/**
 * Puts a visitor on a plan's waiting list, or into its raffle. An address has at most one entry that hasn't expired.
 * Typing an address doesn't reveal whether it has one: only a user signed in with it is told. An expired entry is
 * reused if the same user, or the browser that joined, asks again, and goes to the end of the line. Anyone else gets a
 * new entry.
 * @returns the entry, if the visitor is signed in with the address; otherwise undefined
 * @throws Refusal with a reason for the buyer
 */
export async function join(
  service: Service,
  plan: PlanRow,
  order: Order,
  {
    attempts,
    giveaway,
    visitor,
    address,
  }: {
    readonly attempts: Attempts;
    readonly giveaway: Giveaway;
    readonly visitor: Visitor;
    readonly address: string;
  },
): Promise<EntryRow | undefined> {
  const offer = offerOf({ plan, promo: null, quantity: 1 }, service.clock.now());
  checkPassword(plan, order.password, attempts);
  if (offer.kind === 'closed') throw new Refusal('conflict', offer.reason);
  const { accountId, id: planId } = plan;
  const email = order.email.toLowerCase();
  const enter = async (transaction: Transaction) => {
    const buyer = await findBuyer(service, transaction, accountId, { email, visitor });
    await transaction.$queryRaw(
      Prisma.sql`SELECT pg_advisory_xact_lock(hashtextextended(${`entry ${planId} ${email}`}, 0))::text`,
    );
    const now = service.clock.now();
    const note = (user: { readonly id: string }, { id }: { readonly id: string }) =>
      record(service, transaction, buyerAuthor(buyer, user, address), {
        action: 'list joined',
        object: { type: 'entry', id },
        details: { plan: planId },
      });
    // Before the entries are read, so that a refusal doesn't depend on whether the address has an entry.
    if (plan.releaseMethod === 'raffle') await enterRaffle(transaction, plan, buyer);
    await checkBuyer(transaction, plan, buyer, { now, attempts });
    giveaway.take();
    const entries = await transaction.planEntry.findMany({
      where: { planId, user: withEmail(accountId, email) },
      include: WITH_PLAN_AND_USER,
    });
    const standing = entries.find(({ status }) => status !== 'expired');
    if (standing) return buyer.person && standing;
    const own = entries.find(({ userId, browserHash }) =>
      buyer.person ? userId === buyer.person.id : browserHash === buyer.browserHash,
    );
    if (own) {
      // Undefined if the shop has just given the entry a place again.
      const [entry] = await transaction.planEntry.updateManyAndReturn({
        where: { id: own.id, status: 'expired' },
        data: { status: 'waiting', acceptedAt: null, claimToken: null, expiresAt: null, createdAt: now },
        include: WITH_PLAN_AND_USER,
      });
      if (entry) await note(entry.user, entry);
      return buyer.person && (entry ?? own);
    }
    const user = buyer.person ?? (await createTypedUser(service, transaction, accountId, order));
    const entry = await transaction.planEntry.create({
      data: {
        id: newId(service.clock, 'entry'),
        accountId,
        planId,
        userId: user.id,
        browserHash: buyer.browserHash,
        status: 'waiting',
        createdAt: now,
      },
      include: WITH_PLAN_AND_USER,
    });
    await note(user, entry);
    return buyer.person && entry;
  };
  try {
    return await inTransaction(service, enter);
  } catch (error) {
    giveaway.giveBack();
    throw error;
  }
}

/**
 * Limits a raffle to one entry per browser and per signed-in user, since further addresses cost nothing. Considers only
 * this browser's and user's earlier entries, so that the answer doesn't reveal whose addresses are in the raffle. For
 * the same reason, records the browser even if the address already has an entry.
 * @throws Refusal for a second address
 */
async function enterRaffle(
  transaction: Transaction,
  { id: planId, accountId }: PlanRow,
  { browserHash, signedInId, email }: Buyer,
): Promise<void> {
  const address = email.toLowerCase();
  const emailHash = hashCredential(address);
  await lock(transaction, `raffle ${planId} ${browserHash}`);
  const key = { planId, browserHash };
  const before = await transaction.raffleBrowser.findUnique({ where: { planId_browserHash: key } });
  const ofPerson =
    signedInId !== undefined &&
    (await transaction.planEntry.findFirst({
      where: { planId, userId: signedInId, NOT: { user: withEmail(accountId, address) } },
      select: { id: true },
    }));
  if (ofPerson || (before && before.emailHash !== emailHash))
    throw new Refusal('conflict', ({ refusals }) => refusals.raffleEntered);
  if (!before) await transaction.raffleBrowser.create({ data: { ...key, emailHash } });
}
