import type { PrismaClient } from '../database/index.ts';
import type { MemberRef } from './community.ts';
import type { MemberState } from './decide.ts';

/** Everything stored that a decision about the member rests on; what the platform says is added to it. */
export async function derive(prisma: PrismaClient, member: MemberRef): Promise<Omit<MemberState, 'actual'>> {
  const [mappings, memberships, grants] = await Promise.all([
    prisma.roleMapping.findMany({ where: { guildId: member.guildId } }),
    prisma.mirroredMembership.findMany({ where: { chatUserId: member.userId } }),
    prisma.roleGrant.findMany({ where: member }),
  ]);
  return { mappings, memberships, granted: grants.map((grant) => grant.roleId) };
}
