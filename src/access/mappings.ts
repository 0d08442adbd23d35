import type { PrismaClient, Transaction } from '../database/index.ts';

export interface Mapping {
  readonly guildId: string;
  readonly roleId: string;
  /** The id of a product or a plan. */
  readonly sourceId: string;
}

/** Has a product or plan give a role. Saying it again changes nothing. */
export async function saveMapping(prisma: PrismaClient, mapping: Mapping): Promise<void> {
  await prisma.roleMapping.createMany({ data: mapping, skipDuplicates: true });
}

/** Those of the guilds in which any role is managed. */
export async function mappedGuilds(
  prisma: PrismaClient | Transaction,
  guildIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await prisma.roleMapping.findMany({
    where: { guildId: { in: [...guildIds] } },
    orderBy: { guildId: 'asc' },
    distinct: ['guildId'],
    select: { guildId: true },
  });
  return rows.map((row) => row.guildId);
}
