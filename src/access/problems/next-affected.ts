import { Prisma, type PrismaClient } from '../../database/index.ts';

/** An affected member, and whether a link, a proof or a payment speaks for the account. */
interface Affected {
  readonly userId: string;
  readonly hasOwner: boolean;
}

/**
 * Finds the affected member to try next: first those with an owner, as anyone can have free purchases affect any number
 * of accounts, and each try is a request to the platform.
 * @param after the member tried before. If they have found or lost their owner since, some are tried again or skipped,
 *   until the next retry
 */
export async function nextAffected(
  prisma: PrismaClient,
  guildId: string,
  subject: string,
  after?: string,
): Promise<Affected | undefined> {
  const later =
    after === undefined
      ? Prisma.sql`true`
      : Prisma.sql`(NOT ${ownedBy(Prisma.sql`a.user_id`)}, a.user_id) > (NOT ${ownedBy(Prisma.sql`${after}`)}, ${after})`;
  const [next] = await prisma.$queryRaw<Affected[]>`
    SELECT a.user_id AS "userId", ${ownedBy(Prisma.sql`a.user_id`)} AS "hasOwner"
    FROM community.affected_members a
    WHERE a.guild_id = ${guildId} AND a.subject = ${subject} AND ${later}
    ORDER BY NOT ${ownedBy(Prisma.sql`a.user_id`)}, a.user_id LIMIT 1`;
  return next;
}

/** Whether an account has an owner. `findOwners` says the same of many. */
const ownedBy = (userId: Prisma.Sql) => Prisma.sql`(
  EXISTS (SELECT FROM community.account_links l WHERE l.chat_user_id = ${userId})
  OR EXISTS (SELECT FROM community.memberships m
    WHERE m.chat_user_id = ${userId} AND (m.chat_proven AND m.buyer_verified OR NOT m.free)))`;
