import type { PrismaClient } from '../../database/index.ts';
import { type Community, CommunityRefusal, type Guild, type MemberRef } from '../community.ts';
import type { Mapping } from '../state.ts';
import { authorityOf, requireHarmless, requireMayManage } from './authority.ts';

export interface SellingDeps {
  readonly prisma: PrismaClient;
  readonly community: Community;
  readonly guildIds: readonly string[];
}

/** Sources that a new plan or quick link counts for: some products and plans, or any product. */
export type Sources = readonly string[] | 'any product';

/**
 * Checks that an admin may create a new way to buy a role, which decides who gets it just as a mapping does. The
 * admin's own guild requires the permissions for mapping; others with the same products refuse only owner-only roles.
 * @throws Fault whose message says what is missing
 */
export async function requireMaySell(
  { prisma, community, guildIds }: SellingDeps,
  sources: Sources,
  seller: MemberRef,
  signal: AbortSignal,
): Promise<void> {
  const sourceId = sources === 'any product' ? { not: { startsWith: 'plan_' } } : { in: [...sources] };
  const mappings = await prisma.roleMapping.findMany({ where: { sourceId, guildId: { in: [...guildIds] } } });
  for (const [guildId, mapped] of Map.groupBy(mappings, (mapping) => mapping.guildId)) {
    const isHere = guildId === seller.guildId;
    const guild = await readGuild(community, guildId, isHere, signal);
    if (guild) await requireIn(community, guild, { ...seller, guildId }, mapped, isHere, signal);
  }
}

async function requireIn(
  community: Community,
  guild: Guild,
  seller: MemberRef,
  mapped: readonly Pick<Mapping, 'roleId'>[],
  isHere: boolean,
  signal: AbortSignal,
): Promise<void> {
  const authority = await authorityOf(community, guild, seller, signal);
  for (const role of guild.roles.filter(({ id }) => mapped.some(({ roleId }) => roleId === id))) {
    if (isHere) requireMayManage(authority, role);
    requireHarmless(authority, role);
  }
}

/** @returns undefined for another guild that the bot can't see, where it can't give roles anyway */
async function readGuild(
  community: Community,
  guildId: string,
  isHere: boolean,
  signal: AbortSignal,
): Promise<Guild | undefined> {
  try {
    return await community.getGuild(guildId, signal);
  } catch (error) {
    if (!isHere && error instanceof CommunityRefusal) return undefined;
    throw error;
  }
}
