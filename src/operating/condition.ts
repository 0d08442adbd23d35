import { mappedGuilds } from '../access/mappings.ts';
import type { Clock } from '../clock.ts';
import type { PrismaClient } from '../database/index.ts';

/** How the roles of all guilds are doing, as monitoring asks for it. */
export interface Condition {
  /** What only a person can mend. */
  readonly problems: number;
  /** Whom that keeps from having the right roles. */
  readonly affectedMembers: number;
  /** Guilds where a sweep waits for an admin. */
  readonly held: number;
  /**
   * Since a sweep of the guild got to its end that was swept least recently, in milliseconds; null where there is
   * nothing to sweep yet.
   */
  readonly sweepAge: number | null;
}

/**
 * Reads a few small tables: cheap enough to be asked every few seconds.
 * @param guildIds the guilds that we work in: what was left behind in others is nobody's concern
 */
export async function readCondition(
  { prisma, clock }: { readonly prisma: PrismaClient; readonly clock: Clock },
  guildIds: readonly string[],
): Promise<Condition> {
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
    ...{ problems, affectedMembers, held },
    sweepAge: sweptAt && clock.now().getTime() - sweptAt.getTime(),
  };
}
