import { MAX_DAYS } from '../../clock.ts';
import type { PrismaClient, Transaction } from '../../database/index.ts';
import { ChatFault } from '../../i18n/chat-fault.ts';
import type { Community, Power, Role } from '../community.ts';
import type { Mapping } from '../state.ts';
import { authorityOf, requireMayMap } from './authority.ts';

/** Terms of a mapping. Each has a default. */
export type Policy = Omit<Mapping, 'guildId' | 'roleId' | 'sourceId' | 'condition'>;

/** Ids of products and plans, the only sources of roles. */
const SOURCE = /^(plan|prod)_\w{1,60}$/;

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
  { guildId, roleId, sourceId, condition }: Pick<Mapping, 'guildId' | 'roleId' | 'sourceId' | 'condition'>,
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
  (mapping: Mapping) =>
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

/**
 * Checks that a mapping can work and that the admin may make it.
 * @param by the admin who would make it; null to skip the permission check
 * @returns the mapping's role as it is now
 * @throws Fault whose message says what to do
 */
export async function checkMapping(
  community: Community,
  mapping: Mapping,
  by: string | null,
  signal: AbortSignal,
): Promise<Role> {
  const { guildId, roleId, sourceId, graceDays } = mapping;
  if (!Number.isInteger(graceDays) || graceDays < 0 || graceDays > MAX_DAYS) {
    throw new ChatFault('MAPPING_DAYS', { most: MAX_DAYS });
  }
  if (!SOURCE.test(sourceId)) {
    throw new ChatFault('MAPPING_SOURCE');
  }
  const guild = await community.getGuild(guildId, signal);
  const role = guild.roles.find(({ id }) => id === roleId);
  if (!role) throw new ChatFault('MAPPING_ROLE');
  if (by !== null)
    requireMayMap(await authorityOf(community, guild, { guildId, userId: by }, signal), role, mapping);
  if (role.obstacle) throw new ChatFault(role.obstacle.code, role.obstacle.details ?? {});
  return role;
}

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
