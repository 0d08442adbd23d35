import type { Prisma, Transaction } from '../database/index.ts';
import { listOf, type PageRequest, pageOf } from './pagination.ts';
import { productId } from './products.ts';
import { Refusal } from './refusal.ts';
import {
  type Membership,
  type MembershipExpansion,
  type MembershipStatus,
  toMembership,
  WITH_RELATIONS,
} from './resources/membership.ts';
import type { Service } from './service.ts';

type Expand = readonly MembershipExpansion[] | undefined;

/** What a list of memberships can be narrowed to. Several filters must all hold. */
export interface MembershipFilter {
  readonly status?: MembershipStatus;
  readonly plan_id?: string;
  readonly product_id?: string;
  readonly user_id?: string;
  readonly community_chat_id?: string;
  /** Of its buyer, in any case. */
  readonly email?: string;
  readonly valid?: boolean;
}

/**
 * @param id the membership's id or its license key
 * @throws Refusal when the account has no such membership
 */
export async function retrieveMembership(
  { prisma, publicUrl }: Service,
  accountId: string,
  id: string,
  expand?: Expand,
): Promise<Membership> {
  return toMembership(await loadMembership(prisma, accountId, id), { publicUrl, expand });
}

/** An account's memberships, newest first. */
export async function listMemberships(
  { prisma, publicUrl }: Service,
  accountId: string,
  request: PageRequest & MembershipFilter & { readonly expand?: Expand },
) {
  const where = { accountId, AND: toConditions(request) };
  const [count, rows] = await prisma.$transaction([
    prisma.membership.count({ where }),
    prisma.membership.findMany({ where, include: WITH_RELATIONS, ...pageOf(request) }),
  ]);
  const view = { publicUrl, expand: request.expand };
  return listOf(
    request,
    count,
    rows.map((row) => toMembership(row, view)),
  );
}

function toConditions(filter: MembershipFilter): Prisma.MembershipWhereInput[] {
  const { status, plan_id, product_id, user_id, community_chat_id, email, valid } = filter;
  return [
    status === undefined ? {} : { status },
    plan_id === undefined ? {} : { planId: plan_id },
    product_id === undefined ? {} : { productId: productId(product_id) },
    user_id === undefined ? {} : { userId: user_id },
    community_chat_id === undefined ? {} : { communityChatId: community_chat_id },
    email === undefined ? {} : { user: { email: email.toLowerCase() } },
    valid === undefined ? {} : { valid },
  ];
}

/** @throws Refusal when the account has no membership with this id or license key */
export async function loadMembership(database: Transaction, accountId: string, idOrKey: string) {
  const row = await database.membership.findFirst({
    where: { accountId, OR: [{ id: idOrKey }, { licenseKey: idOrKey }] },
    include: WITH_RELATIONS,
  });
  if (!row) throw new Refusal('not found', `There is no membership ${idOrKey}.`);
  return row;
}
