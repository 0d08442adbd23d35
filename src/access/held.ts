import type { PrismaClient } from '../database/index.ts';

/**
 * The guilds in which a sweep has found too much to take: an admin is asked, or has said no. What it found is not
 * done behind their back.
 */
export async function heldGuilds(
  prisma: PrismaClient,
  guildIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await prisma.sweep.findMany({
    where: {
      ...{ guildId: { in: [...guildIds] }, heldSince: { not: null } },
      OR: [{ answer: null }, { answer: 'refuse' }],
    },
    select: { guildId: true },
  });
  return new Set(rows.map(({ guildId }) => guildId));
}
