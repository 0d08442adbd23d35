import { Prisma, type PrismaClient } from '../../database/index.ts';
import { hasOwner } from './owners.ts';

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
      : Prisma.sql`(NOT ${hasOwner(Prisma.sql`a.user_id`)}, a.user_id) > (NOT ${hasOwner(Prisma.sql`${after}`)}, ${after})`;
  const [next] = await prisma.$queryRaw<Affected[]>`
    SELECT a.user_id AS "userId", ${hasOwner(Prisma.sql`a.user_id`)} AS "hasOwner"
    FROM community.affected_members a
    WHERE a.guild_id = ${guildId} AND a.subject = ${subject} AND ${later}
    ORDER BY NOT ${hasOwner(Prisma.sql`a.user_id`)}, a.user_id LIMIT 1`;
  return next;
}
