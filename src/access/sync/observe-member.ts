import type { Member, MemberRef } from '../community.ts';
import type { SyncRequest } from '../queue/sync-request.ts';
import { type ConfirmDeps, confirm } from './confirm.ts';
import { countedLosses, decide } from './decide.ts';
import { derive } from './derive.ts';
import { compare } from './ledger.ts';

/**
 * Compares a member update with the stored state, without a platform call. Updates the ledger only for changes that we
 * requested. Any other difference just queues a sync: after a reconnect the platform sends states that are minutes old,
 * so a role missing there may have been given since.
 * @returns the sync request; undefined if the roles are right
 */
export async function observeMember(
  deps: ConfirmDeps,
  ref: MemberRef,
  member: Member,
): Promise<SyncRequest | undefined> {
  const stored = await derive(deps.prisma, ref);
  if (stored.mappings.length === 0) return undefined;
  const decision = decide({ ...stored, userId: ref.userId, member, now: deps.clock.now() });
  const { roleDecisions, kick } = decision;
  const { changed, never, ...there } = compare(roleDecisions, stored, member.roleIds);
  const expected = changed.filter(
    ({ kind, roleDecision }) => kind === 'grant' || stored.leaving.includes(roleDecision.roleId),
  );
  // A role not seen yet may still be on its way, so `never` is left empty.
  await confirm(deps, ref, { changed: expected, never: [], ...there });
  const isNews = expected.length < changed.length || never.length > 0;
  // A refused removal is retried when its cause has changed, not whenever the member has.
  const isToGo = kick && !stored.owesRemoval;
  if (!isNews && !isToGo && roleDecisions.every(({ action }) => action === 'leave')) return undefined;
  // Anyone can cause an update about anyone, by giving a role with a free purchase: what it finds is limited as in a
  // sweep.
  const isGuarded = countedLosses(decision, member.roleIds, stored).length > 0;
  return { urgency: 'live', mayTake: true, ...(isGuarded && { isGuarded }) };
}
