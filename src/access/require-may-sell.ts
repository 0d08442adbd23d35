import type { PrismaClient } from '../database/index.ts';
import { authorityOf, requireMayManage, requirePowerless } from './authority.ts';
import { type Community, CommunityRefusal, type Guild, type MemberRef } from './community.ts';
import type { Mapping } from './state.ts';

export interface SellingDeps {
  readonly prisma: PrismaClient;
  readonly community: Community;
  readonly guildIds: readonly string[];
}

/** What a new plan or quick link gives the roles of: some products and plans, or whatever product it may get. */
export type Sources = readonly string[] | 'any product';

/**
 * Whoever makes a new way to a role decides who gets it, as by a mapping. In the guild where that is asked the same is
 * required as for a mapping. In the others, which sell the same, only what nobody but their owner gives away.
 * @throws Fault whose message says what is missing
 */
export async function requireMaySell(
  { prisma, community, guildIds }: SellingDeps,
  sources: Sources,
  seller: MemberRef,
  signal: AbortSignal,
): Promise<void> {
  const sourceId = sources === 'any product' ? { startsWith: 'prod_' } : { in: [...sources] };
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
    requirePowerless(authority, role);
  }
}

/** @returns undefined for another guild that the bot can't see, where it can give nobody a role */
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
