import type { MemberRef } from '../community.ts';
import { addAffected, type OpenProblem, raiseProblem } from '../problems/problems.ts';
import {
  accountSubject,
  conflictSubject,
  keyOf,
  kickSubject,
  roleSubject,
  type Subject,
} from '../problems/subject.ts';
import { isNewTry, type SyncRequest } from '../queue/sync-request.ts';
import { isApprovalPending } from './approval-pending.ts';
import type { Decision } from './decide.ts';
import type { ApplyDeps } from './deps.ts';
import { findConflicts, ROLE_CONFLICT } from './role-conflict.ts';

/** Returns the keys of problems that another attempt would only hit again. */
export const blockedBy = (problems: readonly OpenProblem[]): ReadonlySet<string> =>
  new Set(problems.filter(({ blocking }) => blocking).map(({ subject }) => subject));

/** A background job takes no roles while a sweep awaits approval or was refused, even if an earlier sweep queued it. */
const mayTakeNow = async ({ prisma }: ApplyDeps, { guildId }: MemberRef, { mayTake, urgency }: SyncRequest) =>
  mayTake && !(urgency === 'background' && (await isApprovalPending(prisma, guildId)));

/**
 * Drops changes that the request doesn't allow or that are known to fail; these wait until something changes. Changes
 * in a role conflict wait too, unless an admin ordered the sync or the member has just joined.
 */
export async function restrict(
  deps: ApplyDeps,
  ref: MemberRef,
  { roleDecisions, kick }: Decision,
  { request, joinedAt }: { readonly request: SyncRequest; readonly joinedAt: Date | undefined },
  problems: readonly OpenProblem[],
): Promise<Pick<Decision, 'roleDecisions' | 'kick'>> {
  const loses = kick !== null || roleDecisions.some(({ action }) => action === 'revoke');
  const mayTake = loses && (await mayTakeNow(deps, ref, request));
  const wanted = roleDecisions.filter(({ action }) => action === 'grant' || (action === 'revoke' && mayTake));
  const blocked = blockedBy(problems);
  const isNew = isNewTry(request);
  const conflicts = isNew ? [] : await findConflicts(deps, ref, wanted, joinedAt, problems);
  for (const { roleId } of conflicts)
    await raiseProblem(deps, ref.guildId, conflictSubject(roleId), ROLE_CONFLICT);
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
    kick: mayTake && !blocks(kickSubject(ref)) ? kick : null,
  };
}
