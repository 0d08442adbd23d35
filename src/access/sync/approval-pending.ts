import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import type { PrismaClient, Transaction } from '../../database/index.ts';

/** The losses that a sweep would cause for one role. */
export const Losses = Type.Object({
  roleId: Type.String(),
  holders: Type.Integer(),
  losses: Type.Integer(),
});
export type Losses = Static<typeof Losses>;

export const LossesList = Type.Array(Losses);

/** What admins were asked about the losses of a role: they wait or were refused, were approved, or are no question. */
export type Standing = 'pending' | 'approved' | 'not asked';

/**
 * Reads the guild's question to its admins. Until they approve, the losses that it asks about must not be carried out
 * by other means: those of its roles, or all if it is about memberships missing from the service.
 */
export async function readQuestion(
  prisma: PrismaClient | Transaction,
  guildId: string,
): Promise<(roleId: string) => Standing> {
  const sweep = await prisma.sweep.findUnique({ where: { guildId } });
  if (!sweep?.heldSince) return () => 'not asked';
  const isApproved = sweep.answer === 'approve';
  const asked = Value.Parse(LossesList, sweep.held).map(({ roleId }) => roleId);
  const isAboutAll = sweep.missing !== null && !isApproved;
  return (roleId) => {
    if (!isAboutAll && !asked.includes(roleId)) return 'not asked';
    return isApproved ? 'approved' : 'pending';
  };
}
