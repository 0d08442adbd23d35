import type { Member, MemberRef } from './community.ts';
import { decide } from './decide.ts';
import { derive } from './derive.ts';
import { isHeld } from './held.ts';
import { compare } from './ledger.ts';
import type { Occasion } from './occasion.ts';
import { type SettleDeps, settle } from './settle.ts';

/**
 * Judges how the platform showed a member, without a call. The ledger learns what we have asked for: a role that
 * has come, one that has gone. Anything else says only that somebody must look: after a lost connection the
 * platform tells again of what was so minutes ago, and a role that we have given since is not gone.
 * @returns what to sync the member for; undefined where all is right
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
  // One that is under way has perhaps not come yet.
  await settle(deps, ref, { changed: expected, never: [], ...there });
  const isNews = expected.length < changed.length || never.length > 0;
  // A removal that was refused is tried again when its cause has changed, not whenever the member has.
  const isToGo = kick && !stored.owesRemoval;
  if (!isNews && !isToGo && verdicts.every(({ action }) => action === 'leave')) return undefined;
  return { urgency: 'live', mayTake: !(await isHeld(deps.prisma, ref.guildId)) };
}
