import type { Prisma, Transaction } from '../../database/index.ts';
import {
  type Cursor,
  type CursorCache,
  listOf,
  type PageRequest,
  pageOf,
  readPage,
} from '../api/pagination.ts';
import { Refusal } from '../api/refusal.ts';
import { withEmail } from '../customers/users.ts';
import { namedProduct } from '../plans/service.ts';
import type { Service } from '../service.ts';
import {
  type Direction,
  type Membership,
  type MembershipExpansion,
  type MembershipOrder,
  type MembershipStatus,
  toMembership,
  WITH_RELATIONS,
} from './schema.ts';

type Expand = readonly MembershipExpansion[] | undefined;

/** Filters for a list of memberships. All given ones must match. */
export interface MembershipFilter {
  readonly status?: MembershipStatus;
  readonly plan_id?: string;
  readonly product_id?: string;
  readonly user_id?: string;
  readonly community_chat_id?: string;
  /** The buyer's e-mail address; case-insensitive. */
  readonly email?: string;
  readonly valid?: boolean;
  /** Old name of `product_id`. */
  readonly access_pass_id?: string;
  readonly wallet_address?: string;
}

/** Order of a list of memberships; newest first by default. */
export interface MembershipSort {
  readonly order?: MembershipOrder;
  readonly direction?: Direction;
}

interface ListView {
  readonly expand?: Expand;
  readonly hide_metadata?: boolean;
}

/** @param id membership id or license key */
export async function retrieveMembership(
  { prisma, publicUrl }: Service,
  accountId: string,
  id: string,
  expand?: Expand,
): Promise<Membership> {
  return toMembership(await loadMembership(prisma, accountId, id), { publicUrl, expand });
}

/**
 * Lists an account's memberships, newest first unless sorted otherwise.
 * @param cursors lets a page start where the previous one ended; otherwise the database skips all earlier rows
 */
export async function listMemberships(
  { prisma, publicUrl }: Service,
  accountId: string,
  { expand, hide_metadata, ...request }: PageRequest & MembershipFilter & MembershipSort & ListView,
  cursors?: CursorCache,
) {
  const { page, per, order = 'created_at', direction = 'desc', ...filter } = request;
  const list = { accountId, ...filter };
  // Cursors hold the creation time and the id, so they work in the default order only.
  const cache = order === 'created_at' && direction === 'desc' ? cursors : undefined;
  const before = cache?.before(list, request);
  const where = { accountId, AND: toConditions(accountId, filter) };
  const [count, rows] = before
    ? [before.count, await readBehind(prisma, where, before, request)]
    : await readPage(
        request,
        () =>
          prisma.membership.findMany({
            where,
            include: WITH_RELATIONS,
            ...pageOf(request),
            orderBy: toOrder(order, direction),
          }),
        () => prisma.membership.count({ where }),
      );
  const last = rows.at(-1);
  if (last) cache?.set(list, request, { createdAt: last.createdAt, id: last.id, count });
  const view = { publicUrl, expand };
  return listOf(
    request,
    count,
    rows.map((row) => ({ ...toMembership(row, view), ...(hide_metadata && { metadata: {} }) })),
  );
}

const readBehind = (
  prisma: Transaction,
  where: Prisma.MembershipWhereInput,
  { createdAt, id }: Cursor,
  request: PageRequest,
) =>
  prisma.membership.findMany({
    // `lte` follows from the OR below, but is the only condition that an index scan can start from.
    where: {
      AND: [
        where,
        { createdAt: { lte: createdAt } },
        { OR: [{ createdAt: { lt: createdAt } }, { id: { lt: id } }] },
      ],
    },
    include: WITH_RELATIONS,
    ...pageOf({ ...request, page: 1 }),
  });

function toOrder(order: MembershipOrder, sort: Direction): Prisma.MembershipOrderByWithRelationInput[] {
  const last = { sort, nulls: 'last' as const };
  switch (order) {
    case 'created_at':
      return [{ createdAt: sort }, { id: sort }];
    case 'expires_at':
      return [{ expiresAt: last }, { id: sort }];
    case 'renewal_period_start':
      return [{ renewalPeriodStart: last }, { id: sort }];
    case 'renewal_period_end':
      return [{ renewalPeriodEnd: last }, { id: sort }];
  }
}

function toConditions(accountId: string, filter: MembershipFilter): Prisma.MembershipWhereInput[] {
  const { status, plan_id, user_id, community_chat_id, email, valid, wallet_address } = filter;
  const product = namedProduct(filter);
  return [
    status === undefined ? {} : { status },
    plan_id === undefined ? {} : { planId: plan_id },
    product === undefined ? {} : { productId: product },
    user_id === undefined ? {} : { userId: user_id },
    community_chat_id === undefined ? {} : { communityChatId: community_chat_id },
    wallet_address === undefined ? {} : { walletAddress: wallet_address },
    // With the account id, because the indexes on addresses start with it.
    email === undefined ? {} : { user: withEmail(accountId, email) },
    valid === undefined ? {} : { valid },
  ];
}

/** @throws Refusal if the account has no membership with this id or license key */
export async function loadMembership(database: Transaction, accountId: string, idOrKey: string) {
  const row = await database.membership.findFirst({
    where: { accountId, OR: [{ id: idOrKey }, { licenseKey: idOrKey }] },
    include: WITH_RELATIONS,
  });
  if (!row) throw new Refusal('not found', `There is no membership ${idOrKey}.`);
  return row;
}
