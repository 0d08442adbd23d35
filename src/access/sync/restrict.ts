import type { ApplyDeps } from './apply.ts';
import type { MemberRef } from '../community.ts';
import { findContested, ROLE_CONTESTED } from './role-conflict.ts';
import type { Decision } from './decide.ts';
import { isHeld } from './pending-screening.ts';
import { isNewTry, type Occasion } from '../queue/sync-request.ts';
import {
  accountSubject,
  addAffected,
  contestedSubject,
  kickSubject,
  meet,
  type OpenProblem,
} from '../problems/problems.ts';

/** Returns the subjects of problems that another attempt would only hit again. */
export const blockedBy = (problems: readonly OpenProblem[]): ReadonlySet<string> =>
  new Set(problems.filter(({ blocking }) => blocking).map(({ subject }) => subject));

/** A background job takes no roles while a sweep awaits approval or was refused, even if an earlier sweep queued it. */
const mayTakeNow = async ({ prisma }: ApplyDeps, { guildId }: MemberRef, { mayTake, urgency }: Occasion) =>
  mayTake && !(urgency === 'background' && (await isHeld(prisma, guildId)));

/**
 * Drops changes that the occasion doesn't allow or that are known to fail; these wait until something changes. Changes
 * in a role conflict wait too, unless an admin ordered the sync or the member has just joined.
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
