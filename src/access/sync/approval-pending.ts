import type { PrismaClient } from '../../database/index.ts';

/**
 * Whether a sweep of the guild awaits approval or was refused. Until it is approved, the losses it found must not be
 * carried out by other means.
 */
export async function isApprovalPending(prisma: PrismaClient, guildId: string): Promise<boolean> {
  const where = { guildId, heldSince: { not: null }, OR: [{ answer: null }, { answer: 'refuse' }] };
  return (await prisma.sweep.count({ where })) > 0;
}
