import type { Clock } from '../clock.ts';
import type { PrismaClient } from '../database/index.ts';
import { type Community, CommunityRefusal } from './community.ts';
import { explain, type Verdict } from './decide.ts';
import { enter, type MemberRef } from './ledger.ts';

export interface ApplyDeps {
  readonly prisma: PrismaClient;
  readonly community: Community;
  readonly clock: Clock;
}

/**
 * Carries out verdicts, one role at a time: first into the ledger, then to the platform. What the platform
 * refuses for good is put before the admins, and keeps none of the others from being carried out.
 * @returns the verdicts that the platform took; whether it kept them is for the caller to look at
 */
export async function apply(
  deps: ApplyDeps,
  member: MemberRef,
  verdicts: readonly Verdict[],
): Promise<readonly Verdict[]> {
  const taken: Verdict[] = [];
  for (const verdict of verdicts.filter(({ action }) => action !== 'leave')) {
    await enter(deps, member, verdict);
    const problem = await change(deps.community, member, verdict);
    if (problem) await putBeforeAdmins(deps, member, verdict.roleId, problem);
    else taken.push(verdict);
  }
  return taken;
}

/** Makes the one call. @returns what is wrong, in words, when only a person can mend it */
async function change(
  community: Community,
  member: MemberRef,
  verdict: Verdict,
): Promise<string | undefined> {
  const call = verdict.action === 'grant' ? community.addRole : community.removeRole;
  try {
    await call(member.guildId, member.userId, verdict.roleId, explain(verdict));
    return undefined;
  } catch (error) {
    if (error instanceof CommunityRefusal) return error.message;
    throw error;
  }
}

/** Stores what needs a person, once: a problem that stays the same keeps the time it was first seen. */
async function putBeforeAdmins(
  deps: ApplyDeps,
  member: MemberRef,
  roleId: string,
  problem: string,
): Promise<void> {
  const key = { ...member, roleId };
  await deps.prisma.needsAction.upsert({
    where: { guildId_userId_roleId: key },
    create: { ...key, problem, since: deps.clock.now() },
    update: { problem },
  });
}

/** Forgets the problems of roles that are now as they should be. */
export async function closeProblems(
  deps: ApplyDeps,
  member: MemberRef,
  settled: readonly Verdict[],
): Promise<void> {
  const roleIds = settled.filter(({ action }) => action === 'leave').map(({ roleId }) => roleId);
  await deps.prisma.needsAction.deleteMany({ where: { ...member, roleId: { in: roleIds } } });
}
