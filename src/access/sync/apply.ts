import { ChangeFailed, CommunityRefusal, LimitReached, type MemberRef, MemberUnknown } from '../community.ts';
import { orBlame } from '../problems/blame.ts';
import { orRaiseProblem } from '../problems/problems.ts';
import { kickSubject } from '../problems/subject.ts';
import type { SyncRequest } from '../queue/sync-request.ts';
import type { Decision, RoleDecision } from './decide.ts';
import type { GuildLock } from './guild-lock.ts';
import { recordKickRequested, recordRequested, withdraw, withdrawKick } from './ledger.ts';
import { readMember } from './read-member.ts';
import { explain } from './reasons.ts';
import type { ApplyDeps } from './restrict.ts';

/** The changes to make to one member. */
export interface Plan {
  readonly ref: MemberRef;
  readonly roleDecisions: readonly RoleDecision[];
  readonly kick: Decision['kick'];
  /** Roles in the ledger before these changes. */
  readonly granted: readonly string[];
  /** Whether an earlier removal was requested, and its outcome isn't known. */
  readonly awaitsKick: boolean;
  readonly deleted: readonly string[];
  readonly request: SyncRequest;
}

/**
 * Carries out a decision in as few calls as possible. Writes each change to the ledger first, then calls the platform.
 * A permanent refusal is recorded as a problem and doesn't stop the other changes.
 * @returns the decisions that the platform accepted; the caller verifies that they took effect. `absent`, with the
 * ledger entries withdrawn, if the member has left the guild
 */
export async function apply(
  deps: ApplyDeps,
  lock: GuildLock,
  plan: Plan,
): Promise<'kicked' | 'absent' | readonly RoleDecision[]> {
  const changes = plan.roleDecisions.filter(({ action }) => action !== 'leave');
  try {
    if (plan.kick && (await kick(deps, lock, plan, explain(plan.kick)))) return 'kicked';
    return changes.length === 0 ? [] : await change(deps, lock, plan, changes);
  } catch (error) {
    if (!(error instanceof MemberUnknown)) throw error;
    await withdraw(deps, plan.ref, changes, plan.granted);
    // An entry from before this plan belongs to a process that died after removing the member, so it stays.
    if (!plan.awaitsKick) await withdrawKick(deps, plan.ref);
    return 'absent';
  }
}

async function change(
  deps: ApplyDeps,
  lock: GuildLock,
  plan: Plan,
  changes: readonly RoleDecision[],
): Promise<readonly RoleDecision[]> {
  await recordRequested(deps, plan.ref, changes, plan.request);
  const together = changes.filter(({ roleId }) => !plan.deleted.includes(roleId));
  const isDone = together.length > 1 && (await changeAtOnce(deps, lock, plan, together));
  const taken: RoleDecision[] = isDone ? [...together] : [];
  for (const roleDecision of changes)
    if (!taken.includes(roleDecision) && (await changeOne(deps, lock, plan, roleDecision)))
      taken.push(roleDecision);
  const refused = changes.filter((roleDecision) => !taken.includes(roleDecision));
  await withdraw(deps, plan.ref, refused, plan.granted);
  return taken;
}

async function kick(
  deps: ApplyDeps,
  lock: GuildLock,
  { ref, request }: Plan,
  reason: string,
): Promise<boolean> {
  await recordKickRequested(deps, ref, request.orderedBy ?? null);
  const done = await orRaiseProblem(deps, ref, kickSubject(ref), async () => {
    await lock.change('kick', () => deps.community.kick(ref, reason, lock.signal));
    return true;
  }).catch(async (error) => {
    if (error instanceof LimitReached) await withdrawKick(deps, ref);
    throw error;
  });
  if (!done) await withdrawKick(deps, ref);
  return done ?? false;
}

/**
 * Changes several roles in one call. It replaces all roles of the member, so the current list is read right before.
 * @returns false if changing each role by itself may still work: a refusal doesn't say which role it is about, a
 * used-up rate limit would delay the call until the list is outdated, and a change that fails as a whole may succeed in
 * parts. A list with a deleted role is refused as a whole, so these are left out.
 */
async function changeAtOnce(
  deps: ApplyDeps,
  lock: GuildLock,
  { ref, deleted }: Plan,
  changes: readonly RoleDecision[],
): Promise<boolean> {
  const taken = changes.filter(({ action }) => action === 'revoke').map(({ roleId }) => roleId);
  const given = changes.filter(({ action }) => action === 'grant').map(({ roleId }) => roleId);
  const reason = explain(changes.flatMap(({ reasons }) => reasons));
  try {
    await lock.change('member', async () => {
      const member = await readMember(deps, lock, ref);
      if (!member) throw new MemberUnknown('The member has left the server in the meantime.');
      const gone = [...taken, ...deleted];
      const kept = member.roleIds.filter((roleId) => !gone.includes(roleId));
      const wanted = new Set([...kept, ...given]);
      return deps.community.setRoles(ref, [...wanted], reason, lock.signal);
    });
    return true;
  } catch (error) {
    if (FALL_BACK.some((kind) => error instanceof kind)) return false;
    throw error;
  }
}

/** Errors after which each change is still worth trying by itself. */
const FALL_BACK = [CommunityRefusal, LimitReached, ChangeFailed];

async function changeOne(
  deps: ApplyDeps,
  lock: GuildLock,
  { ref }: Plan,
  { roleId, action, reasons }: RoleDecision,
): Promise<boolean> {
  const call = action === 'grant' ? deps.community.addRole : deps.community.removeRole;
  const done = await orBlame(deps, lock, ref, roleId, async () => {
    await lock.change('role', () => call(ref, roleId, explain(reasons), lock.signal));
    return true;
  });
  return done ?? false;
}
