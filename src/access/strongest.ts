import { Prisma, type PrismaClient } from '../database/index.ts';

/**
 * Of memberships that say the same, so many are read. The embedded Commerce Service sells fewer of one plan to a chat
 * account that isn't proven, so nobody can push a buyer's own out by naming their account.
 */
const OF_A_KIND = 25;

const KIND = Prisma.sql`community.kind_of(m.plan_id, m.source_plan_id, m.product_id, m.status, m.valid, m.chat_proven)`;

/** What a membership is found by. */
const TIES = {
  chat_user_id: Prisma.sql`m.chat_user_id`,
  commerce_user_id: Prisma.sql`m.commerce_user_id`,
};

/**
 * The ids of the memberships that decide about the roles of each account. Memberships are of one kind where they are of
 * the same plan and product, in the same state and as well proven: they say the same about any role, but for how long
 * a grace lasts. Of each kind those are taken that ended last. The work grows with the kinds, of which there are few
 * for each plan, and not with the memberships, which anybody may buy for anybody's account: the index is asked for one
 * kind after the other.
 * @param keys chat accounts, or the ids of commerce users
 */
export async function strongestOf(
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
