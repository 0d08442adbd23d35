import type { Transaction } from '../../database/index.ts';
import { listOf, type PageRequest, pageOf, readPage } from '../api/pagination.ts';
import { Refusal } from '../api/refusal.ts';
import { type AccountAuthor, audited } from '../audited.ts';
import { newId } from '../ids.ts';
import type { Service } from '../service.ts';
import {
  type CheckoutSession,
  type CheckoutSessionRow,
  type NewCheckoutSession,
  toCheckoutSession,
  WITH_PLAN,
} from './schema.ts';

/** Creates a checkout session. A membership bought through its link gets its metadata in addition to the plan's. */
export async function createCheckoutSession(
  service: Service,
  by: AccountAuthor,
  { plan_id: planId, metadata = {} }: NewCheckoutSession,
): Promise<CheckoutSession> {
  const { prisma, clock, publicUrl } = service;
  const { accountId } = by;
  const plan = await prisma.plan.findFirst({ where: { accountId, id: planId } });
  if (!plan) throw new Refusal('contradictory', 'plan_id must be the id of one of your plans.');
  const id = newId(clock, 'checkout');
  const data = { id, accountId, planId, metadata, createdAt: clock.now() };
  const row = await audited(
    service,
    by,
    (transaction) => transaction.checkoutSession.create({ data, include: WITH_PLAN }),
    () => ({ action: 'checkout session created', object: { type: 'checkout_session', id } }),
  );
  return toCheckoutSession(row, publicUrl, null);
}

/** Lists an account's checkout sessions, newest first. */
export async function listCheckoutSessions(
  { prisma, publicUrl }: Service,
  accountId: string,
  { plan_id, ...page }: PageRequest & { readonly plan_id?: string },
) {
  const where = { accountId, deletedAt: null, ...(plan_id !== undefined && { planId: plan_id }) };
  const [count, rows] = await readPage(
    page,
    () => prisma.checkoutSession.findMany({ where, include: WITH_PLAN, ...pageOf(page) }),
    () => prisma.checkoutSession.count({ where }),
  );
  const bought = await findBought(prisma, rows);
  return listOf(
    page,
    count,
    rows.map((row) => toCheckoutSession(row, publicUrl, bought.get(row.id) ?? null)),
  );
}

/** @throws Refusal if the account has no such session */
export async function retrieveCheckoutSession(
  { prisma, publicUrl }: Service,
  accountId: string,
  id: string,
): Promise<CheckoutSession> {
  const row = await prisma.checkoutSession.findFirst({
    where: { accountId, id, deletedAt: null },
    include: WITH_PLAN,
  });
  if (!row) throw noSession(id);
  return toCheckoutSession(row, publicUrl, (await findBought(prisma, [row])).get(id) ?? null);
}

/** Closes a session, so that nothing more can be bought through it. Memberships bought through it stay. */
export const deleteCheckoutSession = (service: Service, by: AccountAuthor, id: string): Promise<void> =>
  audited(
    service,
    by,
    async (transaction) => {
      const { count } = await transaction.checkoutSession.updateMany({
        where: { accountId: by.accountId, id, deletedAt: null },
        data: { deletedAt: service.clock.now() },
      });
      if (count === 0) throw noSession(id);
    },
    () => ({ action: 'checkout session deleted', object: { type: 'checkout_session', id } }),
  );

/**
 * Finds the checkout session that a seller created for a purchase; undefined if only the checkout page made up the id.
 * @param isLink whether the buyer followed a session's link, so that the session must exist
 * @throws Refusal if the session is closed, or for another plan
 */
export async function findPrepared(
  transaction: Transaction,
  { id, planId, isLink }: { readonly id: string; readonly planId: string; readonly isLink: boolean },
): Promise<Pick<CheckoutSessionRow, 'metadata'> | undefined> {
  const found = await transaction.checkoutSession.findUnique({ where: { id } });
  if (!found && !isLink) return undefined;
  if (!found || found.deletedAt !== null || found.planId !== planId)
    throw new Refusal('conflict', ({ refusals }) => refusals.sessionClosed);
  return found;
}

/** Maps each of these sessions to the id of the membership bought through it. */
async function findBought(
  prisma: Transaction,
  rows: readonly Pick<CheckoutSessionRow, 'id'>[],
): Promise<ReadonlyMap<string | null, string>> {
  const ids = rows.map(({ id }) => id);
  const found = await prisma.membership.findMany({
    where: { checkoutSession: { in: ids } },
    select: { id: true, checkoutSession: true },
  });
  return new Map(found.map(({ id, checkoutSession }) => [checkoutSession, id]));
}

const noSession = (id: string) => new Refusal('not found', `There is no checkout session ${id}.`);
