import { Prisma, type PrismaClient } from '../../database/index.ts';

/**
 * Whether an account has an owner: a link, a proof or a payment speaks for it. A purchase in somebody's name proves
 * nothing, and anyone can make any number of them.
 */
export const hasOwner = (userId: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  EXISTS (SELECT FROM community.account_links l WHERE l.chat_user_id = ${userId})
  OR EXISTS (SELECT FROM community.memberships m
    WHERE m.chat_user_id = ${userId} AND (m.chat_proven AND m.buyer_verified OR NOT m.free)))`;

/** @returns those of the accounts that have an owner */
export async function findOwned(
  prisma: PrismaClient,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const owned = await prisma.$queryRaw<{ userId: string }[]>`
    SELECT a.user_id AS "userId" FROM unnest(${userIds}::text[]) AS a (user_id)
    WHERE ${hasOwner(Prisma.sql`a.user_id`)}`;
  return new Set(owned.map(({ userId }) => userId));
}
