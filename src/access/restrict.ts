import type { ApplyDeps } from './apply.ts';
import type { MemberRef } from './community.ts';
import { findContested, ROLE_CONTESTED } from './contested.ts';
import type { Decision } from './decide.ts';
import { isHeld } from './held.ts';
import { isNewTry, type Occasion } from './occasion.ts';
import {
  accountSubject,
  addAffected,
  contestedSubject,
  kickSubject,
  meet,
  type OpenProblem,
} from './problems.ts';

/** What was met on the last try, and would only be met again. */
export const blockedBy = (problems: readonly OpenProblem[]): ReadonlySet<string> =>
  new Set(problems.filter(({ blocking }) => blocking).map(({ subject }) => subject));

/** What a sweep has found is not taken any more once admins are asked, also where the sweep was not. */
const mayTakeNow = async ({ prisma }: ApplyDeps, { guildId }: MemberRef, { mayTake, urgency }: Occasion) =>
  mayTake && !(urgency === 'background' && (await isHeld(prisma, guildId)));

/**
 * Leaves out what the occasion doesn't allow, and what is known not to work: it waits until something changes. What
 * somebody else keeps undoing waits too, unless an admin orders it, or the member has just come in.
 */
export async function restrict(
  deps: ApplyDeps,
  ref: MemberRef,
  { verdicts, kick }: Decision,
  { occasion, joinedAt }: { readonly occasion: Occasion; readonly joinedAt: Date | undefined },
  problems: readonly OpenProblem[],
): Promise<Pick<Decision, 'verdicts' | 'kick'>> {
  const loses = kick !== null || verdicts.some(({ action }) => action === 'revoke');
  const mayTake = loses && (await mayTakeNow(deps, ref, occasion));
  const wanted = verdicts.filter(({ action }) => action === 'grant' || (action === 'revoke' && mayTake));
  const blocked = blockedBy(problems);
  const isNew = isNewTry(occasion);
  const contested = isNew ? [] : await findContested(deps, ref, wanted, joinedAt, problems);
  for (const { roleId } of contested) await meet(deps, ref.guildId, contestedSubject(roleId), ROLE_CONTESTED);
  await addAffected(
    deps,
    ref,
    contested.map(({ roleId }) => contestedSubject(roleId)),
  );
  const isBlocked = (roleId: string) =>
    blocked.has(roleId) || (!isNew && blocked.has(accountSubject(ref, roleId)));
  const hopeless = wanted.filter(({ roleId }) => isBlocked(roleId));
  await addAffected(
    deps,
    ref,
    hopeless.map(({ roleId }) => roleId),
  );
  return {
    verdicts: wanted.filter((verdict) => !hopeless.includes(verdict) && !contested.includes(verdict)),
    kick: mayTake && !blocked.has(kickSubject(ref)) ? kick : null,
  };
}
