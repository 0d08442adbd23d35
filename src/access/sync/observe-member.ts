import type { Member, MemberRef } from '../community.ts';
import { decide } from './decide.ts';
import { derive } from './derive.ts';
import { isHeld } from './pending-screening.ts';
import { compare } from './ledger.ts';
import type { Occasion } from '../queue/sync-request.ts';
import { type SettleDeps, settle } from './confirm.ts';

/**
 * Compares a member update with the stored state, without a platform call. Updates the ledger only for changes that we
 * requested. Any other difference just queues a sync: after a reconnect the platform sends states that are minutes old,
 * so a role missing there may have been given since.
 * @returns the occasion for a sync; undefined if the roles are right
 */
export async function observeMember(
  deps: SettleDeps,
  ref: MemberRef,
  member: Member,
): Promise<Occasion | undefined> {
  const stored = await derive(deps.prisma, ref);
  if (stored.mappings.length === 0) return undefined;
  const { verdicts, kick } = decide({ ...stored, userId: ref.userId, member, now: deps.clock.now() });
  const { changed, never, ...there } = compare(verdicts, stored, member.roleIds);
  const expected = changed.filter(
    ({ kind, verdict }) => kind === 'grant' || stored.leaving.includes(verdict.roleId),
  );
  // A role not seen yet may still be on its way, so `never` is left empty.
  await settle(deps, ref, { changed: expected, never: [], ...there });
  const isNews = expected.length < changed.length || never.length > 0;
  // A refused removal is retried when its cause has changed, not whenever the member has.
  const isToGo = kick && !stored.owesRemoval;
  if (!isNews && !isToGo && verdicts.every(({ action }) => action === 'leave')) return undefined;
  return { urgency: 'live', mayTake: !(await isHeld(deps.prisma, ref.guildId)) };
}
