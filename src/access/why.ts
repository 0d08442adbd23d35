import type { Clock } from '../clock.ts';
import type { PrismaClient } from '../database/index.ts';
import type { Words } from '../words/index.ts';
import type { Community, Member, MemberRef } from './community.ts';
import { decide, type Verdict } from './decide.ts';
import { derive } from './derive.ts';
import { isHeld } from './held.ts';
import { contestedSubject, memberProblems, type Problem, toProblem } from './problems.ts';
import { inWords } from './reasons.ts';

/** Why a member has, or hasn't, a managed role. */
export interface Why {
  readonly roleId: string;
  readonly has: boolean;
  /** What is about to be done. */
  readonly action: Verdict['action'];
  /** The reasons, in words, each for itself. */
  readonly reasons: readonly string[];
  /** What keeps it from being done; null where nothing does. */
  readonly problem: Problem | null;
}

/** Somebody who is not in the guild is decided about as if they joined now. */
export const ABSENT: Member = { roleIds: [], isPending: false, isBot: false };

/**
 * Tells for each managed role of the guild why the member has it or hasn't, and what would be done: the very
 * decision that a sync makes, with nothing done.
 * @param words the reader's
 * @returns whether they are in the guild, the roles, and whether nothing is taken before an admin has said so
 */
export async function why(
  deps: { prisma: PrismaClient; community: Community; clock: Clock },
  ref: MemberRef,
  words: Words['reasons'],
  signal: AbortSignal,
): Promise<{ readonly isMember: boolean; readonly isHeld: boolean; readonly roles: readonly Why[] }> {
  const member = await deps.community.getMember(ref, signal);
  const stored = await derive(deps.prisma, ref);
  const problems = new Map(
    (await memberProblems(deps.prisma, ref)).map((open) => [open.subject, toProblem(open)]),
  );
  const { verdicts } = decide({
    ...stored,
    userId: ref.userId,
    member: member ?? ABSENT,
    now: deps.clock.now(),
  });
  return {
    isMember: member !== null,
    isHeld: await isHeld(deps.prisma, ref.guildId),
    roles: verdicts.map(({ roleId, action, reasons }) => ({
      ...{ roleId, action },
      has: member?.roleIds.includes(roleId) ?? false,
      reasons: inWords(reasons, words),
      problem:
        action === 'leave' ? null : (problems.get(roleId) ?? problems.get(contestedSubject(roleId)) ?? null),
    })),
  };
}
