import { mappedGuilds } from '../access/mappings/mappings.ts';
import type { Clock } from '../clock.ts';
import type { PrismaClient } from '../database/index.ts';

/** How far the roles of all guilds are from what they should be. */
export interface RoleHealth {
  readonly problems: number;
  /** Members whose roles are wrong because of these problems. */
  readonly affectedMembers: number;
  /** Guilds with a sweep that waits for an admin. */
  readonly held: number;
  /** Age of the oldest among the guilds' last complete sweeps, in milliseconds; null without any. */
  readonly sweepAge: number | null;
}

/**
 * Reads the role health of all configured guilds: a few small tables, so it is cheap enough to poll every few seconds.
 * @param guildIds the configured guilds; leftovers of other guilds don't count
 */
export async function readRoleHealth(
  { prisma, clock }: { readonly prisma: PrismaClient; readonly clock: Clock },
  guildIds: readonly string[],
): Promise<RoleHealth> {
  const ours = { guildId: { in: [...guildIds] } };
  const mapped = await mappedGuilds(prisma, guildIds);
  const swept = { guildId: { in: [...mapped] }, sweptAt: { not: null } };
  const [problems, affectedMembers, held, oldest] = await Promise.all([
    prisma.problem.count({ where: ours }),
    prisma.affectedMember.count({ where: ours }),
    prisma.sweep.count({ where: { ...ours, heldSince: { not: null }, answer: null } }),
    prisma.sweep.aggregate({ where: swept, _min: { sweptAt: true } }),
  ]);
  const { sweptAt } = oldest._min;
  return {
    problems,
    affectedMembers,
    held,
    sweepAge: sweptAt && clock.now().getTime() - sweptAt.getTime(),
  };
}
