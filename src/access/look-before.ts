import type { ApplyDeps } from './apply.ts';
import { orBlame } from './blame.ts';
import type { Member, MemberRef } from './community.ts';
import type { Lane } from './lane.ts';
import { isNewTry, type Occasion } from './occasion.ts';
import { accountSubject, addAffected, type OpenProblem, SERVER, TOKEN } from './problems.ts';
import { blockedBy } from './restrict.ts';

/** How long it counts what a sweep saw of a member, in milliseconds: others change roles too. */
const LASTS = 30_000;

/**
 * What a sweep saw of the member; undefined where it is old, we have changed something about them since, or a clock
 * that was ahead dated it: what has happened since then can't be told. Nor does it count where a membership names them
 * without proof: a role that somebody has given them since would be taken for ours.
 */
async function lastingSight(
  { prisma, clock }: Pick<ApplyDeps, 'prisma' | 'clock'>,
  ref: MemberRef,
  seen: Occasion['seen'],
): Promise<Member | undefined> {
  if (!seen) return undefined;
  const age = clock.now().getTime() - seen.at;
  if (age < 0 || age > LASTS) return undefined;
  const since = { gte: new Date(seen.at) };
  const [entry, change, unproven] = await Promise.all([
    prisma.roleGrant.findFirst({
      where: { ...ref, OR: [{ requestedAt: since }, { confirmedAt: since }] },
      select: { roleId: true },
    }),
    prisma.roleChange.findFirst({ where: { ...ref, at: since }, select: { id: true } }),
    prisma.mirroredMembership.findFirst({
      where: { chatUserId: ref.userId, chatProven: false },
      select: { id: true },
    }),
  ]);
  return entry || change || unproven ? undefined : seen;
}

/** The member as they are; null when they are not in the guild; undefined when the platform can't be asked. */
export async function lookBefore(
  deps: ApplyDeps,
  lane: Lane,
  ref: MemberRef,
  occasion: Occasion,
  problems: readonly OpenProblem[],
): Promise<Member | null | undefined> {
  const seen = await lastingSight(deps, ref, occasion.seen);
  const blocked = blockedBy(problems);
  const own = seen || isNewTry(occasion) ? [] : [accountSubject(ref)];
  const wall = [SERVER, TOKEN, ...own].filter((subject) => blocked.has(subject));
  await addAffected(deps, ref, wall);
  if (wall.length > 0) return undefined;
  return orBlame(deps, lane, ref, undefined, async () => seen ?? lookAt(deps, lane, ref));
}

/** The member as the platform shows them now; null when they are not in the guild. */
export const lookAt = (
  { community }: Pick<ApplyDeps, 'community'>,
  lane: Lane,
  ref: MemberRef,
): Promise<Member | null> => lane.look((hear) => community.getMember(ref, lane.signal, hear));
