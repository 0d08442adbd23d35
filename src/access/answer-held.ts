import type { PrismaClient } from '../database/index.ts';
import { type HealDeps, heal } from './heal.ts';

/**
 * Carries out an admin's answer to a sweep that waits. `approve`: all that it found is healed, on the admin's
 * order. `refuse`: nothing is taken, and it is not asked again before there is more to take. Said twice, by one
 * or by two admins, it is done once.
 * @param by the admin's chat account
 * @returns false where nothing waits (any more)
 */
export async function answerHeld(
  deps: HealDeps,
  guildId: string,
  answer: 'approve' | 'refuse',
  by: string,
): Promise<boolean> {
  if (!(await isWaiting(deps.prisma, guildId))) return false;
  if (answer === 'approve') await heal(deps, guildId, { mayTake: true, orderedBy: by });
  const { count } = await deps.prisma.sweep.updateMany({
    where: { guildId, heldSince: { not: null }, answer: null },
    data: { answer },
  });
  return count === 1;
}

async function isWaiting(prisma: PrismaClient, guildId: string): Promise<boolean> {
  const waiting = await prisma.sweep.count({ where: { guildId, heldSince: { not: null }, answer: null } });
  return waiting > 0;
}
