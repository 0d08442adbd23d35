import type { Clock } from '../../clock.ts';
import type { PrismaClient } from '../../database/index.ts';
import type { Words } from '../../i18n/index.ts';
import type { Community, Member, MemberRef } from '../community.ts';
import { memberProblems, type Problem, toProblem } from '../problems/problems.ts';
import { countedLosses, decide, type RoleDecision } from './decide.ts';
import { derive } from './derive.ts';
import { readQuestion } from './permitted-losses.ts';
import { inWords } from './reasons.ts';

/** Why a member has, or lacks, a managed role. */
export interface Why {
  readonly roleId: string;
  readonly has: boolean;
  readonly action: RoleDecision['action'];
  readonly reasons: readonly string[];
  /** The problem that blocks the change; null if none does. */
  readonly problem: Problem | null;
}

/** A user who isn't in the guild is treated as if they joined now. */
export const ABSENT: Member = { roleIds: [], isPending: false, isBot: false };

/**
 * Explains for each managed role of the guild why the member has or lacks it, and what a sync would change. It makes
 * the same decision as a sync, without side effects.
 * @param words the reader's language
 * @returns whether the user is in the guild, their roles, and those whose loss awaits approval
 */
export async function explainRoles(
  deps: { prisma: PrismaClient; community: Community; clock: Clock },
  ref: MemberRef,
  words: Words['reasons'],
  signal: AbortSignal,
): Promise<{ readonly isMember: boolean; readonly held: readonly string[]; readonly roles: readonly Why[] }> {
  const member = await deps.community.getMember(ref, signal);
  const stored = await derive(deps.prisma, ref);
  const problems = await memberProblems(deps.prisma, ref);
  const problemOf = (role: string, kind: 'role' | 'conflict'): Problem | undefined => {
    const open = problems.find((each) => each.kind === kind && each.roleId === role);
    return open && toProblem(open);
  };
  const decision = decide({
    ...stored,
    userId: ref.userId,
    member: member ?? ABSENT,
    now: deps.clock.now(),
  });
  const standingOf = await readQuestion(deps.prisma, ref.guildId);
  return {
    isMember: member !== null,
    held: countedLosses(decision, member?.roleIds ?? [], stored).filter(
      (roleId) => standingOf(roleId) === 'pending',
    ),
    roles: decision.roleDecisions.map(({ roleId, action, reasons }) => ({
      roleId,
      action,
      has: member?.roleIds.includes(roleId) ?? false,
      reasons: inWords(reasons, words),
      problem:
        action === 'leave' ? null : (problemOf(roleId, 'role') ?? problemOf(roleId, 'conflict') ?? null),
    })),
  };
}
