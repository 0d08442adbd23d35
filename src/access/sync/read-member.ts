import type { Member, MemberRef } from '../community.ts';
import { orBlame } from '../problems/blame.ts';
import { addAffected, type OpenProblem } from '../problems/problems.ts';
import { accountSubject, keyOf, SERVER, TOKEN } from '../problems/subject.ts';
import { isNewTry, type SyncRequest } from '../queue/sync-request.ts';
import type { GuildLock } from './guild-lock.ts';
import { type ApplyDeps, blockedBy } from './restrict.ts';

/** How long a sweep's view of a member stays usable, in milliseconds: others change roles too. */
const LASTS = 30_000;

/**
 * Returns the sweep's view of the member; undefined if it can't be trusted: it is too old, dated by a clock that was
 * ahead, or we have changed the member since. It also can't be trusted if an unproven membership names the member: a
 * role given by hand since the sweep would be recorded as ours.
 */
async function lastingSight(
  { prisma, clock }: Pick<ApplyDeps, 'prisma' | 'clock'>,
  ref: MemberRef,
  seen: SyncRequest['seen'],
): Promise<Member | undefined> {
  if (!seen) return undefined;
  const age = clock.now().getTime() - seen.at;
  if (age < 0 || age > LASTS) return undefined;
  const since = { gte: new Date(seen.at) };
  const { guildId, userId } = ref;
  const links = await prisma.accountLink.findMany({
    where: { chatUserId: userId },
    select: { commerceUserId: true },
  });
  const linked = links.map(({ commerceUserId }) => commerceUserId);
  const [entry, kick, change, unproven] = await Promise.all([
    prisma.roleGrant.findFirst({
      where: { ...ref, OR: [{ requestedAt: since }, { confirmedAt: since }] },
      select: { roleId: true },
    }),
    prisma.pendingKick.findFirst({
      where: { guildId, userId, requestedAt: since },
      select: { userId: true },
    }),
    prisma.roleChange.findFirst({ where: { ...ref, at: since }, select: { id: true } }),
    prisma.mirroredMembership.findFirst({
      where: {
        OR: [
          { chatUserId: userId, OR: [{ chatProven: false }, { buyerVerified: false }] },
          { commerceUserId: { in: linked }, buyerVerified: false },
        ],
      },
      select: { id: true },
    }),
  ]);
  return entry || kick || change || unproven ? undefined : seen;
}

/** Reads the member before a change; null if not in the guild; undefined if the platform can't be asked or refuses. */
export async function readMemberForSync(
  deps: ApplyDeps,
  lock: GuildLock,
  ref: MemberRef,
  request: SyncRequest,
  problems: readonly OpenProblem[],
): Promise<Member | null | undefined> {
  const seen = await lastingSight(deps, ref, request.seen);
  const blocked = blockedBy(problems);
  const own = seen || isNewTry(request) ? [] : [accountSubject(ref)];
  const wall = [SERVER, TOKEN, ...own].filter((subject) => blocked.has(keyOf(subject)));
  await addAffected(deps, ref, wall);
  if (wall.length > 0) return undefined;
  return orBlame(deps, lock, ref, undefined, async () => seen ?? readMember(deps, lock, ref));
}

/** Reads the member from the platform; null if they aren't in the guild. */
export const readMember = (
  { community }: Pick<ApplyDeps, 'community'>,
  lock: GuildLock,
  ref: MemberRef,
): Promise<Member | null> => lock.look((hear) => community.getMember(ref, lock.signal, hear));
