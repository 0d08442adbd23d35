import type { PrismaClient } from '../database/index.ts';

/**
 * Whether a sweep has found too much to take in the guild: an admin is asked, or has said no. What it found is not done
 * behind their back.
 */
export async function isHeld(prisma: PrismaClient, guildId: string): Promise<boolean> {
  const where = { guildId, heldSince: { not: null }, OR: [{ answer: null }, { answer: 'refuse' }] };
  return (await prisma.sweep.count({ where })) > 0;
}
