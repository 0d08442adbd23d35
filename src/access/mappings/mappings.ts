import type { PrismaClient, Transaction } from '../../database/index.ts';
import type { Power } from '../community.ts';
import type { Mapping } from '../state.ts';

/** Terms of a mapping. Each has a default. */
export type Policy = Omit<Mapping, keyof MappingKey>;

/** What tells mappings apart. */
export type MappingKey = Pick<Mapping, 'guildId' | 'roleId' | 'sourceId' | 'condition'>;

export const DEFAULT_POLICY: Policy = {
  atEnd: 'remove',
  graceDays: 0,
  orphans: 'keep',
  waitForScreening: true,
};

/**
 * Creates a mapping, or updates its terms.
 * @param confirmedPowers the role's dangerous permissions that the guild's owner has confirmed
 */
export async function saveMapping(
  prisma: PrismaClient | Transaction,
  mapping: Mapping,
  confirmedPowers: readonly Power[] = [],
): Promise<void> {
  const { guildId, roleId, sourceId, condition, ...policy } = mapping;
  const key = { guildId, roleId, sourceId, condition };
  const confirmed = { confirmedPowers: [...confirmedPowers] };
  await prisma.roleMapping.upsert({
    where: { guildId_roleId_sourceId_condition: key },
    create: { ...mapping, ...confirmed },
    update: { ...policy, ...confirmed },
  });
}

/** Removes a mapping. @returns whether it existed */
export async function removeMapping(
  prisma: PrismaClient | Transaction,
  { guildId, roleId, sourceId, condition }: MappingKey,
): Promise<boolean> {
  const { count } = await prisma.roleMapping.deleteMany({ where: { guildId, roleId, sourceId, condition } });
  return count === 1;
}

/** Returns a function that adds this mapping to a list, in place of one with the same key. */
export const adding =
  (mapping: Mapping) =>
  (mappings: readonly Mapping[]): readonly Mapping[] => [...removing(mapping)(mappings), mapping];

/** Returns a function that removes this mapping from a list. */
export const removing =
  (mapping: MappingKey) =>
  (mappings: readonly Mapping[]): readonly Mapping[] =>
    mappings.filter(
      ({ guildId, roleId, sourceId, condition }) =>
        guildId !== mapping.guildId ||
        roleId !== mapping.roleId ||
        sourceId !== mapping.sourceId ||
        condition !== mapping.condition,
    );

/** Lists the guild's mappings in a fixed order. */
export const listMappings = (prisma: PrismaClient, guildId: string): Promise<readonly Mapping[]> =>
  prisma.roleMapping.findMany({
    where: { guildId },
    orderBy: [{ roleId: 'asc' }, { sourceId: 'asc' }, { condition: 'asc' }],
  });

/** Returns those of the guilds that have managed roles. @param sources only for these products or plans */
export async function mappedGuilds(
  prisma: PrismaClient | Transaction,
  guildIds: readonly string[],
  sources?: readonly string[],
): Promise<readonly string[]> {
  const rows = await prisma.roleMapping.findMany({
    where: { guildId: { in: [...guildIds] }, ...(sources && { sourceId: { in: [...sources] } }) },
    orderBy: { guildId: 'asc' },
    distinct: ['guildId'],
    select: { guildId: true },
  });
  return rows.map((row) => row.guildId);
}
