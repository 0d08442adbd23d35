import { type SyncEverywhereDeps, syncEverywhere } from '../../access/index.ts';
import { nextObservation, TRANSACTION, writeAnswers } from '../../access/mirror/mirror.ts';
import type { SyncRequest } from '../../access/queue/sync-request.ts';
import type { CommerceClient } from '../../commerce-client/index.ts';
import type { Page } from '../../commerce-client/list.ts';
import type { MembershipDetails } from '../../commerce-client/membership-details.ts';
import type { Prisma, PrismaClient } from '../../database/index.ts';
import { errorCode } from '../../errors.ts';
import { membershipHistory } from '../history.ts';
import type { PageOptions } from '../history-page.ts';
import { carryOut, type Order, type OrderDeps } from '../order.ts';
import { fetchedFromService, type KnownMembership, mirrored, mirroredById } from './known-membership.ts';
import type { Orderer } from './plans.ts';

export type MembershipsDeps = OrderDeps &
  SyncEverywhereDeps & { readonly commerce: Pick<CommerceClient, 'memberships' | 'catalog'> };

/** Maximum number of memberships shown for one search, and of suggestions. */
const MOST = 25;

export type Wanted =
  | { readonly chatUserId: string }
  /** The membership's id, its license key, or the buyer's e-mail address. */
  | { readonly which: string };

/** The memberships found, and the number of results skipped as unreadable. */
type Found<Membership> = Pick<Page<Membership>, 'items' | 'skipped'>;

/** Membership operations for admins. Every answer of the service also updates the mirror. */
export type MembershipsForAdmins = ReturnType<typeof membershipsForAdmins>;

export function membershipsForAdmins(deps: MembershipsDeps) {
  const { prisma, commerce } = deps;
  const { memberships } = commerce;
  /** Runs a query and stores its answer in the mirror: any answer with memberships counts as an observation. */
  const look = async (ask: () => Promise<Found<MembershipDetails>>, request: SyncRequest = SEEN) => {
    const observation = await nextObservation(deps);
    const found = await ask();
    const sync = { requestSync: syncEverywhere(deps, () => request), eventAt: observation.at };
    await prisma.$transaction(
      (transaction) => writeAnswers(transaction, found.items.map(toFacts), observation, sync),
      TRANSACTION,
    );
    return found;
  };
  const change = async (
    { userId, guildId }: Orderer,
    action: Pick<Order, 'id' | 'action' | 'object' | 'details'>,
    ask: () => Promise<MembershipDetails>,
  ): Promise<MembershipDetails> => {
    const order = { ...action, guildId, actor: userId };
    const request = { urgency: 'urgent', mayTake: true, orderedBy: userId } as const;
    return only(await look(async () => one(await carryOut(deps, order, ask)), request));
  };
  const ask = async (which: string) =>
    which.includes('@') ? memberships.search({ email: which, per: MOST }) : one(await memberships.get(which));
  const find = async (wanted: Wanted): Promise<Found<KnownMembership>> => {
    try {
      const found = await look(() =>
        'chatUserId' in wanted ? ofMember(deps, wanted.chatUserId) : ask(wanted.which.trim()),
      );
      return { ...found, items: found.items.map(fetchedFromService) };
    } catch (error) {
      if (errorCode(error) !== 'COMMERCE_UNABLE') throw error;
      if ('chatUserId' in wanted)
        return { items: await mirrored(deps, await tiedTo(prisma, wanted.chatUserId), MOST), skipped: 0 };
      const known = await mirroredById(deps, wanted.which.trim());
      if (!known) throw error;
      return one(known);
    }
  };
  return {
    /**
     * Queries the service. Falls back to the mirror if the service doesn't answer questions about memberships.
     * @throws Fault `COMMERCE_NOT_FOUND` for an unknown id or key, `COMMERCE_UNABLE` if only the service could resolve
     * the search
     */
    find,
    /** Suggests memberships from the mirror by part of an id, of a plan's name, or of a chat account's id. */
    async suggest(typed: string) {
      const wanted = typed.trim();
      const plans = wanted === '' ? [] : await commerce.catalog.plans(wanted, MOST);
      const planId = { in: plans.map(({ id }) => id) };
      const part = { contains: wanted };
      return prisma.mirroredMembership.findMany({
        where: { OR: [{ id: part }, { chatUserId: part }, { planId }] },
        orderBy: [{ valid: 'desc' }, { startedAt: { sort: 'desc', nulls: 'last' } }, { id: 'asc' }],
        select: { id: true, status: true, planId: true },
        take: MOST,
      });
    },
    history: (guildId: string, membershipId: string, options: PageOptions) =>
      membershipHistory(prisma, { guildId, membershipId }, options),
    /**
     * Ends the membership immediately.
     * @param orderId idempotency key: an order given twice is carried out once
     * @returns `wasOver` if it had already ended, in which case nothing was done
     * @throws Fault `ORDERED_ALREADY`
     */
    async terminate(
      { id, orderId, reason }: { readonly id: string; readonly orderId: string; readonly reason: string },
      by: Orderer,
    ): Promise<{ readonly membership: KnownMembership; readonly wasOver: boolean }> {
      const before = only(await find({ which: id }));
      if (isOver(before)) return { membership: before, wasOver: true };
      const action = { id: orderId, action: 'membership terminated', object: membershipOf(id) } as const;
      const membership = await change(by, { ...action, details: { reason } }, () =>
        memberships.terminate(id),
      );
      return { membership: fetchedFromService(membership), wasOver: false };
    },
    /** Lets the membership end with its current period, or undoes that. */
    cancelAtPeriodEnd: (id: string, isWanted: boolean, by: Orderer): Promise<MembershipDetails> =>
      change(
        by,
        { action: isWanted ? 'cancellation set' : 'cancellation undone', object: membershipOf(id) },
        () => memberships.cancelAtPeriodEnd(id, isWanted),
      ),
    /**
     * Postpones the next charge, or the end.
     * @param orderId idempotency key: an order given twice is carried out once
     * @throws Fault `ORDERED_ALREADY`
     */
    addFreeDays: (
      { id, orderId, days }: { readonly id: string; readonly orderId: string; readonly days: number },
      by: Orderer,
    ): Promise<MembershipDetails> =>
      change(
        by,
        { id: orderId, action: 'free days added', object: membershipOf(id), details: { days } },
        () => memberships.addFreeDays(id, days),
      ),
    isOver,
  };
}

const membershipOf = (id: string) => ({ type: 'membership', id });

const SEEN: SyncRequest = { urgency: 'live', mayTake: true };

const isOver = ({ status, valid }: Pick<KnownMembership, 'status' | 'valid'>): boolean =>
  status === 'canceled' && !valid;

const one = <Membership>(membership: Membership): Found<Membership> => ({ items: [membership], skipped: 0 });

function only<Membership>({ items: [membership] }: Found<Membership>): Membership {
  if (!membership) throw new TypeError('The lookup returned no membership.');
  return membership;
}

/** Omits a missing product: an answer without a product doesn't prove that the membership has none. */
const toFacts = ({ productId, createdAt, ...membership }: MembershipDetails) => ({
  ...membership,
  ...(productId !== null && { productId }),
  ...(createdAt && { createdAt }),
});

/** Combines the memberships that the service finds for the account with those that the mirror has for it. */
async function ofMember(
  { prisma, commerce: { memberships } }: MembershipsDeps,
  chatUserId: string,
): Promise<Found<MembershipDetails>> {
  const { items: found, skipped } = await memberships
    .search({ chatUserId, per: MOST })
    .catch((error: unknown): Found<MembershipDetails> => {
      if (errorCode(error) === 'COMMERCE_UNABLE') return { items: [], skipped: 0 };
      throw error;
    });
  const known = await prisma.mirroredMembership.findMany({
    where: { ...(await tiedTo(prisma, chatUserId)), id: { notIn: found.map(({ id }) => id) } },
    orderBy: [{ valid: 'desc' }, { id: 'desc' }],
    select: { id: true },
    take: MOST - found.length,
  });
  return { items: [...found, ...(await getAll(memberships, known))], skipped };
}

/** Builds a filter for an account's memberships: those with its id, and those of customers linked to it. */
async function tiedTo(
  prisma: PrismaClient,
  chatUserId: string,
): Promise<Prisma.MirroredMembershipWhereInput> {
  const links = await prisma.accountLink.findMany({ where: { chatUserId } });
  return { OR: [{ chatUserId }, { commerceUserId: { in: links.map((link) => link.commerceUserId) } }] };
}

/** Skips memberships that no longer exist. */
async function getAll(
  memberships: CommerceClient['memberships'],
  known: readonly { readonly id: string }[],
): Promise<readonly MembershipDetails[]> {
  const looked = known.map(({ id }) =>
    memberships.get(id).catch((error: unknown) => {
      if (errorCode(error) === 'COMMERCE_NOT_FOUND') return undefined;
      throw error;
    }),
  );
  return (await Promise.all(looked)).filter((membership) => membership !== undefined);
}
