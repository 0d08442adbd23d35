import type { PrismaClient } from '../../database/index.ts';
import type { Obstacle } from '../community.ts';
import { listMappings } from '../mappings/mappings.ts';
import { closeProblem, type ProblemDeps, raiseProblem } from '../problems/problems.ts';
import { MEMBERSHIPS } from '../problems/subject.ts';
import type { Observation } from './merge.ts';
import { GONE_AFTER } from './tombstones.ts';

/** Memberships named in the problem. */
const NAMED = 5;

/** Records since when a membership's answers have been unreadable, unless a later answer is stored. */
export async function markUnreadable(
  prisma: PrismaClient,
  id: string,
  { number, at }: Observation,
): Promise<void> {
  await prisma.mirroredMembership.updateMany({
    // Also corrects a time in the future, written while a clock was ahead.
    where: {
      id,
      observation: { lt: number },
      OR: [{ unreadableSince: null }, { unreadableSince: { gt: at } }],
    },
    data: { unreadableSince: at },
  });
}

/**
 * Reports memberships with long unreadable answers to the admins of a guild that maps them. Their roles stay as they
 * were, so the fault would go unnoticed.
 */
export async function reportUnreadable(deps: ProblemDeps, guildId: string): Promise<void> {
  const mappings = await listMappings(deps.prisma, guildId);
  const source = { in: mappings.map(({ sourceId }) => sourceId) };
  const rows = await deps.prisma.mirroredMembership.findMany({
    where: {
      unreadableSince: { lte: new Date(deps.clock.now().getTime() - GONE_AFTER) },
      AND: [
        { OR: [{ valid: true }, { status: 'past_due' }] },
        { OR: [{ planId: source }, { sourcePlanId: source }, { productId: source }] },
      ],
    },
    orderBy: { id: 'asc' },
    take: NAMED,
    select: { id: true },
  });
  if (rows.length === 0) await closeProblem(deps, MEMBERSHIPS, guildId);
  else await raiseProblem(deps, guildId, MEMBERSHIPS, unreadable(rows.map(({ id }) => id)));
}

const unreadable = (ids: readonly string[]): Obstacle => ({
  code: 'MEMBERSHIPS_UNREADABLE',
  details: { said: ids.join(', ') },
});
