import { Prisma, type PrismaClient } from '../../database/index.ts';

/**
 * Number of memberships read of each kind. The embedded Commerce Service sells fewer of one plan to an unproven chat
 * account, so that an attacker can't push out a buyer's own membership by naming their account.
 */
const OF_A_KIND = 25;

const KIND = Prisma.sql`community.kind_of(m.plan_id, m.source_plan_id, m.product_id, m.status, m.valid, m.chat_proven, m.buyer_verified)`;

const TIES = {
  chat_user_id: Prisma.sql`m.chat_user_id`,
  commerce_user_id: Prisma.sql`m.commerce_user_id`,
};

/**
 * Finds the ids of the memberships that decide about each account's roles. Memberships of the same plan and product, in
 * the same state and equally proven, are of one kind: they have the same effect on every role, apart from the length of
 * a grace period. Of each kind, those that ended last are returned.
 * The cost grows with the number of kinds, of which each plan has few, and not with the number of memberships, which
 * anyone may buy for any account: the recursive query steps through the index kind by kind.
 * @param keys chat accounts, or ids of commerce users
 */
export async function strongestMemberships(
  prisma: PrismaClient,
  tie: keyof typeof TIES,
  keys: readonly string[],
): Promise<readonly string[]> {
  if (keys.length === 0) return [];
  const column = TIES[tie];
  const rows = await prisma.$queryRaw<{ id: string }[]>`
    WITH RECURSIVE kinds(key, kind) AS (
      SELECT key, (SELECT ${KIND} FROM community.memberships m WHERE ${column} = key ORDER BY ${KIND} LIMIT 1)
      FROM unnest(${keys}::text[]) AS key
      UNION ALL
      SELECT key, (
        SELECT ${KIND} FROM community.memberships m WHERE ${column} = key AND ${KIND} > kind ORDER BY ${KIND} LIMIT 1)
      FROM kinds WHERE kind IS NOT NULL
    )
    SELECT one.id FROM kinds CROSS JOIN LATERAL (
      SELECT m.id FROM community.memberships m WHERE ${column} = key AND ${KIND} = kind
      ORDER BY m.ended_at DESC NULLS LAST, m.id LIMIT ${OF_A_KIND}
    ) AS one`;
  return rows.map(({ id }) => id);
}
