import type { ApplyDeps } from './apply.ts';
import type { Member, MemberRef } from './community.ts';
import type { Occasion } from './occasion.ts';
import { addAffected, orPutBeforeAdmins, SERVER, TOKEN } from './problems.ts';

/** How long it counts what a sweep saw of a member, in milliseconds: others change roles too. */
const LASTS = 30_000;

/**
 * What a sweep saw of the member; undefined where it is old, we have changed something about them since, or a clock
 * that was ahead dated it: what has happened since then can't be told.
 */
export async function lastingSight(
  { prisma, clock }: Pick<ApplyDeps, 'prisma' | 'clock'>,
  ref: MemberRef,
  seen: Occasion['seen'],
): Promise<Member | undefined> {
  if (!seen) return undefined;
  const age = clock.now().getTime() - seen.at;
  if (age < 0 || age > LASTS) return undefined;
  const since = { gte: new Date(seen.at) };
  const [entry, change] = await Promise.all([
    prisma.roleGrant.findFirst({
      where: { ...ref, OR: [{ requestedAt: since }, { confirmedAt: since }] },
      select: { roleId: true },
    }),
    prisma.roleChange.findFirst({ where: { ...ref, at: since }, select: { id: true } }),
  ]);
  return entry || change ? undefined : seen;
}

/** The member as they are; null when they are not in the guild; undefined when the platform can't be asked. */
export async function lookBefore(
  deps: ApplyDeps,
  ref: MemberRef,
  blocked: ReadonlySet<string>,
  look: () => Promise<Member | null>,
): Promise<Member | null | undefined> {
  const wall = [SERVER, TOKEN].filter((subject) => blocked.has(subject));
  await addAffected(deps, ref, wall);
  if (wall.length > 0) return undefined;
  return orPutBeforeAdmins(deps, ref, SERVER, look);
}
