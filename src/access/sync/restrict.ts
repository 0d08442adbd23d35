import type { Community, MemberRef } from '../community.ts';
import { addAffected, type OpenProblem, type ProblemDeps, raiseProblem } from '../problems/problems.ts';
import {
  accountSubject,
  conflictSubject,
  keyOf,
  kickSubject,
  roleSubject,
  type Subject,
} from '../problems/subject.ts';
import { isNewTry, type SyncRequest } from '../queue/sync-request.ts';
import type { StoredState } from '../state.ts';
import type { ConfirmDeps } from './confirm.ts';
import { countedLosses, type Decision } from './decide.ts';
import { permitLosses } from './permitted-losses.ts';
import { findConflicts } from './role-conflict.ts';

/** What a member sync needs to read a member, change roles and record both. */
export type ApplyDeps = ProblemDeps & ConfirmDeps & { readonly community: Community };

/** Returns the keys of problems that another attempt would only hit again. */
export const blockedBy = (problems: readonly OpenProblem[]): ReadonlySet<string> =>
  new Set(problems.filter(({ blocking }) => blocking).map(({ subject }) => subject));

/** The member as the platform shows them, with the stored state that the decision rests on. */
interface Current {
  readonly request: SyncRequest;
  readonly joinedAt: Date | undefined;
  readonly roleIds: readonly string[];
  readonly stored: Pick<StoredState, 'claimed'>;
}

/**
 * Returns what the request may take. A background job takes nothing that admins are asked about, even if an earlier
 * sweep queued it. A guarded one doesn't either, and keeps to the budget, which the sweep has already done for its own.
 */
async function takeable(
  deps: ApplyDeps,
  ref: MemberRef,
  decision: Decision,
  { request, roleIds, stored }: Current,
): Promise<{ readonly roleIds: readonly string[]; readonly mayKick: boolean }> {
  const { mayTake, isGuarded = false, urgency } = request;
  if (!mayTake) return { roleIds: [], mayKick: false };
  const losing = decision.roleDecisions
    .filter(({ action }) => action === 'revoke')
    .map(({ roleId }) => roleId);
  if (!isGuarded && urgency !== 'background') return { roleIds: losing, mayKick: true };
  const counted = countedLosses(decision, roleIds, stored);
  const permitted = await permitLosses(deps, ref, counted, { isLimited: isGuarded });
  const waiting = counted.filter((roleId) => !permitted.includes(roleId));
  return { roleIds: losing.filter((roleId) => !waiting.includes(roleId)), mayKick: waiting.length === 0 };
}

/**
 * Drops changes that the request doesn't allow or that are known to fail; these wait until something changes. Changes
 * in a role conflict wait too, unless an admin ordered the sync or the member has just joined.
 */
export async function restrict(
  deps: ApplyDeps,
  ref: MemberRef,
  decision: Decision,
  current: Current,
  problems: readonly OpenProblem[],
): Promise<Pick<Decision, 'roleDecisions' | 'kick'>> {
  const { request, joinedAt } = current;
  const { roleIds: losing, mayKick } = await takeable(deps, ref, decision, current);
  const wanted = decision.roleDecisions.filter(
    ({ roleId, action }) => action === 'grant' || (action === 'revoke' && losing.includes(roleId)),
  );
  const blocked = blockedBy(problems);
  const isNew = isNewTry(request);
  const conflicts = isNew ? [] : await findConflicts(deps, ref, wanted, joinedAt, problems);
  for (const { roleId } of conflicts)
    await raiseProblem(deps, ref.guildId, conflictSubject(roleId), { code: 'ROLE_CONTESTED' });
  await addAffected(
    deps,
    ref,
    conflicts.map(({ roleId }) => conflictSubject(roleId)),
  );
  const blocks = (subject: Subject) => blocked.has(keyOf(subject));
  const isBlocked = (roleId: string) =>
    blocks(roleSubject(roleId)) || (!isNew && blocks(accountSubject(ref, roleId)));
  const hopeless = wanted.filter(({ roleId }) => isBlocked(roleId));
  await addAffected(
    deps,
    ref,
    hopeless.map(({ roleId }) => roleSubject(roleId)),
  );
  return {
    roleDecisions: wanted.filter(
      (roleDecision) => !hopeless.includes(roleDecision) && !conflicts.includes(roleDecision),
    ),
    kick: mayKick && !blocks(kickSubject(ref)) ? decision.kick : null,
  };
}
