import type { Clock } from '../clock.ts';
import type { PrismaClient } from '../database/index.ts';
import type { Logger } from '../log.ts';
import { type Community, CommunityRefusal, type MemberRef } from './community.ts';
import { explain, type Verdict } from './decide.ts';
import { enter, withdraw } from './ledger.ts';

export interface ApplyDeps {
  readonly prisma: PrismaClient;
  readonly community: Community;
  readonly clock: Clock;
  readonly log: Logger;
}

/** What a problem is about when it is not about one role. */
export const SERVER = 'server';

/**
 * Carries out verdicts, one role at a time: first into the ledger, then to the platform. What the platform
 * refuses for good is put before the admins, and keeps none of the others from being carried out.
 * @returns the verdicts that the platform took; whether it kept them is for the caller to look at
 */
export async function apply(
  deps: ApplyDeps,
  member: MemberRef,
  verdicts: readonly Verdict[],
  signal: AbortSignal,
): Promise<readonly Verdict[]> {
  const taken: Verdict[] = [];
  for (const verdict of verdicts.filter(({ action }) => action !== 'leave')) {
    await enter(deps, member, verdict);
    const call = verdict.action === 'grant' ? deps.community.addRole : deps.community.removeRole;
    const done = await orPutBeforeAdmins(deps, member, verdict.roleId, () =>
      call(member, verdict.roleId, explain(verdict), signal).then(() => true),
    );
    if (done) taken.push(verdict);
    else await withdraw(deps, member, verdict);
  }
  return taken;
}

/**
 * Asks the platform for something. What it refuses for good is stored, once: a problem that stays the same
 * keeps the time it was first seen.
 * @returns the answer; undefined where there is none but a refusal
 */
export async function orPutBeforeAdmins<T>(
  deps: ApplyDeps,
  member: MemberRef,
  subject: string,
  ask: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof CommunityRefusal)) throw error;
    const key = { guildId: member.guildId, userId: member.userId, subject };
    await deps.prisma.needsAction.upsert({
      where: { guildId_userId_subject: key },
      create: { ...key, problem: error.message, since: deps.clock.now() },
      update: { problem: error.message },
    });
    deps.log.warn({ ...key, problem: error.message }, 'needs action');
    return undefined;
  }
}

/** Forgets the problems of what is now as it should be. */
export async function closeProblems(
  deps: ApplyDeps,
  member: MemberRef,
  settled: readonly Verdict[],
): Promise<void> {
  const roleIds = settled.filter(({ action }) => action === 'leave').map(({ roleId }) => roleId);
  await deps.prisma.needsAction.deleteMany({ where: { ...member, subject: { in: [...roleIds, SERVER] } } });
}
